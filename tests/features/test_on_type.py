"""Formatting while typing."""

from __future__ import annotations

from pathlib import Path

from puppet_check.features.refactoring.on_type import on_type
from puppet_check.formatting.style import Style
from tests.features.project import Place, edited

A = "modules/m/manifests/a.pp"


def typed(folder: Path, text: str, character: str, style: Style = Style()) -> str:
    place = Place(folder, A, {A: text})
    return edited(text.replace("|", "", 1), on_type(place.view, place.offset, character, style))


def test_arrows_are_aligned(tmp_path: Path) -> None:
    text = "file { '/x':\n  ensure => file,\n  recurse =>| true,\n}\n"
    assert typed(tmp_path, text, ">") == "file { '/x':\n  ensure  => file,\n  recurse => true,\n}\n"
    assert typed(tmp_path, "$h = {\n  'a' => 1,\n  'bcd'=>| 2,\n}\n", ">") == "$h = {\n  'a'   => 1,\n  'bcd' => 2,\n}\n"


def test_a_new_line_is_indented(tmp_path: Path) -> None:
    assert typed(tmp_path, "class a {\n|\n}\n", "\n") == "class a {\n  \n}\n"
    assert typed(tmp_path, "class a {\n  file { '/x':\n  |\n  }\n}\n", "\n") == "class a {\n  file { '/x':\n    \n  }\n}\n"


def test_text_keeps_its_white_space(tmp_path: Path) -> None:
    assert typed(tmp_path, "  $x = 'a\n|b'\n", "\n") == "  $x = 'a\nb'\n"


def test_a_closing_brace_is_aligned_with_its_statement(tmp_path: Path) -> None:
    assert typed(tmp_path, "class a {\n  if $x {\n    notice('}')\n    }|\n}\n", "}") == "class a {\n  if $x {\n    notice('}')\n  }\n}\n"


def test_a_statement_is_formatted_when_its_brace_is_typed(tmp_path: Path) -> None:
    text = "class a {\n  $x=1\n  file{'/x':\n  ensure=>file,\n      mode => '0644'\n  }|\n}\n"
    expected = "class a {\n  $x=1\n  file { '/x':\n    ensure => file,\n    mode   => '0644',\n  }\n}\n"
    assert typed(tmp_path, text, "}") == expected


def test_the_style_is_that_of_the_project(tmp_path: Path) -> None:
    text = "$h = {\n  'a' => 1,\n  'bcd'=>| 2,\n}\n"
    assert typed(tmp_path, text, ">", Style(align_arrows=False)) == text.replace("|", "")
    assert typed(tmp_path, 'if $x {\n$y = "a"\n}|\n', "}", Style(quotes=False)) == 'if $x {\n  $y = "a"\n}\n'
