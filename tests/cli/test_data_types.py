"""Data types in Ruby, `lib/puppet/datatypes`: their attributes and functions in catalogs and checks.

The values and errors were recorded from the reference with the same module path.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.rules.places import MANIFEST, findings

POINT = """\
Puppet::DataTypes.create_type('T::Point') do
  interface <<-PUPPET
    attributes => {
      x => Integer,
      y => { type => Integer, value => 0 },
      label => { type => Optional[String], value => undef }
    },
    functions => {
      sum => Callable[[], Integer],
      scaled => Callable[[Integer], Array[Integer]],
      bad => Callable[[], Integer],
      home => Callable[[], String],
      inherited => Callable[[], Any]
    }
  PUPPET
  implementation do
    def sum
      x + y
    end
    def scaled(n)
      [@x * n, y * n]
    end
    def bad
      'no'
    end
    def home
      ENV['HOME'] + File.read('/etc/hostname')
    end
    def inherited
      _pcore_init_hash
    end
  end
end
"""
HOST = """\
Puppet::DataTypes.create_type('T::Host') do
  interface <<-PUPPET
    attributes => { host => String },
    functions => { upper => Callable[[], String] }
  PUPPET
  load_file 'puppet_x/t/host'
  implementation_class PuppetX::T::Host
end
"""
CLASS = """\
module PuppetX
  module T
    class Host
      attr_reader :host
      def initialize(host)
        @host = host
      end
      def upper
        host.upcase
      end
    end
  end
end
"""
CHILD = """\
Puppet::DataTypes.create_type('T::Child') do
  interface <<-PUPPET
    parent => T::Point,
    attributes => { z => { type => Integer, value => 9 } }
  PUPPET
end
"""
FILES = {
    "environment.conf": "",
    "modules/t/lib/puppet/datatypes/t/point.rb": POINT,
    "modules/t/lib/puppet/datatypes/t/host.rb": HOST,
    "modules/t/lib/puppet/datatypes/t/child.rb": CHILD,
    "modules/t/lib/puppet_x/t/host.rb": CLASS,
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("T::Point(1, 2).sum", "3"),
        ("T::Point({ 'x' => 5 }).sum", "5"),
        ("T::Point(1, 2).scaled(3)", "[3, 6]"),
        ("T::Point(1)", "T::Point({'x' => 1})"),
        ("T::Point(1).y", "0"),
        ("T::Point(1) == T::Point(1, 0)", "true"),
        ("T::Child(1, 2).sum", "3"),
        ("T::Child(1) =~ T::Point", "true"),
        ("T::Host('abc').upper", "ABC"),
    ],
)
def test_values_in_a_catalog(tmp_path: Path, expression: str, value: str) -> None:
    write(tmp_path, FILES)
    shown = run("puppet-eval", "--catalog", "-e", f"notify {{ String({expression}): }}", cwd=tmp_path)
    assert shown.out == f"Notify[{value}]\n"


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("T::Point(1, 2).bad", "value returned from function 'bad' has wrong type, expects an Integer value, got String"),
        ("T::Point(1, 2).scaled('a')", "'function T::Point[scaled]' parameter '' expects an Integer value, got String"),
        ("T::Point(1, 2).scaled", "'function T::Point[scaled]' expects 1 argument, got none"),
        ("T::Point[1]", "The T::Point-Type cannot be parameterized using []"),
    ],
)
def test_errors_in_a_catalog(tmp_path: Path, expression: str, error: str) -> None:
    write(tmp_path, FILES)
    found = run("puppet-eval", "--catalog", "-e", f"notify {{ String({expression}): }}", cwd=tmp_path)
    assert found.code == 1
    assert error in found.out + found.err


@pytest.mark.parametrize("function", ["home", "inherited"])
def test_what_an_implementation_may_not_do_is_unknown(tmp_path: Path, function: str) -> None:
    write(tmp_path, FILES)
    found = run("puppet-eval", "--catalog", "--explain-unknown", "-e", f"notify {{ 'a': message => T::Point(1).{function} }}", cwd=tmp_path)
    assert found.code == 0
    assert f"T::Point.{function}" in found.out + found.err


CLASS_OF_POINTS = """\
class c (T::Point $point, Optional[T::Point] $other, $any) {
  $a = $point.sum + 1
  $b = $point.x + 1
  $c = $other.sum
  $d = $any.sum
  $e = T::Point(1, 2).sum + 1
  $f = upcase($point.label)
  $g = $point.inherited.sum
  {}
}
"""


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("", None),
        ("$z = T::Point(1, 2).scaled('a')", "'function T::Point[scaled]' parameter '' expects an Integer value, got String"),
        ("$z = $point.scaled('a')", "'function T::Point[scaled]' parameter '' expects an Integer value, got String"),
        ("$z = $point.scaled($any)", None),
        ("$z = $point.nope", None),
        ("$z = T::Point(1).nope", "Unknown function: 'nope'"),
        ("$z = abs($point.scaled(1))", "expects a value of type Numeric or String, got Array"),
        ("$z = abs($point.home)", None),
        ("$z = T::Point('a')", "The function 'new_T::Point' was called with arguments it does not accept"),
    ],
)
def test_findings(tmp_path: Path, statement: str, message: str | None) -> None:
    found = findings(tmp_path, {**FILES, MANIFEST: CLASS_OF_POINTS.replace("{}", statement)})
    errors = [each.message for each in found if each.severity == "error"]
    assert len(errors) == (0 if message is None else 1), errors
    assert message is None or message in errors[0]
