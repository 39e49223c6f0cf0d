"""Values of data that are texts where a hash is meant: `ensure => present` and `ensure = 'present'` below a key.

YAML has a colon between a key and its value, as Puppet code has an arrow.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile, text_of
from puppet_check.workspace.hiera.inner_keys import inner_entries
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

PAIR = lazy_pattern(r"(['\"]?)([\w.:-]+)\1(\s*=>\s*|\s*=\s*(?=['\"][^'\"]*['\"]\Z))\S")
"""A key and the beginning of its value, as Puppet code or a file of settings has them."""


@issue(Severity.WARNING)
def hiera_text_for_hash(key: str, sign: str) -> str:
    """Value in the form of a hash of another language, which YAML takes for a text"""
    return f"the value is a text, and no hash: YAML has ': ' after the key '{key}' instead of '{sign}'"


@rule(on=(DataFile, UnlistedFile))
def check_values(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report plain values on lines of their own that begin with a key and an arrow or an equals sign."""
    for entry in inner_entries(file.root):
        node = entry.node
        found = PAIR.match(node.value) if isinstance(node.value, str) and "=" in node.value else None
        if found is None:
            continue
        text = text_of(file.path, known)
        # The end of a quoted key is before its quote.
        if "\n" not in text.slice(entry.end, node.start) or not text.slice(node.start, node.end).startswith(found[0]):
            continue
        at = node.start + len(found[0][: found.start(3)].encode())
        is_single = "\n" not in text.slice(node.start, node.end)
        fixes = (Fix("Write a colon", (Edit(at, at + len(found[3]), ": "),), "unsafe"),) if is_single else ()
        yield hiera_text_for_hash(found[2], found[3].strip()).at(node.start, node.end, fixes=fixes)
