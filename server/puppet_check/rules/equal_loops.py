"""Resources that two loops of one body declare for the same elements: over the same collection, or over literal lists that share some.

The evaluation finds those of loops over literal lists, unless nothing is known of their type.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from puppet_check.rules.duplicate_resource import ASKING, LEAVING, Reported, calls_any, declared_twice, lower_name, title_key
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.infer.resolution import assigned_variables

MOST = 50
"""The number of loops of a body up to which they are compared."""
PURE = (ast.VariableExpression, ast.AccessExpression)
"""What has the same elements each time."""


class _Loop(NamedTuple):
    over: ast.Expression
    elements: frozenset[str]
    """Those of a literal list."""
    declared: Mapping[Hashable, ast.Expression]
    """The titles that differ among the elements, by type and by what they are."""


@rule(on=ast.BlockExpression, whole=True)
def check_loops(block: ast.BlockExpression, file: File) -> Iterator[Diagnostic]:
    """Report the titles of a later loop that an earlier one among the same statements has declared."""
    calls = [each for each in block.statements if isinstance(each, ast.CallMethodExpression) and called(each) == "each"]
    if not 1 < len(calls) <= MOST:
        return
    loops = [each for call in calls if (each := _loop(call, file)) is not None]
    reported = Reported(file)
    for at, second in enumerate(loops):
        for first in loops[:at]:
            for key in first.declared.keys() & second.declared.keys() if _have_common(first, second, file) else ():
                before, title = first.declared[key], second.declared[key]
                if not reported.touches(title):
                    type = "::".join(each.capitalize() for each in str(key[0]).split("::")) if isinstance(key, tuple) else ""
                    line = file.text.line_of(before.start) + 1
                    found = declared_twice(type, file.source(title).strip("'\""), line)
                    related = (Related(before.start, before.end, "first declared here"),)
                    yield found.at(title.start, title.end, severity=Severity.WARNING, related=related)


def _loop(call: ast.CallMethodExpression, file: File) -> _Loop | None:
    """What a loop declares for each element under no condition."""
    block, over = call.lambda_, call.functor_expr.left_expr
    if block is None or block.body is None or calls_any(block.body, LEAVING | ASKING):
        return None
    elements = (
        frozenset(each.value for each in over.values if isinstance(each, ast.LiteralString))
        if isinstance(over, ast.LiteralList)
        else frozenset()
    )
    names = [each.name for each in block.parameters]
    if elements and len(names) > 1:
        return None  # The index of an element is another one in another list.
    if not names or assigned_variables(block.body) or not (elements or isinstance(over, PURE)):
        return None
    declared: dict[Hashable, ast.Expression] = {}
    for statement in block.body.statements if isinstance(block.body, ast.BlockExpression) else (block.body,):
        if (
            isinstance(statement, ast.ResourceExpression)
            and statement.form == "regular"
            and isinstance(statement.type_name, ast.QualifiedName)
        ):
            for body in statement.bodies:
                key = _with_places(title_key(body.title), names)
                if key is not None and any(each.name in names for each in ast.of_class(body.title, ast.VariableExpression)):
                    declared[lower_name(statement.type_name), len(names), key] = body.title
    return _Loop(over, elements, declared) if declared else None


def _with_places(key: Hashable, names: list[str]) -> Hashable:
    """A key of a title with the places of parameters for their names."""
    match key:
        case ("variable", str(name)) if name in names:
            return "parameter", names.index(name)
        case (kind, tuple(parts)):
            return kind, tuple(_with_places(each, names) for each in parts)
    return key


def _have_common(first: _Loop, second: _Loop, file: File) -> bool:
    """Whether two loops certainly have a common element, if the collection has any."""
    if first.elements or second.elements:
        return not first.elements.isdisjoint(second.elements)
    return title_key(first.over) is not None and title_key(first.over) == title_key(second.over)
