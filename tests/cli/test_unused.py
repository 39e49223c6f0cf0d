"""`puppet-check unused` lists what nothing in a control repository uses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

Files = dict[str, str]

CONTROL: Files = {
    "environment.conf": "modulepath = site\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
    "data/common.yaml": "{}\n",
    "manifests/site.pp": "node default { include role::web }\n",
    "site/role/manifests/web.pp": "class role::web { include profile::web }\n",
    "site/profile/manifests/web.pp": "class profile::web { }\n",
}
"""A control repository in which everything is used."""
FUNCTION = "Puppet::Functions.create_function(:'profile::f') do\n  def f = 1\nend\n"
RESOURCE_TYPE = "Puppet::Type.newtype(:thing) do\n  newparam(:name)\nend\n"


def found(folder: Path, *arguments: str) -> list[str]:
    """The kinds and names of what the command lists."""
    answer = run("puppet-check", "unused", "--format", "json", *arguments, cwd=folder)
    rows = json.loads(answer.out)
    assert not answer.err
    assert answer.code == (1 if rows else 0)
    return [f"{each['kind']} {each['name']}" for each in rows]


def web(body: str) -> Files:
    """The only class that a role includes, with some code."""
    return {"site/profile/manifests/web.pp": f"class profile::web {{ {body} }}\n"}


def in_web(path: str, text: str = "") -> Files:
    """A file of its module."""
    return {f"site/profile/{path}": text}


UNUSED: dict[str, tuple[Files, list[str]]] = {
    "nothing": ({}, []),
    "a class": (in_web("manifests/a.pp", "class profile::a { }"), ["class profile::a"]),
    "a class with a dash": (in_web("manifests/a-b.pp", "class profile::a-b { }"), ["class profile::a-b"]),
    "a define": (in_web("manifests/a.pp", "define profile::a() { }"), ["define profile::a"]),
    "a function": (in_web("functions/f.pp", "function profile::f() { 1 }"), ["function profile::f"]),
    "a function in Ruby": (in_web("lib/puppet/functions/profile/f.rb", FUNCTION), ["function profile::f"]),
    "a type alias": (in_web("types/a.pp", "type Profile::A = String"), ["type profile::a"]),
    "a resource type": (
        in_web("lib/puppet/type/thing.rb", RESOURCE_TYPE)
        | in_web("lib/puppet/provider/thing/a.rb", "Puppet::Type.type(:thing).provide(:a) { }\n"),
        ["resource type thing"],
    ),
    "a template": (in_web("templates/a.erb", "a"), ["template profile/a.erb"]),
    "a file": (in_web("files/a.sh", "exit"), ["file profile/a.sh"]),
    "a private task": (in_web("tasks/a.sh", "exit") | in_web("tasks/a.json", '{"private": true}'), ["task profile::a"]),
    "a private plan": (in_web("plans/a.pp", "# @api private\nplan profile::a() { }"), ["plan profile::a"]),
    "a key for a parameter that does not exist": ({"data/common.yaml": "profile::web::x: 1\n"}, ["hiera key profile::web::x"]),
    "a key for a class that does not exist": ({"data/common.yaml": "profile::no::x: 1\n"}, ["hiera key profile::no::x"]),
    "a plain key": ({"data/common.yaml": "thing: 1\n"}, ["hiera key thing"]),
    "a key of an unused class": (
        in_web("manifests/a.pp", "class profile::a($x) { }") | {"data/common.yaml": "profile::a::x: 1\n"},
        ["class profile::a", "hiera key profile::a::x"],
    ),
    "what only comments name": (web("# include profile::a\n") | in_web("manifests/a.pp", "class profile::a { }"), ["class profile::a"]),
    "what only documents name": (in_web("manifests/a.pp", "class profile::a { }") | {"README.md": "profile::a"}, ["class profile::a"]),
    "what only itself uses": (in_web("manifests/a.pp", "class profile::a { include profile::a }"), ["class profile::a"]),
    "what only unused code uses": (
        in_web("manifests/a.pp", "class profile::a { file { '/a': content => template('profile/a.erb') } }")
        | in_web("templates/a.erb", "<% scope.function_profile_f %>"),
        ["template profile/a.erb", "class profile::a"],
    ),
    "classes that use each other": (
        in_web("manifests/a.pp", "class profile::a { include profile::b }")
        | in_web("manifests/b.pp", "class profile::b { include profile::a }"),
        ["class profile::a", "class profile::b"],
    ),
    "what other names are computed beside": (
        web('include "profile::a_${x}"') | in_web("manifests/b.pp", "class profile::b { }"),
        ["class profile::b"],
    ),
}


@pytest.mark.parametrize("case", UNUSED)
def test_what_nothing_uses_is_listed(case: str, tmp_path: Path) -> None:
    files, expected = UNUSED[case]
    assert found(write(tmp_path, CONTROL | files)) == expected


CLASS = in_web("manifests/a.pp", "class profile::a($x = 1) { }")
DEFINE = in_web("manifests/a.pp", "define profile::a() { }")
TEMPLATE = in_web("templates/a.epp", "a")
SERVED = in_web("files/d/a.sh", "exit")
KEY: Files = {"data/common.yaml": "thing: 1\n"}

USED: dict[str, Files] = {
    "include": web("include profile::a") | CLASS,
    "contain with a leading colon": web("contain '::profile::a'") | CLASS,
    "a declaration": web("class { 'profile::a': }") | CLASS,
    "a name that is computed at its end": web("include \"profile::${facts['os']['name']}\"") | CLASS,
    "a name that is computed at its start": web('include "${x}::profile::a"') | CLASS,
    "a name that is computed by sprintf": web("include sprintf('profile::%s', $x)") | CLASS,
    "a prefix": web("include prefix(['a'], 'profile::')") | CLASS,
    "inheritance": web("include profile::b") | in_web("manifests/b.pp", "class profile::b inherits profile::a { }") | CLASS,
    "a variable of the class": web("notice($profile::a::x)") | CLASS,
    "a relative name": web("include a") | in_web("manifests/web/a.pp", "class profile::web::a { }"),
    "an array of classes in data": {"data/common.yaml": "classes: [profile::a]\n"} | CLASS | web("lookup('classes').include"),
    "a node definition": {"manifests/site.pp": "node default { include role::web }\nnode 'a' { include profile::a }\n"} | CLASS,
    "Ruby": in_web(
        "lib/puppet/functions/f.rb", "Puppet::Functions.create_function(:f) { def f = call_function('include', 'profile::a') }\n"
    )
    | CLASS
    | web("f()"),
    "a plan": in_web("plans/p.pp", "plan profile::p() { apply('a') { include profile::a } }") | CLASS,
    "a task by its name": in_web("tasks/a.sh", "exit"),
    "a role": {"site/role/manifests/other.pp": "class role::other { }"},
    "create_resources": web("create_resources('profile::a', {})") | DEFINE,
    "a resource": web("profile::a { 'x': }") | DEFINE,
    "a collector": web("Profile::A <<| |>>") | DEFINE,
    "a call": web("profile::f()") | in_web("lib/puppet/functions/profile/f.rb", FUNCTION),
    "a call in an EPP template": web("epp('profile/a')")
    | in_web("templates/a.epp", "<%= profile::f() %>")
    | in_web("functions/f.pp", "function profile::f() { 1 }"),
    "a call in an ERB template": web("template('profile/a.erb')")
    | in_web("templates/a.erb", "<%= scope.function_f([]) %>")
    | in_web("lib/puppet/parser/functions/f.rb", "module Puppet::Parser::Functions\n  newfunction(:f) { |args| }\nend\n"),
    "the type of a parameter": {"site/profile/manifests/web.pp": "class profile::web(Optional[Profile::A] $x = undef) { }"}
    | in_web("types/a.pp", "type Profile::A = String"),
    "a type in a type": {"site/profile/manifests/web.pp": "class profile::web(Profile::B $x = 'a') { }"}
    | in_web("types/a.pp", "type Profile::A = String")
    | in_web("types/b.pp", "type Profile::B = Profile::A"),
    "a resource of a type": web("thing { 'x': }") | in_web("lib/puppet/type/thing.rb", RESOURCE_TYPE),
    "a template without its ending": web("epp('profile/a')") | TEMPLATE,
    "a template that is computed": web('epp("profile/${x}.epp")') | TEMPLATE,
    "a template by the name of its module": web('epp("${module_name}/a.epp")') | TEMPLATE,
    "a template in data": {"data/common.yaml": "profile::web::x: profile/a.epp\n"}
    | TEMPLATE
    | {"site/profile/manifests/web.pp": "class profile::web($x) { epp($x) }"},
    "the address of a file": web("file { '/a': source => 'puppet:///modules/profile/d/a.sh' }") | SERVED,
    "the address of a folder": web("file { '/a': source => 'puppet:///modules/profile/d', recurse => true }") | SERVED,
    "the address of a module": web("file { '/a': source => 'puppet:///modules/profile', recurse => true }") | SERVED,
    "an address that is computed": web('file { "/a": source => "puppet:///modules/profile/${x}.sh" }') | SERVED,
    "the file function": web("file { '/a': content => file('profile/d/a.sh') }") | SERVED,
    "a script": {"scripts/deploy.sh": "cp site/profile/files/d/a.sh /\n"} | SERVED,
    "a key that is looked up": web("lookup('thing')") | KEY,
    "a part of a value": web("lookup('thing.part')") | KEY,
    "a key that is computed": web('lookup("thi${x}")') | KEY,
    "a key that is entirely computed": web("lookup($x)") | KEY,
    "an interpolation of data": {"data/common.yaml": "thing: 1\nclasses: \"%{lookup('thing')}\"\n"} | web("lookup('classes')"),
    "an alias of data": {"data/common.yaml": "thing: 1\nclasses: \"%{alias('thing')}\"\n"} | web("lookup('classes')"),
    "lookup options": {"data/common.yaml": "lookup_options: {}\n"},
    "a parameter": {"site/profile/manifests/web.pp": "class profile::web($x) { }", "data/common.yaml": "profile::web::x: 1\n"},
    "an anchor": {"data/common.yaml": "thing: &a 1\nprofile::web::x: *a\n", "site/profile/manifests/web.pp": "class profile::web($x) { }"},
    "a key of a module from elsewhere": {"data/common.yaml": "ntp::servers: []\n", "Puppetfile": "mod 'puppetlabs-ntp', '9.0.0'\n"},
    "a plain key beside modules that are not installed": KEY | {"Puppetfile": "mod 'puppetlabs-ntp', '9.0.0'\n"},
    "a private task that a plan runs": in_web("tasks/a.sh", "exit")
    | in_web("tasks/a.json", '{"private": true}')
    | in_web("plans/p.pp", "plan profile::p() { run_task('profile::a', 'x') }"),
    "a module from elsewhere": {
        "environment.conf": "modulepath = site:modules\n",
        "Puppetfile": "mod 'puppetlabs-ntp', '9.0.0'\n",
        "modules/ntp/manifests/init.pp": "class ntp { }",
        "modules/ntp/templates/a.erb": "a",
        "modules/ntp/metadata.json": '{"name": "puppetlabs-ntp", "version": "9.0.0"}',
    },
    "a copy of a published module": {
        "environment.conf": "modulepath = site:modules\n",
        "modules/ntp/manifests/init.pp": "class ntp { }",
        "modules/ntp/metadata.json": '{"name": "puppetlabs-ntp", "version": "9.0.0", "source": "https://example.org"}',
    },
    "a fact": in_web("lib/facter/a.rb", "Facter.add(:a) { }\n"),
}


@pytest.mark.parametrize("case", USED)
def test_what_may_be_used_is_not_listed(case: str, tmp_path: Path) -> None:
    assert found(write(tmp_path, CONTROL | USED[case])) == []


def test_classes_of_unknown_names_make_all_classes_used(tmp_path: Path) -> None:
    files = CONTROL | CLASS | {"manifests/site.pp": "include role::web\ninclude $trusted['extensions']['pp_role']\n"}
    folder = write(tmp_path, files)
    assert found(folder) == []
    assert "left out: classes: manifests/site.pp includes classes by names from elsewhere" in run("puppet-check", "unused", cwd=folder).out
    assert found(folder, "--entry", "role::*") == ["class profile::a"]


def test_entries_are_named_by_patterns(tmp_path: Path) -> None:
    folder = write(tmp_path, CONTROL | CLASS | in_web("manifests/b.pp", "class profile::b { }"))
    assert found(folder, "--entry", "profile::a", "--entry", "role::*") == ["class profile::b"]


def test_without_a_classification_no_class_is_listed(tmp_path: Path) -> None:
    files = {"environment.conf": "modulepath = site\n", "site/a/manifests/init.pp": "class a { }", "site/a/files/x.sh": "exit"}
    folder = write(tmp_path, files)
    assert found(folder) == ["file a/x.sh"]
    assert "left out: classes: no node definition" in run("puppet-check", "unused", cwd=folder).out


def test_facts_are_listed_on_request(tmp_path: Path) -> None:
    unread, read = "Facter.add(:unread) { }\n", "Facter.add(:known) { }\n"
    files = CONTROL | in_web("lib/facter/unread.rb", unread) | in_web("lib/facter/known.rb", read) | web("notice($facts['known'])")
    assert found(write(tmp_path, files), "--facts") == ["fact unread"]


def test_a_use_in_tests_is_said(tmp_path: Path) -> None:
    files = CONTROL | CLASS | in_web("spec/classes/a_spec.rb", "describe 'profile::a'\n")
    answer = run("puppet-check", "unused", cwd=write(tmp_path, files))
    assert answer.out == "site/profile/manifests/a.pp:1: class profile::a (used by tests only)\n1 unused\n"


def test_unused_users_are_said(tmp_path: Path) -> None:
    files = CONTROL | web("") | in_web("manifests/a.pp", "class profile::a {\n  include profile::b\n}\n\nclass profile::b { }\n")
    answer = run("puppet-check", "unused", ".", cwd=write(tmp_path, files))
    assert answer.out.splitlines() == [
        "site/profile/manifests/a.pp:1: class profile::a",
        "site/profile/manifests/a.pp:5: class profile::b (used by class profile::a only, unused as well)",
        "2 unused",
    ]
    assert answer.code == 1


def test_of_a_module_what_is_private_is_listed(tmp_path: Path) -> None:
    files = {
        "metadata.json": '{"name": "x-m", "version": "1.0.0", "dependencies": []}',
        "manifests/init.pp": "class m { include m::used }",
        "manifests/public.pp": "class m::public { }",
        "manifests/used.pp": "class m::used { assert_private() }",
        "manifests/left.pp": "class m::left { assert_private() }",
        "manifests/d.pp": "# @api private\ndefine m::d() { }",
        "functions/f.pp": "# @api private\nfunction m::f() { 1 }",
        "templates/a.erb": "a",
        "files/documented": "a",
        "files/left": "a",
        "lib/facter/x.rb": "Facter.add(:x) { }\n",
        "README.md": "See `puppet:///modules/m/documented`.\n",
    }
    expected = ["template m/a.erb", "file m/left", "function m::f", "define m::d", "class m::left"]
    assert found(write(tmp_path, files)) == expected


def test_a_missing_folder_is_wrong_usage(tmp_path: Path) -> None:
    answer = run("puppet-check", "unused", "absent", cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "absent: no such folder" in answer.err


def test_nothing_unused_is_said(tmp_path: Path) -> None:
    answer = run("puppet-check", "unused", cwd=write(tmp_path, CONTROL))
    assert (answer.code, answer.out) == (0, "Nothing is unused\n")


def test_names_of_files_are_printed_safely(tmp_path: Path) -> None:
    folder = write(tmp_path, CONTROL | in_web("files/a\x1b[31m.sh", "exit"))
    assert "\x1b" not in run("puppet-check", "unused", cwd=folder).out
