"""Completion, hover and signature help describe the version that the code is written for."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.completion import complete
from puppet_check.features.completion.signature_help import signature_help
from puppet_check.features.inspection.hover import hover
from puppet_check.features.other import OtherView
from puppet_check.features.other import complete as complete_other
from puppet_grammar.text import Text
from tests.features.versions import place, workspace_for

COMPLETIONS = [
    ("package { 'a': env^ }", "environment", "puppet8", "openvox8"),
    ("file { '/a': checksum => ^ }", "'etag'", "puppet8", "openvox8.26"),
    ("$a = $facts['impl^']", "implementation", "openvox8.18", "openvox8.19"),
    ("zon^", "zone", "openvox9", "openvox8"),
]


@pytest.mark.parametrize(("code", "label", "lacks", "has"), COMPLETIONS)
def test_completion_offers_what_the_version_has(tmp_path: Path, code: str, label: str, lacks: str, has: str) -> None:
    found = {target: {each.label for each in complete(*place(tmp_path, code, target)).items} for target in (lacks, has)}
    assert [label in found[lacks], label in found[has]] == [False, True]


def test_hovers_show_attributes_values_and_facts_of_the_version(tmp_path: Path) -> None:
    def text(code: str, target: str) -> str:
        found = hover(*place(tmp_path, code, target))
        return "" if found is None else found.text

    assert "environment =>" in text("package { 'a': enviro^nment => ['A=b'] }", "openvox8")
    assert "etag" in text("file { '/a': check^sum => 'md5' }", "openvox9") and "etag" not in text(
        "file { '/a': check^sum => 'md5' }", "puppet8"
    )
    assert "Type: `String`" in text("notice($facts['implemen^tation'])", "openvox8")


@pytest.mark.parametrize(("target", "arguments"), [("puppet8", 5), ("openvox8", 5), ("openvox9", 4)])
def test_signatures_are_those_of_the_version(tmp_path: Path, target: str, arguments: int) -> None:
    found = signature_help(*place(tmp_path, "$a = regsubst('a', 'b', ^)", target))
    assert found is not None and len(found.call_signatures[0].arguments) == arguments


def test_settings_are_those_of_the_version(tmp_path: Path) -> None:
    def labels(name: str, target: str) -> set[str]:
        path = str(tmp_path / name)
        view = OtherView(path, Text(b""), workspace_for(target).known(path))
        return {each.label for each in complete_other(view, 0).items}

    assert "environment_data_provider" in labels("environment.conf", "openvox8") - labels("environment.conf", "openvox9")
    assert {"pluginsync", "strict"} <= labels("puppet.conf", "openvox8")
    assert "pluginsync" not in labels("puppet.conf", "openvox9")
