"""Resource types written in Ruby are read without being executed, and nothing uncertain is assumed."""

from __future__ import annotations

import pytest

from tests.workspace.reading import attribute_with, names, read, read_type, type_with


def test_parameters_properties_and_their_documentation() -> None:
    thing = read_type(
        """
        Puppet::Type.newtype(:thing) do
          @doc = "A thing.
            Its second line."
          ensurable
          newparam(:path, :namevar => true) do
            desc 'Where it is.'
          end
          newproperty(:owner)
        end
        """
    )
    assert (thing.name, thing.doc, thing.is_open) == ("thing", "A thing.\nIts second line.", False)
    assert [(each.name, each.kind, each.namevar, each.doc) for each in thing.attributes] == [
        ("ensure", "property", False, ""),
        ("path", "param", True, "Where it is."),
        ("owner", "property", False, ""),
    ]


def test_the_place_of_a_definition_is_its_name() -> None:
    code = "Puppet::Type.newtype(:thing) { newparam(:name) }"
    thing = read_type(code)
    assert code[thing.place.start : thing.place.end] == "thing"
    assert code[thing.attributes[0].start :].startswith("name)")


@pytest.mark.parametrize(
    ("body", "values", "patterns"),
    [
        ("newvalues(:a, 'b', 1)", ("a", "b", "1"), ()),
        ("newvalues(true, false)", ("true", "false"), ()),
        ("newvalue(:a) { set }\nnewvalue 'b', :event => :c do\nend", ("a", "b"), ()),
        ("newvalues(:a)\naliasvalue(:b, :a)", ("a", "b"), ()),
        (r"newvalues(:a, /^x\/y$/i, %r{z})", ("a",), ("(?i:^x/y$)", "z")),
        ("newvalues(*%w[a b])", ("a", "b"), ()),
        ("newvalues(*[%(a \n).chomp, ' b '.strip, 'c_d'.tr('a-c', 'x'), 'e'.capitalize])", ("a ", "b", "x_d", "E"), ()),
        ("newvalues(*[['b', 'a'], 'a', nil].flatten.compact.uniq.sort)", ("a", "b"), ()),
        ("newvalues(*'a,b'.split(','))", ("a", "b"), ()),
        ("[:a, :b].each { |each| newvalue(each) }", ("a", "b"), ()),
        ("newvalues(nil)", ("",), ()),
        ("defaultto :a", None, ()),
        ("newvalues(*list_of_them)", None, ()),
        ("newvalues(:a) if windows?", None, ()),
        ("newvalues(:a)\ninclude Own::Values", None, ()),
        ("newvalues(:a)\ninclude Puppet::Util::Warnings", ("a",), ()),
        ("newvalues(:a)\nmunge { |value| value }", ("a",), ()),
    ],
)
def test_values(body: str, values: tuple[str, ...] | None, patterns: tuple[str, ...]) -> None:
    size = attribute_with(body)
    assert (size.values, size.patterns) == (values, patterns)


@pytest.mark.parametrize("validation", ["validate { |value| fail unless ok }", "def unsafe_validate(value)\nend"])
def test_custom_validation_replaces_the_listed_values(validation: str) -> None:
    assert attribute_with(f"newvalues(:a)\n{validation}").values is None


def test_custom_validation_that_calls_super_keeps_the_listed_values() -> None:
    assert attribute_with("newvalues(:a)\nvalidate { |value| super(value) }").values == ("a",)


def test_boolean_parents() -> None:
    flag = attribute_with("", ", parent: Puppet::Property::Boolean")
    assert (flag.boolean, flag.values) == (True, ("true", "false", "yes", "no"))
    assert not attribute_with("newvalues(:true, :false)", ", :boolean => true").boolean


def test_values_are_unknown_with_other_parents() -> None:
    assert attribute_with("newvalues(:a)", ", parent: Own::Property").values is None


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("ensurable", ("present", "absent")),
        ("ensurable do\ndefaultvalues\nnewvalue(:latest)\nend", ("present", "absent", "latest")),
        ("ensurable { newvalue(:on) }", ("on",)),
        ("def exists?\nend\ndef create\nend\ndef destroy\nend", ("present", "absent")),
    ],
)
def test_ensure(body: str, values: tuple[str, ...]) -> None:
    ensure = type_with(body).attribute("ensure")
    assert ensure is not None and ensure.values == values


@pytest.mark.parametrize(
    "body",
    [
        "[:a, 'b'].each { |n| newparam(n) }",
        "%w[a b].each do |n|\nnewparam(n.to_sym)\nend",
        "NAMES = %i[a b].freeze\nNAMES.each { |n| newparam(n) }",
        '{ a: 1, b: 2 }.each { |n, size| newparam(n) { desc "#{size}" } }',
        "[['a', 1], ['b', 2]].each { |n, size| newparam(:\"#{n}\") }",
        "def self.text(name, &block)\n  newparam(name, &block)\nend\ntext(:a) { desc 'x' }\ntext :b",
    ],
)
def test_loops_over_known_names_and_wrappers_are_followed(body: str) -> None:
    thing = type_with(body)
    assert (names(thing), thing.is_open) == (["a", "b"], False)


@pytest.mark.parametrize(
    "body",
    [
        "newparam(computed)",
        "NAMES.each { |n| newparam(n) }",
        "Own::NAMES.each { |n| newparam(n) }",
        "newparam(:b) if windows?",
        "extend Own::Parameters",
        "include Own::Parameters",
        "own_parameters",
        "own_parameter :b",
        "class_eval(text)",
        "names = %w[a]\nnames << other\nnames.each { |n| newparam(n) }",
        "newparam(:b",
    ],
)
def test_statements_that_may_add_attributes_make_a_type_open(body: str) -> None:
    thing = type_with(f"newparam(:name)\n{body}")
    assert thing.is_open
    assert "name" in names(thing)


