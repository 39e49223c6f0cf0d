"""Templates in ERB that fail with the variables of their caller. The reference fails for each of the first, and for none of the second."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings

HEAD = """\
class t (
  String $str = 'a', Integer $int = 3, Boolean $bool = true, Hash $hash = {'a' => 1}, Array $arr = ['a'],
  Enum['a', 'b'] $enum = 'a', Undef $und = undef, Optional[String] $opt = 'a', Variant[Array, Hash] $either = [], $any = 'a',
) {
  if $any { $some = 1 }
"""
FAILING = {
    "<%= scope['nope'] %>": "undefined variable 'nope'",
    "<%= scope['t::nope'] %>": "undefined variable 't::nope'",
    "<%= scope.lookupvar('::t::nope') %>": "undefined variable '::t::nope'",
    "<%= @str.each { |x| x } %>": "undefined method `each` for an instance of String",
    "a\nb\n<% @str.each do |y| %>a<% end %>": "undefined method `each` for an instance of String",
    "<%= @int.upcase %>": "undefined method `upcase` for an instance of Integer",
    "<%= 'a' + @int %>": "no implicit conversion of Integer into String",
    "<%= 'a' + @und %>": "no implicit conversion of nil into String",
    "<%= @und['a'] %>": "undefined method `[]` for nil",
    "<%= @bool['a'] %>": "undefined method `[]` for true",
    "<%= @hash.join(',') %>": "undefined method `join` for an instance of Hash",
    "<%= @arr.keys %>": "undefined method `keys` for an instance of Array",
    "<%= @und + 1 %>": "undefined method `+` for nil",
    '<%= "#{@int.upcase}" %>': "undefined method `upcase` for an instance of Integer",
    "<%= @enum.each %>": "undefined method `each` for an instance of String",
    "<%= scope.lookupvar('int').upcase %>": "undefined method `upcase` for an instance of Integer",
    "<%= @int.upcase && @str %>": "undefined method `upcase` for an instance of Integer",
    "<%= @either.upcase %>": "undefined method `upcase` for an instance of Array",
    "<% if scope['nope'] %>a<% end %>": "undefined variable 'nope'",
    "<% if @int.upcase %>a<% end %>": "undefined method `upcase` for an instance of Integer",
    "<% if @str %><%= @int.upcase %><% end %>": "undefined method `upcase` for an instance of Integer",
    "<% unless @str.nil? %><%= @int.upcase %><% end %>": "undefined method `upcase` for an instance of Integer",
    "<% if @und %><% elsif @str %><%= @int.upcase %><% end %>": "undefined method `upcase` for an instance of Integer",
    "<%= @str && @int.upcase %>": "undefined method `upcase` for an instance of Integer",
    "<%= @und ? 1 : @int.upcase %>": "undefined method `upcase` for an instance of Integer",
}
WORKING = (
    *("<%= @str.size %>", "<%= @int + 1 %>", "<%= 'a' + @str %>", "<%= @int.to_s.upcase %>", "<%= -@str %>", "<%= @arr.each { |x| x } %>"),
    *("<%= @opt.upcase %>", "<%= 'a' + @opt %>", "<%= @any.each %>", "<%= 'a' + @any %>", "<%= @either.each { |x| x } %>"),
    *("<%= @some.upcase %>", "<%= @str.deep_merge %>", "<%= @str.foo %>", "<%= scope['facts'] %>", "<%= scope['any'].each %>"),
    *(
        "<% if @str.empty? %><%= @int.upcase %><% end %>",
        "<% if @any %><%= @int.upcase %><% end %>",
        "<% if @und %><%= @int.upcase %><% end %>",
    ),
    *("<% if @str == 'b' %><%= @int.upcase %><% end %>", "<% if @bool %><%= @int.upcase %><% end %>", "<%= @str || @int.upcase %>"),
    *("<% if false %><%= @int.upcase %><% end %>", "<%= @int.upcase if false %>", "<%= false ? @int.upcase : 1 %>"),
    *("<%= false && @int.upcase %>", "<%= true || @int.upcase %>", "<% [].each do |x| %><%= @int.upcase %><% end %>"),
    *("<%= @int.upcase rescue 1 %>", "<% begin %><%= @int.upcase %><% rescue NoMethodError %><% end %>", "<%= scope['nope'] rescue 1 %>"),
    *(
        "<% @int = 'a' %><%= @int.upcase %>",
        "<% @int, x = 'a', 1 %><%= @int.upcase %>",
        "<% case 1 %><% when 2 %><%= @int.upcase %><% end %>",
    ),
    *("<% def f; @int.upcase; end %>", "<% f = lambda { @int.upcase } %>", "<%= defined?(@int.upcase) %>", "<%= @und&.upcase %>"),
    *(
        "<% return %><%= @int.upcase %>",
        "<% class String; def each; end; end %>",
        "<%= @int.upcase",
        "<%# @int.upcase %>",
        "<%% @int.upcase %>",
    ),
)


def found(folder: Path, templates: list[str]) -> list[tuple[int, str]]:
    """The numbers of the templates that a class fills in and that are reported, with the messages."""
    calls = "".join(f"  $x{number} = template('t/c{number}.erb')\n" for number in range(len(templates)))
    files = {f"modules/t/templates/c{number}.erb": text for number, text in enumerate(templates)}
    shown = findings(folder, {**files, "modules/t/manifests/init.pp": f"{HEAD}{calls}}}\n"})
    return [(each.line - len(HEAD.splitlines()) - 1, each.message) for each in shown if each.code == "erb-error"]


def test_what_fails_whenever_a_template_is_filled_in_is_reported(tmp_path: Path) -> None:
    shown = dict(found(tmp_path, list(FAILING)))
    for number, (text, reason) in enumerate(FAILING.items()):
        line = 3 if text.startswith("a\n") else 1
        assert shown.get(number) == f"the template t/c{number}.erb fails in line {line}: {reason}", text


def test_what_may_not_be_reached_and_what_is_not_known_is_not(tmp_path: Path) -> None:
    assert [(WORKING[number], message) for number, message in found(tmp_path, list(WORKING))] == []


@pytest.mark.parametrize("size", [200, 20_000])
def test_a_long_template_is_read_in_time(size: int, tmp_path: Path) -> None:
    assert len(found(tmp_path, ["<%= @int.size + 1 %>\n" * size + "<%= @int.upcase %>"])) <= 1
