"""Contexts that follow from the text before the cursor: data types, and keys within interpolations."""

from __future__ import annotations

from puppet_check.features.completion.cursor import Cursor
from puppet_check.features.project_files.nearby import ending_at
from puppet_grammar.patterns import lazy_pattern

ALIAS = lazy_pattern(rb"type\s+[\w:]+\s*=")
RETURN = lazy_pattern(rb"function\b[^{]*\)\s*>>[^{]*\Z")
HEADER = lazy_pattern(rb"(?:class|define|function|plan)\s[^({]*\(")
LAMBDA = lazy_pattern(rb"\s*\|(?=[^|]*\Z)")
ACCESS = lazy_pattern(rb"""\$?((?:::)?\w+)((?:\[['"]?[\w.-]+['"]?\])*)\[(['"]?)\Z""")
QUERY = lazy_pattern(rb"((?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)\s*<<?\|(?:[^|]*(?:\band\b|\bor\b|\())?\s*\Z")
"""A collector up to the name of an attribute in its query."""
KEY = lazy_pattern(rb"[\w.-]+")


def is_type(source: bytes, cursor: Cursor) -> bool:
    """Whether a data type is expected: in an alias, as a return type, or before the name of a parameter."""
    if cursor.kind != "code" or cursor.interpolated or cursor.word.startswith("$"):
        return False
    before = source[cursor.from_ : cursor.start].lstrip()
    if ALIAS.match(before) or RETURN.match(before):
        return True
    header = HEADER.match(before) if cursor.opened[:1] == (b"(",) else LAMBDA.match(before)
    return header is not None and b"$" not in _last(before[header.end() :])


def _last(parameters: bytes) -> bytes:
    """The text after the last comma outside of brackets."""
    depth = start = 0
    for at, byte in enumerate(parameters):
        if byte in b"[{(":
            depth += 1
        elif byte in b"]})":
            depth -= 1
        elif byte == 0x2C and depth == 0:
            start = at + 1
    return parameters[start:]


def query_at(source: bytes, cursor: Cursor) -> str | None:
    """The resource type whose resources a collector searches by the attribute at the cursor; None elsewhere."""
    found = ending_at(QUERY, source, cursor.start, cursor.from_) if cursor.kind == "code" and not cursor.interpolated else None
    return None if found is None else found[1].decode().lower().removeprefix("::")


def interpolated_access(source: bytes, cursor: Cursor) -> tuple[str, bool] | None:
    """The accessed value (as code) of a key in an interpolation, and whether the key is already quoted; None elsewhere."""
    found = ending_at(ACCESS, source, cursor.start, cursor.from_) if cursor.interpolated else None
    if found is None:
        return None
    keys = "".join(f"['{each.decode()}']" for each in KEY.findall(found[2]))
    return f"${found[1].decode()}{keys}", found[3] != b""
