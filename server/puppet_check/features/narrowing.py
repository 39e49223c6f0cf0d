"""The type that a variable has where conditions around it hold: `$a` in `if $a =~ String { ... }`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from puppet_check.features.view import View
from puppet_check.rules.scopes import called
from puppet_check.rules.unreachable_code import LEAVING
from puppet_grammar import ast
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type, variant_of
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.walk import alternatives

FALSE = model.Boolean(False)
"""With undef, what counts as false."""
FALSY = (model.UNDEF, FALSE)


class Fact(NamedTuple):
    """A condition that holds, or does not."""

    test: ast.Expression
    holds: bool


def narrowed(view: View, name: str, kind: Type, path: tuple[ast.Node, ...]) -> Type | None:
    """The type of a variable at the end of a path; None if the conditions say no more than its type `kind`, or if none remains."""
    parts: list[Type] | None = [*_alternatives(kind)]
    before = parts
    for node, child in pairwise(path):
        if isinstance(node, ast.LambdaExpression | ast.NamedDefinition) and any(each.name == name for each in node.parameters):
            parts = before
        for each in _facts(node, child):
            parts = _assumed(view, name, parts or [], each)
        if isinstance(node, ast.CaseExpression | ast.SelectorExpression):
            parts = _chosen(view, name, parts or [], node, child)
    return None if not parts or parts == before else variant_of(parts)


def _facts(node: ast.Node, child: ast.Node) -> Iterator[Fact]:
    """The conditions that are known where a child of a node is evaluated."""
    match node:
        case ast.IfExpression() if child is not node.test:
            yield Fact(node.test, child is node.then_expr)
        case ast.UnlessExpression() if child is not node.test:
            yield Fact(node.test, child is not node.then_expr)
        case ast.AndExpression() if child is node.right_expr:
            yield Fact(node.left_expr, True)
        case ast.OrExpression() if child is node.right_expr:
            yield Fact(node.left_expr, False)
        case ast.BlockExpression():
            for each in node.statements:
                if each is child:
                    break
                if isinstance(each, ast.IfExpression) and _leaves(each.then_expr):
                    yield Fact(each.test, False)
                elif isinstance(each, ast.UnlessExpression) and _leaves(each.then_expr):
                    yield Fact(each.test, True)


def _leaves(branch: ast.Node | None) -> bool:
    """Whether a branch always ends the evaluation of the block around it."""
    statements = branch.statements if isinstance(branch, ast.BlockExpression) else (branch,)
    return any(each is not None and called(each) in LEAVING for each in statements)


def _assumed(view: View, name: str, parts: list[Type], fact: Fact) -> list[Type]:
    """The alternatives of a variable's type that remain under a condition."""
    test, holds = fact
    match test:
        case ast.ParenthesizedExpression():
            return _assumed(view, name, parts, Fact(test.expr, holds))
        case ast.NotExpression():
            return _assumed(view, name, parts, Fact(test.expr, not holds))
        case ast.AndExpression() if holds:
            return _assumed(view, name, _assumed(view, name, parts, Fact(test.left_expr, True)), Fact(test.right_expr, True))
        case ast.OrExpression() if not holds:
            return _assumed(view, name, _assumed(view, name, parts, Fact(test.left_expr, False)), Fact(test.right_expr, False))
        case ast.VariableExpression() if test.name == name:
            return [each for each in parts if not _is_falsy(each)] if holds else [each for each in parts if _may_be_falsy(each)]
        case ast.MatchExpression() if _is(test.left_expr, name):
            return _matched(view, parts, test.right_expr, (test.operator == "=~") == holds)
        case ast.ComparisonExpression(operator="==" | "!=", left_expr=left, right_expr=ast.LiteralUndef()) if _is(left, name):
            return _kept(parts, model.UNDEF) if (test.operator == "==") == holds else _left(parts, model.UNDEF)
    return parts


def _matched(view: View, parts: list[Type], pattern: ast.Expression, holds: bool) -> list[Type]:
    if isinstance(pattern, ast.LiteralRegularExpression):
        return _kept(parts, model.STRING) if holds else parts
    kind = _type_in(view, pattern)
    if kind is None:
        return parts
    if kind == model.NotUndef():
        kind, holds = model.UNDEF, not holds
    return _kept(parts, kind) if holds else _left(parts, kind)


def _chosen(view: View, name: str, parts: list[Type], node: ast.CaseExpression | ast.SelectorExpression, child: ast.Node) -> list[Type]:
    """The alternatives that remain in an option of a `case` or selector about the variable."""
    if not _is(node.test if isinstance(node, ast.CaseExpression) else node.left_expr, name):
        return parts
    for option, wanted in _options(node):
        is_default = any(isinstance(each, ast.LiteralDefault) for each in wanted)
        kinds = [_type_in(view, each) for each in wanted]
        if option is child:
            if is_default:
                return parts
            known = [each for each in kinds if each is not None]
            return _kept(parts, variant_of(known)) if len(known) == len(kinds) else parts
        for kind in kinds:
            parts = parts if kind is None else _left(parts, kind)
    return parts


def _options(node: ast.CaseExpression | ast.SelectorExpression) -> Iterator[tuple[ast.Node, tuple[ast.Expression, ...]]]:
    """The options with their values, those with a default last."""
    found: list[tuple[ast.Node, tuple[ast.Expression, ...]]]
    if isinstance(node, ast.CaseExpression):
        found = [(each, each.values) for each in node.options]
    else:
        found = [(each, (each.matching_expr,)) for each in node.selectors]
    yield from sorted(found, key=lambda each: any(isinstance(value, ast.LiteralDefault) for value in each[1]))


def _type_in(view: View, node: ast.Expression) -> Type | None:
    """The type that an expression names; that of `undef`, too."""
    if isinstance(node, ast.LiteralUndef):
        return model.UNDEF
    is_type = isinstance(node, ast.QualifiedReference) or (
        isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference)
    )
    return type_from(view.text.slice(node.start, node.end), view.known.external.type_named) if is_type else None


def _kept(parts: Iterable[Type], kind: Type) -> list[Type]:
    """The alternatives that values of a type may be of, each with what is known of both."""
    found: list[Type] = []
    for each in parts:
        if is_assignable(kind, each):
            found.append(each)
        elif not disjoint(each, kind):
            found += [one for one in _alternatives(kind) if not disjoint(one, each)] if is_assignable(each, kind) else [kind]
    return list(dict.fromkeys(found))


def _left(parts: Iterable[Type], kind: Type) -> list[Type]:
    """The alternatives that have values of other types."""
    return [each for each in parts if not is_assignable(kind, each)]


def _alternatives(kind: Type) -> Iterator[Type]:
    for each in alternatives(kind):
        if each == model.Boolean():
            yield from (model.Boolean(True), FALSE)
        else:
            yield each


def _is_falsy(kind: Type) -> bool:
    return any(is_assignable(each, kind) for each in FALSY)


def _may_be_falsy(kind: Type) -> bool:
    return not all(disjoint(each, kind) for each in FALSY)


def _is(node: ast.Expression, name: str) -> bool:
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    return isinstance(node, ast.VariableExpression) and node.name == name
