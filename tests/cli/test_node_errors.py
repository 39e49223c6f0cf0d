"""`puppet-check --facts-dir` compiles the catalogs of nodes, and reports what stops that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.command import run, write

FILES = {
    "environment.conf": "",
    "facts/a.json": '{"os": {"family": "Debian"}}',
    "facts/b.json": '{"os": {"family": "RedHat"}}',
    "facts/c.json": '{"os": {"family": "Debian"}}',
    "manifests/site.pp": "node /^[ac]$/ {\n  include m\n}\nnode 'b' {\n  m::d { 'x': }\n  m::d { 'y': }\n}\nnode 'z' { fail('z') }\n",
    "modules/m/manifests/init.pp": "class m {\n  include m::os\n}\n",
    "modules/m/manifests/os.pp": "class m::os {\n  if $facts['os']['family'] == 'Debian' {\n    fail('not supported')\n  }\n}\n",
    "modules/m/manifests/d.pp": "define m::d {\n  file { '/d': }\n}\n",
}
Data = dict[str, Any]


def found(folder: Path, *arguments: str) -> list[Data]:
    """The findings about catalogs."""
    answer = run("puppet-check", "--facts-dir", "facts", "--format", "json", *arguments, cwd=folder)
    rows: list[Data] = json.loads(answer.out)
    return [each for each in rows if each["code"] == "catalog-error"]


def places(finding: Data) -> list[str]:
    return [f"{each['file']}:{each['line']}: {each['message']}" for each in finding["related"]]


def test_an_error_is_at_its_place_with_the_path_that_leads_there(tmp_path: Path) -> None:
    declared, failed = found(write(tmp_path, FILES))
    assert (failed["file"], failed["line"]) == ("modules/m/manifests/os.pp", 3)
    assert failed["message"] == "the catalog of `a`, `c` cannot be compiled: not supported"
    assert places(failed) == [
        "modules/m/manifests/init.pp:2: the class is included here",
        "manifests/site.pp:2: the class is included here",
    ]
    assert (declared["file"], declared["line"]) == ("modules/m/manifests/d.pp", 2)
    assert declared["message"].startswith("the catalog of `b` cannot be compiled: Duplicate declaration: File[/d]")
    assert places(declared) == ["manifests/site.pp:6: `M::D[y]` is declared here"]


def test_the_path_of_a_define_leads_to_the_class_that_declares_it(tmp_path: Path) -> None:
    site = {"manifests/site.pp": "node default {\n  include n\n}\n", "modules/n/manifests/init.pp": "class n {\n  m::d { 'x': }\n}\n"}
    write(tmp_path, FILES | site | {"modules/m/manifests/d.pp": "define m::d {\n  fail('d')\n}\n"})
    (finding,) = found(tmp_path)
    assert places(finding) == [
        "modules/n/manifests/init.pp:2: `M::D[x]` is declared here",
        "manifests/site.pp:2: class `n` is declared here",
    ]


def test_files_that_are_not_checked_are_reported_as_well(tmp_path: Path) -> None:
    assert {each["file"] for each in found(write(tmp_path, FILES), "manifests")} == {
        "modules/m/manifests/os.pp",
        "modules/m/manifests/d.pp",
    }


def test_what_is_unknown_elsewhere_does_not_silence(tmp_path: Path) -> None:
    before = "if $trusted['extensions']['x'] { include m::other }\nfile { generate('/bin/x'): }\ninclude missing::thing\n"
    other = {"modules/m/manifests/other.pp": "class m::other {\n  fail('perhaps')\n}\n", "Puppetfile": "mod 'x-missing', '1.0.0'\n"}
    write(tmp_path, FILES | other | {"manifests/site.pp": f"{before}include m\n"})
    (failed,) = found(tmp_path)
    assert (failed["file"], failed["message"]) == (
        "modules/m/manifests/os.pp",
        "the catalog of `a`, `c` cannot be compiled: not supported",
    )


def test_what_something_unknown_may_have_declared_is_not_certain(tmp_path: Path) -> None:
    for number, body in enumerate(
        (
            "class m { realize(User['x']) }",
            "class m { $x = $other::variable + 1 }",
            "class m { file { '/x': require => File['/y'] } }",
            "class m { File['/x'] -> File['/y'] }",
            "class m($mode = 'x') { if $mode == 'x' { fail('declare m with another mode') } }",
            "class m { if !defined(Class['other']) { fail('include other first') } }",
            "class m { if $facts['none'] { return() } fail('without this fact') }",
        )
    ):
        folder = write(tmp_path / str(number), FILES | {"Puppetfile": "mod 'x-missing', '1.0.0'\n"})
        files = {
            "manifests/site.pp": "include missing::thing\ninclude m\n",
            "modules/m/manifests/init.pp": f"{body}\n",
            "modules/m/lib/facter/none.rb": "Facter.add(:none) { setcode { 1 } }\n",
            "modules/other/manifests/init.pp": "class other {\n  $variable = 1\n}\n",
        }
        write(folder, files)
        assert found(folder) == [], body


def test_an_error_under_an_unknown_condition_is_not_certain(tmp_path: Path) -> None:
    for condition in ("$trusted['extensions']['role'] == 'x'", "$facts['custom']", "$environment == 'test'", "$classifier"):
        site = {"manifests/site.pp": f"if {condition} {{\n  include m\n}}\n"}
        write(tmp_path, FILES | site | {"modules/m/lib/facter/custom.rb": "Facter.add(:custom) { setcode { 1 } }\n"})
        assert found(tmp_path) == [], condition


def test_findings_follow_comments_and_settings(tmp_path: Path) -> None:
    text = "class m::os {\n  if $facts['os']['family'] == 'Debian' {\n    fail('x')  # puppet-check: ignore[catalog-error] known\n  }\n}\n"
    write(tmp_path, FILES | {"modules/m/manifests/os.pp": text})
    assert [each["file"] for each in found(tmp_path)] == ["modules/m/manifests/d.pp"]
    assert found(tmp_path, "--ignore", "catalog-error") == []
    assert run("puppet-check", "modules/m", cwd=tmp_path).code == 0


def test_errors_that_a_check_reports_are_not_repeated(tmp_path: Path) -> None:
    write(tmp_path, FILES | {"modules/m/manifests/os.pp": "class m::os {\n  include nothing\n}\n"})
    answer = run("puppet-check", "--facts-dir", "facts", "--format", "concise", "modules", cwd=tmp_path)
    assert [line for line in answer.out.splitlines() if "os.pp" in line and "catalog-error" in line] == []


def test_facts_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    answer = run("puppet-check", "--facts-dir", "nothing", ".", cwd=write(tmp_path, FILES))
    assert (answer.code, "nothing" in answer.err) == (2, True)


def test_facts_that_cannot_be_read_are_refused_in_a_module(tmp_path: Path) -> None:
    module = write(tmp_path, {"manifests/init.pp": "class m {}\n", "metadata.json": '{"name": "a-m", "version": "1.0.0"}'})
    answer = run("puppet-check", "--facts-dir", "nothing", ".", cwd=module)
    assert (answer.code, "nothing" in answer.err) == (2, True)


SYSTEMS = [
    {"operatingsystem": "Debian", "operatingsystemrelease": ["11", "12"]},
    {"operatingsystem": "RedHat", "operatingsystemrelease": ["9"]},
    {"operatingsystem": "Windows"},
    {"operatingsystem": "Plan9"},
]
SUPPORTING = {
    "metadata.json": json.dumps({"name": "x-m", "version": "1.0.0", "dependencies": [], "operatingsystem_support": SYSTEMS}),
    "manifests/init.pp": "class m {\n  contain m::os\n}\n",
    "manifests/os.pp": """\
