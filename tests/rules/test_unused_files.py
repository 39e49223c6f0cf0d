"""Keys of data, data files and templates that nothing uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import in_process

CONFIG = "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"
ENVIRONMENT = {"environment.conf": "", "hiera.yaml": CONFIG, "modules/m/manifests/init.pp": "class m(Integer $port = 1) {\n}\n"}

USES = {
    "a lookup": "$x = lookup('key')\n",
    "a lookup of a part": "$x = lookup('key.a.b', Integer)\n",
    "a bare word": "$x = lookup(key)\n",
    "a lookup by options": "$x = lookup({ 'name' => 'key' })\n",
    "an old function": "hiera_include('key')\n",
    "a method": "$x = 'key'.lookup\n",
    "a list": "$x = lookup(['other', 'key'])\n",
    "a computed name": "$x = lookup(\"ke${facts['a']}\")\n",
    "an unknown name": "$x = lookup($facts['a'])\n",
    "an unknown method": "$x = $facts['a'].lookup\n",
    "a name that is handed over": "m::d { 'x': of => 'key' }\n",
}


@pytest.mark.parametrize("name", USES)
def test_a_key_is_used_by(name: str, tmp_path: Path) -> None:
    assert _codes(tmp_path, {"data/common.yaml": "key: 1\n", "manifests/site.pp": USES[name]}) == []


INTERPOLATIONS = ("%{lookup('key')}", "%{hiera('key')}", "%{alias('key')}", "%{lookup('key.a')}")


@pytest.mark.parametrize("text", INTERPOLATIONS)
def test_a_key_is_used_by_data(text: str, tmp_path: Path) -> None:
    assert _codes(tmp_path, {"data/common.yaml": f'key: {{a: 1}}\nm::port: "{text}"\n'}) == []


def test_keys_that_nothing_looks_up_are_reported(tmp_path: Path) -> None:
    data = "m::port: 1\nkey: 1\nkey_2: key\nshared: &a\n  x: 1\nother: 1\nlookup_options:\n  key: {merge: first}\n"
    site = "$x = lookup(\"${facts['a']}_users\")\n$y = lookup('other-2', default_value => 1)\n"
    assert _codes(tmp_path, {"data/common.yaml": data, "manifests/site.pp": site}) == [
        ("data/common.yaml", line, "info", "hiera-unused-key") for line in (2, 3, 6)
    ]


def test_a_comment_is_no_lookup_but_a_mention(tmp_path: Path) -> None:
    assert _codes(tmp_path, {"data/common.yaml": "key: 1\nother: 2\n", "manifests/site.pp": "# lookup($x) of key\n"}) == [
        ("data/common.yaml", 2, "info", "hiera-unused-key")
    ]


SILENT = {
    "a module is missing": {"Puppetfile": "mod 'a/gone', '1.0.0'\n"},
    "Bolt uses the project": {"bolt-project.yaml": "name: m\n"},
    "a level has a function of its own": {
        "hiera.yaml": CONFIG + "  - name: other\n    lookup_key: m::data\n    path: x.yaml\n",
        "modules/m/functions/data.pp": "function m::data($key, $options, $context) { $context.not_found }\n",
    },
    "Ruby looks up unknown keys": {
        "modules/m/lib/puppet/functions/m/f.rb": (
            "Puppet::Functions.create_function(:'m::f') do\n  dispatch :f do\n    param 'String', :key\n  end\n"
            "  def f(key)\n    call_function('lookup', key)\n  end\nend\n"
        )
    },
}


@pytest.mark.parametrize("name", SILENT)
def test_no_key_is_reported_if(name: str, tmp_path: Path) -> None:
    found = _codes(tmp_path, {"data/common.yaml": "key: 1\n", **SILENT[name]})
    assert [each for each in found if each[3] == "hiera-unused-key"] == []


HEAD = "version: 5\nhierarchy:\n  - name: a\n"
READ = {
    "a path": ('    path: "nodes/%{trusted.certname}.yaml"\n', "data/nodes/web.yaml"),
    "a value with slashes": ('    path: "%{facts.role}.yaml"\n', "data/web/front.yaml"),
    "a glob": ('    glob: "teams/*.yaml"\n', "data/teams/a.yaml"),
    "a deep glob": ('    glob: "teams/**/*.yaml"\n', "data/teams/a/b.yaml"),
    "alternatives": ('    globs: ["{a,b}/*.{yaml,yml}"]\n', "data/b/x.yml"),
    "mapped paths": ('    mapped_paths: [facts.roles, role, "roles/%{role}.yaml"]\n', "data/roles/a.yaml"),
    "a folder": ('    datadir: "data/%{environment}"\n    path: common.yaml\n', "data/x/common.yaml"),
    "a function": ("    data_hash: m::data\n    path: x.yaml\n", "data/y.yaml"),
}


@pytest.mark.parametrize("name", READ)
def test_a_data_file_may_be_read_by(name: str, tmp_path: Path) -> None:
    text, path = READ[name]
    function = {"modules/m/functions/data.pp": "function m::data($options, $context) { {} }\n"}
    assert _unused_files(tmp_path, {"hiera.yaml": HEAD + text, path: "m::port: 1\n", **function}) == []


UNREAD = {
    "another name": ("    path: common.yaml\n", "data/old.yaml"),
    "a glob of one folder": ('    glob: "teams/*.yaml"\n', "data/teams/a/b.yaml"),
    "another folder": ('    path: "nodes/%{trusted.certname}.yaml"\n', "data/node/web.yaml"),
    "another ending": ('    path: "%{facts.role}.yaml"\n', "data/web.yml"),
    "a prefix": ('    path: "role-%{facts.role}.yaml"\n', "data/web.yaml"),
}


@pytest.mark.parametrize("name", UNREAD)
def test_no_level_reads_a_data_file_with(name: str, tmp_path: Path) -> None:
    text, path = UNREAD[name]
    assert _unused_files(tmp_path, {"hiera.yaml": HEAD + text, path: "m::port: 1\n"}) == [path]


def test_a_data_file_that_code_names_is_used_and_one_of_a_module_is_not(tmp_path: Path) -> None:
    site = {"manifests/site.pp": "$x = loadyaml('/etc/data/old.yaml')\n"}
    assert _unused_files(tmp_path / "a", {"data/old.yaml": "m::port: 1\n", **site}) == []
    module = {"modules/m/hiera.yaml": CONFIG, "modules/m/data/old.yaml": "m::port: 1\n"}
    assert _unused_files(tmp_path / "b", module) == ["modules/m/data/old.yaml"]


TEMPLATES = {
    "a call": "$x = template('m/a.erb')",
    "the name of the module": '$x = template("${module_name}/a.erb")',
    "a computed name": "$x = template(\"m/${facts['a']}.erb\")",
    "an ending alone": "$x = template(\"${facts['a']}.erb\")",
    "a variable": "$name_of_it = 'm/a.erb'\n  $x = template($name_of_it)",
    "a concatenation": "$x = template(join(['m', $facts['a']], '/'))",
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_used_by(name: str, tmp_path: Path) -> None:
    files = {"modules/m/manifests/init.pp": f"class m {{\n  {TEMPLATES[name]}\n}}\n", "modules/m/templates/a.erb": "a"}
    assert [each for each in _codes(tmp_path, files) if each[3] == "unused-template"] == []


def test_a_template_is_used_by_data_and_by_other_modules(tmp_path: Path) -> None:
    data = {"modules/m/templates/a.erb": "a", "data/common.yaml": "m::template: m/a.erb\n"}
    assert [each for each in _codes(tmp_path / "a", data) if each[3] == "unused-template"] == []
    other = {"modules/m/templates/a.erb": "a", "modules/o/manifests/init.pp": "class o {\n  notice(template('m/a.erb'))\n}\n"}
    assert _codes(tmp_path / "b", other) == []


def test_templates_that_nothing_names_are_reported(tmp_path: Path) -> None:
    files = {
        "modules/m/manifests/init.pp": "class m {\n  notice(template('m/a.erb'), epp(\"m/x-${facts['a']}.epp\"))\n}\n",
        "modules/m/templates/a.erb": "a",
        "modules/m/templates/b.erb": "<%# b.erb %>",
        "modules/m/templates/aa.erb": "a",
        "modules/m/templates/x-a.epp": "a",
        "modules/m/templates/y-a.epp": "a",
    }
    assert [each[0] for each in _codes(tmp_path, files) if each[3] == "unused-template"] == [
        "modules/m/templates/aa.erb",
        "modules/m/templates/b.erb",
        "modules/m/templates/y-a.epp",
    ]


def test_a_module_by_itself_that_takes_names_of_templates_uses_all(tmp_path: Path) -> None:
    metadata = '{"name": "a-m", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "s", "source": "s", "dependencies": []}'
    files = {"metadata.json": metadata, "templates/a.erb": "a"}
    for text, count in (("class m {\n}\n", 1), ("class m($t) {\n  notice(template($t))\n}\n", 0)):
        found = in_process.findings(tmp_path, {**files, "manifests/init.pp": text})
        assert len([each for each in found if each.code == "unused-template"]) == count


def _codes(folder: Path, files: dict[str, str]) -> list[tuple[str, int, str, str]]:
    found = in_process.findings(folder, {**ENVIRONMENT, **files})
    return [each[:4] for each in found if "unused-key" in each.code or "unused-file" in each.code or "unused-template" in each.code]


def _unused_files(folder: Path, files: dict[str, str]) -> list[str]:
    return [each[0] for each in _codes(folder, files) if each[3] == "hiera-unused-file"]
