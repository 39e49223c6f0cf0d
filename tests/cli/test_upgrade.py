"""`puppet-check upgrade` reports what has to change for a version, and fixes what it can."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import run, write

NOT_CHECKED = "Not checked: Ruby code of modules, modules that are not installed\n"
FILES = {
    "modules/m/manifests/init.pp": "class m {\n  notice($::osfamily)\n  $unused = 1\n  file { '/a': ensur => file }\n}\n",
    "environment.conf": "",
}


def test_obstacles_are_counted_by_module_kind_and_effort(tmp_path: Path) -> None:
    answer = run("puppet-check", "upgrade", ".", cwd=write(tmp_path, FILES))
    assert "module m: 2 (1 automatic, 1 to review) in 1 file\n  legacy facts: 1 (1 automatic)\n" in answer.out
    assert "  parameters and attributes: 1 (1 to review)\n    modules/m/manifests/init.pp: 2 (1 automatic, 1 to review)\n" in answer.out
    assert answer.out.endswith("2 (1 automatic, 1 to review) in 1 module stand in the way of puppet8\n")


def test_safe_fixes_are_applied_and_nothing_else(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    answer = run("puppet-check", "upgrade", "--fix", ".", cwd=tmp_path)
    assert answer.out.endswith("Fixed 1 of 2\n")
    expected = FILES["modules/m/manifests/init.pp"].replace("$::osfamily", "$facts['os']['family']")
    assert (tmp_path / "modules/m/manifests/init.pp").read_text() == expected


def test_json_has_each_obstacle(tmp_path: Path) -> None:
    found = json.loads(run("puppet-check", "upgrade", "--format", "json", ".", cwd=write(tmp_path, FILES)).out)
    assert [(each["module"], each["code"], each["effort"], each["line"]) for each in found] == [
        ("m", "legacy-fact", "automatic", 2),
        ("m", "unknown-parameter", "to review", 4),
    ]


def test_details_name_each_finding(tmp_path: Path) -> None:
    answer = run("puppet-check", "upgrade", "--details", "--target", "openvox9", ".", cwd=write(tmp_path, FILES))
    assert "      2:10: " in answer.out and "[legacy-fact], automatic" in answer.out


def test_nothing_in_the_way(tmp_path: Path) -> None:
    answer = run("puppet-check", "upgrade", ".", cwd=write(tmp_path, {"manifests/init.pp": "notice(1)\n"}))
    assert (answer.code, answer.out) == (0, f"{NOT_CHECKED}Nothing has to change for puppet8\n")
    assert run("puppet-check", "upgrade", "absent", cwd=tmp_path).code == 2


def test_what_a_later_stdlib_lacks_is_reported_and_fixed(tmp_path: Path) -> None:
    functions = "lib/puppet/parser/functions"
    old = {
        "modules/stdlib/metadata.json": '{"name": "puppetlabs-stdlib", "version": "8.6.0", "author": "puppetlabs", "dependencies": []}',
        f"modules/stdlib/{functions}/validate_re.rb": "module Puppet::Parser::Functions\n  newfunction(:validate_re) { |args| }\nend\n",
        "modules/stdlib/types/compat/array.pp": "type Stdlib::Compat::Array = Array[Any]\n",
    }
    code = "class m (Stdlib::Compat::Array $x, $y) {\n  notice($x)\n  validate_re($y, 'a')\n}\n"
    write(tmp_path, {**old, "modules/m/manifests/init.pp": code, "environment.conf": ""})
    assert run("puppet-check", "upgrade", "modules/m", cwd=tmp_path).out == f"{NOT_CHECKED}Nothing has to change for puppet8\n"
    answer = run("puppet-check", "upgrade", "--stdlib", "9", "--target", "puppet9", "modules/m", cwd=tmp_path)
    assert answer.out.endswith("2 (2 automatic) in 1 module stand in the way of puppet9\n")
    run("puppet-check", "upgrade", "--stdlib", "9.4", "--fix", "modules/m", cwd=tmp_path)
    fixed = (tmp_path / "modules/m/manifests/init.pp").read_text()
    assert "class m (Array $x, $y) {" in fixed and "  assert_type(Pattern[/a/], $y)\n" in fixed
    assert run("puppet-check", "upgrade", "--stdlib", "new", "modules/m", cwd=tmp_path).code == 2
    unknown = run("puppet-check", "upgrade", "--stdlib", "99", "modules/m", cwd=tmp_path)
    assert (unknown.code, "the newest release that can be named is 9" in unknown.err) == (2, True)


def test_what_openvox_9_changes_is_reported(tmp_path: Path) -> None:
    code = """class m {
  notice(regsubst('a', 'a', 'b', 'G', 'U'), 'a'.regsubst('a', 'b', undef, 'N'))
  zone { 'a': ensure => installed }
  file { '/a': content => '{md5}d41d8cd98f00b204e9800998ecf8427e' }
  file { '/b': content => '{SSHA}c2VjcmV0' }
}
"""
    write(tmp_path, {"modules/m/manifests/init.pp": code, "environment.conf": ""})
    found = json.loads(run("puppet-check", "upgrade", "--target", "openvox9", "--format", "json", ".", cwd=tmp_path).out)
    assert [(each["line"], each["code"], each["effort"]) for each in found] == [
        (2, "wrong-argument", "automatic"),
        (2, "wrong-argument", "automatic"),
        (3, "unbundled-type", "by hand"),
        (4, "checksum-content", "by hand"),
    ]
    run("puppet-check", "upgrade", "--target", "openvox9", "--fix", ".", cwd=tmp_path)
    expected = code.replace(", 'U'", "").replace(", 'N'", "")
    assert (tmp_path / "modules/m/manifests/init.pp").read_text() == expected
