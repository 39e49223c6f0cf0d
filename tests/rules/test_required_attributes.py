"""Attributes that a resource type in Ruby requires in its `validate` block."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings

TYPE = """Puppet::Type.newtype(:part) do
  newparam(:name, namevar: true)
  newparam(:target)
  newparam(:content)
  newparam(:source)
  newparam(:order) { defaultto '10' }
  validate do
    raise Puppet::Error, 'no name' unless self[:name]
    raise Puppet::Error, 'no order' unless self[:order]
    raise Puppet::Error, 'no target' unless self[:target]
    fail('nothing') if self[:source].nil? && self[:content].nil?
    raise Puppet::Error, 'both' if self[:source] && self[:content]
  end
end
"""
DEFINE = """define a::whole (Optional[String] $content = undef, $order = 1) {
  if $order == 2 { fail('no') }
  part { $name: target => '/a', content => $content }
}
"""


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("part { 'x': target => '/a', content => 'b' }", []),
        ("part { 'x': target => '/a', source => $x }", []),
        ("part { 'x': content => 'b' }", ["warning: Part[x]: `target` is required"]),
        ("part { 'x': target => '/a' }", ["warning: Part[x]: `source` or `content` is required"]),
        ("Part { content => 'c' } part { 'x': target => '/a' }", []),
        ("part { 'x': target => '/a', * => $x }", []),
        ("a::whole { 'x': content => 'b' }", []),
        ("a::whole { 'x': content => $x }", []),
        ("a::whole { 'x': }", ["error: A::Whole[x] fails with these values: Part[x]: `source` or `content` is required"]),
    ],
)
def test_a_resource_must_set_what_its_type_requires(tmp_path: Path, declared: str, expected: list[str]) -> None:
    files = {
        "modules/a/lib/puppet/type/part.rb": TYPE,
        "modules/a/manifests/whole.pp": DEFINE,
        "modules/a/manifests/init.pp": f"class a ($x = undef) {{\n  {declared}\n}}\n",
    }
    found = [each for each in findings(tmp_path, files) if each.code in ("wrong-value", "refused-values")]
    assert [f"{each.severity}: {each.message}" for each in found] == expected
