"""Scalars of data in typographic quotes, which are a part of the value: `port: “80”`.

Data with texts that quote others in this way are not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

QUOTED = lazy_pattern(r"[“”„‘’]([^\s“”„‘’]+)[“”‘’]\Z")
"""A single word in such quotes: a sentence may quote another text."""
IN_TEXT = lazy_pattern(r"[“”„]")


@issue(Severity.WARNING)
def hiera_typographic_quotes(text: str) -> str:
    """Value in typographic quotes, which YAML does not take for quotes"""
    return f"the quotes in `{text}` are a part of the value; expected `'` or `\"`"


@rule(on=DataFile)
def check_quotes(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report words in typographic quotes."""
    found = [(text, start, end) for text, start, end in strings(file.root) if IN_TEXT.search(text) or QUOTED.match(text)]
    if all(QUOTED.match(text) for text, _, _ in found):
        for text, start, end in found:
            yield hiera_typographic_quotes(text).at(start, end)
