"""Conditional expressions: `if`, `unless`, `case` and selectors.

Under an unknown condition all branches that may be taken are evaluated; see `branches.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.convert.text import message_text
from puppet_typesys.evaluate.branches import evaluate_branches
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates, unwrapped
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.general import unmatched_selector
from puppet_typesys.operators.comparison import Matching, matches
from puppet_typesys.values.unknown import Unknown, UnknownValue


@evaluates(ast.IfExpression)
def _if(ev: Evaluator, node: ast.IfExpression, scope: Scope) -> object:
    return _choose(ev, node.test, (node.then_expr, node.else_expr), 0, scope)


@evaluates(ast.UnlessExpression)
def _unless(ev: Evaluator, node: ast.UnlessExpression, scope: Scope) -> object:
    return _choose(ev, node.test, (node.else_expr, node.then_expr), 1, scope)


def _choose(
    ev: Evaluator, test: ast.Expression, branches: tuple[ast.Expression | None, ast.Expression | None], written: int, scope: Scope
) -> object:
    """Evaluate the branch for true or that for false; the one with the number `written` is in the text even if it is empty."""
    with scope.guarded():
        value = ev.evaluate(test, scope)
        try:
            taken = 0 if ev.is_true(value) else 1
        except UnknownValue:
            return evaluate_branches(ev, branches, scope, written)
        result = ev.evaluate(branches[taken], scope)
        # A value that cannot be false, such as a String, is the plainest of conditions; others may compare with what seldom occurs.
        if taken == 1 or not isinstance(value, Unknown):
            ev.observer.skipped((branches[1 - taken],), scope)
        return result


@evaluates(ast.CaseExpression)
def _case(ev: Evaluator, node: ast.CaseExpression, scope: Scope) -> object:
    with scope.guarded():
        value = ev.evaluate(node.test, scope)
        default: ast.Expression | None = None
        possible: list[ast.Expression | None] = []
        skipped: list[ast.Expression | None] = []
        for option in node.options:
            found: bool | None = False
            for each in option.values:
                wanted = unwrapped(each)
                if isinstance(wanted, ast.LiteralDefault):
                    default = option.then_expr
                    continue
                found = _is_option(ev, value, wanted, scope)
                if found is not False:
                    break
            if found:
                if possible:
                    return evaluate_branches(ev, [*possible, option.then_expr], scope)
                return ev.evaluate(option.then_expr, scope)
            if found is None:
                possible.append(option.then_expr)
            elif not any(isinstance(unwrapped(each), ast.LiteralDefault) for each in option.values):
                skipped.append(option.then_expr)
        result = evaluate_branches(ev, [*possible, default], scope) if possible else ev.evaluate(default, scope)
        ev.observer.skipped(skipped, scope)
        return result


@evaluates(ast.SelectorExpression)
def _selector(ev: Evaluator, node: ast.SelectorExpression, scope: Scope) -> object:
    with scope.guarded():
        value = ev.evaluate(node.left_expr, scope)
        default: ast.Expression | None = None
        possible: list[ast.Expression | None] = []
        for entry in node.selectors:
            wanted = unwrapped(entry.matching_expr)
            if isinstance(wanted, ast.LiteralDefault):
                default = entry.value_expr
                continue
            found = _is_option(ev, value, wanted, scope)
            if found:
                if possible:
                    return evaluate_branches(ev, [*possible, entry.value_expr], scope)
                return ev.evaluate(entry.value_expr, scope)
            if found is None:
                possible.append(entry.value_expr)
        if default is None and isinstance(value, Unknown):
            # Nobody knows for sure that a value of this type comes here.
            possible = possible or [each.value_expr for each in node.selectors]
            ev.observer.missing_default(node, value)
        if possible:
            return evaluate_branches(ev, [*possible, *([default] if default is not None else [])], scope)
        if default is None:
            raise ev.error(unmatched_selector(message_text(value)), node.left_expr)
        return ev.evaluate(default, scope)


def _is_option(ev: Evaluator, value: object, wanted: ast.Expression, scope: Scope) -> bool | None:
    """Whether a value matches an option; None if that is unknown."""
    options: Sequence[object]
    if isinstance(wanted, ast.UnfoldExpression):
        several = ev.evaluate(wanted, scope)
        assert isinstance(several, tuple)
        options = several
    else:
        options = (ev.evaluate(wanted, scope),)
    unknown = False
    for option in options:
        if isinstance(option, Unknown):
            unknown = True
            scope.set_unknown_match()
            continue
        matching = Matching()
        try:
            found = matches(value, option, matching)
        except UnknownValue:
            unknown = True
            scope.set_unknown_match()
            continue
        scope.set_match(matching.found)
        if found:
            return None if unknown else True
    return None if unknown else False
