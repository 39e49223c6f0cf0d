"""Functions of both interfaces: dispatch, arguments, results, and what is unknown."""

from __future__ import annotations

import pytest

from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown
from tests.ruby.program import FUNCTION, expression, function

NEW = """
Puppet::Functions.create_function(:'my::join') do
  local_types do
    type 'Word = String[1]'
  end
  dispatch :words do
    param 'Array[Word]', :list
    optional_param 'String', :separator
    return_type 'String'
  end
  dispatch :number do
    param 'Integer', :number
    repeated_param 'Any', :rest
  end
  def words(list, separator = ',')
    list.map(&:upcase).join(separator)
  end
  def number(number, *rest)
    raise Puppet::ParseError, "my::join(): #{number} is too large" if number > 5
    [number, rest.size]
  end
end
"""
OLD = """
module Puppet::Parser::Functions
  newfunction(:old_first, :type => :rvalue, :arity => -2, :doc => 'The first argument that is not empty') do |args|
    args.each { |each| return each unless each.nil? || each == '' || each == :undef }
    nil
  end
end
"""


def test_the_first_dispatch_that_accepts_the_arguments_is_called() -> None:
    assert function("my::join", NEW, ("a", "b"), "-").value == "A-B"
    assert function("my::join", NEW, 3, "x", None).value == (3, 2)


def test_what_follows_from_changed_arguments_is_not_known() -> None:
    given = ("a", "b")
    found = function("my::join", NEW.replace("list.map(", "list.map!("), given)
    assert (found.value, found.reason) == (None, "state that calls share")
    assert given == ("a", "b")


def test_wrong_arguments_give_the_error_of_the_reference() -> None:
    assert function("my::join", NEW).error == "'my::join' expects at least 1 argument, got none"
    assert function("my::join", NEW, ("",)).error == (
        "The function 'my::join' was called with arguments it does not accept. It expects one of:\n"
        "  (Array[Word] list, String separator?)\n    rejected: parameter 'list' index 0 expects a Word = String[1] value, got String\n"
        "  (Integer number, Any rest*)\n    rejected: parameter 'number' expects an Integer value, got Tuple"
    )


def test_an_exception_is_an_error_with_its_message() -> None:
    assert function("my::join", NEW, 6).error == "my::join(): 6 is too large"


def test_a_legacy_function_gets_its_arguments_in_a_list_with_empty_strings_for_undef() -> None:
    assert function("old_first", OLD, None, "", "b").value == "b"
    assert function("old_first", OLD).error == "old_first(): Wrong number of arguments given (0 for minimum 1)"


def test_equal_collections_are_not_written_as_yaml_since_they_may_be_one_object() -> None:
    # The reference writes `{a => $x, b => $x}` with an anchor and an alias, but not `{a => [1], b => [1]}`.
    assert expression("arguments.to_yaml", (1,), (1,)).reason == "method to_yaml of a value that may occur twice"
    assert expression("arguments.to_yaml", "a", "a").value == "---\n- a\n- a\n"


def test_yaml_breaks_texts_in_double_quotes_at_spaces_past_the_width() -> None:
    written = expression(
        "arguments.to_yaml",
        "{{ $labels.instance }} failed when probed by {{ $labels.module }} from {{ $externalLabels.site }}.",
        "@" + "x" * 90 + "  two \\ spaces and " + "y" * 70 + " 'end' ",
        '* "a" é',
    )
    assert written.value == (
        "---\n"
        '- "{{ $labels.instance }} failed when probed by {{ $labels.module }} from {{ $externalLabels.site\n'
        '  }}."\n'
        '- "@xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n'
        "  \\ two \\\\ spaces and yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\n"
        "  'end' \"\n"
        "- '* \"a\" é'\n"
    )


def test_unknown_values_are_passed_on_untouched() -> None:
    unknown = Unknown(model.ANY)
    found = expression("[arguments.first, 1]", unknown)
    assert isinstance(found.value, tuple)
    assert found.value[0] is unknown
    assert expression("{ 'a' => arguments[0] }.keys", unknown).value == ("a",)


def test_what_looks_at_an_unknown_value_is_unknown() -> None:
    for code in (
        "arguments[0].to_s",
        "arguments[0] ? 1 : 2",
        "arguments.include?(1)",
        "arguments.join",
        "[1] == arguments",
        "arguments.compact",
    ):
        assert expression(code, Unknown(model.ANY)).reason == "value unknown"


def test_what_is_not_supported_names_the_reason() -> None:
    assert expression("File.read('/etc/passwd')").reason == "file /etc/passwd"
    assert expression("Foo::Bar.new").reason == "constant Foo"
    assert expression("require 'nokogiri'").reason == "require nokogiri"


def test_no_rescue_catches_what_is_not_supported() -> None:
    assert expression("begin; File.read('x'); rescue Exception; 'caught'; ensure; 1; end").reason == "file x"


def test_values_of_puppet_survive_the_way_through_ruby() -> None:
    given = ("a", 1, 1.5, True, None, ("b",), Hash([("k", Hash([("l", ("m",))]))]), Sensitive("secret"), model.STRING)
    assert expression("arguments", *given).value == given


OWN_CALL = """
Puppet::Functions.create_function(:checked, Puppet::Functions::InternalFunction) do
  dispatch :of_type do
    param 'Any', :scope
    param 'Type', :type
    param 'Any', :value
  end
  dispatch :of_text do
    param 'Any', :scope
    param 'String', :text
    param 'Any', :value
  end
  def call(scope, *args)
    self.class.dispatcher.dispatch(self, scope, [scope] + args)
  end
  def of_text(scope, text, value)
    of_type(scope, Puppet::Pops::Types::TypeParser.new.parse(text, scope), value)
  end
  def of_type(_scope, type, value)
    return 'fits' if Puppet::Pops::Types::TypeCalculator.instance?(type, value)
    actual = Puppet::Pops::Types::TypeCalculator.infer_set(value)
    Puppet::Pops::Types::TypeMismatchDescriber.new.describe_mismatch('value', type, actual)
  end
end
"""


def test_a_function_may_have_a_call_of_its_own() -> None:
    assert function("checked", OWN_CALL, model.Integer(), 1).value == "fits"
    assert function("checked", OWN_CALL, "Integer", "x").value == "value expects an Integer value, got String"
    assert "The expression <x> is not a valid type specification" in str(function("checked", OWN_CALL, "x", 1).error)
    assert "rejected: parameter 'type' expects a Type value, got Integer" in str(function("checked", OWN_CALL, 1, 1).error)


@pytest.mark.parametrize("code", ["YAML.dump({'a' => 1}, indentation: 4)", "File.dirname('/a/b', 2)"])
def test_arguments_that_only_the_runtime_takes_are_no_error(code: str) -> None:
    reason = expression(code).reason
    assert reason is not None and reason.startswith("arguments of ")


def test_constants_are_found_by_their_names() -> None:
    own = "module My\n  A = 1\n  class B\n    C = 2\n  end\nend\n"
    code = own + FUNCTION.format(
        "[Kernel.const_get('My::A'), Object.const_get(:My).const_get('B').const_get(:C), Module.const_get('String').new('x')]"
    )
    assert function("tried", code).value == (1, 2, "x")
    assert function("tried", own + FUNCTION.format("My.const_get('B::D')")).reason == "constant My::B::D"
