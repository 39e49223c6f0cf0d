"""Data of a repository that is no environment, above the folder of its modules: what is in them may become titles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

METADATA = {"name": "me-ssh", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "x", "source": "x", "dependencies": []}
MODULES = {
    "code/modules/local/ssh/metadata.json": json.dumps(METADATA),
    "code/modules/local/ssh/manifests/init.pp": "class ssh {\n  service { 'sshd': require => Package['openssh-server'] }\n}\n",
    "code/modules/local/ntp/metadata.json": json.dumps(METADATA | {"name": "me-ntp"}),
    "code/modules/local/ntp/manifests/init.pp": "class ntp { }\n",
}


@pytest.mark.parametrize(
    ("data", "count"),
    [
        ({"code/hieradata/common/packages.yaml": "ssh::packages: ['openssh-server']\n"}, 0),
        ({"code/hiera.yaml": "version: 5\n", "code/data/common.yaml": "ssh::packages: ['openssh-server']\n"}, 0),
        ({"code/hieradata/common.yaml": "ssh::packages: ['openssh']\n"}, 1),
        ({"code/data/common.yaml": "ssh::packages: ['openssh-server']\n"}, 1),
        ({"hieradata/common.yaml": "ssh::packages: ['openssh-server']\n"}, 0),
        ({"other/hieradata/common.yaml": "ssh::packages: ['openssh-server']\n"}, 1),
    ],
)
def test_titles_may_be_in_data_above(tmp_path: Path, data: dict[str, str], count: int) -> None:
    write(tmp_path, {**data, **MODULES})
    done = run("puppet-check", "--no-cache", "code/modules", cwd=tmp_path)
    assert done.out.count("[unknown-reference]") == count


def test_kept_results_follow_the_data(tmp_path: Path) -> None:
    data = {"code/hieradata/common.yaml": "ssh::packages: ['other']\n"}
    write(tmp_path, {**data, **MODULES})
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    seen = []
    for name in ("other", "openssh-server", "other"):
        (tmp_path / "code/hieradata/common.yaml").write_text(f"ssh::packages: ['{name}']\n")
        seen.append(run("puppet-check", "code/modules", cwd=tmp_path, env=environment).out.count("[unknown-reference]"))
    assert seen == [1, 0, 1]


@pytest.mark.parametrize(
    ("files", "count"),
    [
        ({}, 1),
        ({"facter/facts.d/cloud.py": 'found["cloud_zone"] = zone()\n'}, 0),
        ({"code/facts.d/cloud.txt": "cloud_zone=a\n"}, 0),
        ({"facter/facts.d/cloud.py": 'found["cloud_region"] = zone()\n'}, 1),
        ({"programs/cloud.py": 'found["cloud_zone"] = zone()\n'}, 1),
    ],
)
def test_variables_may_be_facts_of_the_repository(tmp_path: Path, files: dict[str, str], count: int) -> None:
    """External facts are programs that a repository brings to nodes in its own way."""
    code = {"code/modules/local/ntp/manifests/init.pp": "class ntp {\n  notice($cloud_zone)\n}\n"}
    write(tmp_path, {**MODULES, **code, **files})
    done = run("puppet-check", "--no-cache", "code/modules", cwd=tmp_path)
    assert done.out.count("[unknown-variable]") == count


def test_variables_may_be_facts_of_an_environment(tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "modules/m/manifests/init.pp": "class m {\n  notice($cloud_zone)\n}\n",
        "manifests/site.pp": "include m\n",
    }
    assert run("puppet-check", "--no-cache", cwd=write(tmp_path, files)).out.count("[unknown-variable]") == 1
    write(tmp_path, {"facts.d/cloud.yaml": "cloud_zone: a\n"})
    assert run("puppet-check", "--no-cache", cwd=tmp_path).out.count("[unknown-variable]") == 0
