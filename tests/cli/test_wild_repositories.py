"""What is met in repositories as people keep them: checkouts under other names, links, folders of installed modules, odd defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import write
from tests.cli.in_process import findings, metadata

METADATA = metadata()
RELATIVE_PATH = "class ntp { exec { 'update':\n  command => 'apt update',\n} }\n"
RECURSIVE = """\
function ntp::valid(Variant[String, Array[String]] $value) >> Tuple[Optional[String], Array[String]] {
  case $value {
    Array: {
      $found = $value.map |$each| { ntp::valid($each) }
      $failed = $found.filter |$each| { $each[0] == undef }
      return [$found.map |$each| { $each[0] }.join(','), $failed.map |$each| { $each[1] }.flatten]
    }
    default: { return [$value, []] }
  }
}
"""
OTHER_KINDS = """\
function motd::field(Variant[Integer, String] $value) >> Any {
  case $value {
    /^\\d+$/: { return motd::field(Integer($value, 10)) }
    /[ ,]/: { return $value.split('[ ,]') }
    default: { return $value ? { /a/ => $value.split('a'), default => 1 } }
  }
}
function motd::size(Integer $size) >> Any {
  case $size {
    String: { return $size.upcase }  # puppet-check: ignore[option-never-matches] callers of an older release pass it
    /[a-z]/: { return $size.upcase }
    default: { return $size }
  }
}
"""
SILENT: dict[str, dict[str, str]] = {
    "branches for values of another kind": {
        "metadata.json": METADATA,
        "manifests/init.pp": "class motd { notice(motd::field('1,2'), motd::size(1)) }\n",
        "functions/field.pp": OTHER_KINDS.partition("function motd::size")[0],
        "functions/size.pp": "function motd::size" + OTHER_KINDS.partition("function motd::size")[2],
    },
    "a class that includes one that inherits from it": {
        "environment.conf": "",
        "modules/ntp/manifests/init.pp": "class ntp { include ntp::server }\n",
        "modules/ntp/manifests/server.pp": "class ntp::server inherits ntp { }\n",
        "modules/ntp/manifests/status.pp": "class ntp::status { include ntp::server }\n",
    },
    "names of public modules that differ in one letter from those of a module beside": {
        "motd/metadata.json": METADATA,
        "motd/manifests/init.pp": "class motd { firewall { '200 http': proto => 'tcp' } }\n",
        "firewalld/metadata.json": METADATA.replace("motd", "firewalld"),
        "firewalld/lib/puppet/type/firewalld.rb": "Puppet::Type.newtype(:firewalld) { newparam(:name) }\n",
    },
    "a resource that a module declares which metadata does not name": {
        "metadata.json": METADATA,
        "manifests/init.pp": "class motd {\n  class { 'nomad': require => Package['unzip'] }\n}\n",
    },
    "a fact of a public module that metadata does not name": {
        "metadata.json": METADATA,
        "manifests/init.pp": "class motd { if $apt_has_updates { notice(1) } }\n",
    },
    "a main manifest for a virtual machine with the module": {
        "metadata.json": METADATA,
        "manifests/init.pp": "class motd { }\n",
        "vagrant/puppet/manifests/site.pp": "class { 'motd': }\nmotd::line { 'a': }\n",
        "manifests/line.pp": "define motd::line { }\n",
    },
    "main manifests of any names in subfolders, beside modules": {
        "manifests/nodes/00globals.pp": "$owner = 'example.com'\n",
        "manifests/nodes/dhcp.pp": "node 'dhcp' { notice($owner)\n include motd }\n",
        "modules/motd/manifests/init.pp": "class motd { notice($::owner) }\n",
    },
    "sources from which manifests are made": {
        "metadata.json": METADATA,
        "manifests/line.pp": "define motd::line { }\n",
        "internal/line.pp": "define motd::line { }\n",
    },
    "code that is served to nodes": {
        "metadata.json": METADATA,
        "files/training/modules/service/manifests/init.pp": "class services { notice($absent) }\nfile { 'a': }\ninclude absent\n",
    },
    "providers of modules and of Puppet Enterprise": {
        "environment.conf": "",
        "modules/ruby/lib/puppet/provider/package/gem18.rb": "Puppet::Type.type(:package).provide(:gem18) do\nend\n",
        "modules/ruby/manifests/init.pp": "class ruby {\n"
        "  package { ['a', 'b']: provider => gem18 }\n  package { 'c': provider => pe_gem }\n}\n",
    },
    "types of modules that are not there, named like built-in ones with a letter before": {
        "ntp/manifests/init.pp": "class ntp { kcron { 'a': command => '/bin/true', hour => '1' } }\n",
        "motd/manifests/init.pp": "class motd { gfile { '/a': content => 'a' } }\n",
    },
    "attributes with computed names": {
        "environment.conf": "",
        "modules/motd/manifests/init.pp": "class motd (String $way) {\n  $files = { '/a' => { $way => '/b', owner => 'root' } }\n"
        "  create_resources('file', $files)\n  file { '/c': * => { $way => '/b' } }\n}\n",
    },
    "a class that inherits from one of a module that is not there, included by another class": {
        "metadata.json": METADATA.replace(
            '"dependencies": []', '"dependencies": [{"name": "acme/nagios", "version_requirement": ">= 1.0.0"}]'
        ),
        "manifests/init.pp": "class motd {\n  include motd::server\n  notice($motd::server::text)\n  Package['nagios'] -> File['/motd']\n"
        "  file { '/motd': }\n}\n",
        "manifests/server.pp": "class motd::server inherits motd::plugins {\n  notice($text)\n}\n",
        "manifests/plugins.pp": "class motd::plugins inherits nagios::plugins {\n  notice($text)\n}\n",
    },
    "a stage of the main manifest": {
        "environment.conf": "",
        "manifests/site.pp": "stage { 'first': before => Stage['main'] }\n",
        "modules/ntp/manifests/init.pp": "class ntp { class { 'ntp::repository': stage => first } }\n",
        "modules/ntp/manifests/repository.pp": "class ntp::repository { }\n",
    },
    "a stage of a class that the main manifest includes": {
        "environment.conf": "",
        "manifests/site.pp": "include ntp::stages\nclass { 'ntp': stage => 'first' }\n",
        "modules/ntp/manifests/init.pp": "class ntp { }\n",
        "modules/ntp/manifests/stages.pp": "class ntp::stages { stage { 'first': before => Stage['main'] } }\n",
    },
    "a stage of another class": {
        "environment.conf": "",
        "modules/ntp/manifests/init.pp": "class ntp { include ntp::stages\n class { 'ntp::repository': stage => 'first' } }\n",
        "modules/ntp/manifests/stages.pp": "class ntp::stages { stage { 'first': before => Stage['main'] } }\n",
        "modules/ntp/manifests/repository.pp": "class ntp::repository { }\n",
    },
    "a checkout that is not named like its module": {
        "metadata.json": METADATA,
        ".puppet-lint.rc": "--only-checks=autoloader_layout\n",
        "manifests/init.pp": "class motd { }\n",
        "manifests/file.pp": "class motd::file { }\n",
    },
    "data of a server": {
        "manifests/site.pp": "node default { include m1 }\n",
        "modules/m1/manifests/init.pp": "class m1 { include m2\n notice(lookup('secret')) }\n",
        "modules/m2/manifests/init.pp": "class m2 (String $motto) { notice($motto) }\n",
        **{f"modules/m{number}/manifests/init.pp": f"class m{number} {{ }}\n" for number in range(3, 11)},
    },
    "types of modules that servers have for all environments": {
        "manifests/site.pp": "concat { '/tmp/x': }\nfile_line { 'x': path => '/tmp/x', line => 'x' }\n",
    },
    "a resource type whose attributes a library makes": {
        "metadata.json": METADATA,
        "lib/puppet/type/motd_line.rb": "Puppet::Type.newtype(:motd_line) do\n  PuppetX::Acme::Line.define(self)\nend\n",
        "manifests/init.pp": "class motd { motd_line { 'a': text => 'b' } }\n",
    },
    "a template that prints Puppet code": {
        "environment.conf": "",
        "modules/ntp/templates/site.pp": "<% @nodes.each do |node| %>node <%= node %> { }<% end %>\n",
    },
    "an environment for tests": {
        "Puppetfile": "mod 'acme-motd', '1.0.0'\n",
        "spec/environments/test/manifests/site.pp": "include absent\n",
    },
    "a module named like its folder, but not in its metadata": {
        "Puppetfile": "mod 'acme-motd', '1.0.0'\n",
        "profiles/motd_server/metadata.json": METADATA,
        "profiles/motd_server/manifests/init.pp": "class motd_server { include motd_server::file }\n",
        "profiles/motd_server/manifests/file.pp": "class motd_server::file { }\n",
    },
    "a function that calls itself": {"environment.conf": "", "modules/ntp/functions/valid.pp": RECURSIVE},
    "installed modules in the folder that a Puppetfile names": {
        "Puppetfile": "moduledir 'installed'\nmod 'acme-motd', '1.0.0'\n",
        "installed/motd/metadata.json": METADATA,
        "installed/motd/manifests/init.pp": "class motd { absent_function() }\n",
        "modules/ntp/manifests/init.pp": "class ntp { include motd }\n",
    },
    "variables that other code reads from the top scope": {
        "manifests/00global.pp": "$owner = lookup('owner')\n",
        "modules/motd/manifests/init.pp": "class motd { notice($::owner) }\n",
        "modules/motd/manifests/file.pp": 'class motd::file { notice("of $owner") }\n',
        "profiles/manifests/network/base.pp": "class profiles::network::base { notice($master['fqdn'], template('profiles/hosts.erb')) }\n",
        "profiles/templates/hosts.erb": "<%= scope['::master'] %>\n",
    },
    "defaults of main manifests with other names": {
        "manifests/00global.pp": "Motd::Line { order => 1 }\n",
        "modules/motd/manifests/line.pp": "define motd::line (Integer $order) { notice($order) }\n",
        "modules/motd/manifests/init.pp": "class motd { motd::line { 'a': } }\n",
    },
    "functions and types of modules that metadata does not list": {
        "metadata.json": METADATA,
        "manifests/init.pp": "class motd { include sshd::server\n noop(false)\n Reboot { apply => finished }\n"
        " notice(has_key({}, 'a'), ip_address('::1')) }\n",
    },
    "an anchor that is defined again in data": {
        "hiera.yaml": "version: 5\n",
        "environment.conf": "",
        "modules/motd/manifests/init.pp": "class motd (Array[Integer] $owners) { notice($owners) }\n",
        "data/common.yaml": "motd::owners:\n  - &user 1\n  - *user\n  - &user 2\n  - *user\n",
    },
    "data of a site for tests": {
        "environment.conf": "",
        "spec/fixtures/hiera.yaml": "version: 5\n",
        "spec/fixtures/manifests/site.pp": "",
        "spec/fixtures/data/common.yaml": "profile::base::packages: []\n",
    },
    "a key that is looked up without quotes": {
        "environment.conf": "",
        "hiera.yaml": "version: 5\n",
        "data/common.yaml": "motd::secret: x\n",
        "modules/motd/manifests/init.pp": 'class motd { notice("of ${lookup(motd::secret)}") }\n',
    },
    "a parameter that is named like that of another class with a template": {
        "environment.conf": "",
        "modules/motd/manifests/hosts.pp": "class motd::hosts (String $template = 'motd/hosts.epp') {\n"
        "  notice(epp($template, { hosts => [] }))\n}\n",
        "modules/motd/manifests/local.pp": "class motd::local (String[1] $template) { notice(epp($template)) }\n",
        "modules/motd/templates/hosts.epp": "<%= $hosts %>\n",
    },
    "parameters of a plan that are computed": {
        "environment.conf": "",
        "modules/motd/plans/init.pp": "plan motd (String $text) { notice($text) }\n",
        "modules/motd/plans/all.pp": "plan motd::all (Hash $given) { run_plan('motd', $given + { noop => true }) }\n",
    },
    "a module named like one that is not installed": {
        "Puppetfile": "mod 'acme-soe_linux', '1.0.0'\n",
        "manifests/site.pp": "include sce_linux\nsce_linux::user { 'a': }\n",
    },
    "a reference to a package that another file declares under the name of one here": {
        "environment.conf": "",
        "modules/motd/manifests/init.pp": "class motd (String $package = 'motd') { package { 'motd': name => $package } }\n",
        "modules/motd/manifests/old.pp": "class motd::old {\n  class { 'motd': package => 'motd-new' }\n"
        "  package { 'old': ensure => absent, name => 'motd', before => Package['motd'] }\n}\n",
    },
    "external facts": {
        "environment.conf": "",
        "modules/motd/facts.d/dropbox.py": "def dropbox():\n    pass\n\nprint 'dropbox_presence=' + str(dropbox())\n",
        "modules/motd/facts.d/site.yaml": "rack_number: 7\n",
        "modules/motd/manifests/init.pp": "class motd { notice($dropbox_presence, $rack_number, $facts['rack_number']) }\n",
    },
    "facts of a module for facts that is not installed": {
        "Puppetfile": "mod 'acme-mac_facts', '1.0.0'\n",
        "site/motd/manifests/init.pp": "class motd ($include_security = 1) { notice($mac_laptop, $include_security) }\n",
    },
    "a module under the name that its definitions begin with": {
        "metadata.json": METADATA.replace("acme-motd", "acme-umd_profiles"),
        "manifests/base.pp": "class profile::base { include profile::web::server }\n",
        "manifests/web/server.pp": "class profile::web::server { }\n",
    },
    "an environment that uses the modules of a server": {
        "environments/production/environment.conf": "# modulepath = ./modules:$basemodulepath\n",
        "environments/production/hiera.yaml": "version: 5\n",
        "environments/production/data/common.yaml": "sudo::configs: {}\nprofile::web::port: 80\n",
        "environments/production/manifests/site.pp": "include profile::web\n",
        "modules/profile/manifests/web.pp": "class profile::web ($port = 1) { notice($port) }\n",
    },
    "a published module that uses another without depending on it": {
        "environment.conf": "",
        "modules/apache/metadata.json": METADATA.replace("acme-motd", "puppetlabs-apache"),
        "modules/apache/manifests/mod/event.pp": "class apache::mod::event { ::portage::makeconf { 'mpms': } }\n",
        "site/profile/manifests/web.pp": "class profile::web { include apache::mod::event }\n",
    },
    "a resource type that only a published module uses, on one platform": {
        "environment.conf": "",
        "modules/apache/metadata.json": METADATA.replace("acme-motd", "puppetlabs-apache"),
        "modules/apache/manifests/init.pp": "class apache { if $facts['os']['name'] == 'Gentoo' { apache_use { 'a': } } }\n",
        "site/profile/manifests/web.pp": "class profile::web { include apache }\n",
    },
    "keys with a colon, which no parameter has": {
        "environment.conf": "",
        "hiera.yaml": "version: 5\n",
        "data/common.yaml": "motd::kind:file: /a\nmotd::kind:other: /b\n",
        "modules/motd/manifests/init.pp": "class motd { notice(lookup('motd::kind:file')) }\n",
    },
    "a module that another of its name hides": {
        "environment.conf": "modulepath = modules:others\n",
        "modules/ntp/manifests/init.pp": "class ntp { }\n",
        "others/ntp/manifests/init.pp": "class ntp { include ntp::file }\n",
    },
}


@pytest.mark.parametrize("files", SILENT.values(), ids=list(SILENT))
def test_nothing_is_reported_for(files: dict[str, str], tmp_path: Path) -> None:
    assert [each for each in findings(tmp_path / "checkout", files) if each.code != "missing-module"] == []


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"manifests/init.pp": "define ntp($key = $key) { notice($key) }\n"}, ["1: info: wrong-parameter"]),
        ({"manifests/init.pp": "define ntp(Array[String, 1] $keys = []) { notice($keys) }\n"}, ["1: info: wrong-parameter"]),
        ({"metadata.json": METADATA, "manifests/init.pp": RELATIVE_PATH.replace("ntp", "motd")}, ["1: info: wrong-value"]),
        ({"environment.conf": "", "modules/ntp/manifests/init.pp": RELATIVE_PATH}, ["1: warning: wrong-value"]),
    ],
)
def test_the_severity_says_how_certain_it_is(files: dict[str, str], expected: list[str], tmp_path: Path) -> None:
    assert [f"{each.line}: {each.severity}: {each.code}" for each in findings(tmp_path / "motd", files)] == expected


def test_a_name_like_a_known_one_is_a_mistake_even_if_metadata_list_only_some_modules(tmp_path: Path) -> None:
    code = "class motd { include sshd::server\n creat_resources(file, {})\n $owner = 1\n notice($ownr) }\n"
    found = findings(tmp_path / "motd", {"metadata.json": METADATA, "manifests/init.pp": code})
    assert [each.code for each in found if each.severity == "error"] == ["unknown-function", "unknown-variable"]


def test_a_short_type_without_a_letter_is_known_by_its_attributes(tmp_path: Path) -> None:
    metadata = METADATA.replace('"dependencies": []', '"dependencies": [{"name": "acme/users", "version_requirement": ">= 1.0.0"}]')
    code = {
        "fle { '/a': owner => 'root', mode => '0644' }": ["2: Unknown resource type: 'fle', did you mean 'file'?"],
        "exe { '/a': command => '/b', onlyif => '/c', user => 'root' }": ["2: Unknown resource type: 'exe', did you mean 'exec'?"],
        "fil { '/a': owner => 'root', text => 'x' }": [],
        "fil { '/a': owner => 'root', require => Exec['a'] }": [],
        "fil { '/a': owner => 'root', * => $facts }": [],
        "files { '/a': owner => 'root', mode => '0644' }": [],
        "use { 'a': uid => 1, gid => 2 }": ["2: Unknown resource type: 'use', did you mean 'user'?"],
        "users { 'a': uid => 1, gid => 2 }": [],
    }
    for each, expected in code.items():
        found = findings(tmp_path / "motd", {"metadata.json": metadata, "manifests/init.pp": f"class motd {{\n  {each}\n}}\n"})
        assert [f"{each.line}: {each.message}" for each in found if each.code != "missing-module"] == expected


def test_compiled_policies_of_selinux_are_no_manifests(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": METADATA, "files/other.pp": "file {\n"})
    (tmp_path / "files" / "motd.pp").write_bytes(b"\x8f\xff\x7c\xf9\x01\0\0\0")
    assert [(each.line, each.code) for each in findings(tmp_path)] == [(1, "syntax-error")]


def test_a_removed_function_is_unknown_if_metadata_list_the_modules_that_are_used(tmp_path: Path) -> None:
    code = "class motd { include motd::file\n notice(has_key({}, 'a')) }\nclass motd::file { }\n"
    found = findings(tmp_path / "motd", {"metadata.json": METADATA, "manifests/init.pp": code})
    assert "unknown-function" in {each.code for each in found}


def test_a_link_that_leads_out_of_the_repository_is_no_error(tmp_path: Path) -> None:
    root = tmp_path / "checkout"
    write(root, {"environment.conf": "", "hiera.yaml": "version: 5\n", "data/common.yaml": "{}\n"})
    (root / ".git").mkdir()
    (root / "data" / "private.yaml").symlink_to("/opt/shares/private.yaml")
    assert [(each.severity, each.code) for each in findings(root)] == [("info", "unreadable-file")]


def test_a_name_is_suggested_only_if_the_part_that_differs_is_similar(tmp_path: Path) -> None:
    classes = {f"modules/ntp/manifests/packages/{name}.pp": f"class ntp::packages::{name} {{ }}\n" for name in ("editor", "browsers")}
    declaring = "class ntp { include ntp::packages::kubectl\n include ntp::packages::browser }\n"
    found = findings(tmp_path, {"environment.conf": "", "modules/ntp/manifests/init.pp": declaring, **classes})
    assert [each.message for each in found] == [
        "Could not find class ntp::packages::kubectl",
        "Could not find class ntp::packages::browser, did you mean 'ntp::packages::browsers'?",
    ]


def test_a_variable_that_three_modules_read_and_none_sets_comes_from_outside(tmp_path: Path) -> None:
    modules = {f"{name}/manifests/init.pp": f'class {name} {{ notice("of ${{customer}}") }}\n' for name in ("motd", "ntp", "ssh")}
    assert findings(tmp_path / "three", modules) == []
    del modules["ssh/manifests/init.pp"]
    modules["dns/manifests/init.pp"] = "class dns ($customer) { notice($customer) }\n"
    assert [each.code for each in findings(tmp_path / "two", modules)] == ["unknown-variable", "unknown-variable"]


def test_a_node_that_inherits_is_one_error(tmp_path: Path) -> None:
    found = findings(tmp_path, {"environment.conf": "", "modules/motd/manifests/nodes.pp": "node 'a' inherits base { }\n"})
    assert "illegal-node-inheritance" in {each.code for each in found} and "unknown-class" not in {each.code for each in found}


def test_a_misspelled_provider_is_an_error(tmp_path: Path) -> None:
    code = "class motd {\n  package { 'a': provider => aptt }\n  package { 'b': provider => 'apttitude' }\n}\n"
    found = findings(tmp_path, {"environment.conf": "", "modules/motd/manifests/init.pp": code})
    assert [(each.line, each.code) for each in found] == [(2, "wrong-value"), (3, "wrong-value")]


def test_a_clone_beside_is_a_dependency_only_if_metadata_list_it(tmp_path: Path) -> None:
    other = METADATA.replace("acme-motd", "acme-nfs")
    write(tmp_path / "puppet-nfs", {"metadata.json": other, "manifests/init.pp": "class nfs (Integer $port = 1) { notice($port) }\n"})
    code = {"metadata.json": METADATA, "manifests/init.pp": "class motd { class { 'nfs': server => true } }\n"}
    assert [each.code for each in findings(tmp_path / "puppet-motd", code)] == ["missing-module"]
    listed = '"dependencies": [{"name": "acme/nfs", "version_requirement": ">= 1.0.0"}]'
    code["metadata.json"] = METADATA.replace('"dependencies": []', listed)
    assert [each.code for each in findings(tmp_path / "puppet-motd", code)] == ["unknown-parameter"]


def test_a_statement_for_several_resources_gives_one_finding(tmp_path: Path) -> None:
    code = """\
