"""Suggestions for misspelt names."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_typesys.spelling import closest
from tests.cli import in_process
from tests.rules.places import messages


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("baner", ("banner", "title"), "banner"),
        ("prot", ("port", "proto", "host"), "proto"),
        ("port", ("port",), None),
        ("x", ("y", "z"), None),
        ("ensure", (), None),
    ],
)
def test_the_most_similar_name_is_suggested_if_it_is_similar_enough(name: str, candidates: tuple[str, ...], meant: str | None) -> None:
    assert closest(name, candidates) == meant


def test_a_parameter_that_is_given_twice_is_reported_once_with_a_suggestion(tmp_path: Path) -> None:
    known = {"modules/c/manifests/init.pp": "class c($devices = []) { }\n"}
    found = messages(tmp_path, "unknown-parameter", "class { 'c': device => ['a'] }\n", known)
    assert found == ["Class[C]: has no parameter named 'device', did you mean 'devices'?"]


@pytest.mark.parametrize(
    ("code", "is_reported"),
    [
        ("fiel { '/a': }", True),
        ("execc { '/bin/true': }", True),
        ("files { '/a': }", False),
        ("notice(joinn([1], ','))", True),
        ("notice(lenght('a'))", True),
        ("notice(eppp('a/b.epp'))", True),
        ("create_resourcesx('file', {})", True),
        ("notice(lengths('a'))", False),
        ("notice(lookups('a'))", False),
    ],
)
def test_a_slip_in_the_name_of_a_builtin_is_unknown_even_if_modules_are_missing(tmp_path: Path, code: str, is_reported: bool) -> None:
    metadata = (
        '{"name": "a-b", "version": "1.0.0", "author": "a", "license": "x", "summary": "x", "source": "x",'
        ' "dependencies": [{"name": "x/elsewhere", "version_requirement": ">= 1.0.0 < 2.0.0"}]}'
    )
    found = in_process.findings(tmp_path / "b", {"metadata.json": metadata, "manifests/init.pp": f"class b {{\n  {code}\n}}\n"})
    assert any(each.severity == "error" for each in found) == is_reported
