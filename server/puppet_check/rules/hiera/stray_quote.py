"""Values of data with a quote at their end and none at their beginning, which is a part of the value: `enable: false'`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, text_of
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

LIKELY = lazy_pattern(rb"(?:^|['\"]:[ \t])[^'\"`\n]*(?:['\"]|`{1,3})[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
"""A line that ends with its only quote, or the only one after a quoted key."""
VALUE = lazy_pattern(r"[\w./@:+-]*+(?<=[A-Za-z0-9])(?:['\"]|`{1,3})\Z")
QUOTES = ("'", '"', "`")
INCHES = lazy_pattern(r"[\d.]+['\"]\Z")
"""A length in feet or inches."""


@issue(Severity.WARNING)
def hiera_stray_quote(text: str) -> str:
    """Value that ends with a quote and does not begin with one"""
    return f"the quote is a part of the value `{text}`, which does not begin with one"


@rule(on=(DataFile, UnlistedFile))
def check_values(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report single words without quotes around them that end with one."""
    if LIKELY.search(text_of(file.path, known).source) is None:
        return
    for text, start, end in strings(file.root):
        if text.endswith(QUOTES) and end - start == len(text) and VALUE.match(text) and not INCHES.match(text):
            bare = text.rstrip("'\"`")
            fix = Fix("Remove the quote", (Edit(end - len(text) + len(bare), end, ""),), "unsafe")
            yield hiera_stray_quote(text).at(start, end, fixes=(fix,))
