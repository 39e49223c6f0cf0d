"""Hiera keys whose values code takes for the names of classes that it includes, or for resources that it creates."""

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
CREATED = lazy_pattern(rb"\bcreate_resources\s*\(?\s*['\"]?@{0,2}(?:::)?([\w:]+)['\"]?\s*,\s*" + LOOKUP)
CREATED_OF = lazy_pattern(rb"\bcreate_resources\s*\(?\s*['\"]?@{0,2}(?:::)?([\w:]+)['\"]?\s*,\s*\$(\w+)\s*[,)\n]")
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


def created_keys(source: bytes) -> Iterator[tuple[str, str]]:
    """The keys of whose values a manifest creates resources, each with their type in lower case."""
    if b"create_resources" not in source:
        return
    code = COMMENT.sub(b"", source)
    found = [(key, type) for type, key in CREATED.findall(code)]
    looked_up: dict[bytes, set[bytes]] = {}
    for name, key in ASSIGNED.findall(code):
        looked_up.setdefault(name, set()).add(key)
    for type, name in CREATED_OF.findall(code) if looked_up else ():
        found += ((key, type) for key in looked_up.get(name, ()))
    yield from ((key.decode(), type.decode().lower()) for key, type in found)
