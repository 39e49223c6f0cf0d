"""Text that reads otherwise than it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


def codes(folder: Path, files: dict[str, str | bytes]) -> list[tuple[str, str]]:
    return [(each.severity, each.code) for each in findings(folder, files) if each.code in ("bidirectional-text", "confusable-name")]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("manifests/init.pp", "# a \u2066comment\u2069\nclass own { }\n"),
        ("templates/x.epp", "<%# \u202a %>\n"),
        ("templates/y.epp", "text \u202e\n"),
        ("metadata.json", '{"name": "me-own", "version": "1.0.0", "summary": "a\u202eb"}'),
        ("data/common.yaml", "own::a: 'x\u202dy'\n"),
    ],
)
def test_controls_are_found_in_any_file(tmp_path: Path, path: str, text: str) -> None:
    hiera = "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"
    assert set(codes(tmp_path, {"hiera.yaml": hiera, "manifests/a.pp": "", path: text})) == {("warning", "bidirectional-text")}


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        ("notice('p\u0430ssword')", "warning"),
        ("notice(\"${'a'}\u0440assword\")", "warning"),
        ("notice('root\u200b')", "warning"),
        ("# p\u0430ssword", "info"),
    ],
)
def test_words_that_look_like_others_are_found(tmp_path: Path, code: str, severity: str) -> None:
    assert codes(tmp_path, {"manifests/init.pp": f"class own {{\n  {code}\n}}\n"}) == [(severity, "confusable-name")]


@pytest.mark.parametrize(
    "word", ["\u0441\u043e\u0440", "IP\u0430\u0434\u0440\u0435\u0441", "\u00b5s", "na\u00efve", "\u0394x", "\u4e2d\u6587"]
)
def test_words_of_other_alphabets_are_not(tmp_path: Path, word: str) -> None:
    assert codes(tmp_path, {"manifests/init.pp": f"\ufeff# {word}\nclass own {{\n  notice('{word}')\n}}\n"}) == []
