"""The variables of a class that exactly one of several alternative branches does not assign.

Such a branch was probably forgotten, if other classes read the variable unconditionally.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.infer.resolution import assigned_names

ENOUGH = 2
"""How many branches at least must assign the variable."""
LEAVING = frozenset(("fail", "return"))
SHARED = 5
"""The number of variables that two branches both assign, so that both are for systems with what these stand for."""

FEW = 3
"""The largest number of variables that a branch lacks by mistake, if it has many times as many of the others."""
TIMES = 8
"""How many variables a branch sets as the others do for each that it lacks."""

OF_SYSTEM = lazy_pattern(
    r"(?:\A|_)(?:repo|yum|rpm|epel|dnf|apt|deb|ppa|zypper|selinux|apparmor|sysconfig|redhat|centos|rhel|debian|ubuntu)"
)
"""What names of variables begin with, or their parts, that only one family of systems has; so one of two branches needs no other."""


class Outcome(NamedTuple):
    """What a piece of code does with variables."""

    assigned: frozenset[str] = frozenset()
    """Those that it certainly assigns."""
    forgotten: frozenset[str] = frozenset()
    """Those that all its branches but one assign."""
    leaves: bool = False
    """Whether it certainly ends the evaluation of the class."""


NOTHING = Outcome()


def unset_in_one_branch(body: ast.Expression) -> tuple[str, ...]:
    """The names of the variables."""
    return tuple(sorted(_outcome(body).forgotten))


def _outcome(node: ast.Expression | None) -> Outcome:
    match node:
        case ast.BlockExpression():
            return _together([_outcome(each) for each in node.statements])
        case ast.AssignmentExpression():
            return Outcome(frozenset(assigned_names(node.left_expr)))
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name)) if name in LEAVING:
            return Outcome(leaves=True)
        case ast.IfExpression() | ast.UnlessExpression():
            branches = _chain(node)
            return _either([each for each in branches if each is not None], is_closed=branches[-1] is not None)
        case ast.CaseExpression():
            return _either([each.then_expr for each in node.options], is_closed=_has_default(node))
    return NOTHING


def _together(outcomes: list[Outcome]) -> Outcome:
    assigned = frozenset[str]().union(*(each.assigned for each in outcomes))
    forgotten = frozenset[str]().union(*(each.forgotten for each in outcomes))
    return Outcome(assigned, forgotten - assigned, any(each.leaves for each in outcomes))


def _either(branches: Sequence[ast.Expression | None], *, is_closed: bool) -> Outcome:
    staying = [(each, outcome) for each, outcome in zip(branches, map(_outcome, branches), strict=True) if not outcome.leaves]
    outcomes = [outcome for _, outcome in staying]
    count = Counter(name for each in outcomes for name in each.assigned)
    partly = Counter(name for each in outcomes for name in each.forgotten)
    everywhere = frozenset(name for name, times in count.items() if times == len(outcomes))
    are_alike = len(outcomes) > ENOUGH or len(everywhere) >= SHARED
    almost = {name for name, times in count.items() if times == len(outcomes) - 1 > 0 and are_alike and not partly[name]}
    if len(outcomes) == ENOUGH:
        almost = {name for name in almost if OF_SYSTEM.search(name) is None}
    # A branch that lacks several variables is for a platform that does not have what they stand for.
    without = set[str]()
    for branch, outcome in staying:
        names = almost - outcome.assigned
        if _is_slip(outcome, names, everywhere, len(outcomes)):
            # One that the branch assigns for some of its systems is lacking on others only.
            without |= names if len(names) == 1 else names - _assigned_inside(branch)
    inside = {name for name, times in partly.items() if times == 1 and count[name] == len(outcomes) - 1}
    return Outcome(everywhere if is_closed else frozenset(), frozenset(without | inside) if outcomes else frozenset())


def _assigned_inside(branch: ast.Expression | None) -> set[str]:
    found = () if branch is None else ast.of_class(branch, ast.AssignmentExpression)
    return {name for each in found for name in assigned_names(each.left_expr)}


def _is_slip(branch: Outcome, lacking: set[str], everywhere: frozenset[str], branches: int) -> bool:
    """Whether a branch probably lacks some variables by mistake: a single one, or a few of a great many."""
    if len(lacking) <= 1 or branches <= ENOUGH or any(OF_SYSTEM.search(name) for name in lacking):
        return len(lacking) == 1
    return len(lacking) <= FEW and len(branch.assigned & everywhere) >= TIMES * len(lacking)


def _has_default(node: ast.CaseExpression) -> bool:
    return any(isinstance(value, ast.LiteralDefault) for each in node.options for value in each.values)


def _chain(node: ast.IfExpression | ast.UnlessExpression) -> list[ast.Expression | None]:
    """The branches of a conditional with all its `elsif`; the last one is None without an `else`."""
    branches = [node.then_expr]
    following: ast.Expression | None = node.else_expr
    while isinstance(following, ast.IfExpression):
        branches.append(following.then_expr)
        following = following.else_expr
    return [*branches, following]
