"""Strings that equal the name of a symbol without being an occurrence of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.navigation.occurrences import content_start, occurrences_at
from puppet_check.features.other.spots import spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Draft
from puppet_check.features.symbols import Symbol
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit

QUOTED = (b"'", b'"')


def change_occurrences(symbol: Symbol, new: str, found: Iterator[tuple[str, int, int]], draft: Draft, project_files: ProjectFiles) -> None:
    """Replace places that name a symbol; a name without quotes gets some where the new one needs them."""
    for path, start, end in found:
        source = project_files.text(path).source
        is_quoted = source[start - 1 : start] in QUOTED or re.fullmatch(r"[a-z]\w*", new) is not None
        draft.change(path, [Edit(end - len(symbol.name.encode()), end, new if is_quoted else f"'{new}'")])


def suggest_equal(symbol: Symbol, new: str, draft: Draft, project_files: ProjectFiles) -> None:
    """Suggest to change the strings in code and data that are the name of a symbol and are not known to be something else."""
    for view in project_files.with_words([symbol.name]):
        where = os.path.basename(view.path)
        for node in ast.walk(view.program):
            if isinstance(node, ast.LiteralString) and node.value == symbol.name and not _is_other(symbol, view, node):
                start = content_start(view, node)
                edit = Edit(start, start + len(symbol.name.encode()), new)
                draft.suggest(os.path.abspath(view.path), [edit], f"a string in {where} may name '{symbol.name}'")
    for path in project_files.data():
        text = project_files.text(path)
        if symbol.name.encode() not in text.source:
            continue
        for spot in spots(OtherView(path, text, project_files.known)):
            is_named = text.slice(spot.start, spot.end) == symbol.name and (not spot.is_key or len(spot.keys) > 1)
            if is_named:
                reason = f"{'a key' if spot.is_key else 'a value'} in {os.path.basename(path)} may name '{symbol.name}'"
                draft.suggest(path, [Edit(spot.start, spot.end, new)], reason)


def _is_other(symbol: Symbol, view: View, node: ast.LiteralString) -> bool:
    """Whether a string is known to name something else, such as a resource of another type."""
    found = occurrences_at(view, content_start(view, node))
    return bool(found) and all(each.symbol != symbol for each in found)
