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


@pytest.mark.parametrize(
    ("block", "declared", "expected"),
    [
        ("raise 'no target' unless self[:target]\n return if self[:ensure] == :absent", "part { 'x': }", 1),
        ("return if self[:ensure] == :absent\n raise 'no target' unless self[:target]", "part { 'x': ensure => absent }", 0),
        ("if self[:ensure] != :present\n next\n end\n raise 'no target' unless self[:target]", "part { 'x': ensure => absent }", 0),
        ("self[:target] ||= '/a'\n raise 'no target' unless self[:target]", "part { 'x': }", 0),
        ("find_target\n raise 'no target' unless self[:target]", "part { 'x': }", 0),
        ("self.find_target(1)\n raise 'no target' unless self[:target]", "part { 'x': }", 0),
        ("warning('old')\n unless self[:a]\n fail 'b' if self[:b]\n end\n raise 'no target' unless self[:target]", "part { 'x': }", 1),
        ("raise 'no target' unless self[:target] if self[:a]", "part { 'x': }", 0),
        ("raise 'no target' unless self[:target]\n end\n validate do\n raise 'no b' unless self[:b]", "part { 'x': b => 1 }", 0),
        ("raise 'no host' unless self[:host]", "part { 'x@y': }", 0),
    ],
)
def test_only_what_no_other_statement_or_title_meets_is_required(tmp_path: Path, block: str, declared: str, expected: int) -> None:
    patterns = "[[/^(.*)@(.*)$/, [[:name], [:host]]], [/^(.*)$/, [[:name]]]]"
    names = "\n".join(f"newparam(:{name})" for name in ("target", "host", "a", "b"))
    type = (
        f"Puppet::Type.newtype(:part) do\nensurable\nnewparam(:name, namevar: true)\n{names}\n"
        f"def self.title_patterns\n{patterns}\nend\nvalidate do\n{block}\nend\nend\n"
    )
    files = {"modules/a/lib/puppet/type/part.rb": type, "modules/a/manifests/init.pp": f"class a {{ {declared} }}\n"}
    assert sum(each.code == "wrong-value" for each in findings(tmp_path, files)) == expected
