"""Suggestions for misspelt names."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_typesys.spelling import closest
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
