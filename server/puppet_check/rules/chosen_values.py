"""Values that an attribute refuses, in one option of a selector or one branch of a condition.

The evaluation reports a value that an attribute certainly has; where a condition is unknown, it only knows the types of the values that
the options give. A variable is followed to its assignments in the block of the resource, after which nothing depends on them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.duplicate_resource import LEAVING
from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.related_statements import are_related
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.infer.attribute_values import invalid_value
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.infer.forwarded_values import Asked, refusal
from puppet_typesys.infer.issues import wrong_value
from puppet_typesys.types.model import ANY, Boolean, Enum, Optional
from puppet_typesys.types.relate import is_accepted
from puppet_typesys.types.show import show
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING

BRANCHING = (ast.IfExpression, ast.UnlessExpression, ast.CaseExpression)
BOOLEANS = (True, False)
REFUSING = (
    LEAVING | {"assert_type"} | {f"validate_{each}" for each in ("absolute_path", "array", "bool", "integer", "numeric", "re", "string")}
)
"""Functions after which some values are out of the question."""
SCOPES = (ast.Definition, ast.LambdaExpression)
LITERALS = (ast.LiteralString, ast.LiteralInteger, ast.LiteralBoolean, ast.QualifiedName, ast.LiteralList, ast.LiteralHash)
CHOSEN = (ast.SelectorExpression, *LITERALS)
"""What is assigned that may be refused."""
MOST_ASSIGNMENTS = 100
"""The number of assignments to a variable up to which these are looked at."""


@wrong_value.variant()
def wrong_choice(attribute: str, type: str, reason: str) -> str:
    return f"a possible value of '{attribute}' of this {type} is invalid: {reason}"


@rule(on=ast.ResourceExpression, whole=True)
def check_choices(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the literal options of attributes that these refuse."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return
    type = node.type_name.value.removeprefix("::")
    for body in node.bodies:
        for each in body.operations:
            if not isinstance(each, ast.AttributeOperation) or (type not in NAMES and isinstance(each.value_expr, ast.SelectorExpression)):
                continue  # `refused_default` knows the selectors that parameters get.
            for option in _options(each.value_expr, node, file):
                reason = _reason(type, node, body, each.attribute_name, option, file)
                if reason is None or _is_found(option, each, file):
                    continue
                if _may_be_left(node, option, file):
                    continue
                yield wrong_choice(each.attribute_name, type, reason).at(option.start, option.end, severity=Severity.WARNING)


def _options(value: ast.Expression, node: ast.ResourceExpression, file: File) -> Iterator[ast.Expression]:
    """The expressions of which an attribute gets one; none if it has a single value."""
    match value:
        case ast.SelectorExpression(selectors=selectors):
            for each in (each.value_expr for each in selectors if not _is_dead(each, value, file)):
                yield each
                if isinstance(each, ast.VariableExpression):
                    several = (one for one in _assigned(each.name, node, file, is_option=True) if isinstance(one, LITERALS))
                    yield from (one for one in several if not _is_chosen_by(value.left_expr, each.name, one, file))
        case ast.VariableExpression(name=name):
            for assigned in _assigned(name, node, file):
                yield from _options(assigned, node, file) if isinstance(assigned, ast.SelectorExpression) else (assigned,)


def _is_chosen_by(test: ast.Expression, name: str, assigned: ast.Expression, file: File) -> bool:
    """Whether the test of a selector may depend on the value of a variable, or on what decided it: `$mode ? { .. => $mode }`."""
    read = {each.name for each in ast.of_class(test, ast.VariableExpression)}
    if name in read or any(each in file.assignments for each in read):
        return True
    outer = file.parents.get(assigned)
    while outer is not None and not isinstance(outer, SCOPES):
        decisive = outer.test if isinstance(outer, BRANCHING) else None
        if decisive is not None and any(each.name in read for each in ast.of_class(decisive, ast.VariableExpression)):
            return True
        outer = file.parents.get(outer)
    return False


def _may_be_left(node: ast.ResourceExpression, option: ast.Expression, file: File) -> bool:
    """Whether code before a resource may leave its definition where it has some value, so that this never reaches it."""
    names = (*REFUSING, *(each for each in file.calls if "::" in each))
    refusing = [call for name in names for call in file.calls.get(name, ()) if call.start < node.start and _may_refuse(call, name, file)]
    if not refusing:
        return False
    inside: dict[ast.Node, ast.Node] = {}
    """The statement that the resource is in, by the block around it."""
    inner: ast.Node = node
    outer = file.parents.get(node)
    while outer is not None and not isinstance(outer, ast.Definition):
        if isinstance(outer, ast.BlockExpression):
            inside[outer] = inner
        inner, outer = outer, file.parents.get(outer)
    leaving = [found for call in refusing if (found := _statement_before(call, inside, file)) is not None]
    if not leaving:
        return False
    chosen: ast.Node = option
    while (outer := file.parents.get(chosen)) is not None and outer not in inside:
        chosen = outer
    return any(are_related(each, chosen, file) for each in leaving)


def _may_refuse(call: ast.Node, name: str, file: File) -> bool:
    """Whether a function may fail: one that is known to, or one of a module whose result nothing uses."""
    return name in REFUSING or isinstance(file.parents.get(call), ast.BlockExpression)


def _statement_before(call: ast.Node, inside: Mapping[ast.Node, ast.Node], file: File) -> ast.Node | None:
    """The statement that a call is in, if it is before that which one of several blocks maps to."""
    outer = file.parents.get(call)
    while outer is not None and outer not in inside:
        call, outer = outer, file.parents.get(outer)
    return call if outer is not None and call.start < inside[outer].start else None


def _is_dead(entry: ast.SelectorEntry, choice: ast.SelectorExpression, file: File) -> bool:
    """Whether an option is the default beside options for all values of the type that is tested."""
    if not isinstance(entry.matching_expr, ast.LiteralDefault):
        return False
    return len(choice.selectors) > _number_of_values(choice.left_expr, file)


def _number_of_values(node: ast.Expression, file: File) -> float:
    """How many values an expression may have; infinity if that is not known."""
    type = type_seen(node, file)
    if isinstance(type, Optional):
        type = type.type
    if isinstance(type, Enum):
        return len(type.values)
    return len(BOOLEANS) if isinstance(type, Boolean) else math.inf


def _is_last_of_several(node: ast.Expression, statement: ast.Expression, file: File) -> bool:
    """Whether an assignment is in what remains after two conditions or more, which may be all that there are."""
    inner: ast.Node = node
    while inner is not statement:
        around = file.parents[inner]
        match around:
            case ast.IfExpression(else_expr=last) if last is inner and isinstance(file.parents[around], ast.IfExpression):
                return True
            case ast.CaseExpression(options=options) if len(options) > 1 and isinstance(inner, ast.CaseOption):
                others = sum(len(each.values) for each in options if each is not inner)
                if any(isinstance(each, ast.LiteralDefault) for each in inner.values) and others >= _number_of_values(around.test, file):
                    return True
        inner = around
    return False


def _assigned(name: str, node: ast.ResourceExpression, file: File, *, is_option: bool = False) -> Iterator[ast.Expression]:
    """The values of a variable that the statements before a resource, in its own block, assign in their branches.

    Of one that is an option itself, the values that are always assigned as well.
    """
    found = [each for each in file.assignments.get(name, ()) if each.end <= node.start and isinstance(each.right_expr, CHOSEN)]
    if not found or len(found) > MOST_ASSIGNMENTS:
        return
    block = file.parents.get(node)
    for each in sorted(found, key=lambda each: each.start) if isinstance(block, ast.BlockExpression) else ():
        statement = _statement(each, block, file)
        if statement is each:
            if is_option or isinstance(each.right_expr, ast.SelectorExpression):
                yield each.right_expr
        elif isinstance(statement, BRANCHING) and not _is_last_of_several(each, statement, file):
            yield each.right_expr


def _statement(node: ast.Node, block: ast.Node | None, file: File) -> ast.Expression | None:
    """The statement of a block that a node is in, or is; None if it is in another scope than the block or in none of its statements."""
    inner, outer = node, file.parents.get(node)
    while outer is not None and outer is not block and not isinstance(outer, SCOPES):
        inner, outer = outer, file.parents.get(outer)
    return inner if outer is block and isinstance(inner, ast.Expression) else None


def _reason(
    type: str, node: ast.ResourceExpression, body: ast.ResourceBody, attribute: str, option: ast.Expression, file: File
) -> str | None:
    """Why the attribute refuses an option; None if it accepts it, or if the option is not a literal."""
    value = _literal(option)
    if value is MISSING:
        return None
    if type in NAMES:
        return invalid_value(type, attribute, value, file.known.target)
    target = declared_by(node, body, file)
    parameter = None if target is None else target.parameter(attribute)
    if target is not None and parameter is not None and parameter.type is None:
        refused = refusal(target, attribute, value, Asked(file.known.external.load, file.known.target))
        return None if refused is None else refused.message
    expected = ANY if parameter is None else type_from(parameter.type, file.known.external.type_named)
    return None if is_accepted(expected, value) else f"expected {show(expected)}; found {file.source(option)}"


def _literal(node: ast.Expression) -> object:
    match node:
        case ast.LiteralString(value=value) | ast.LiteralInteger(value=value) | ast.LiteralBoolean(value=value):
            return value
        case ast.QualifiedName(value=word) if "::" not in word:
            return word
        case ast.LiteralList(values=values):
            elements = tuple(map(_literal, values))
            return MISSING if MISSING in elements else elements
        case ast.LiteralHash(entries=entries) if all(isinstance(each, ast.KeyedEntry) for each in entries):
            pairs = [(_literal(each.key), _literal(each.value)) for each in entries if isinstance(each, ast.KeyedEntry)]
            return MISSING if any(MISSING in each for each in pairs) else Hash(pairs)
    return MISSING


def _is_found(option: ast.Expression, given: ast.AttributeOperation, file: File) -> bool:
    """Whether the evaluation has reported an option, or the attribute or its value."""
    starts = (option.start, given.start, given.value_expr.start)
    return file.model is not None and any(each.start in starts for each in file.model.findings.values())
