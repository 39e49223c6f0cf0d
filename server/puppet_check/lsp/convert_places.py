"""Converts places and edits to protocol objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lsprotocol import types

from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.view import View
from puppet_check.lsp.convert import from_span
from puppet_check.lsp.uris import uri_of
from puppet_grammar.text import Encoding, Text
from puppet_typesys.diagnostics import Edit
from puppet_typesys.edits import with_breaks_of

TextOf = Callable[[str], Text]
"""The text of a file, open or not."""


class Texts:
    """The texts of files, each read once for a request."""

    def __init__(self, here: View | None, project_files: ProjectFiles) -> None:
        self._known: dict[str, Text] = {}
        self._others = project_files
        if here is not None:
            self._known[here.path] = here.text

    def __call__(self, path: str) -> Text:
        """The text of a file."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._others.text(path)
        return known


def location(path: str, start: int, end: int, text_of: TextOf, encoding: Encoding) -> types.Location:
    """The location of a place in any file."""
    return types.Location(uri_of(path), from_span(start, end, text_of(path), encoding))


def locations(places: Iterable[Sequence[object]], text_of: TextOf, encoding: Encoding) -> list[types.Location]:
    """The locations of tuples that begin with a path, a start and an end."""
    found = []
    for path, start, end, *_ in places:
        assert isinstance(path, str) and isinstance(start, int) and isinstance(end, int)
        found.append(location(path, start, end, text_of, encoding))
    return found


def text_edits(edits: Iterable[Edit], text: Text, encoding: Encoding) -> list[types.TextEdit]:
    """Edits of one text, with its line breaks."""
    source = text.source
    return [types.TextEdit(from_span(each.start, each.end, text, encoding), with_breaks_of(source, each.replacement)) for each in edits]
