"""Errors about several arguments of one call: each where the call gives the argument."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Message
from puppet_typesys.edits import respelled
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.issues.evaluation.names import unknown_class
from puppet_typesys.issues.evaluation.parameters import (
    missing_template_parameter,
    missing_template_parameters,
    unknown_template_parameter,
    wrong_template_value,
)
from puppet_typesys.spelling import closest
from puppet_typesys.types.mismatches import InvalidParameter, Mismatch, MissingParameter

SeveralArguments = ast.CallNamedFunctionExpression | ast.CallMethodExpression
NAMES = (ast.LiteralString, ast.QualifiedName)


def is_call(node: ast.Node) -> TypeGuard[SeveralArguments]:
    """Whether a node is the call of a function."""
    return isinstance(node, ast.CallNamedFunctionExpression | ast.CallMethodExpression)


def errors_of_classes(message: Message, call: SeveralArguments, text: Text) -> Iterator[EvaluationError]:
    """The errors of a call that includes several classes, one for each class that does not exist."""
    first, others = str(message.arguments["name"]), message.arguments["others"]
    assert isinstance(others, tuple)
    places = {each.value.removeprefix("::").lower(): each for each in _flat(_arguments(call)) if isinstance(each, NAMES)}
    for name in dict.fromkeys((first, *others)):
        error = EvaluationError(unknown_class(name), None, call.start, text)
        if name in places:
            error = error.at(places[name])
            error.is_placed = True
        yield error


def _flat(nodes: Sequence[ast.Expression]) -> Iterator[ast.Expression]:
    for each in nodes:
        if isinstance(each, ast.LiteralList):
            yield from _flat(each.values)
        else:
            yield each


def template_findings(message: Message, call: SeveralArguments, text: Text) -> Iterator[Diagnostic]:
    """The findings for the parameters that an EPP template does not accept, from a message about all of them."""
    template, details, declared = str(message.arguments["template"]), message.arguments["details"], message.arguments["declared"]
    assert isinstance(details, tuple) and isinstance(declared, tuple)
    keys, name_of_template = dict(_keys(call)), _arguments(call)[0]
    missing = [each.key for each in details if isinstance(each, MissingParameter)]
    left = [each for each in declared if each not in keys]
    meant: dict[str, str | None] = {}
    for each in details:
        if isinstance(each, InvalidParameter):
            place, best = keys.get(each.key, name_of_template), closest(each.key, missing) or closest(each.key, left)
            meant[each.key] = best
            fixes = respelled(text, place.start, place.end, each.key, best)
            yield unknown_template_parameter(each.key, template).suggesting(best).at(place.start, place.end, fixes=fixes)
        elif isinstance(each, Mismatch) and not isinstance(each, MissingParameter):
            name = each.parameter() or ""
            place = keys.get(name, name_of_template)
            yield wrong_template_value(name, template, each.text()).at(place.start, place.end)
    missing = [each for each in missing if each not in meant.values()]
    if missing:
        one = missing_template_parameter(missing[0], template)
        several = missing_template_parameters(missing[0], template, (*missing[1:],))
        yield (one if len(missing) == 1 else several).at(name_of_template.start, name_of_template.end)


def _arguments(call: SeveralArguments) -> Sequence[ast.Expression]:
    """The arguments of a call, the receiver of a method call included."""
    receiver = [call.functor_expr.left_expr] if isinstance(call, ast.CallMethodExpression) else []
    return [*receiver, *call.arguments] or [call]


def _keys(call: SeveralArguments) -> Iterator[tuple[str, ast.Expression]]:
    """The keys of the literal hash that a call passes after the name of a template."""
    for argument in _arguments(call)[1:2]:
        for each in argument.entries if isinstance(argument, ast.LiteralHash) else ():
            if isinstance(each.key, ast.LiteralString | ast.QualifiedName):
                yield each.key.value, each.key
