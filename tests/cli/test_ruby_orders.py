"""Autorelations that a module computes in Ruby order resources as those of Puppet's own types do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

TYPE = """\
Puppet::Type.newtype(:tool) do
  newparam(:name, namevar: true)
  newparam(:key)
  newparam(:several, array_matching: :all)
  autorequire(:package) do
    BLOCK
  end
end
"""
SITE = """\
package { 'jq': }
tool { 'jq-one:two': GIVEN, before => Exec['convert'] }
exec { 'convert': command => 'jq . /srv/a', path => '/bin', creates => '/b' }
"""


def found(folder: Path, block: str, given: str) -> list[str]:
    write(
        folder,
        {
            "environment.conf": "modulepath = modules\n",
            "manifests/site.pp": SITE.replace("GIVEN", given),
            "modules/m/manifests/init.pp": "class m { }\n",
            "modules/m/lib/puppet/type/tool.rb": TYPE.replace("BLOCK", block),
        },
    )
    answer = run("puppet-check", "--no-config", "--no-cache", "--format", "json", ".", cwd=folder)
    return [each["code"] for each in json.loads(answer.out) if each["code"] == "missing-order"]


METHOD = "packages_of 'j'\n  end\n\n  def packages_of(prefix)\n    [\"#{prefix}#{self[:key]}\"]"
ORDERED = {
    "a method of the type that is passed a literal": (METHOD, "key => 'q'"),
    "a text with an attribute": ('"j#{self[:key]}"', "key => 'q'"),
    "a part of the name": ("self[:name].split('-').first", "key => 'x'"),
    "a list that grows": ("list = []\n    list << self[:key] if self[:key]\n    list", "key => 'jq'"),
    "a nested block": ("self[:several].map do |each|\n      each.downcase\n    end", "several => ['JQ', 'a']"),
}
OTHER = {
    "what a method gives for another value": (METHOD, "key => 'x'"),
    "another package": ('"j#{self[:key]}"', "key => 'x'"),
    "nothing": ("list = []\n    list << self[:key] if self[:key]\n    list", "several => ['jq']"),
}
UNKNOWN = {
    "a method that asks the catalog": (METHOD.replace("self[:key]", "catalog.name"), "key => 'x'"),
    "what the provider says": ("provider.packages(self[:key])", "key => 'x'"),
    "a method of the type": ("packages_of(self[:key])", "key => 'x'"),
    "a symbol": ("self[:key] == :jq ? 'jq' : 'x'", "key => 'jq'"),
}


LOOP = "[:file, :user].each do |type|\n    autorequire(type) do\n      of(type)\n    end\n  end"


def test_a_loop_is_about_no_other_types_than_it_names(tmp_path: Path) -> None:
    block = f"'x'\n  end\n\n  {LOOP}\n\n  autorequire(:user) do\n    'x'"
    assert found(tmp_path, block, "key => 'x'") == ["missing-order"]
    assert found(tmp_path, block.replace(":user].", ":package]."), "key => 'x'") == []


@pytest.mark.parametrize(("block", "given"), ORDERED.values(), ids=ORDERED)
def test_a_block_orders_what_it_names(tmp_path: Path, block: str, given: str) -> None:
    assert found(tmp_path, block, given) == []


@pytest.mark.parametrize(("block", "given"), OTHER.values(), ids=OTHER)
def test_a_block_orders_nothing_else(tmp_path: Path, block: str, given: str) -> None:
    assert found(tmp_path, block, given) == ["missing-order"]


@pytest.mark.parametrize(("block", "given"), UNKNOWN.values(), ids=UNKNOWN)
def test_nothing_is_said_where_a_block_is_not_understood(tmp_path: Path, block: str, given: str) -> None:
    assert found(tmp_path, block, given) == []
