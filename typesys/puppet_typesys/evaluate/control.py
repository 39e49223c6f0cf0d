"""Conditional expressions: `if`, `unless`, `case` and selectors.

Under an unknown condition all branches that may be taken are evaluated; see `branches.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.convert.text import message_text
from puppet_typesys.evaluate.branches import Branch, Joined, branch, evaluate_branches
from puppet_typesys.evaluate.conditions import Conditions
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates, unwrapped
from puppet_typesys.evaluate.narrowing import Options, assuming
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.general import unmatched_selector
from puppet_typesys.operators.comparison.matching import Matching, matches
from puppet_typesys.values.unknown import Unknown, UnknownValue


@evaluates(ast.IfExpression)
def _if(ev: Evaluator, node: ast.IfExpression, scope: Scope) -> object:
    return _choose(ev, node.test, Branch(node.then_expr, is_written=True), branch(node.else_expr), scope)


@evaluates(ast.UnlessExpression)
def _unless(ev: Evaluator, node: ast.UnlessExpression, scope: Scope) -> object:
    return _choose(ev, node.test, branch(node.else_expr), Branch(node.then_expr, is_written=True), scope)


def _choose(ev: Evaluator, test: ast.Expression, if_true: Branch, if_false: Branch, scope: Scope) -> object:
    """Evaluate the branch for true or that for false, or both if it is unknown which is taken."""
    with scope.guarded():
        value = ev.evaluate(test, scope)
        try:
            is_true = ev.is_true(value)
        except UnknownValue:
            ways = [if_true.under(assuming(ev, scope, test, True)), if_false.under(assuming(ev, scope, test, False))]
            found = evaluate_branches(ev, ways, scope)
        else:
            taken, other = (if_true, if_false) if is_true else (if_false, if_true)
            result = ev.evaluate(taken.expression, scope)
            # A value that cannot be false, such as a String, is the plainest of conditions; others may compare with what seldom occurs.
            if not is_true or not isinstance(value, Unknown):
                ev.observer.skipped((other.expression,), scope)
            return result
    scope.narrow(found.known)
    return found.value


@evaluates(ast.CaseExpression)
def _case(ev: Evaluator, node: ast.CaseExpression, scope: Scope) -> object:
    with scope.guarded():
        value = ev.evaluate(node.test, scope)
        found = _of_case(ev, node, value, scope)
    scope.narrow(found.known)
    return found.value


def _of_case(ev: Evaluator, node: ast.CaseExpression, value: object, scope: Scope) -> Joined:
    options = Options(ev, scope, node.test)
    default: ast.Expression | None = None
    possible: list[Branch] = []
    skipped: list[ast.Expression | None] = []
    for number, option in enumerate(node.options):
        matched: bool | None = False
        tried: list[ast.Expression] = []
        if any(isinstance(unwrapped(each), ast.LiteralDefault) for each in option.values):
            default = option.then_expr
        for each in option.values:
            wanted = unwrapped(each)
            if isinstance(wanted, ast.LiteralDefault):
                continue
            tried.append(wanted)
            matched = _is_option(ev, value, wanted, scope)
            if matched is not False:
                break
        if matched:
            this = branch(option.then_expr).under(_noted(options, option, value, tried))
            for later in node.options[number + 1 :]:
                options.note(later, value, None)
            return evaluate_branches(ev, [*possible, this], scope) if possible else Joined(ev.evaluate(option.then_expr, scope))
        has_default = any(isinstance(unwrapped(each), ast.LiteralDefault) for each in option.values)
        if matched is None:
            values = [each for each in map(unwrapped, option.values) if not isinstance(each, ast.LiteralDefault)]
            possible.append(branch(option.then_expr).under(_noted(options, option, value, values)))
        elif not has_default:
            options.note(option, value, None)
            skipped.append(option.then_expr)
    rest = branch(default).under(options.rest())
    result = evaluate_branches(ev, [*possible, rest], scope) if possible else Joined(ev.evaluate(default, scope))
    ev.observer.skipped(skipped, scope)
    return result


@evaluates(ast.SelectorExpression)
def _selector(ev: Evaluator, node: ast.SelectorExpression, scope: Scope) -> object:
    with scope.guarded():
        value = ev.evaluate(node.left_expr, scope)
        found = _of_selector(ev, node, value, scope)
    scope.narrow(found.known)
    return found.value


def _of_selector(ev: Evaluator, node: ast.SelectorExpression, value: object, scope: Scope) -> Joined:
    options = Options(ev, scope, node.left_expr)
    default: ast.Expression | None = None
    possible: list[Branch] = []
    for number, entry in enumerate(node.selectors):
        wanted = unwrapped(entry.matching_expr)
        if isinstance(wanted, ast.LiteralDefault):
            default = entry.value_expr
            continue
        matched = _is_option(ev, value, wanted, scope)
        if matched is False:
            options.note(entry, value, None)
            continue
        this = branch(entry.value_expr).under(_noted(options, entry, value, [wanted]))
        if matched:
            for later in node.selectors[number + 1 :]:
                options.note(later, value, None)
            return evaluate_branches(ev, [*possible, this], scope) if possible else Joined(ev.evaluate(entry.value_expr, scope))
        possible.append(this)
    if default is None and isinstance(value, Unknown):
        # Nobody knows for sure that a value of this type comes here.
        possible = possible or [branch(each.value_expr) for each in node.selectors]
        ev.observer.missing_default(node, options.remaining(value))
    if possible:
        rest = [branch(default).under(options.rest())] if default is not None else []
        return evaluate_branches(ev, [*possible, *rest], scope)
    if default is None:
        raise ev.error(unmatched_selector(message_text(value)), node.left_expr)
    return Joined(ev.evaluate(default, scope))


def _noted(options: Options, option: ast.CaseOption | ast.SelectorEntry, value: object, values: Sequence[ast.Expression]) -> Conditions:
    """What holds where one of the values of an option matches, which is passed on to the observer."""
    found = options.option(values)
    options.note(option, value, found)
    return found


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
