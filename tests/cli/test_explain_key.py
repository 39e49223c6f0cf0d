"""`puppet-check explain`: values of Hiera keys with the places that they come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

FILES = {
    "environment.conf": "",
    "hiera.yaml": (
        "version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n"
        "  - name: Family\n    path: 'os/%{facts.os.family}.yaml'\n"
        "  - name: Role\n    paths: ['role/%{role}.yaml', role/none.yaml]\n  - name: Common\n    path: common.yaml\n"
    ),
    "data/os/Debian.yaml": "a: '%{facts.os.family}-%{lookup(''b'')}'\nlist: [1, 2]\nsecret: ENC[PKCS7,abc]\n",
    "data/role/web.yaml": "list: [2, 3]\nhash: { x: { y: 1 } }\n",
    "data/common.yaml": "b: 5\na: common\nlist: 4\nhash: { x: { z: 2 } }\nlookup_options:\n  list: { merge: unique }\n",
    "modules/web/hiera.yaml": "version: 5\nhierarchy: []\ndefault_hierarchy:\n  - name: Defaults\n    path: defaults.yaml\n",
    "modules/web/data/defaults.yaml": "web::port: 80\n",
    "facts.json": '{"os": {"family": "Debian"}, "role": "web"}',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, FILES)
    return tmp_path


def explained(folder: Path, *arguments: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(
        run("puppet-check", "explain", "--facts", "facts.json", "--format", "json", *arguments, cwd=folder).out
    )
    return found


def test_the_levels_and_interpolations_of_a_value(folder: Path) -> None:
    assert run("puppet-check", "explain", "--facts", "facts.json", "a", cwd=folder).out == (
        "a: 'Debian-5'\n"
        "  merge: first\n"
        "* environment, Family: data/os/Debian.yaml: 'Debian-5'\n"
        "      %{facts.os.family} is 'Debian'\n"
        "      %{lookup('b')} is '5'\n"
        "  environment, Role: data/role/web.yaml: not reached\n"
        "  environment, Role: data/role/none.yaml: not reached\n"
        "  environment, Common: data/common.yaml: not reached\n"
    )


def test_merges_by_options_and_by_request(folder: Path) -> None:
    found = explained(folder, "list")
    assert (found["value"], found["merge"]) == ([1, 2, 3, 4], "unique")
    assert explained(folder, "hash")["value"] == {"x": {"y": 1}}
    assert explained(folder, "--merge", "deep", "hash.x")["value"] == {"z": 2, "y": 1}


def test_defaults_of_a_module(folder: Path) -> None:
    steps = explained(folder, "web::port")["steps"]
    assert isinstance(steps, list)
    assert [(each["hierarchy"], each["state"]) for each in steps][-1] == ("default hierarchy of module web", "found")


def test_what_is_missing_or_unknown(folder: Path) -> None:
    assert explained(folder, "nothing")["state"] == "missing"
    assert explained(folder, "secret")["state"] == "unknown"
    assert "a: unknown\n" in run("puppet-check", "explain", "a", cwd=folder).out


def test_wrong_usage(folder: Path) -> None:
    assert run("puppet-check", "explain", "--facts", "none.json", "a", cwd=folder).code == 2
    assert run("puppet-check", "explain", cwd=folder).code == 2


def test_a_long_value_is_shown_whole_once(folder: Path) -> None:
    (folder / "data" / "common.yaml").write_text(f"long: {'x' * 100_000}\nref: \"%{{lookup('long')}}\"\n")
    for key in ("long", "ref"):
        shown = run("puppet-check", "explain", "--facts", "facts.json", key, cwd=folder).out
        assert shown.startswith(f"{key}: '{'x' * 100_000}'\n")
        assert len(shown) < 110_000
