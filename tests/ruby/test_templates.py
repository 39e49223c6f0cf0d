"""ERB templates: variables, trim modes, errors, and holes where something is unknown."""

from __future__ import annotations

from puppet_typesys.ruby.outcome import Hole, TextWithHoles
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown
from tests.ruby.program import template


def test_a_template_prints_variables_and_results() -> None:
    found = template(
        "<% @list.each do |x| -%>\n<%= x %>=<%= @map[x].inspect %>\n<%- end -%>\nend <%%= %>\n", list=("a", "b"), map=Hash([("a", 1)])
    )
    assert found.value == "a=1\nb=nil\nend <%= %>\n"


def test_variables_are_found_by_all_their_names() -> None:
    text = "<%= @a %> <%= scope['b::c'] %> <%= scope.lookupvar('::a') %> <%= has_variable?('x') %> <%= @x.nil? %>"
    assert template(text, a="1", **{"b::c": ("d",)}).value == '1 ["d"] 1 false true'


def test_an_unknown_value_that_is_only_printed_is_a_hole() -> None:
    found = template("a <%= @u %> b <% if @x %>c<% end %>", u=Unknown(model.ANY), x=True)
    assert isinstance(found.value, TextWithHoles)
    assert found.value.parts == ("a ", Hole(5, 9), " b ", "c")


def test_an_unknown_condition_makes_the_text_unknown() -> None:
    assert template("<% if @u %>a<% end %>", u=Unknown(model.ANY)).reason == "value unknown"


def test_an_error_names_the_template_and_the_line() -> None:
    assert template("\n<%= @a.foo %>", "m/t.erb", a="x").error == (
        "Failed to parse template m/t.erb:\n  Filepath: /site.erb\n  Line: 2\n  Detail: undefined method `foo' for an instance of String\n"
    )
    assert template("<%= 1 + nil %>").error == "Failed to parse inline template: nil can't be coerced into Integer"


def test_a_template_may_use_its_buffer_and_define_methods() -> None:
    assert template("<% def twice(x) x * 2 end %><% _erbout << twice('a') %>b").value == "aab"
