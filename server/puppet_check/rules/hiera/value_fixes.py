"""Fixes that rewrite scalars of data as values of another type, or as values of an Enum that were probably meant.

The first are safe, because Puppet rejects the data as they are; the others are guesses.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.workspace.hiera.documents import Node
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix, Message
from puppet_typesys.infer.fixes.literals import forms_of_text, meant_value
from puppet_typesys.types.mismatches import Path, TypeMismatch
from puppet_typesys.types.relate import is_instance

PLAIN = lazy_pattern(r"[\w.+-]+\Z")
"""The text of a number or Boolean."""


def converted(node: Node, message: Message, text: Text, path: str) -> tuple[Fix, ...]:
    """Rewrite strings as numbers or Booleans, or the reverse, so that all values are of the expected types."""
    details = message.arguments.get("details")
    quote = '"' if path.endswith(".json") else "'"
    edits: dict[int, Edit] = {}
    is_safe = True
    for mismatch in details if isinstance(details, tuple) else ():
        if not isinstance(mismatch, TypeMismatch):
            return ()
        scalar = _element(node, mismatch.canonical_path()[1:])
        edit = None if scalar is None else next(_edits(scalar, mismatch, text, quote), None)
        if edit is None and scalar is not None:
            edit, is_safe = _guess(scalar, mismatch, text), False
        if edit is None:
            return ()
        edits[edit.start] = edit
    title = ("Convert the value" if is_safe else "Change the value") + ("s" if len(edits) > 1 else "")
    return (Fix(title, tuple(edits.values()), "safe" if is_safe else "unsafe"),) if edits else ()


def _guess(scalar: Node, mismatch: TypeMismatch, text: Text) -> Edit | None:
    """The value of an Enum that was probably meant."""
    written, value = text.slice(scalar.start, scalar.end), scalar.value
    meant = meant_value(value, mismatch.expected) if isinstance(value, str) else None
    if meant is None or written not in (value, f"'{value}'", f'"{value}"'):
        return None
    return Edit(scalar.start, scalar.end, written.replace(str(value), meant))


def _edits(scalar: Node, mismatch: TypeMismatch, text: Text, quote: str) -> Iterator[Edit]:
    """The other forms of a scalar that are of the expected type; none if it is written with escapes or in several lines."""
    written = text.slice(scalar.start, scalar.end)
    match scalar.value:
        case str() as value if written in (f"'{value}'", f'"{value}"'):
            forms = [(each.value, each.text) for each in forms_of_text(value)]
        case bool() | int() | float() if PLAIN.match(written):
            forms = [(written, f"{quote}{written}{quote}")]
        case _:
            return
    yield from (Edit(scalar.start, scalar.end, shown) for value, shown in forms if is_instance(mismatch.expected, value))


def _element(node: Node | None, path: Path) -> Node | None:
    """The part of a value that a path leads to."""
    for step in path:
        if node is None:
            return None
        if isinstance(step.key, int):
            node = node.items[step.key] if step.key < len(node.items) else None
        else:
            entry = node.entry(step.key) if step.kind == "entry" else None
            node = None if entry is None else entry.node
    return node
