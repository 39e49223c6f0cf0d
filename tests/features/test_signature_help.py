"""Which parameter is being written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.asking import help_at

HELP = {
    "a function": ("$x = web::shout('a', ^", "times"),
    "what stands before a dot": ("$x = 'a'.web::shout(^)", "times"),
    "an inner call": ("$x = web::shout(abs(^))", "val"),
    "an overload": ("$x = regsubst('a', /b/, ^", "replacement"),
    "a new value": ("$x = Integer.new('1', ^)", "radix"),
    "an attribute": ("web::site { 'a': docroot => '/a', ssl => ^ }", "ssl"),
    "a parameter of a class": ("class { 'web': port => ^ }", "port"),
    "a lambda": ("[1].each |^", "value"),
}


@pytest.mark.parametrize("what", HELP)
def test_it_knows(what: str, tmp_path: Path) -> None:
    code, expected = HELP[what]
    found = help_at(tmp_path, code)
    assert found is not None
    assert found[1] == expected


@pytest.mark.parametrize("code", ["$x = 1 ^", "# abs(^", "$x = abs(1) ^"])
def test_it_is_silent(code: str, tmp_path: Path) -> None:
    assert help_at(tmp_path, code) is None
