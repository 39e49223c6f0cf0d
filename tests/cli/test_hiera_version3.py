"""A `hiera.yaml` of version 3, which a server may have: the answers are those of Puppet 8.10 with `--hiera_config`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write

FILES = {
    "environment.conf": "",
    "hiera.yaml": "---\n:backends:\n  - yaml\n  - json\n:yaml:\n  :datadir: d\n:json:\n  :datadir: d\n"
    ":hierarchy:\n  - n/%{fqdn}\n  - common\n",
    "d/common.yaml": "a: 1\nh: {x: 1}\nf: \"%{facts.os.family} %{hiera('a')}\"\nu: '%{nix}'\nl: [1]\n",
    "d/common.json": '{"j": "json", "h": {"y": 2}, "l": [2]}',
    "d/n/x.example.com.yaml": "h: {z: 3}\n",
    "facts.json": '{"fqdn": "x.example.com", "os": {"family": "Debian"}}',
}


def looked_up(folder: Path, arguments: str, *options: str, hiera: str | None = None) -> Answer:
    """What a node logs of a lookup."""
    write(folder, FILES if hiera is None else FILES | {"hiera.yaml": hiera})
    code = f"notice(lookup({arguments}))"
    named = ("--environment", ".", "--hiera", "hiera.yaml", "--facts", "facts.json")
    return run("puppet-eval", "--catalog", *named, *options, "-e", code, cwd=folder)


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ("'a'", "1"),
        ("'h'", "{z => 3}"),
        ("'h', {merge => hash}", "{y => 2, x => 1, z => 3}"),
        ("'h', {merge => deep}", "{y => 2, x => 1, z => 3}"),
        ("'l', {merge => unique}", "[1, 2]"),
        ("'j'", "json"),
        ("'f'", "Debian 1"),
        ("'zz', {default_value => 'd'}", "d"),
    ],
)
def test_values_are_found_as_in_puppet(tmp_path: Path, arguments: str, value: str) -> None:
    assert f"Notice: {value}\n" in looked_up(tmp_path, arguments).out


def test_a_variable_that_does_not_exist_is_an_error_of_a_strict_server(tmp_path: Path) -> None:
    assert "Undefined variable 'nix'" in looked_up(tmp_path, "'u'").err
    assert "Notice: \n" in looked_up(tmp_path, "'u'", "--setting", "strict=warning").out


def short(backends: str = "[yaml]", folder: str = "\n  :datadir: d", hierarchy: str = "[common]", more: str = "") -> str:
    """A file of version 3."""
    return f":backends: {backends}\n:yaml:{folder}\n:hierarchy: {hierarchy}\n{more}"


@pytest.mark.parametrize(
    ("hiera", "is_known"),
    [
        (short(), True),
        (short(backends="yaml", hierarchy="common"), True),
        (short(more=":merge_behavior: native\n:logger: console\n"), True),
        (short(more=":merge_behavior: deeper\n"), False),
        (short(backends="[yaml, gpg]"), False),
        (short(folder=" {}"), False),
        (short(hierarchy="['%{nothing}', common]"), False),
        (short(more=":other: 1\n"), False),
    ],
)
def test_what_is_not_understood_leaves_values_unknown(tmp_path: Path, hiera: str, is_known: bool) -> None:
    assert ("Notice: 1\n" in looked_up(tmp_path, "'a'", hiera=hiera).out) is is_known
