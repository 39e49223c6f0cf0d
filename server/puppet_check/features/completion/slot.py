"""Slot: the syntactic context of a word at the cursor, found by parsing the statement completed with a placeholder."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.features.completion.cursor import CLOSING, Cursor
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.parse import Mode
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

MARK = "pp__x"
DEFINING = (b"class", b"define", b"function", b"plan")
LONG = 2000
"""The length in bytes of a statement that takes a few milliseconds to parse."""
LONGEST = 1 << 16
"""The length in bytes of a statement that is parsed at all: for each of the forms that it may be completed with."""
HEAD = b"define pp__d ("
RECEIVER = b"$pp__y"
INDENT = lazy_pattern(rb"\n[ \t]*(?=[A-Z$*])")
BEGINNING = lazy_pattern(rb"[ \t]*[A-Z$*]")
FORMS = ("", " => undef", ": ", ": { }", " $pp__y", " { }", " $pp__y| { }")
"""Texts after the placeholder that may complete the statement, in order of preference."""
ENDS = {
    b"if": (b" { }",),
    b"unless": (b" { }",),
    b"case": (b"", b" { default: { } }"),
    **dict.fromkeys((*DEFINING, b"node"), (b"", b" { }")),
}
"""The texts after the brackets that may complete a statement, by its first word."""
FIRST = lazy_pattern(rb"[a-z]+\b")
ELSIF = lazy_pattern(rb"elsif\b")
CALLED = lazy_pattern(rb"""[^'"\n]*['"](\.[a-z]\w*(?:::\w+)*)""")
"""The rest of a string, and the function that is called with it."""
LEADING = (b"->", b"~>", b"<-", b"<~", b"else", b",", b")", b";", b".")


class Slot(NamedTuple):
    """The nodes around the placeholder, in a text that only contains the statement."""

    path: tuple[ast.Node, ...]
    text: Text

    @property
    def node(self) -> ast.Node:
        """The placeholder."""
        return self.path[-1]

    @property
    def parent(self) -> ast.Node:
        """The parent of the placeholder."""
        return self.path[-2] if len(self.path) > 1 else self.path[-1]


def slot_at(source: bytes, cursor: Cursor) -> Slot | None:
    """The context of a word at the cursor; None if it cannot be determined."""
    before = _statement(source, cursor)
    if len(before) > LONGEST:
        return None
    if before.startswith(b".") and not before.startswith(b".."):
        # A method after a block, whose call the block belongs to.
        before = RECEIVER + before
    for each in LEADING:
        before = before.removeprefix(each).lstrip()
    if ELSIF.match(before):
        before = before.removeprefix(b"els")
    word = cursor.word
    if cursor.kind in ("string", "text") and not word.startswith("$"):
        quote = b"'" if cursor.kind == "string" else b'"'
        called = CALLED.match(source, cursor.offset)
        mark, tail = MARK.encode(), quote + (called[1] if called is not None else b"")
    else:
        mark = (f"${MARK}" if word.startswith("$") else MARK.capitalize() if word[:1].isupper() else MARK).encode()
        tail = b'"' if cursor.kind == "text" else b""
    closing = b"".join(CLOSING[each] for each in reversed(cursor.opened))
    found = _completed(before, mark, tail, closing)
    if not found[1] and cursor.opened[-1:] == (b"{",) and (comma := _with_comma(before)) is not None:
        other = _completed(comma, mark, tail, closing)
        found = other if other[1] else found
    return found[0]


def _with_comma(before: bytes) -> bytes | None:
    """The text before the cursor with a comma at the end of the last line, if that may have been forgotten."""
    kept = before.rstrip()
    is_value = kept[-1:].isalnum() or kept[-1:] in (b"'", b'"', b"]", b"}", b")")
    return kept + b"," + before[len(kept) :] if is_value and b"\n" in before[len(kept) :] else None


def _completed(before: bytes, mark: bytes, tail: bytes, closing: bytes) -> tuple[Slot | None, bool]:
    """The placeholder in the first completion of a statement that has no errors, else in one that has; and whether it has none."""
    fallback: Slot | None = None
    first = FIRST.match(before)
    for end in ENDS.get(first.group() if first else b"", (b"",)):
        for form in FORMS if not tail else ("", " => undef", ": ", ": { }"):
            found, whole = _read(before, mark + tail + form.encode() + closing + end)
            if whole:
                return found, True
            fallback = fallback or found
    return fallback, False


def _statement(source: bytes, cursor: Cursor) -> bytes:
    """The statement up to the cursor; of a long parameter list only the last parameter, as the others are not relevant."""
    before = source[cursor.from_ : cursor.start].lstrip()
    if len(before) < LONG or not before.startswith(DEFINING) or cursor.opened[:1] != (b"(",):
        return before
    first = cursor.opened_at[0] + 1
    last = cursor.opened_at[1] if len(cursor.opened_at) > 1 else cursor.start
    indent = INDENT.search(source, first, last)
    start = -1 if indent is None else source.rfind(indent.group(), first, last)
    while start > first and not BEGINNING.match(source, start + 1):
        start = source.rfind(indent.group() if indent else b"", first, start)
    return before if start < 0 else HEAD + source[start : cursor.start]


def _read(before: bytes, after: bytes) -> tuple[Slot | None, bool]:
    text = Text(before + after)
    program, problems = read(text, Mode())
    path = path_at(program, len(before) + 1)
    while path and isinstance(path[-1], ast.QualifiedName) and len(path) > 1 and isinstance(path[-2], ast.VariableExpression):
        path = path[:-1]
    whole = not any(each.severity == "error" for each in problems)
    return (Slot(path, text) if path and not isinstance(path[-1], ast.ErrorNode | ast.Program) else None), whole
