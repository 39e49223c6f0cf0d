"""Conditional expressions: `if`, `unless`, `case` and selectors.

Under an unknown condition all branches that may be taken are evaluated; see `branches.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puppet_grammar import ast
from puppet_typesys.convert.text import message_text
from puppet_typesys.evaluate.branches import Branch, Joined, branch, evaluate_branches
from puppet_typesys.evaluate.conditions import Conditions
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates, unwrapped
from puppet_typesys.evaluate.literals import check_compared
from puppet_typesys.evaluate.narrowing import Options, assuming
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.general import unmatched_selector
from puppet_typesys.operators.comparison.matching import Matching, matches
from puppet_typesys.values.unknown import Unknown, UnknownValue


@evaluates(ast.IfExpression)
def _if(ev: Evaluator, node: ast.IfExpression, scope: Scope) -> object:
    return _choose(ev, node, (Branch(node.then_expr, is_written=True), branch(node.else_expr)), (0, 1), scope)


@evaluates(ast.UnlessExpression)
def _unless(ev: Evaluator, node: ast.UnlessExpression, scope: Scope) -> object:
    return _choose(ev, node, (branch(node.else_expr), Branch(node.then_expr, is_written=True)), (1, 0), scope)


def _choose(ev: Evaluator, node: Choosing, branches: tuple[Branch, Branch], numbers: tuple[int, int], scope: Scope) -> object:
    """Evaluate the branch for true or that for false, or both if it is unknown which is taken; `numbers` are those in the text."""
    test = node.test
    if_true, if_false = branches
    with scope.guarded():
        value = ev.evaluate(test, scope)
        try:
            is_true = ev.is_true(value)
        except UnknownValue:
            ev.observer.may_choose(node, numbers)
            ways = [if_true.under(assuming(ev, scope, test, True)), if_false.under(assuming(ev, scope, test, False))]
            found = evaluate_branches(ev, ways, scope)
        else:
            taken, other = (if_true, if_false) if is_true else (if_false, if_true)
            ev.observer.chosen(node, numbers[0 if is_true else 1])
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
    number_of_default = len(node.options)
    possible: list[Branch] = []
    numbers: list[int] = []
    skipped: list[ast.Expression | None] = []
    for number, option in enumerate(node.options):
        matched: bool | None = False
        tried: list[ast.Expression] = []
        wanted = [each for each in map(unwrapped, option.values) if not isinstance(each, ast.LiteralDefault)]
        has_default = len(wanted) < len(option.values)
        if has_default:
            default, number_of_default = option.then_expr, number
        for each in wanted:
            tried.append(each)
            matched = _is_option(ev, value, each, scope)
            if matched is not False:
                break
        if matched:
            _note(ev, node, numbers, number)
            return _last(ev, options, value, possible, (option, option.then_expr, tried), node.options[number + 1 :], scope)
        if matched is None:
            numbers.append(number)
            possible.append(branch(option.then_expr).under(_noted(options, option, value, wanted)))
        elif not has_default:
            options.note(option, value, None)
            skipped.append(option.then_expr)
    _note(ev, node, numbers, number_of_default)
    result = _joined(ev, possible, branch(default).under(options.rest()), scope)
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
    number_of_default = len(node.selectors)
    possible: list[Branch] = []
    numbers: list[int] = []
    for number, entry in enumerate(node.selectors):
        wanted = unwrapped(entry.matching_expr)
        if isinstance(wanted, ast.LiteralDefault):
            default, number_of_default = entry.value_expr, number
            continue
        matched = _is_option(ev, value, wanted, scope)
        if matched:
            _note(ev, node, numbers, number)
            return _last(ev, options, value, possible, (entry, entry.value_expr, [wanted]), node.selectors[number + 1 :], scope)
        if matched is None:
            numbers.append(number)
            possible.append(branch(entry.value_expr).under(_noted(options, entry, value, [wanted])))
        else:
            options.note(entry, value, None)
    if default is None and isinstance(value, Unknown):
        # Nobody knows for sure that a value of this type comes here.
        possible = possible or [branch(each.value_expr) for each in node.selectors]
        ev.observer.missing_default(node, options.remaining(value))
    if default is not None:
        _note(ev, node, numbers, number_of_default)
        return _joined(ev, possible, branch(default).under(options.rest()), scope)
    if possible:
        ev.observer.may_choose(node, numbers or range(len(possible)))
        return evaluate_branches(ev, possible, scope)
    raise ev.error(unmatched_selector(message_text(value)), node.left_expr)


Choosing = ast.IfExpression | ast.UnlessExpression
Option = ast.CaseOption | ast.SelectorEntry


def _note(ev: Evaluator, node: ast.Expression, possible: Sequence[int], last: int) -> None:
    """Pass on to the observer which branch is taken; those in `possible` may be taken before the last one."""
    if possible:
        ev.observer.may_choose(node, (*possible, last))
    else:
        ev.observer.chosen(node, last)


def _last(
    ev: Evaluator,
    options: Options,
    value: object,
    possible: Sequence[Branch],
    taken: tuple[Option, ast.Expression | None, Sequence[ast.Expression]],
    later: Iterable[Option],
    scope: Scope,
) -> Joined:
    """The result of an option that matches in any case, with its result and values, after those that may match; `later` ones never do."""
    option, result, values = taken
    this = branch(result).under(_noted(options, option, value, values))
    for each in later:
        options.note(each, value, None)
    return _joined(ev, possible, this, scope)


def _joined(ev: Evaluator, possible: Sequence[Branch], last: Branch, scope: Scope) -> Joined:
    """The result of the branch that is taken if none of those before it is; without others, it always is."""
    return evaluate_branches(ev, [*possible, last], scope) if possible else Joined(ev.evaluate(last.expression, scope))


def _noted(options: Options, option: Option, value: object, values: Sequence[ast.Expression]) -> Conditions:
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
        check_compared(ev, wanted, options[0], value)
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
