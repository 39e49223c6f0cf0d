"""Catalogs of systems have the facts that were recorded of them, as far as their machines have these in common."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import run, write

ANN = '"name": "ann-m", "version": "1.0.0", "author": "ann", "license": "x", "summary": "x", "source": "x", "dependencies": []'

UNKNOWN = {"__ptype": "Unknown", "__pvalue": "Any"}


def module(code: str, *systems: str) -> dict[str, str]:
    """The files of a module that supports systems, given as in `Debian 12`."""
    rows = [{"operatingsystem": name, "operatingsystemrelease": [release]} for name, release in (each.split(" ", 1) for each in systems)]
    return {"metadata.json": f'{{{ANN}, "operatingsystem_support": {json.dumps(rows)}}}', "manifests/init.pp": code}


def errors(folder: Path) -> list[str]:
    """What stops the catalogs of systems."""
    answer = run("puppet-check", "--all-systems", "--no-cache", "--format", "json", ".", cwd=folder)
    rows: list[dict[str, Any]] = json.loads(answer.out)
    return [each["message"] for each in rows if each["code"] == "catalog-error"]


def parameters(folder: Path, value: str, system: str) -> object:
    """The value of an expression on a system."""
    answer = run("puppet-eval", "--catalog", "--json", "--system", system, "-e", f"notify {{ 'x': message => {value} }}", cwd=folder)
    (found,) = (each for each in json.loads(answer.out)["resources"] if each["type"] == "Notify")
    return found["parameters"]["message"]


@pytest.mark.parametrize(
    ("system", "fact", "value"),
    [
        ("Debian 12", "['os']['distro']['codename']", "bookworm"),
        ("Debian 12", "['os']['architecture']", "amd64"),
        ("Ubuntu 24.04", "['os']['release']['full']", "24.04"),
        ("RedHat 9", "['os']['hardware']", "x86_64"),
        ("windows 2022", "['os']['windows']['system32']", r"C:\Windows\system32"),
        ("AIX 7.1", "['os']['family']", "AIX"),
        ("RedHat 7.2", "['os']['release']['full']", "7.2"),
    ],
)
def test_what_the_machines_of_a_system_have_in_common_is_known(system: str, fact: str, value: str, tmp_path: Path) -> None:
    assert parameters(tmp_path, f"$facts{fact}", system) == value


@pytest.mark.parametrize(
    "fact",
    ["networking']['fqdn", "memory']['system']['total_bytes", "os']['selinux']['enabled", "kernelrelease", "virtual", "aio_agent_version"],
)
def test_what_varies_between_machines_is_unknown(fact: str, tmp_path: Path) -> None:
    assert parameters(tmp_path, f"$facts['{fact}']", "AlmaLinux 9") == UNKNOWN


def test_a_system_that_is_not_known_is_refused(tmp_path: Path) -> None:
    answer = run("puppet-eval", "--catalog", "--system", "Plan 9", "-e", "1", cwd=tmp_path)
    assert (answer.code, answer.err.count("'Plan 9' is not a known system")) == (2, 1)


def test_given_facts_replace_those_of_the_system(tmp_path: Path) -> None:
    write(tmp_path, {"facts.json": '{"kernel": "Plan9"}'})
    answer = run(
        "puppet-eval", "--catalog", "--facts", "facts.json", "--system", "Debian 12", "-e", "notify { $facts['kernel']: }", cwd=tmp_path
    )
    assert "Notify[Plan9]" in answer.out


def test_what_fails_on_some_systems_is_found_by_their_recorded_facts(tmp_path: Path) -> None:
    code = "class m {\n  if $facts['os']['distro']['codename'] == 'jammy' {\n    fail('no')\n  }\n}\n"
    write(tmp_path, module(code, "Ubuntu 22.04", "Ubuntu 24.04", "Debian 12"))
    assert errors(tmp_path) == ["the catalog of `Ubuntu 22.04` cannot be compiled: no"]


def test_nothing_fails_for_what_varies_between_machines(tmp_path: Path) -> None:
    code = "class m {\n  if $facts['memory']['system']['total_bytes'] < 2000000000 {\n    fail('no')\n  }\n}\n"
    write(tmp_path, module(code, "Ubuntu 22.04", "windows 2022"))
    assert errors(tmp_path) == []


def test_releases_without_recorded_facts_are_named(tmp_path: Path) -> None:
    write(tmp_path, module("class m { }\n", "Debian 12", "Fedora 99", "SLES 11 SP1"))
    answer = run("puppet-check", "--all-systems", "--no-cache", ".", cwd=tmp_path)
    assert "no facts are recorded for Fedora 99, SLES 11 SP1:" in answer.err
    assert "Debian" not in answer.err


def test_facts_of_modules_that_are_the_same_everywhere_are_known(tmp_path: Path) -> None:
    facts = "Facter.add('one') do\n  has_weight 10\n  setcode do\n    'yes'\n  end\nend\n"
    confined = "Facter.add(:two) do\n  confine kernel: 'Linux'\n  setcode { 'yes' }\nend\nFacter.add(:three) { setcode { `uname` } }\n"
    twice = "Facter.add(:four) { setcode { 'a' } }\nFacter.add(:four) { setcode { 'b' } }\n"
    write(
        tmp_path,
        {
            "environment.conf": "",
            "manifests/site.pp": "",
            "modules/a/lib/facter/one.rb": facts,
            "modules/a/lib/facter/others.rb": confined + twice,
            "modules/a/facts.d/more.txt": "five=<none>\n",
            "modules/a/facts.d/more.yaml": "six:\n  a: 1\n",
        },
    )
    assert [parameters(tmp_path, f"$facts['{each}']", "Debian 12") for each in ("one", "five", "six")] == ["yes", "<none>", {"a": 1}]
    unknown = [parameters(tmp_path, f"$facts['{each}']", "Debian 12") for each in ("two", "three", "four")]
    assert unknown == [UNKNOWN] * 3


def test_a_level_in_a_folder_that_does_not_exist_has_no_data_whatever_is_unknown(tmp_path: Path) -> None:
    levels = "- {name: k, path: '%{facts.os.name}/%{facts.kernelrelease}.yaml'}\n- {name: c, path: common.yaml}"
    write(
        tmp_path,
        {
            "environment.conf": "",
            "hiera.yaml": f"version: 5\nhierarchy:\n{levels}\n",
            "data/common.yaml": "key: common\n",
            "data/Debian/6.1.yaml": "key: other\n",
        },
    )
    assert parameters(tmp_path, "lookup('key')", "RedHat 9") == "common"
    assert parameters(tmp_path, "lookup('key')", "Debian 12") == UNKNOWN
