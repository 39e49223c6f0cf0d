"""The types of results that the text of a function in Ruby shows, for signatures that declare none."""

from __future__ import annotations

from pathlib import Path

from tests.features.cursor import help_at, shown

TYPED = """\
Puppet::Functions.create_function(:'acme::typed') do
  dispatch :one do
    param 'String', :text
    optional_param 'Any', :more
  end
  dispatch :two do
    param 'Array', :list
  end
  def one(text, more = nil)
    {one}
  end
  def two(list)
    {two}
  end
  def helper(value)
    value.nil? ? 'none' : value.to_s
  end
end
"""


RESULTS = (
    ("'a'", "String"),
    ('"#{more}"', "String"),
    ("text.upcase", "String"),
    ("text.split(',')", "Array"),
    ("text.split(',').map { |each| each.to_i }", "Array"),
    ("text.split(',').map { |each| break 1 }", None),
    ("more.to_s", "String"),
    ("more&.to_s", "Optional[String]"),
    ("more.unheard_of", None),
    ("more", None),
    ("more || 'a'", None),
    ("text || more", None),
    ("Integer(text)", "Integer"),
    ("Integer(text, exception: false)", None),
    ("text.length + 1", "Integer"),
    ("text.length / 2.0", "Numeric"),
    ("text.empty?", "Boolean"),
    ("!more", "Boolean"),
    ("more == 1", "Boolean"),
    ("text =~ /x/", "Optional[Integer]"),
    ("text[0]", "Optional[String]"),
    ("text.sub('a', 'b')", "String"),
    ("text.sub('a')", None),
    ("{ 'a' => more }", "Hash"),
    ("nil", "Undef"),
    (":undef", "Undef"),
    (":other", None),
    ("if more then 1 elsif text.empty? then 'a' else [] end", "Variant[Array, Integer, String]"),
    ("1 if more", "Optional[Integer]"),
    ("case more\n when 1 then 'a'\n else raise 'x'\n end", "String"),
    ("case more\n when 1 then 'a'\n end", "Optional[String]"),
    ("begin\n Float(text)\n rescue ArgumentError\n false\n end", "Variant[Boolean, Float]"),
    ("return 1 if more\n 'a'", "Variant[Integer, String]"),
    ("text.each_char { |c| return 1 if c == 'a' }\n 'a'", "Variant[Integer, String]"),
    ("return 1, 2", "Array"),
    ("raise Puppet::ParseError, 'never'", None),
    ("found = []\n found << text\n found", "Array"),
    ("found = text\n found = 1 if more\n found", "Variant[Integer, String]"),
    ("found = 'a' if more\n found", "Optional[String]"),
    ("found, other = more\n found", None),
    ("found = more\n found", None),
    ("text = more\n text", None),
    ("text.split('').each { |text| more }\n text", None),
    ("helper(more)", "String"),
    ("unheard_of(more)", None),
    ("one(text)", None),
    ("format('%s', more)", "String"),
    ("while more\n more = nil\n end", None),
    ("", "Undef"),
)


def typed(name: str, one: str, two: str = "1") -> str:
    """The text of a function with two signatures, whose methods have these bodies."""
    return TYPED.replace("acme::typed", f"web::{name}").replace("{one}", one).replace("{two}", two)


def write(folder: Path, name: str, source: str) -> None:
    """Add a function to the module."""
    path = folder / "web/lib/puppet/functions/web" / f"{name}.rb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)


def test_the_text_of_a_function_shows_the_type_of_its_result(tmp_path: Path) -> None:
    found: dict[str, str | None] = {}
    for number, (body, _) in enumerate(RESULTS):
        write(tmp_path, f"typed{number}", typed(f"typed{number}", body))
        label, _parameter = help_at(tmp_path, f"$x = web::typed{number}('a', ^)") or ("", None)
        found[body] = label.partition(" >> ")[2] or None
    assert found == dict(RESULTS)


def test_each_signature_has_the_type_of_its_own_method(tmp_path: Path) -> None:
    write(tmp_path, "typed", typed("typed", "text.upcase", "list.join.length"))
    assert "(String $text, Any $more?) >> String" in shown(tmp_path, "$x = web::ty^ped('a')")
    assert "(Array $list) >> Integer" in shown(tmp_path, "$x = web::ty^ped([])")


def test_arguments_that_puppet_adds_move_the_types_of_parameters(tmp_path: Path) -> None:
    source = typed("typed", "text", "list").replace("param 'String', :text\n", "scope_param\n    param 'String', :text\n")
    write(
        tmp_path, "typed", source.replace("optional_param 'Any', :more\n", "").replace("def one(text, more = nil)", "def one(scope, text)")
    )
    assert "(String $text)\n" in shown(tmp_path, "$x = web::ty^ped('a')")


def test_methods_of_a_function_come_before_those_of_ruby(tmp_path: Path) -> None:
    write(tmp_path, "typed", typed("typed", "format(text)").replace("def helper", "def format(value)\n    1\n  end\n  def helper"))
    assert "(String $text, Any $more?) >> Integer" in shown(tmp_path, "$x = web::ty^ped('a')")


def test_a_function_of_the_legacy_interface_has_a_type_as_well(tmp_path: Path) -> None:
    path = tmp_path / "web/lib/puppet/parser/functions/web_old.rb"
    path.parent.mkdir(parents=True)
    path.write_text(
        "module Puppet::Parser::Functions\n  newfunction(:web_old, type: :rvalue) do |args|\n"
        "    next [] if args.empty?\n    args.map { |each| next 1 if each }\n  end\nend\n"
    )
    assert shown(tmp_path, "$x = web_o^ld('a')") != ""
    assert ">> Array" not in shown(tmp_path, "$x = web_o^ld('a')")
    path.write_text(path.read_text().replace("next 1 if each", "each"))
    assert ">> Array" in shown(tmp_path, "$x = web_o^ld('a')")
