"""Defaults that reach parameters and attributes which refuse them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings

LINE = "define m::line(Optional[String] $text = undef, Integer $size = 1) { notice($text, $size) }"


def reported(folder: Path, body: str, *others: str) -> list[str]:
    """The texts of the findings of the rule in a class with some parameters and a body."""
    parameters = (
        "Boolean $on = true, $off = false, $text = false, $size = 1, $mode = 0644, Variant[Boolean, String] $wide = false, $none = undef"
    )
    files = {"m/manifests/line.pp": LINE, "m/manifests/init.pp": f"class m({parameters}) {{\n{body}\n}}\n"}
    files |= {f"m/manifests/other{number}.pp": each for number, each in enumerate(others)}
    return [each.message for each in findings(folder, files) if each.code == "refused-default"]


@pytest.mark.parametrize(
    "body",
    [
        "m::line { 'x': text => $text }",
        "m::line { 'x': text => $wide }",
        "if $on { m::line { 'x': text => $text } }",
        "if $on == true and !$off { m::line { 'x': text => $text } }",
        "if $off or $none { notice(1) } else { m::line { 'x': text => $text } }",
        "unless $off { m::line { 'x': text => $text } }",
        "if $size > 3 { fail('large') } m::line { 'x': text => $text }",
        "if $text { fail('no') } m::line { 'x': text => $text }",
        "file { '/x': mode => $mode }",
    ],
)
def test_the_default_is_passed_on(body: str, tmp_path: Path) -> None:
    (message,) = reported(tmp_path, body)
    assert message.startswith("the default `")


@pytest.mark.parametrize(
    "body",
    [
        "m::line { 'x': size => $size, text => $none }",
        "if $off { m::line { 'x': text => $text } }",
        "if $text { m::line { 'x': text => $text } }",
        "if $facts['x'] { m::line { 'x': text => $text } }",
        "unless $text { fail('no') } m::line { 'x': text => $text }",
        "if $text == false { return() } m::line { 'x': text => $text }",
        "['a'].each |$text| { m::line { $text: text => $text } }",
        "case $on { true: { m::line { 'x': text => $text } } default: { } }",
    ],
)
def test_the_default_may_not_reach_it(body: str, tmp_path: Path) -> None:
    assert reported(tmp_path, body) == []


def test_another_manifest_passes_a_value(tmp_path: Path) -> None:
    assert reported(tmp_path, "m::line { 'x': text => $text }", "class m::other0 { class { 'm': text => 'x' } }") == []
