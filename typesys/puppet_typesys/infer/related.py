"""Other places that explain a finding: where something was declared first, or what defines the parameters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Related
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.infer.foreign import ForeignDefinition

if TYPE_CHECKING:
    from puppet_typesys.infer.compiler import CheckCompiler

DUPLICATE = re.compile(r"Duplicate declaration: (\S+?)\[(.*?)\] is already declared", re.DOTALL)
OWNER = re.compile(r"(\S+?)\[(.*?)\]:", re.DOTALL)
MISSING = re.compile(r"expects a value for parameter '(\w+)'")


def related(compiler: CheckCompiler, code: str, message: str, text: Text | None) -> tuple[Related, ...]:
    """The places that go with a finding in a text."""
    match code:
        case "duplicate-declaration":
            return _first(compiler, message, text)
        case "unknown-parameter" | "missing-parameter":
            return _definition(compiler, message, text)
    return ()


def _first(compiler: CheckCompiler, message: str, text: Text | None) -> tuple[Related, ...]:
    named = DUPLICATE.match(message)
    first = None if named is None else compiler.catalog.table.get((named[1], named[2]))
    if first is None or first.place is None or first.place.text is not text:
        return ()
    end = first.place.text.source.find(b"\n", first.place.offset)
    return (Related(first.place.offset, end if end >= 0 else len(first.place.text), "first declared here"),)


def _definition(compiler: CheckCompiler, message: str, text: Text | None) -> tuple[Related, ...]:
    owner = OWNER.match(message)
    if owner is None:
        return ()
    catalog = compiler.catalog
    found = catalog.class_named(owner[2].lower()) if owner[1] == "Class" else catalog.resource_type(owner[1].lower())
    missing = MISSING.search(message)
    if isinstance(found, ForeignDefinition):
        place = found.data.place
        parameter = None if missing is None else found.data.parameter(missing[1])
        if parameter is not None and parameter.end > parameter.start:
            return (Related(parameter.start, parameter.end, f"'{parameter.name}' is defined here", place.path),)
        return (Related(place.start, place.end, f"{found.data.name} is defined here", place.path),) if place.path else ()
    if (
        not isinstance(found, Definition)
        or found.ev is None
        or found.ev.text is not text
        or not isinstance(found.node, ast.NamedDefinition)
    ):
        return ()
    for each in found.parameters:
        if missing is not None and each.name == missing[1]:
            return (Related(each.start, each.end, f"'{each.name}' is defined here"),)
    return (Related(*found.node.name_span, f"{found.name} is defined here"),)
