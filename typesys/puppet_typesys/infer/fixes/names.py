"""Fixes that replace an unknown name by a similar one; all are guesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.edits import respelled
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.hints import unknown_name
from puppet_typesys.loader import TYPE
from puppet_typesys.spelling import closest
from puppet_typesys.types.data import BUILTIN_ALIASES
from puppet_typesys.types.model import TypeAlias
from puppet_typesys.types.parse import BUILTIN
from puppet_typesys.types.show import capitalize_segments, show


def respelled_name(context: Context) -> Iterable[Fix]:
    """Replace the name by the one that the message suggests."""
    written = unknown_name(context.message)
    return () if written is None else respelled(context.text, context.start, context.end, written, context.message.meant)


def other_type(context: Context) -> Iterator[Fix]:
    """Replace an unknown data type by the most similar one."""
    compiler = context.compiler
    written = str(context.message.arguments["name"])
    known = {show(each) for each in BUILTIN.values() if not isinstance(each, TypeAlias)} | {
        each().name for each in BUILTIN_ALIASES.values()
    }
    known |= {each for each in compiler.names() if each[:1].isupper()}
    known |= {capitalize_segments(each) for each in compiler.loader.likely_names(TYPE)}
    meant = closest(written, known)
    if meant is not None:
        yield Fix(f"Change to '{meant}'", (Edit(context.start, context.end, meant),))
