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
}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("pick($oi, 3)", "Integer"),
        ("pick($any, 'x')", "NotUndef"),
        ("a::pair('x', $any)", "Variant[Array[String], Hash[String, String]]"),
        ("a::early($any)", "Any"),
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
    (tmp_path / main).write_text(f"class a(Optional[Integer] $oi, $any, String $s) {{\n  include a::params\n  $r = {expression}\n}}\n")
    assert f"$r: {expected}\n" in run("puppet-check", "--types", main, cwd=tmp_path).out
