"""What `--fix` and `--unsafe-fixes` make of values of the wrong type, missing defaults and `unless` with `elsif`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

METADATA = '{"name": "acme-m", "version": "1.0.0", "dependencies": []}'
SAFE = {
    "class m::C (Integer $a = '80', Boolean $b = 'true', String $c = 5) { }": (
        "class m::C (Integer $a = 80, Boolean $b = true, String $c = '5') { }"
    ),
    "class m::C (Array[Integer] $a = ['1', 2]) { }": "class m::C (Array[Integer] $a = [1, 2]) { }",
    "class m::C (Hash[String, Boolean] $a = { 'x' => 'true' }) { }": "class m::C (Hash[String, Boolean] $a = { 'x' => true }) { }",
    "class m::C {\n  m::d { 'a': port => '80', on => 'false', text => 5 }\n}": (
        "class m::C {\n  m::d { 'a': port => 80, on => false, text => '5' }\n}"
    ),
    "class m::C {\n  file { '/a': mode => 0644 }\n}": "class m::C {\n  file { '/a': mode => '0644' }\n}",
    "class m::C ($a) {\n  unless $a == 1 {\n    unless $a { notice(1) }\n  } elsif $a > 3 { }\n}": (
        "class m::C ($a) {\n  if !($a == 1) {\n    unless $a { notice(1) }\n  } elsif $a > 3 { }\n}"
    ),
}
UNSAFE = {
    "class m::C (Enum['fast', 'slow'] $a = 'fasst', Array[Enum['read-only', 'cd']] $b = ['read_only']) { }": (
        "class m::C (Enum['fast', 'slow'] $a = 'fast', Array[Enum['read-only', 'cd']] $b = ['read-only']) { }"
    ),
    "class m::C {\n  m::e { 'a': speed => sloww }\n}": "class m::C {\n  m::e { 'a': speed => slow }\n}",
    'class m::C {\n  notice("${::ipaddress_eth0}")\n}': (
        "class m::C {\n  notice(\"${facts.dig('networking', 'interfaces', 'eth0', 'ip')}\")\n}"
    ),
    "class m::C {\n  if $facts['os']['release']['major'] < 8 { notice(1) }\n}": (
        "class m::C {\n  if versioncmp($facts['os']['release']['major'], '8') < 0 { notice(1) }\n}"
    ),
    "class m::C (String $a = undef) { }": "class m::C (Optional[String] $a = undef) { }",
    "class m::C {\n  file { '/a': mode => 644 }\n}": "class m::C {\n  file { '/a': mode => '0644' }\n}",
    "class m::C ($a) {\n  $x = $a ? {\n    1    => 'b',\n  }\n  notice($x)\n}": (
        "class m::C ($a) {\n  $x = $a ? {\n    1    => 'b',\n    default => undef,\n  }\n  notice($x)\n}"
    ),
}
KEPT = ["class m::C (Integer $a = '0644', Integer $b = 'http') { }", "class m::C {\n  notice($::ipaddress_eth0_1)\n}"]
DATA = """---
m::port: '80'  # the port
m::on: "true"
m::text: 5
m::several: ['1', 2]
m::nested:
  x: 'false'
m::lines: |
  5
"""
FIXED_DATA = """---
m::port: 80  # the port
m::on: true
m::text: '5'
m::several: [1, 2]
m::nested:
  x: false
m::lines: |
  5
"""
CLASS = "class m (Integer $port, Boolean $on, String $text, Array[Integer] $several, Hash[String, Boolean] $nested, Integer $lines) { }\n"


def fixed(folder: Path, texts: list[str], *options: str) -> list[str]:
    """The classes after a run, each in a file of its own, `C` in their names being a number."""
    files = {f"m/manifests/c{at}.pp": text.replace("::C ", f"::c{at} ", 1) + "\n" for at, text in enumerate(texts)}
    define = "define m::d (Integer $port, Boolean $on, String $text) { }\n"
    write(
        folder,
        {
            **files,
            "m/manifests/d.pp": define,
            "m/manifests/e.pp": "define m::e (Enum['fast', 'slow'] $speed) { }\n",
            "m/metadata.json": METADATA,
        },
    )
    run("puppet-check", "--no-cache", "--no-config", "--fix-only", *options, "m", cwd=folder)
    return [(folder / name).read_text().removesuffix("\n").replace(f"::c{at} ", "::C ", 1) for at, name in enumerate(files)]


@pytest.mark.parametrize(("cases", "options"), [(SAFE, ()), (UNSAFE, ("--unsafe-fixes",))])
def test_code_is_fixed(cases: dict[str, str], options: tuple[str, ...], tmp_path: Path) -> None:
    assert dict(zip(cases, fixed(tmp_path, [*cases], *options), strict=True)) == cases


def test_what_may_be_meant_otherwise_is_kept(tmp_path: Path) -> None:
    assert fixed(tmp_path, [*UNSAFE, *KEPT]) == [*UNSAFE, *KEPT]


@pytest.mark.parametrize("name", ["common.yaml", "common.json"])
def test_only_the_scalars_of_data_change(name: str, tmp_path: Path) -> None:
    json = {"m/data/common.json": '{"m::port": "80", "m::on": "true", "m::text": 5, "m::several": [1, "2"]}'}
    data = json if name.endswith(".json") else {"m/data/common.yaml": DATA}
    hiera = f"version: 5\nhierarchy:\n  - name: all\n    path: {name}\ndefaults:\n  data_hash: {name.split('.')[1]}_data\n"
    write(tmp_path, {**data, "m/hiera.yaml": hiera, "m/manifests/init.pp": CLASS, "m/metadata.json": METADATA})
    run("puppet-check", "--no-cache", "--no-config", "--fix-only", "m", cwd=tmp_path)
    expected = '{"m::port": 80, "m::on": true, "m::text": "5", "m::several": [1, 2]}' if name.endswith(".json") else FIXED_DATA
    assert (tmp_path / "m/data" / name).read_text() == expected


def test_a_deprecated_parameter_becomes_the_one_that_its_documentation_names(tmp_path: Path) -> None:
    doc = "# @param text The text\n# @param old\n#   (optional) Deprecated. Use $text instead\n"
    define = f"{doc}define n::d ($text = undef, $old = undef) {{ }}\n"
    code = "class m {\n  n::d { 'a': old => 1 }\n  n::d { 'b': old => 1, text => 2 }\n}\n"
    write(tmp_path, {"environment.conf": "", "modules/n/manifests/d.pp": define, "modules/m/manifests/init.pp": code})
    found = run("puppet-check", "--no-cache", ".", cwd=tmp_path).out
    assert found.count("[deprecated-parameter]") == 2 and "the parameter 'old' of n::d is deprecated: use $text instead" in found
    run("puppet-check", "--no-cache", "--fix-only", "--unsafe-fixes", ".", cwd=tmp_path)
    assert (tmp_path / "modules/m/manifests/init.pp").read_text() == code.replace("'a': old", "'a': text")
