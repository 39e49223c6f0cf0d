"""Fixes that replace an unknown name by a similar one; all are guesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.edits import respelled
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.hints import removed_name, types, unknown_name
from puppet_typesys.spelling import closest_of


def respelled_name(context: Context) -> Iterable[Fix]:
    """Replace the name by the one that the message suggests."""
    written = unknown_name(context.message)
    return () if written is None else respelled(context.text, context.start, context.end, written, context.message.meant)


def other_type(context: Context) -> Iterator[Fix]:
    """Replace an unknown data type by the most similar one."""
    meant = closest_of(str(context.message.arguments["name"]), types(context.compiler))
    if meant is not None:
        yield Fix(f"Change to '{meant}'", (Edit(context.start, context.end, meant),))


def instead_of_type(context: Context) -> Iterator[Fix]:
    """Replace a data type that stdlib removed by the one that it stood for."""
    gone = removed_name(context.message)
    if gone is not None and gone.same is not None:
        yield Fix(f"Use {gone.same}", (Edit(context.start, context.end, gone.same),), "safe" if gone.is_exact else "unsafe")
