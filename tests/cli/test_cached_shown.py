"""What texts of other modules show of a name is part of what a check depends on, and not their other contents."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

DEFINE = """define m::site (String $port) {
  file { "/etc/${name}.conf": content => $port }
  file { ['/etc/common.conf', '/etc/other.conf']: content => 'x' }
}
"""
TAG = """version: 5
hierarchy:
  - name: common
    path: common.yaml
"""
CASES = {
    "instances in a loop": (
        {"environment.conf": "", "modules/m/manifests/site.pp": DEFINE},
        "modules/n/manifests/init.pp",
        ("class n { }\n", "class n (Hash $sites) {\n  create_resources('m::site', $sites)\n}\n"),
        "duplicate-declaration",
        (0, 1),
    ),
    "titles in data that are elsewhere": (
        {
            "environment.conf": "",
            "hiera.yaml": TAG,
            "manifests/site.pp": "node default { include m }\n",
            "modules/m/manifests/init.pp": "class m {\n  service { 'sshd': require => Package['openssh-server'] }\n}\n",
        },
        "modules/n/manifests/init.pp",
        ("class n { }\n", "class n {\n  package { lookup('packages'): }\n}\n"),
        "unknown-reference",
        (1, 0),
    ),
    "templates in data": (
        {"environment.conf": "", "hiera.yaml": TAG, "data/common.yaml": "m::a: \"<%= lookup('b') %>\"\n"},
        "modules/n/manifests/init.pp",
        ("class n { }\n", "class n (String $a) {\n  notice(inline_epp($a))\n}\n"),
        "hiera-foreign-interpolation",
        (1, 0),
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_another_module_shows_is_noticed(tmp_path: Path, case: str, jobs: str) -> None:
    files, path, texts, code, counts = CASES[case]
    write(tmp_path / "environment", files)
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    seen = []
    for number in (0, 1, 0, 1):
        write(tmp_path / "environment", {path: texts[number]})
        answer = run("puppet-check", "--jobs", jobs, tmp_path / "environment", env=environment)
        seen.append(answer.out.count(f"[{code}]"))
    assert seen == [*counts, *counts]
