"""What a condition says by its form: truth, comparisons, matches, `in`, and calls such as `$x.empty`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from puppet_grammar import ast
from puppet_grammar.table import Table
from puppet_typesys.evaluate.conditions import Conditions
from puppet_typesys.evaluate.evaluator import unwrapped
from puppet_typesys.evaluate.frames import Path
from puppet_typesys.evaluate.paths import is_plain, path_of, plain_call
from puppet_typesys.types import model
from puppet_typesys.types.conditions import FALSE_VALUES, equal, falsy, matched, matching, ordered, sized, truthy
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import STRINGS, difference, intersection, is_never, joined, members, texts
from puppet_typesys.types.texts import ascii_lower

MAX_OPERANDS = 32
"""The maximum number of operands of a chain of which any may be the one that decides."""
Chained = ast.AndExpression | ast.OrExpression
MAX_OPTIONS = 64
"""The maximum number of options of `in` of which each limits what remains of a type other than an Enum; more limit it to their kinds."""
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
MEASURES = frozenset(("length", "size", "count"))
KINDS_OF_CHECKS: dict[str, Type] = {"is_array": model.ARRAY, "is_hash": model.HASH, "is_bool": model.Boolean()}
"""Functions of modules that tell whether a value is of a type."""


RULES: Table[type[ast.Node], Callable[[Conditions, ast.Expression, bool], None]] = Table("what conditions say")
"""What a condition says by its form; any other says nothing."""


def assume(conditions: Conditions, test: ast.Expression | None, holds: bool) -> None:
    """Assume that a condition is truthy, or that it is not."""
    if test is None:
        return
    test = unwrapped(test)
    rule = RULES.get(test.__class__)
    if rule is not None:
        rule(conditions, test, holds)


@RULES.enter(ast.NotExpression)
def _of_not(conditions: Conditions, test: ast.NotExpression, holds: bool) -> None:
    assume(conditions, test.expr, not holds)


def chain_of(node: Chained) -> list[Chained]:
    """The operators of a chain of `and` or of `or` that ends with one, the first one first."""
    chain = [node]
    while (left := chain[-1].left_expr).__class__ is node.__class__:
        assert isinstance(left, ast.AndExpression | ast.OrExpression)
        chain.append(left)
    chain.reverse()
    return chain


@RULES.enter(ast.AndExpression, ast.OrExpression)
def _of_chain(conditions: Conditions, test: ast.AndExpression | ast.OrExpression, holds: bool) -> None:
    chain = chain_of(test)
    operands = [chain[0].left_expr, *(each.right_expr for each in chain)]
    if holds == isinstance(test, ast.AndExpression):
        for each in operands:
            assume(conditions, each, holds)
        return
    if len(chain) >= MAX_OPERANDS:
        return
    # One of the operands decides, and none of those before it does.
    undecided, decided = conditions.copy(), conditions.copy()
    assume(decided, operands[0], holds)
    for before, each in pairwise(operands):
        assume(undecided, before, not holds)
        way = undecided.copy()
        assume(way, each, holds)
        either, decided = (decided, way), conditions.copy()
        decided.either(either)
    conditions.become(decided)


@RULES.enter(
    ast.VariableExpression, ast.AccessExpression, ast.AssignmentExpression, ast.CallMethodExpression, ast.CallNamedFunctionExpression
)
def _of_path(conditions: Conditions, test: ast.Expression, holds: bool) -> None:
    path = path_of(conditions.ev, conditions.scope, test)
    conditions.limit(path, truthy if holds else falsy)
    if holds:
        conditions.exclude(path, FALSE)
    if isinstance(test, ast.AssignmentExpression):
        return
    name, subject, arguments = plain_call(test)
    if subject is not None:
        _of_call(conditions, name, subject, arguments, holds)


def _of_call(conditions: Conditions, name: str, subject: ast.Expression, arguments: tuple[ast.Expression, ...], holds: bool) -> None:
    path = path_of(conditions.ev, conditions.scope, subject)
    if name == "empty" and not arguments:
        conditions.limit(path, (lambda type: sized(difference(type, NUMBERS), EMPTY)) if holds else _not_empty)
    elif name == "defined" and not arguments and isinstance(subject, ast.LiteralString) and subject.value.startswith("$") and holds:
        conditions.limit((subject.value[1:],), lambda type: difference(type, model.UNDEF) if not disjoint(type, model.UNDEF) else type)
    elif name in KINDS_OF_CHECKS and not arguments:
        kind = KINDS_OF_CHECKS[name]
        conditions.limit(path, lambda type: intersection(type, kind) if holds else difference(type, kind))
    elif name == "is_a" and len(arguments) == 1:
        narrow_by_type(conditions, path, arguments[0], holds)
    elif name == "has_key" and len(arguments) == 1 and path is not None and holds:
        key = arguments[0]
        if isinstance(key, ast.LiteralString) and isinstance(conditions.type_at(path), model.Struct):
            conditions.limit((*path, key.value), lambda type: type)


FALSE = model.TypeType(FALSE_VALUES)
EMPTY, FILLED = Integer(0, 0), Integer(1, None)
NUMBERS = model.Variant((model.Numeric(), model.Sensitive()))


def _not_empty(type: Type) -> Type:
    return difference(sized(type, FILLED), model.UNDEF)


@RULES.enter(ast.MatchExpression)
def _of_match(conditions: Conditions, test: ast.MatchExpression, holds: bool) -> None:
    path = path_of(conditions.ev, conditions.scope, test.left_expr)
    holds = holds == (test.operator == "=~")
    pattern = unwrapped(test.right_expr)
    if isinstance(pattern, ast.LiteralRegularExpression):
        kind = type_of(conditions, pattern)
        if isinstance(kind, model.Regexp):
            # Only Strings are matched at all: for others the match fails, whether it is expected to hold or not.
            conditions.limit(
                path, lambda type: matching(type, kind) if holds else matched(intersection(type, model.STRING), kind, holds=False)
            )
            if holds:
                conditions.capture(kind)
            else:
                conditions.exclude(path, kind)
        return
    narrow_by_type(conditions, path, pattern, holds)


def narrow_by_type(conditions: Conditions, path: Path | None, node: ast.Expression, holds: bool) -> None:
    kind = type_of(conditions, node)
    if path is not None and isinstance(kind, model.TypeType) and isinstance(kind.type, Type):
        wanted = kind.type
        conditions.limit(path, lambda type: intersection(type, wanted) if holds else difference(type, wanted))
        if not holds:
            conditions.exclude(path, kind)


@RULES.enter(ast.ComparisonExpression)
def _of_comparison(conditions: Conditions, test: ast.ComparisonExpression, holds: bool) -> None:
    _compared(conditions, test.left_expr, test.operator, test.right_expr, holds)
    _compared(conditions, test.right_expr, MIRRORED[test.operator], test.left_expr, holds)


def _compared(conditions: Conditions, one: ast.Expression, operator: str, other: ast.Expression, holds: bool) -> None:
    if is_plain(one):
        return  # Nothing is learnt of a literal.
    bound = type_of(conditions, other)
    if bound is None or isinstance(bound, model.TypeType):
        return
    name, subject, arguments = plain_call(one)
    if subject is not None and name in MEASURES and not arguments:
        _measured(conditions, path_of(conditions.ev, conditions.scope, subject), operator, bound, holds)
    if operator in ("==", "!="):
        same = holds == (operator == "==")
        if isinstance(bound, model.Boolean) and bound.value is not None:
            # `(condition) == true`: a condition is true or false.
            inner = unwrapped(one)
            if not isinstance(inner, ast.VariableExpression | ast.AccessExpression) and inner.__class__ in BOOLEAN:
                assume(conditions, inner, same == bound.value)
        path = path_of(conditions.ev, conditions.scope, one)
        conditions.limit(path, lambda type: equal(type, bound, holds=same))
        if not same:
            conditions.exclude(path, bound)
    else:
        conditions.limit(path_of(conditions.ev, conditions.scope, one), lambda type: ordered(type, operator, bound, holds=holds))


def _measured(conditions: Conditions, path: Path | None, operator: str, bound: Type, holds: bool) -> None:
    """Apply what a condition says of a size: `$x.length > 0`."""
    if operator in ("==", "!="):
        remaining = equal(SIZES, bound, holds=holds == (operator == "=="))
    else:
        remaining = ordered(SIZES, operator, bound, holds=holds)
    if is_never(remaining):
        conditions.contradict(path)
    elif isinstance(remaining, Integer) and remaining != SIZES:
        conditions.limit(path, lambda type: sized(type, remaining))


SIZES = Integer(0, None)


@RULES.enter(ast.InExpression)
def _of_in(conditions: Conditions, test: ast.InExpression, holds: bool) -> None:
    path = path_of(conditions.ev, conditions.scope, test.left_expr)
    container = unwrapped(test.right_expr)
    options = [type_of(conditions, each) for each in container.values] if isinstance(container, ast.LiteralList) else None
    if options is not None and path is not None and None not in options:
        among = [each for each in options if each is not None]
        conditions.limit(path, lambda type: _among(type, among, holds))
        if not holds and len(among) <= MAX_OPTIONS:
            for each in among:
                conditions.exclude(path, each)
    where = path_of(conditions.ev, conditions.scope, container)
    if where is None or not holds:
        return
    wanted = type_of(conditions, test.left_expr)
    kind = conditions.type_at(where)
    if isinstance(kind, model.Array) and path is not None and kind.element != model.ANY:
        conditions.limit(path, lambda type: equal(type, kind.element, holds=True))
    if isinstance(kind, model.Struct) and isinstance(wanted, model.String) and wanted.value is not None:
        _of_key(conditions, where, kind, wanted.value)
    # The empty text is in every text; in an empty Array or Hash there is nothing.
    conditions.limit(where, lambda type: joined(each if isinstance(each, STRINGS) else sized(each, FILLED) for each in members(type)))


def _among(type: Type, options: list[Type], holds: bool) -> Type:
    if len(options) > MAX_OPTIONS:
        words = [each.value for each in options if isinstance(each, model.String) and each.value is not None]
        if len(words) == len(options):
            return joined(_among_words(each, frozenset(map(ascii_lower, words)), holds) for each in members(type))
        return type
    if holds:
        return joined(matched(type, each, holds=True) for each in options)
    for each in options:
        type = matched(type, each, holds=False)
    return type


def _among_words(type: Type, words: frozenset[str], holds: bool) -> Type:
    """What remains of a type if its value is one of many strings, given in lower case, or is not."""
    if isinstance(type, model.Enum) and type.values and not type.case_insensitive:
        return texts([each for each in type.values if (ascii_lower(each) in words) == holds])
    return intersection(type, model.STRING) if holds else type


def _of_key(conditions: Conditions, where: Path, kind: model.Struct, key: str) -> None:
    """Narrow the value of a key that a Struct has, unless another key differs from it in case alone."""
    alike = [each for each in kind.elements if each.name.lower() == key.lower()]
    if len(alike) == 1 and alike[0].name == key:
        conditions.limit((*where, key), lambda type: intersection(type, alike[0].value))


BOOLEAN = frozenset(
    (ast.NotExpression, ast.AndExpression, ast.OrExpression, ast.MatchExpression, ast.ComparisonExpression, ast.InExpression)
)
"""Expressions whose values are true or false."""


def type_of(conditions: Conditions, node: ast.Expression) -> Type | None:
    """The type of an operand: of a path, or of an expression whose evaluation has no effect; None for any other."""
    path = path_of(conditions.ev, conditions.scope, node)
    if path is not None:
        return conditions.type_at(path)
    return infer_set(conditions.ev.evaluate(node, conditions.scope)) if is_plain(node) else None
