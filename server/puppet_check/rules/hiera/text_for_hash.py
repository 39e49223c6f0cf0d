"""Values of data that are texts where a hash is meant: `ensure => present` and `ensure = 'present'` below a key.

YAML has a colon between a key and its value, as Puppet code has an arrow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, text_of
from puppet_check.workspace.hiera.inner_keys import inner_entries
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

LIKELY = lazy_pattern(rb"^[ \t]+['\"]?[\w.:-]+['\"]?[ \t]*=", re.MULTILINE)
PAIR = lazy_pattern(r"(['\"]?)(\w[\w.:-]*)\1(\s*=>\s*|\s*=\s*(?=['\"][^'\"]*['\"]\Z))\S")
"""A key and the beginning of its value, as Puppet code or a file of settings has them."""
SETTING = lazy_pattern(r"()([\w.-]+)(\s+=\s+)\S")
"""A line of a file of settings, of which several are one text."""


@issue(Severity.WARNING)
def hiera_text_for_hash(key: str, sign: str) -> str:
    """Value in the form of a hash of another language, which YAML takes for a text"""
    return f"the value is a text, and no hash: YAML has ': ' after the key '{key}' instead of '{sign}'"


@rule(on=(DataFile, UnlistedFile))
def check_values(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report plain values on lines of their own that begin with a key and an arrow or an equals sign."""
    text = text_of(file.path, known)
    for entry in inner_entries(file.root) if LIKELY.search(text.source) is not None else ():
        node = entry.node
        if not isinstance(node.value, str) or "=" not in node.value:
            continue
        found = PAIR.match(node.value)
        is_setting = found is None
        found = found or SETTING.match(node.value)
        if found is None:
            continue
        source = text.slice(node.start, node.end)
        # The end of a quoted key is before its quote.
        if "\n" not in text.slice(entry.end, node.start) or not source.startswith(found[0]):
            continue
        lines = source.splitlines()
        if is_setting and not (len(lines) > 1 and all(SETTING.match(each.strip()) for each in lines)):
            continue
        at = node.start + len(found[0][: found.start(3)].encode())
        fixes = (Fix("Write a colon", (Edit(at, at + len(found[3]), ": "),), "unsafe"),) if len(lines) == 1 else ()
        yield hiera_text_for_hash(found[2], found[3].strip()).at(node.start, node.end, fixes=fixes)
