"""Signature help."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.cursor import help_at

HELP = {
    "a function": ("$x = web::shout('a', ^", "times"),
    "what stands before a dot": ("$x = 'a'.web::shout(^)", "times"),
    "an inner call": ("$x = web::shout(abs(^))", "val"),
    "an overload": ("$x = regsubst('a', /b/, ^", "replacement"),
    "a new value": ("$x = Integer.new('1', ^)", "radix"),
    "an attribute": ("web::site { 'a': docroot => '/a', ssl => ^ }", "ssl"),
    "a parameter of a class": ("class { 'web': port => ^ }", "port"),
    "the second parameter of a lambda of a hash": ("{ 'a' => 1 }.each |$k, ^|", "value"),
    "a pair": ("{ 'a' => 1 }.each |^|", "pair"),
    "what a lambda gave before": ("[1].reduce |^", "memo"),
    "a type that is called": ("$x = Integer('1', ^)", "radix"),
    "an attribute of a resource type": ("file { '/a': mode => ^ }", "mode"),
    "an attribute of an override": ("Web::Site['a'] { ssl => ^ }", "ssl"),
    "an attribute of defaults": ("Web::Site { ssl => ^ }", "ssl"),
    "a call that is not closed": ("$x = web::shout(^", "text"),
    "what comes again and again": ("$x = dig([1], 2, ^)", "arg"),
    "a lambda": ("[1].each |^", "value"),
}


@pytest.mark.parametrize("what", HELP)
def test_it_knows(what: str, tmp_path: Path) -> None:
    code, expected = HELP[what]
    found = help_at(tmp_path, code)
    assert found is not None
    assert found[1] == expected


@pytest.mark.parametrize("code", ["$x = 1 ^", "# abs(^", "$x = abs(1) ^"])
def test_nothing_is_offered(code: str, tmp_path: Path) -> None:
    assert help_at(tmp_path, code) is None


def test_the_matching_signature_is_active(tmp_path: Path) -> None:
    first, second = help_at(tmp_path, "$x = regsubst('a', 'b', ^)"), help_at(tmp_path, "$x = regsubst('a', /b/, ^)")
    assert first is not None and second is not None
    assert "String $pattern" in first[0] and "String $pattern" not in second[0]


def test_all_parameters_may_be_given_already(tmp_path: Path) -> None:
    found = help_at(tmp_path, "$x = web::shout('a', 2, ^)")
    assert found is not None and found[1] is None
