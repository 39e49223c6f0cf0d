"""Results of functions that do not keep the protection of what they are given."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.types import model
from puppet_typesys.types.narrow import ARRAYS, members

FUNCTION = "regsubst"


@issue(Severity.WARNING)
def lost_sensitive() -> str:
    """Function returns texts of a Sensitive Array without protection"""
    return f"{FUNCTION} returns a plain Array for a Sensitive one, so that its texts are shown in catalogs and logs"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression))
def check_call(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report calls with an Array that is Sensitive as a whole, which versions of OpenVox accept."""
    if called(node) != FUNCTION or file.model is None or FUNCTION not in file.known.target.functions:
        return
    for given in arguments(node)[:1]:
        type = file.model.type_of(given)
        if isinstance(type, model.Sensitive) and all(isinstance(each, ARRAYS) for each in members(type.type)):
            yield lost_sensitive().at(given.start, given.end)