class motd {
  motd::line { ['a', 'b', 'c']: order => 'x' }
  motd::line { ['d', 'e']: }
  file { ['/a', '/b', '/c']: mode => 0644, owne => 'root' }
}
"""
    files = {"motd/manifests/init.pp": code, "motd/manifests/line.pp": "define motd::line (Integer $order) { notice($order) }\n"}
    assert [f"{each.line}: {each.message}" for each in findings(tmp_path, files)] == [
        "2: Motd::Line[a] and 2 more: parameter 'order' expects an Integer value, got String",
        "3: Motd::Line[d] and 1 more: expects a value for parameter 'order'",
        "4: no parameter named 'owne' on File[/a] and 2 more, did you mean 'owner'?",
        "4: File[/a] and 2 more: the mode of a file must be a string; found the number 420 (octal 0644)",
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class motd { $a = {}\n $a['b'] = 1 }\n", ["2: illegal-indexed-assignment"]),
        ('class motd {\n notice("${32line}") }\n', ["2: illegal-number"]),
        ("class motd {\n define 4_1_15 { } }\n", ["2: illegal-number"]),
        ("class motd::4_1 { }\n", ["1: illegal-fully-qualified-name"]),
        ("class other-one { }\n", ["1: illegal-definition-name"]),
    ],
)
def test_a_fault_is_one_error(code: str, expected: list[str], tmp_path: Path) -> None:
    found = findings(tmp_path, {"environment.conf": "", "modules/motd/manifests/init.pp": code})
    assert [f"{each.line}: {each.code}" for each in found if each.severity == "error"] == expected


def test_the_argument_that_cannot_be_right_is_named(tmp_path: Path) -> None:
    found = findings(tmp_path, {"motd/manifests/init.pp": "class motd ($version = undef) { notice(versioncmp($version, 7)) }\n"})
    assert [each.message for each in found] == ["'versioncmp' parameter 'b' expects a String value, got Integer"]


def test_a_misspelled_variable_is_no_fact_of_a_module_that_is_not_installed(tmp_path: Path) -> None:
    code = "class motd ($include_security = 1) { notice($include_securitiy, $include_security) }\n"
    found = findings(tmp_path, {"Puppetfile": "mod 'acme-mac_facts', '1.0.0'\n", "site/motd/manifests/init.pp": code})
    assert [each.code for each in found if each.severity == "error"] == ["unknown-variable"]


def test_a_resource_type_that_modules_of_the_environment_use_must_exist(tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "modules/apache/metadata.json": METADATA.replace("acme-motd", "puppetlabs-apache"),
        "modules/apache/manifests/init.pp": "class apache { apache_use { 'a': } }\n",
        "site/profile/manifests/web.pp": "class profile::web { apache_use { 'b': } }\n",
    }
    found = [each for each in findings(tmp_path, files) if each.severity == "error"]
    assert {each.code for each in found} == {"unknown-resource-type"}