@pytest.mark.parametrize(
    "body",
    [
        "validate { fail if self[:a] }",
        "autorequire(:file) { self[:path] }",
        "include Puppet::Util::Execution",
        "def helper\nend",
        "require 'uri'",
        "if windows?\n  autorequire(:user) { 'x' }\nend",
        "[:a, :b].each { |kind| autorequire(kind) { [] } }",
        "attr_reader :it",
    ],
)
def test_usual_code_leaves_a_type_closed(body: str) -> None:
    assert not type_with(body).is_open


def test_a_type_with_another_parent_is_open() -> None:
    assert read_type("Puppet::Type.newtype(:thing, :parent => Own) { newparam(:name) }").is_open


def test_features_providers_and_isomorphism() -> None:
    thing = type_with("feature :fast, 'Is fast.', :methods => [:go]\nprovide(:ruby) { }\n@isomorphic = false")
    assert (thing.features, thing.providers, thing.isomorphic) == (("fast",), ("ruby",), False)


def test_a_title_is_the_only_namevar() -> None:
    assert type_with("newparam(:path) { isnamevar }").title_patterns == (("(?m:(.*))", ("path",)),)


def test_title_patterns() -> None:
    thing = type_with(
        r"""
        def self.title_patterns
          same = lambda { |x| x }
          [[/^(.*):(\d+)$/m, [[:host], [:port, same]]], [%r{^(.*)$}, [[:host]]]]
        end
        """
    )
    assert thing.title_patterns == ((r"(?m:^(.*):(\d+)$)", ("host", "port")), ("^(.*)$", ("host",)))


def test_computed_title_patterns_are_not_known() -> None:
    assert type_with("newparam(:name)\ndef self.title_patterns\n  patterns_of(:name)\nend").title_patterns == ()


def test_a_here_document_is_documentation() -> None:
    thing = type_with("desc <<-EOT\n    First.\n      More, #{computed}.\n  EOT\nnewparam(:name) { desc <<~'END' }\n  Its name.\nEND")
    assert thing.doc == "First.\n  More, #{computed}."
    assert thing.attributes[0].doc == "Its name."


def test_a_file_may_add_to_another_type() -> None:
    (part,) = read("lib/puppet/type/thing/size.rb", "Puppet::Type.type(:thing).newproperty(:size) { newvalues(:big) }")
    assert (part.name, names(part), part.is_open) == ("thing", ["size"], False)


def test_providers() -> None:
    code = "Puppet::Type.type(:thing).provide(:ruby, :parent => Own) do\n  commands :x => 'x'\nend"
    (thing,) = read("lib/puppet/provider/thing/ruby.rb", code)
    assert (thing.kind, thing.name, thing.providers) == ("resource_type", "thing", ("ruby",))
    assert read("lib/puppet/provider/thing.rb", "class Puppet::Provider::Thing < Puppet::Provider\nend") == ()


def test_types_of_the_resource_api() -> None:
    thing = read_type(
        r"""
        Puppet::ResourceApi.register_type(
          name: 'thing',
          docs: <<-EOS,
            A thing.
          EOS
          features: ['canonicalize'],
          title_patterns: [{ pattern: %r{^(?<name>.*)@(?<host>\w+)$}, desc: 'both' }],
          attributes: {
            ensure: { type: 'Enum[present, absent]', default: 'present' },
            name:   { type: 'String', behaviour: :namevar, desc: 'Its name.' },
            host:   { type: 'String', behaviour: :namevar },
            token:  { type: 'String', behaviour: :parameter },
            force:  { type: 'Boolean', behaviour: :parameter, default: false },
            size:   { type: 'Integer', behaviour: :read_only },
            colour: { type: 'Optional[String]', behaviour: :init_only },
          },
        )
        """
    )
    assert (thing.doc, thing.features, thing.is_open) == ("A thing.", ("canonicalize",), False)
    assert thing.title_patterns == ((r"^(?<name>.*)@(?<host>\w+)$", ("name", "host")),)
    assert [(each.name, each.kind, each.type) for each in thing.attributes] == [
        ("ensure", "property", "Enum[present, absent]"),
        ("name", "param", "String"),
        ("host", "param", "String"),
        ("token", "param", "String"),
        ("force", "param", "Boolean"),
        ("size", "param", "Integer"),
        ("colour", "property", "Optional[String]"),
    ]
    assert [each.name for each in thing.attributes if each.namevar] == ["name", "host"]
    assert [each.name for each in thing.attributes if each.required] == ["token"]
    assert [each.name for each in thing.attributes if each.read_only] == ["size"]


def test_computed_attributes_of_the_resource_api_make_a_type_open() -> None:
    assert read_type("Puppet::ResourceApi.register_type(name: 'thing', attributes: { **shared, name: { type: 'String' } })").is_open
    assert read_type("Puppet::ResourceApi.register_type(name: 'thing', attributes: ATTRIBUTES)").is_open


@pytest.mark.parametrize("code", ["", "Puppet::Type.newtype(computed) { }", "Puppet::ResourceApi.register_type(definition)", "\xff(("])
def test_the_path_gives_at_least_the_name_of_the_type(code: str) -> None:
    thing = read_type(code)
    assert (thing.kind, thing.name, thing.is_open) == ("resource_type", "thing", True)
