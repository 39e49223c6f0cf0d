"""Legacy facts outside of manifests: in ERB templates, in `hiera.yaml` and in data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import in_process
from tests.cli.command import run, write

CLASS = "class m {\n  file { '/tmp/m': content => template('m/x.erb') }\n}\n"
CONFIG = "version: 5\nhierarchy:\n  - name: a\n"
ERB = {
    "an instance variable": ("<%= @fqdn %>", 1),
    "an instance variable in a string": ('<%= "a #{@fqdn} #@domain" %>', 2),
    "the top scope": ("<%= scope['::hostname'] %>", 1),
    "a method of the scope": ("<%= scope.lookupvar('::ipaddress') %> <%= scope.lookupvar('uuid') %>", 2),
    "the scope as a hash": ("<%= scope.to_hash['osfamily'] %>", 1),
    "a key of the facts": ("<%= @facts['osfamily'] %><%= scope['facts']['fqdn'] %>", 2),
    "a condition": ("<% if @selinux %>x<% end %>", 1),
    "a fact of an interface": ("<%= @ipaddress_eth0 %>", 1),
    "structured facts": ("<%= @facts['os']['family'] %><%= scope['facts']['networking']['fqdn'] %><%= scope.lookupvar('::facts') %>", 0),
    "a variable that the template sets": ("<% @fqdn = 'x' %><%= @fqdn %>", 0),
    "a variable of a class": ("<%= scope['m::fqdn'] %><%= scope.lookupvar('m::fqdn') %>", 0),
    "an object of another class": ("<% def f; @fqdn; end %>", 0),
    "a computed name": ('<%= scope["ipaddress_#{@x}"] %>', 0),
}


@pytest.mark.parametrize("name", ERB)
def test_a_template_reads_legacy_facts_in(name: str, tmp_path: Path) -> None:
    template, count = ERB[name]
    assert len(_legacy(tmp_path, {"modules/m/templates/x.erb": template})) == count


SETTERS = {
    "a parameter": "class m(String $fqdn) {\n  notice(template('m/x.erb'))\n}\n",
    "a variable": "class m {\n  $fqdn = 'x'\n  notice(template('m/x.erb'))\n}\n",
    "several variables": "class m {\n  [$fqdn, $b] = ['x', 'y']\n  notice(template('m/x.erb'))\n}\n",
    "a lambda": "class m {\n  ['x'].each |$fqdn| { notice(template('m/x.erb')) }\n}\n",
    "a parent": "class m inherits p {\n  notice(template('m/x.erb'))\n}\n",
    "a parent that is absent": "class m inherits elsewhere {\n  notice(template('m/x.erb'))\n}\n",
}


@pytest.mark.parametrize("name", SETTERS)
def test_a_variable_is_not_a_fact_if_it_is_set_by(name: str, tmp_path: Path) -> None:
    files = {
        "modules/m/manifests/init.pp": SETTERS[name],
        "modules/p/manifests/init.pp": "class p {\n  $fqdn = 'x'\n}\n",
        "modules/m/templates/x.erb": "<%= @fqdn %>",
    }
    assert _legacy(tmp_path, files) == []


def test_a_variable_is_not_a_fact_if_another_module_calls_the_template_or_the_site_sets_it(tmp_path: Path) -> None:
    template = {"modules/m/templates/x.erb": "<%= @fqdn %>"}
    other = {"modules/o/manifests/init.pp": "class o($fqdn) {\n  notice(template('m/x.erb'))\n}\n"}
    assert _legacy(tmp_path / "other", {**template, **other}) == []
    assert _legacy(tmp_path / "site", {**template, "manifests/site.pp": "$fqdn = 'x'\n"}) == []
    assert len(_legacy(tmp_path / "unrelated", {**template, "modules/o/manifests/init.pp": "class o($fqdn) {\n}\n"})) == 1


CONFIGS = {
    "a path": ('    path: "%{::fqdn}.yaml"\n', 1),
    "paths": ('    paths: ["%{osfamily}.yaml", "%{facts.os.family}.yaml", "%{facts.hostname}.yaml"]\n', 2),
    "a glob": ("    glob: \"%{scope('operatingsystem')}/*.yaml\"\n", 1),
    "mapped paths": ('    mapped_paths: [interfaces, hostname, "%{hostname}/%{architecture}.yaml"]\n', 2),
    "a folder of data": ('    path: common.yaml\n    datadir: "data/%{domain}"\n', 1),
    "structured facts": ('    paths: ["%{facts.networking.fqdn}.yaml", "%{trusted.certname}.yaml", "%{::environment}.yaml"]\n', 0),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_a_hierarchy_has_legacy_facts_in(name: str, tmp_path: Path) -> None:
    text, count = CONFIGS[name]
    assert len(_legacy(tmp_path, {"hiera.yaml": CONFIG + text})) == count


DATA = {
    "a value": ('a: "%{::ipaddress} and %{hostname}"\n', 2),
    "a key": ('a:\n  "%{fqdn}": 1\n', 1),
    "a block of text": ("a: |\n  é\n  %{facts.osfamily}\n", 1),
    "a variable that a class sets": ('a: "%{domain}"\n', 0),
    "a lookup": ("a: \"%{lookup('fqdn')}\"\nfqdn: x\n", 0),
    "text": ("a: \"fqdn %{facts.os.name} %{literal('%')}{fqdn}\"\n", 0),
}


@pytest.mark.parametrize("name", DATA)
def test_data_has_legacy_facts_in(name: str, tmp_path: Path) -> None:
    text, count = DATA[name]
    files = {
        "hiera.yaml": CONFIG + "    path: common.yaml\n",
        "data/common.yaml": text,
        "modules/m/manifests/init.pp": "class m($domain) {\n}\n",
    }
    assert len(_legacy(tmp_path, files)) == count


def test_agents_of_puppet_7_send_legacy_facts(tmp_path: Path) -> None:
    files = {"hiera.yaml": CONFIG + '    path: "%{fqdn}.yaml"\n', "modules/m/templates/x.erb": "<%= @fqdn %>"}
    assert len(_legacy(tmp_path, files)) == 2
    assert _legacy(tmp_path, {**files, ".puppet-check.toml": 'target = "puppet7"\n'}) == []


def test_a_fix_names_the_structured_fact(tmp_path: Path) -> None:
    files = {"hiera.yaml": CONFIG + '    path: "%{::fqdn}.yaml"\n', "modules/m/templates/x.erb": "<%= scope['::fqdn'] %>"}
    messages = [each.message for each in _legacy(tmp_path, files)]
    assert [each.partition("; ")[2] for each in messages] == [
        "use %{facts.networking.fqdn}",
        "use scope['facts']['networking']['fqdn']",
    ]


def _legacy(folder: Path, files: dict[str, str]) -> list[in_process.Found]:
    found = in_process.findings(folder, {"environment.conf": "", "modules/m/manifests/init.pp": CLASS, **files})
    return [each for each in found if each.code == "legacy-fact"]


FIXED = {
    "a fact that all nodes have": ("$facts['osfamily']", "$facts['os']['family']"),
    "a fact that some nodes lack": ("$facts['selinux']", "$facts.dig('os', 'selinux', 'enabled')"),
    "a variable of the top scope": ("$::swapsize", "$facts.dig('memory', 'swap', 'total')"),
    "an interpolation": (
        "\"a ${facts['uuid']} $::memorysize\"",
        "\"a ${facts.dig('dmi', 'product', 'uuid')} ${facts.dig('memory', 'system', 'total')}\"",
    ),
    "a processor": ("$facts['processor0']", "$facts['processors']['models'][0]"),
    "a host key": ("$facts['sshrsakey']", "$facts.dig('ssh', 'rsa', 'key')"),
    "a fact that some nodes have only as a structured one": ("$facts['lsbdistcodename']", None),
    "a fact that some nodes have only as a legacy one": ("$facts['serialnumber']", None),
    "a fact with another type": ("$facts['sshfp_rsa']", None),
    "a fact of an interface": ("$facts['mtu_em0']", None),
    "a parameter before a bar": ("with(1) |$a = $facts['selinux']| { $a }", None),
    "a selector": (
        "$facts['selinux'] ? { true => 1, default => 2 }",
        "$facts.dig('os', 'selinux', 'enabled') ? { true => 1, default => 2 }",
    ),
}


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("code", ["legacy-fact", "legacy_facts"])
def test_safe_fixes_never_fail_on_a_node_without_the_fact(name: str, code: str, tmp_path: Path) -> None:
    before, after = FIXED[name]
    (tmp_path / "a.pp").write_text(f"$v = {before}\n")
    run("puppet-check", "--no-config", "--select", code, "--fix-only", cwd=tmp_path)
    assert (tmp_path / "a.pp").read_text() == f"$v = {after or before}\n"


def test_a_fix_in_a_query_is_safe_only_without_a_call(tmp_path: Path) -> None:
    (tmp_path / "a.pp").write_text("File <| title == $facts['selinux'] or title == $facts['osfamily'] |>\n")
    run("puppet-check", "--no-config", "--select", "legacy-fact", "--fix-only", cwd=tmp_path)
    assert (tmp_path / "a.pp").read_text() == "File <| title == $facts['selinux'] or title == $facts['os']['family'] |>\n"


def test_fixes_of_templates_and_data_never_fail_either(tmp_path: Path) -> None:
    files = {"m/templates/a.erb": "<%= @selinux %> <%= scope['::uuid'] %> <%= @facts['fqdn'] %> <%= @serialnumber %>\n"}
    write(
        tmp_path,
        {"environment.conf": "", "hiera.yaml": CONFIG + '    path: "%{selinux}/%{lsbdistid}.yaml"\n', "modules/m/manifests/init.pp": CLASS},
    )
    write(tmp_path / "modules", files)
    run("puppet-check", "--no-config", "--select", "legacy-fact", "--fix-only", cwd=tmp_path)
    assert (tmp_path / "modules/m/templates/a.erb").read_text() == (
        "<%= @facts.dig('os', 'selinux', 'enabled') %> <%= scope['facts'].dig('dmi', 'product', 'uuid') %> "
        "<%= @facts['networking']['fqdn'] %> <%= @serialnumber %>\n"
    )
    assert (tmp_path / "hiera.yaml").read_text().endswith('    path: "%{facts.os.selinux.enabled}/%{lsbdistid}.yaml"\n')


MAIN = {"at its top": "$site = 'x'\n$fqdn = 'y'\n", "for nodes": "node default {\n  $site = 'x'\n  $fqdn = 'y'\n}\n"}


@pytest.mark.parametrize("name", MAIN)
def test_a_variable_that_the_main_manifest_sets_is_not_a_fact(name: str, tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "modules/m/manifests/init.pp": 'class m {\n  notice("${::site} ${::kernel} ${::fqdn}")\n}\n',
        "modules/m/templates/a.erb": "<%= scope['::fqdn'] %>",
        "hiera.yaml": CONFIG + "    path: common.yaml\n",
        "data/common.yaml": 'a: "%{::fqdn}"\n',
    }
    write(tmp_path, {**files, "manifests/site.pp": MAIN[name]})
    assert _names_of_facts(tmp_path) == ["kernel"]
    write(tmp_path, {"manifests/site.pp": "node default {}\n"})
    assert _names_of_facts(tmp_path) == ["fqdn", "fqdn", "fqdn", "kernel", "site"]


def test_a_variable_that_is_no_known_fact_is_said_to_be_none(tmp_path: Path) -> None:
    write(tmp_path, {"m/manifests/init.pp": 'class m {\n  notice("${::site}")\n}\n', "m/lib/facter/own.rb": "Facter.add(:own) { }\n"})
    out = run("puppet-check", "--no-config", "--select", "top_scope_facts", "m", cwd=tmp_path).out
    assert "`$::site` is not a known fact, and no manifest sets it; expected `$facts['site']` if nodes send it as a fact" in out
    assert "[* unsafe]" in out


def _names_of_facts(folder: Path) -> list[str]:
    rules = "legacy-fact,legacy_facts,top_scope_facts"
    found = json.loads(run("puppet-check", "--no-config", "--no-cache", "--select", rules, "--format", "json", cwd=folder).out)
    return sorted(name for each in found for name in ("fqdn", "kernel", "site") if name in each["message"].partition(";")[0])
