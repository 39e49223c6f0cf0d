"""The name that was probably meant."""

from __future__ import annotations

import pytest

from puppet_typesys.near import near


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
def test_the_most_similar_name_is_meant_if_it_is_similar_enough(name: str, candidates: tuple[str, ...], meant: str | None) -> None:
    assert near(name, candidates) == meant
