"""`--types` shows what functions, classes and facts of other files and of modules mean for a file."""

from pathlib import Path

import pytest

from tests.cli.command import run

PICK = "module Puppet::Parser::Functions\n  newfunction(:pick, type: :rvalue) do |args|\n    args.compact.first\n  end\nend\n"
PAIR = 'function a::pair(String $x, $y = undef) {\n  $z = "${x}-1"\n  if $y { [$z, $x] } else { { "a" => $x } }\n}\n'
FILES = {
    "modules/stdlib/lib/puppet/parser/functions/pick.rb": PICK,
    "modules/a/functions/pair.pp": PAIR,
    "modules/a/functions/early.pp": "function a::early($x) {\n  if $x { return(1) }\n  'x'\n}\n",
    "modules/a/manifests/params.pp": "class a::params($z) {\n  $list = ['x', \"y${z}\"]\n  $test = $z =~ String\n}\n",
    "modules/a/lib/facter/a_fact.rb": "Facter.add(:a_fact) { setcode { 'x' } }\n",
    "environment.conf": "",
    "modules/a/functions/plus.pp": "function a::plus($x) { $x + 1 }\n",
    "modules/a/functions/twice.pp": "function a::twice($x) { a::plus(a::plus($x)) }\n",
    "modules/a/functions/declared.pp": "function a::declared(Integer $x, Integer $y = 2) >> Integer { $x + $y }\n",
    "modules/a/functions/rest.pp": "function a::rest(String $s, Integer *$rest) { $rest.map |$each| { $each + 1 } }\n",
    "modules/a/functions/counted.pp": "function a::counted(*$all) { if $all.length > 9 { 'many' } else { 1 } }\n",
    "modules/a/functions/guarded.pp": "function a::guarded($x) { if $x =~ Integer { $x } else { fail('no') } }\n",
    "modules/a/functions/factorial.pp": "function a::factorial(Integer $n) { if $n <= 1 { 1 } else { $n * a::factorial($n - 1) } }\n",
    "modules/a/functions/flat.pp": 'function a::flat($x) { if $x =~ Array { $x.map |$y| { a::flat($y) } } else { "${x}" } }\n',
    "modules/a/functions/even.pp": "function a::even(Integer $n) { if $n == 0 { true } else { a::odd($n - 1) } }\n",
    "modules/a/functions/odd.pp": "function a::odd(Integer $n) { if $n == 0 { false } else { a::even($n - 1) } }\n",
    "modules/a/functions/endless.pp": "function a::endless($x) { a::endless($x) }\n",
    "modules/a/functions/port.pp": "function a::port(A::Port $port) { { 'port' => $port } }\n",
    "modules/a/types/port.pp": "type A::Port = A::Number\n",
    "modules/a/types/number.pp": "type A::Number = Integer[1, 100]\n",
    "modules/a/types/tree.pp": "type A::Tree = Hash[String, Variant[String, A::Tree]]\n",
    "modules/a/types/one.pp": "type A::One = Variant[A::Other, String]\n",
    "modules/a/types/other.pp": "type A::Other = Variant[A::One, Array[A::Other]]\n",
}
PARAMETERS = """Optional[Integer] $oi, $any, String $s, Integer[1, 5] $i, Array[Integer] $list, Variant[Integer, Regexp] $or, A::Port $port,
  A::Tree $tree, A::One $same"""


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("pick($oi, 3)", "Integer"),
        ("pick($any, 'x')", "NotUndef"),
        ("a::pair('x', $any)", "Variant[Tuple[Enum['x-1'], Enum['x']], Struct[{'a' => Enum['x']}]]"),
        ("a::early($any)", "Variant[Integer[1, 1], Enum['x']]"),
        ("a::early($s)", "Integer[1, 1]"),
        ("a::plus($i)", "Integer[2, 6]"),
        ("a::plus(4)", "Integer[5, 5]"),
        ("a::plus('x')", "Any"),
        ("$list.a::plus", "Array[Integer, 1]"),
        ("a::twice($i)", "Integer[3, 7]"),
        ("a::declared($i)", "Integer[3, 7]"),
        ("a::declared($i, 10)", "Integer[11, 15]"),
        ("a::rest('x', 1, $i)", "Tuple[Integer[2, 2], Integer[2, 6]]"),
        ("a::rest('x')", "Array[0, 0]"),
        ("a::rest('x', *$list)", "Array[Integer]"),
        ("a::counted(*$list)", "Variant[Integer[1, 1], Enum['many']]"),
        ("a::guarded($or)", "Integer"),
        ("a::factorial($i)", "Integer"),
        ("a::flat($list)", "Variant[Array, String]"),
        ("a::even($i)", "Boolean"),
        ("a::endless($i)", "Any"),
        ("a::port($port)", "Struct[{'port' => A::Port}]"),
        ("$tree['x']", "Optional[Variant[String, A::Tree]]"),
        ("$tree.map |$key, $value| { $value }", "Array[Variant[String, A::Tree]]"),
        ("$same['x']", "Any"),
        ("$a::params::list", "Array[String]"),
        ("$a::params::test", "Boolean"),
        ("$facts['os']['release']['major']", "String"),
        ("$facts['networking']['ip']", "Optional[String]"),
        ("$facts['of_another_module']", "Any"),
        ("$facts['a_fact']", "String"),
        ("$::a_fact", "Optional[String]"),
        ("template($any)", "String"),
        ("Service[$s]", "Type[Service]"),
    ],
)
def test_a_variable_has_the_type_of_what_other_files_define(expression: str, expected: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    main = "modules/a/manifests/init.pp"
    (tmp_path / main).write_text(f"class a({PARAMETERS}) {{\n  include a::params\n  $r = {expression}\n}}\n")
    assert f"$r: {expected}\n" in run("puppet-check", "--types", main, cwd=tmp_path).out
