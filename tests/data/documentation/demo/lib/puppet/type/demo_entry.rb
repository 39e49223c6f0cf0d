require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'demo_entry',
  docs: <<-EOS,
@summary An entry

Manages entries.
EOS
  features: ['simple_get_filter'],
  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether it is there.',
      default: 'present',
    },
    name: {
      type: 'String',
      desc: 'Its name.',
      behaviour: :namevar,
    },
    count: {
      type: 'Optional[Integer]',
      desc: "How many.",
      default: 3,
    },
    match: {
      type: 'Pattern[/a|b/]',
      desc: 'What to match.',
      behaviour: :parameter,
    },
    hidden: {
      type: 'Boolean',
      default: false,
    },
  },
)
