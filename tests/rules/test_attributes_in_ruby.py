"""Values that the Ruby of a module's resource type refuses: blocks of `validate` and `munge`.

Each row was tried with the reference's own implementation of parameters and properties.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.cli.in_process import findings

TYPE = """\
Puppet::Type.newtype(:gate) do
  newparam(:name, namevar: true) do
    validate do |value|
      raise ArgumentError, "#{value} has a space" if value =~ %r{\\s}
    end
  end
  newparam(:path) do
    validate do |value|
      raise Puppet::Error, "File paths must be fully qualified, not '#{value}'" unless Puppet::Util.absolute_path?(value)
    end
  end
  newproperty(:keys, array_matching: :all) do
    validate do |value|
      raise(Puppet::Error, _('no comma: %{value}') % { value: value }) if value.include?(',')
    end
  end
  newparam(:tries) do
    munge { |value| Integer(value) }
  end
  newparam(:both) do
    validate do |value|
      fail 'not a word' unless value =~ /\\A\\w+\\z/
    end
    munge do |value|
      raise ArgumentError, 'too long' if value.length > 3
      value.upcase
    end
  end
  newproperty(:id) do
    validate do |_value|
      raise 'id is read only'
    end
  end
  newparam(:by_resource) do
    validate do |value|
      raise ArgumentError, 'never' if resource[:path] == value
      raise ArgumentError, 'always'
    end
  end
  newparam(:by_variable) do
    validate do |value|
      raise ArgumentError, 'no resource' unless @resource
    end
  end
  newparam(:by_system) do
    validate do |value|
      raise ArgumentError, 'another system' unless Facter.value(:kernel) == value
    end
  end
  newparam(:by_helper) do
    validate do |value|
      raise ArgumentError, 'helper' unless Helper.good?(value)
    end
  end
  newparam(:by_method) do
    validate do |value|
      raise ArgumentError, 'method' unless good?(value)
    end
  end
  newparam(:replaced) do
    validate do |value|
      raise ArgumentError, 'replaced'
    end
    def validate(value)
    end
  end
  newparam(:inherited, parent: Puppet::Parameter::PackageOptions) do
    validate do |value|
      raise ArgumentError, 'inherited'
    end
  end
  newparam(:missing_method) do
    validate do |value|
      raise ArgumentError, 'a' if value.no_such_method
    end
  end
  newparam(:rescued) do
    validate do |value|
      begin
        Integer(value)
      rescue ArgumentError
        nil
      end
    end
  end
  newparam(:endless) do
    validate do |value|
      loop { value = value + 'a' }
    end
  end
end
"""
REFUSED = {
    "path => 'etc/gate'": "File paths must be fully qualified, not 'etc/gate'",
    "keys => ['a', 'b,c']": "no comma: b,c",
    "keys => 'b,c'": "no comma: b,c",
    "tries => 'many'": 'invalid value for Integer(): "many"',
    "both => 'a b'": "not a word",
    "both => 'long'": "too long",
    "id => '5'": "id is read only",
}
ACCEPTED = (
    *(
        "path => '/etc/gate'",
        "path => 'C:/gate'",
        "path => $facts['x']",
        "path => \"${facts['x']}/a\"",
        "path => undef",
        "keys => ['a', 'b']",
    ),
    *("tries => '3'", "tries => 3", "both => 'abc'", "by_resource => 'a'", "by_variable => 'a'", "by_system => 'a'", "by_helper => 'a'"),
    *("by_method => 'a'", "replaced => 'a'", "inherited => 'a'", "missing_method => 'a'", "rescued => 'a'", "endless => 'a'"),
)


def found(folder: Path, declaration: str, type: str = TYPE) -> list[str]:
    """The messages about a declaration in a module with a type."""
    metadata = {"name": "acme-gate", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "s", "source": "s", "dependencies": []}
    write(
        folder,
        {
            "gate/metadata.json": json.dumps(metadata),
            "gate/lib/puppet/type/gate.rb": type,
            "gate/manifests/init.pp": f"class gate {{\n  {declaration}\n}}\n",
        },
    )
    return [each.message for each in findings(folder) if each.code == "wrong-value"]


@pytest.mark.parametrize(("attribute", "reason"), REFUSED.items())
def test_refused(tmp_path: Path, attribute: str, reason: str) -> None:
    (message,) = found(tmp_path, f"gate {{ 'a': {attribute} }}")
    assert message.endswith(f" is not a valid value of {attribute.partition(' ')[0]}: {reason}")


@pytest.mark.parametrize("attribute", ACCEPTED)
def test_accepted_or_not_known(tmp_path: Path, attribute: str) -> None:
    assert found(tmp_path, f"gate {{ 'a': {attribute} }}") == []


def test_a_title_is_the_value_of_the_namevar(tmp_path: Path) -> None:
    assert found(tmp_path, "gate { 'a b': }") == ["Gate[a b]: 'a b' is not a valid value of name: a b has a space"]
    assert found(tmp_path / "other", "gate { 'a b': name => 'ab' }") == []


def test_a_title_with_patterns_of_its_own_is_no_value(tmp_path: Path) -> None:
    patterns = "  def self.title_patterns\n    patterns_of(:gate)\n  end\nend\n"
    assert found(tmp_path, "gate { 'a b': }", TYPE.removesuffix("end\n") + patterns) == []