class m::os {
  case $facts['os']['family'] {
    'Debian': { $package = "a${facts['os']['release']['major']}" }
    'RedHat': { $package = 'b' }
    default: { fail('not supported') }
  }
  package { $package: }
  if $facts['os']['release']['major'] == '11' { package { 'a11': } }
}
""",
}


def on_all_systems(folder: Path) -> list[str]:
    answer = run("puppet-check", "--all-systems", "--format", "json", "--select", "catalog-error", cwd=folder)
    return [f"{each['file']}:{each['line']}: {each['message']}" for each in json.loads(answer.out)]


def test_a_module_is_tried_on_each_system_that_it_supports(tmp_path: Path) -> None:
    windows, debian = on_all_systems(write(tmp_path, SUPPORTING))
    assert windows == "manifests/os.pp:5: the catalog of `Windows` cannot be compiled: not supported"
    assert debian.startswith("manifests/os.pp:8: the catalog of `Debian 11` cannot be compiled: Duplicate declaration: Package[a11]")


def test_the_systems_of_a_module_are_limited(tmp_path: Path) -> None:
    def failing(position: int) -> list[str]:
        releases = [str(each) for each in range(600)]
        releases.insert(position, "7000")
        supported = [{"operatingsystem": "Debian", "operatingsystemrelease": releases}]
        code = "class motd { if $facts['os']['release']['major'] == '7000' { fail('no') } }\n"
        files = {"metadata.json": json.dumps({"name": "acme-motd", "operatingsystem_support": supported}), "manifests/init.pp": code}
        return on_all_systems(write(tmp_path / str(position) / "motd", files))

    assert len(failing(499)) == 1
    assert failing(500) == []


def test_what_fails_on_all_systems_or_depends_on_other_facts_is_not_reported(tmp_path: Path) -> None:
    for number, body in enumerate(
        (
            "fail('always')",
            "if $facts['networking']['fqdn'] =~ /x/ { fail('no') }",
            "if $facts['os']['family'] == 'Debian' and $facts['custom'] { fail('no') }",
            "if $role == 'x' { fail('no') }",
        )
    ):
        fact = "Facter.add(:custom) { setcode { File.exist?('/x') } }\n"
        files = {"manifests/init.pp": f"class m {{\n  {body}\n}}\n", "lib/facter/custom.rb": fact}
        assert on_all_systems(write(tmp_path / str(number), SUPPORTING | files)) == [], body


def test_modules_without_their_dependencies_are_not_tried(tmp_path: Path) -> None:
    metadata = json.loads(SUPPORTING["metadata.json"]) | {"dependencies": [{"name": "x/other", "version_requirement": ">= 1.0.0"}]}
    assert on_all_systems(write(tmp_path, SUPPORTING | {"metadata.json": json.dumps(metadata)})) == []
