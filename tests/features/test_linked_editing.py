"""Linked editing ranges."""

from __future__ import annotations

from pathlib import Path

from puppet_check.features.linked_editing import linked
from tests.features.cursor import view_of


def places(folder: Path, code: str) -> list[str]:
    view, offset = view_of(folder, code)
    return [view.text.slice(*each) for each in linked(view, offset)]


def test_a_variable_of_a_lambda(tmp_path: Path) -> None:
    assert places(tmp_path, '[1].each |$^v| { notice($v, "${v}") }\nnotice($v)\n') == ["v", "v", "v"]


def test_symbols_visible_to_other_files_have_no_linked_ranges(tmp_path: Path) -> None:
    assert places(tmp_path, "class web::here ($^port) { notice($port) }\n") == []
