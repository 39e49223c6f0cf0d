"""What exists where no check can see it, and what a repository shows of that: facts, modules that git fetches, parts of a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata

READS_ROLE = "class motd { if $tier_role { notice(1) } }\n"
SUBMODULES = '[submodule "a"]\n\tpath = puppet/modules/profiles\n\turl = ../profiles.git\n'
SUBMODULE_USES = {
    ".gitmodules": SUBMODULES,
    "puppet/environment.conf": "",
    "puppet/hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "puppet/data/common.yaml": "profiles::web::port: 80\n",
    "puppet/manifests/site.pp": "include profiles::web\n",
}
VERSION_3 = {
    "hiera.yaml": ":backends:\n  - yaml\n:hierarchy:\n  - common\n",
    "manifests/site.pp": "include motd\n",
    "modules/motd/manifests/init.pp": "class motd { }\n",
}
SILENT: dict[str, dict[str, str]] = {
    "a fact of Ruby code that is served to nodes": {
        "motd/manifests/init.pp": READS_ROLE,
        "motd/files/role.rb": "Facter.add('tier_role') do\n  setcode { 1 }\nend\n",
    },
    "a fact of Ruby code that another module's template makes": {
        "motd/manifests/dashboard.pp": READS_ROLE.replace("motd", "motd::dashboard"),
        "ntp/manifests/init.pp": "class ntp { file { '/r.rb': content => template('ntp/role.rb.erb') } }\n",
        "ntp/templates/role.rb.erb": "Facter.add(:tier_role) do\n  setcode { 1 }\nend\n",
        "shop/manifests/init.pp": "class shop { }\n",
    },
    "a fact in a folder that old releases synchronised": {
        "motd/manifests/init.pp": READS_ROLE,
        "motd/plugins/facter/role.rb": 'Facter.add("tier_role") do\n  setcode { 1 }\nend\n',
    },
    "an external fact by the name of its file": {
        "motd/manifests/init.pp": READS_ROLE,
        "motd/manifests/fact.pp": "class motd::fact {\n  file { '/etc/puppetlabs/facter/facts.d/tier_role.txt': ensure => file }\n}\n",
    },
    "an external fact in the contents of its file": {
        "motd/manifests/init.pp": READS_ROLE,
        "motd/manifests/fact.pp": "class motd::fact {\n  file { '/etc/facter/facts.d/all.txt': content => \"a=1\\ntier_role=b\\n\" }\n}\n",
    },
    "a resource for a fact": {
        "motd/manifests/init.pp": READS_ROLE,
        "motd/manifests/fact.pp": "class motd::fact { facter::fact { 'tier_role': value => 1 } }\n",
    },
    "a program for a server on Windows": {
        "motd/manifests/init.pp": "class motd { notice(generate('C:\\windows\\system32\\cmd.exe', '/c date /t')) }\n",
    },
    "a variable of the paths of data": {
        "environment.conf": "",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: a\n    path: 'role/%{::tier_role}.yaml'\n",
        "modules/motd/manifests/init.pp": READS_ROLE,
    },
    "an external fact in a template": {
        "metadata.json": metadata(),
        "manifests/init.pp": "class motd { notice(epp('motd/motd.epp', { 'a' => 1 })) }\n",
        "manifests/fact.pp": "class motd::fact { file { '/etc/facter/facts.d/tier_role.txt': } }\n",
        "templates/motd.epp": "<%= $a %> <%= $tier_role %>\n",
    },
    "submodules of the repository around an environment": SUBMODULE_USES,
    "submodules that leave empty folders": {**SUBMODULE_USES, "puppet/modules/profiles/.keep": ""},
    "a hiera.yaml of version 3 beside the configuration of a server": {
        **VERSION_3,
        "environment.conf": "",
        "puppet.conf": "[main]\n",
    },
    "a fact in the environment of a script that starts Puppet": {
        ".git/HEAD": "",
        "apply.sh": '#!/bin/sh\nsudo FACTER_tier_role="$1" puppet apply -e "include motd"\n',
        "motd/manifests/init.pp": READS_ROLE,
    },
    "a fact in a task of a build file": {
        "environment.conf": "",
        "scripts/noop": "export facter_TIER_ROLE=web\n",
        "modules/motd/manifests/init.pp": READS_ROLE,
    },
    "a fact of a virtual machine": {
        "environment.conf": "",
        "Vagrantfile": 'config.vm.provision "puppet" do |puppet|\n  puppet.facter = {\n    "tier_role" => "web",\n  }\nend\n',
        "modules/motd/manifests/init.pp": READS_ROLE,
    },
    "a fact of a virtual machine that a main manifest of an environment reads": {
        "Vagrantfile": 'puppet.facter = { "tier_role" => "web" }\n',
        "environments/shop/modules/motd/manifests/init.pp": "class motd { }\n",
        "environments/shop/manifests/site.pp": "if $tier_role == 'web' { notice(1) }\n",
    },
    "a fact of a virtual machine that one of the modules beside its description reads": {
        "Vagrantfile.web.rb": 'puppet.facter = {\n  "tier_role" => "web"\n}\n',
        "manifests/web.pp": "include motd\n",
        "modules/motd/manifests/init.pp": READS_ROLE,
    },
    "a fact of a suite of Test Kitchen": {
        "environment.conf": "",
        ".kitchen.yml": "suites:\n  - name: web\n    provisioner:\n      custom_facts:\n        tier_role: web\n",
        "modules/motd/manifests/init.pp": READS_ROLE,
    },
    "a variable that a classifier may set": {
        "environment.conf": "",
        "puppet.conf.sample": "[master]\nnode_terminus = exec\nexternal_nodes = /etc/puppet/enc.py\n",
        "modules/motd/manifests/init.pp": READS_ROLE,
    },
    "a variable of a class that a main manifest of other nodes hides": {
        "environment.conf": "",
        "manifests/site.pp": "class motd { }\n",
        "modules/motd/manifests/init.pp": "class motd($text) { contain motd::show }\n",
        "modules/motd/manifests/show.pp": "class motd::show($shown = $motd::text) inherits motd { notice($shown) }\n",
    },
    "an old copy of the metadata among the manifests": {
        "metadata.json": metadata(),
        "manifests/metadata.json": metadata(),
        "manifests/init.pp": 'class motd { file { "/a": content => template("${module_name}/a.erb") } }\n',
        "templates/a.erb": "<%= @title %>\n",
    },
    "a hiera.yaml of version 3 where nothing is said to be an environment": VERSION_3,
    "services of Puppet Enterprise": {
        "metadata.json": metadata(),
        "manifests/init.pp": "class motd {\n  file { '/a': notify => Service['pe-puppetserver'], require => Package['pe-agent'] }\n}\n",
    },
    "facts whose names begin like those of interfaces, keys and hardware": {
        "motd/manifests/init.pp": "class motd { notice($::network_location, $::ipaddress_idrac, $::sshdeploykey, $::sp_customer) }\n",
    },
}


@pytest.mark.parametrize("files", SILENT.values(), ids=list(SILENT))
def test_nothing_is_reported_for(files: dict[str, str], tmp_path: Path) -> None:
    assert [each for each in findings(tmp_path / "checkout", files) if each.code not in OF_NO_CONCERN] == []


OF_NO_CONCERN = ("missing-module", "unused-template", "class-never-included")


def test_main_manifests_that_import_others_are_not_read_together(tmp_path: Path) -> None:
    files = {"environment.conf": "", "manifests/site.pp": "class a { }\n", "manifests/web.pp": "class a { }\n"}
    assert {each.code for each in findings(tmp_path / "together", files)} - {*OF_NO_CONCERN} == {"defined-in-two-files"}
    files["manifests/site.pp"] += "import 'b'\n"
    assert {each.code for each in findings(tmp_path / "apart", files)} - {*OF_NO_CONCERN} == {"evaluation-error"}


FOUND: dict[str, tuple[dict[str, str], str]] = {
    "a variable that nothing sets": (
        {"motd/manifests/init.pp": READS_ROLE, "motd/files/role.rb": "Facter.add('tier') do\nend\n"},
        "unknown-variable",
    ),
    "an argument in a manifest without external facts": (
        {"motd/manifests/init.pp": READS_ROLE, "motd/manifests/a.pp": "class motd::a { exec { '/a tier_role=1': } }\n"},
        "unknown-variable",
    ),
    "a variable that no script gives": (
        {
            "environment.conf": "",
            "apply.sh": "FACTER_tier=1 puppet apply .\n# tier_role=1\n",
            "Vagrantfile": 'tier_role = "1"\nconfig.vm.box = "a"\n',
            "modules/motd/manifests/init.pp": READS_ROLE,
        },
        "unknown-variable",
    ),
    "a setting of a virtual machine that is no fact": (
        {
            "environment.conf": "",
            "Vagrantfile": 'puppet.facter = { "tier" => "web" }\nconfig.vm.tier_role = "a"\n',
            "modules/motd/manifests/init.pp": READS_ROLE,
        },
        "unknown-variable",
    ),
    "a misspelt fact on a server with a classifier": (
        {
            "environment.conf": "",
            "puppet.conf": "[master]\nnode_terminus = exec\n",
            "modules/motd/manifests/init.pp": READS_ROLE.replace("tier_role", "osfamly"),
        },
        "unknown-variable",
    ),
    "a variable on a server without a classifier": (
        {
            "environment.conf": "",
            "puppet.conf": "[main]\nnode_terminus = plain\n#external_nodes = /a\n",
            "modules/motd/manifests/init.pp": READS_ROLE,
        },
        "unknown-variable",
    ),
    "a module that is no submodule": (
        {**SUBMODULE_USES, ".gitmodules": SUBMODULES.replace("modules", "themes"), "puppet/data/common.yaml": ""},
        "unknown-class",
    ),
    "a hiera.yaml of version 3 in an environment": ({**VERSION_3, "environment.conf": ""}, "hiera-config"),
    "a hiera.yaml of version 3 in one of the environments of a server": (
        {f"environments/production/{path}": text for path, text in VERSION_3.items()},
        "hiera-config",
    ),
    "a service that is not declared": (
        {"metadata.json": metadata(), "manifests/init.pp": "class motd {\n  file { '/a': notify => Service['per'] }\n}\n"},
        "unknown-reference",
    ),
}


@pytest.mark.parametrize(("files", "code"), FOUND.values(), ids=list(FOUND))
def test_it_is_reported(files: dict[str, str], code: str, tmp_path: Path) -> None:
    assert [each.code for each in findings(tmp_path / "checkout", files) if each.code not in OF_NO_CONCERN] == [code]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class motd { $facts = 1 }\n", ["illegal-reserved-assignment"]),
        ("class motd {\n  $lines = ['a']\n  $lines += ['b']\n}\n", ["appends-deletes-no-longer-supported"]),
        ("class motd {\n  file {\n    path => '/a',\n  }\n  include ntp\n}\n", ["resource-without-title"]),
        ("class motd { notice(true[0]) }\n", ["operator-not-applicable"]),
    ],
)
def test_what_the_language_refuses_is_not_evaluated_as_well(code: str, expected: list[str], tmp_path: Path) -> None:
    found = findings(tmp_path, {"motd/manifests/init.pp": code})
    assert [each.code for each in found if each.severity == "error"] == expected


def test_a_missing_quote_gives_no_errors_of_operators(tmp_path: Path) -> None:
    code = "class motd {\n  file { '/a': content => c:/temp/a.txt', }\n  notice('a' * 2)\n}\n"
    found = [each for each in findings(tmp_path, {"motd/manifests/init.pp": code}) if each.severity == "error"]
    assert {(each.line, each.code) for each in found} == {(2, "syntax-error")}


def test_legacy_facts_of_interfaces_and_keys_are_reported(tmp_path: Path) -> None:
    code = "class motd { notice($::network_eth0, $::ipaddress_lo, $::mtu_Local_Area_Connection_2, $::sshrsakey, $::sp_uptime) }\n"
    found = findings(tmp_path, {"motd/manifests/init.pp": code})
    assert [each.code for each in found] == ["legacy-fact"] * 5


def test_metadata_without_a_name_are_refused_by_the_forge_only(tmp_path: Path) -> None:
    found = findings(tmp_path / "motd", {"metadata.json": metadata().replace('"name": "acme-motd", ', "")})
    assert [(each.severity, each.message) for each in found] == [("error", "'name' is missing, which the Forge requires")]


def test_one_module_is_not_spoken_of_as_several(tmp_path: Path) -> None:
    found = findings(tmp_path / "motd", {"metadata.json": metadata("acme/unheard_of")})
    assert [each.message.partition(" (")[0] for each in found] == [
        "acme-unheard_of is not installed, so its names are not checked; install it in a folder of the module path"
    ]
