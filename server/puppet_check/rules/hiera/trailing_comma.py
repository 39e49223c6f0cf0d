"""Numbers and booleans of data with a comma after them, which makes them strings: `port: 80,`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile
from puppet_check.workspace.hiera.documents import Node, strings
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

VALUE = lazy_pattern(r"(?:[-+]?\d+(?:\.\d+)?|true|false),\Z")


@issue(Severity.WARNING)
def hiera_trailing_comma(text: str) -> str:
    """Number or boolean with a comma after it, which YAML takes for a string"""
    return f"the comma is a part of the value, so that `{text}` is a string"


@rule(on=(DataFile, UnlistedFile))
def check_values(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report such values without quotes."""
    yield from trailing_commas(file.root)


def trailing_commas(root: Node) -> Iterator[Diagnostic]:
    """The findings in a document."""
    for text, start, end in strings(root):
        if VALUE.match(text) and end - start == len(text):
            yield hiera_trailing_comma(text).at(start, end, fixes=(Fix("Remove the comma", (Edit(end - 1, end, ""),), "unsafe"),))
