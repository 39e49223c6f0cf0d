Puppet::ResourceApi.register_type(
  name: 'demo_defaults',
  docs: 'Defaults of all kinds',
  attributes: {
    options: { type: 'Hash', desc: 'An empty Hash', default: {} },
    labels: { type: 'Hash', desc: 'A Hash', default: { 'a' => 1, b: 'x', 'c' => ['q'] } },
    list: { type: 'Array', desc: 'An Array', default: ['a"b'], behaviour: :parameter },
    names: { type: 'Array', desc: 'An empty Array', default: [], behaviour: :parameter },
    off: { type: 'Boolean', desc: 'Off', default: false },
    on: { type: 'Boolean', desc: 'On', default: true },
    count: { type: 'Integer', desc: 'A number', default: 0 },
    shape: { type: 'Variant[
      Pattern[/a/],
      Integer]', desc: 'A type of several lines' },
    nothing: { type: 'Optional[String]', desc: 'No value', default: nil },
  },
)
