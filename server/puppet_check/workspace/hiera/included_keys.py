"""Hiera keys whose values code takes for the names of classes that it includes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_grammar.patterns import lazy_pattern

LOOKUP = rb"(?:lookup|hiera(?:_array|_hash)?)\s*\(\s*(?:\{\s*['\"]?name['\"]?\s*=>\s*)?['\"]([\w:.-]+)['\"]"
"""A look-up of a literal key."""
PASSED = rb"(?:\s*\.\s*(?:unique|flatten|sort|filter\s*(?:with)?\s*\|[^\n]*\}))*"
"""What keeps the names in a list."""
EACH = rb"\s*\.\s*each\s*(?:\(\s*\))?\s*\|[^|$]*\$(\w+)\s*\|\s*\{\s*(?:include|contain)[\s(]+\$"
"""A loop that includes each."""
BY_NAME = lazy_pattern(rb"\bhiera_include\s*\(?\s*['\"]([\w:.-]+)['\"]")
BEFORE = lazy_pattern(rb"\b(?:include|contain)\b[\s(]+" + LOOKUP)
AFTER = lazy_pattern(rb"\b" + LOOKUP + rb"[^\n;|]*\)" + PASSED + rb"\s*\.\s*(?:include|contain)\b")
LOOP = lazy_pattern(rb"\b" + LOOKUP + rb"[^\n;|]*\)" + PASSED + EACH)
ASSIGNED = lazy_pattern(rb"\$(\w+)\s*=\s*" + LOOKUP)
VARIABLE = lazy_pattern(rb"\b(?:include|contain)\b[ \t(]+\$(\w+)\b(?!\s*\.)|\$(\w+)" + PASSED + rb"\s*\.\s*(?:include|contain)\b")
VARIABLE_LOOP = lazy_pattern(rb"\$(\w+)" + PASSED + EACH)
COMMENT = lazy_pattern(rb"^[ \t]*#.*$", re.MULTILINE)


def included_keys(source: bytes) -> Iterator[str]:
    """The keys of which a manifest includes the values."""
    if b"include" not in source and b"contain" not in source:
        return
    code = COMMENT.sub(b"", source)
    found = [*BY_NAME.findall(code), *BEFORE.findall(code), *AFTER.findall(code), *(key for key, _ in LOOP.findall(code))]
    assigned = ASSIGNED.findall(code)
    if assigned:
        variables = {one or other for one, other in VARIABLE.findall(code)} | {name for name, _ in VARIABLE_LOOP.findall(code)}
        found += (key for name, key in assigned if name in variables)
    yield from (each.decode() for each in found)
