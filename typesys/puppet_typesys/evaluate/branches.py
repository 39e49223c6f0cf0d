"""Evaluation of branches under an unknown condition.

Each branch is evaluated separately. Afterwards a variable that branches set is an Unknown of the joined types, and so is the value of the
expression. Resources that a branch declares are added to the catalog and marked as possible. An error ends only its own branch, and so
does `return` or the like; if every branch ends in the same way, the surrounding code ends as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from puppet_grammar import ast
from puppet_grammar.dataclass import dataclass, field
from puppet_grammar.named import NamedTuple
from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.conditions import MAX_BRANCHES, Conditions
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.frames import Choice, Path, Said, State, Way
from puppet_typesys.evaluate.narrowing import common
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.printing import Printing
from puppet_typesys.evaluate.scope import NoVariable, Scope
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.values.errors import to_keep
from puppet_typesys.values.unknown import PossiblyOuter, PossiblyUnset, Unknown, UnsetInOneBranch, UnsetWithoutElse


class Branch(NamedTuple):
    """A branch that may be taken."""

    expression: ast.Expression | None
    is_written: bool
    """Whether it is in the text: even an empty branch is, but not one that is absent."""
    conditions: Conditions | None = None
    """What holds where it is taken; None if that is unknown."""

    def under(self, conditions: Conditions) -> Branch:
        """The branch with what holds where it is taken."""
        return self._replace(conditions=conditions)


def branch(expression: ast.Expression | None) -> Branch:
    """A branch of which nothing is known; without an expression it counts as absent."""
    return Branch(expression, expression is not None)


class Joined(NamedTuple):
    """The joined value of branches of which one is taken."""

    value: object
    known: Mapping[Path, object] = MappingProxyType({})
    """What holds afterwards, because the other branches leave."""


class Outcome(NamedTuple):
    """What a branch that may be taken and does not leave has made."""

    branch: Branch
    result: object
    known: Mapping[Path, object]
    """What holds in it."""
    state: State


@dataclass()
class Ended:
    """How the branches have ended."""

    outcomes: list[Outcome] = field(default_factory=list)
    never: list[ast.Expression | None] = field(default_factory=list)
    """The branches that are never taken."""
    failed: list[EvaluationError] = field(default_factory=list)
    left: list[ControlFlow] = field(default_factory=list)


def evaluate_branches(ev: Evaluator, branches: Sequence[Branch], scope: Scope) -> Joined:
    """Evaluate several branches of which one is taken; return their joined value, and what holds after them.

    A branch that is never taken is evaluated for its findings alone.
    """
    if all(each.conditions is not None and each.conditions.is_impossible for each in branches):
        branches = [each._replace(conditions=None) for each in branches]  # What is said of the value is wrong.
    before = scope.state()
    ended = _evaluate_each(ev, branches, before, scope)
    outcomes = ended.outcomes
    scope.restore(before._replace(defaults=_joined_defaults(before, outcomes)))
    _join_variables(ev, before, outcomes, scope)
    ev.observer.skipped(ended.never, scope)
    if len(ended.failed) == len(branches):
        raise ended.failed.pop(0)
    if ended.left and not outcomes:
        raise ended.left.pop(0)  # An exception that is both raised and stored would keep the whole evaluation alive.
    ev.compiler.reach.may_have_left(ended.left)
    known = common([each.known for each in outcomes]) if len(outcomes) < len(branches) else {}
    return Joined(one_of([each.result for each in outcomes]), known)


def _identity(branches: Sequence[Branch], number: int) -> tuple[int, ...]:
    """What distinguishes a branch from all others, and is the same in each round of a loop."""
    expression = branches[number].expression
    if expression is None:
        return (number,)
    # The last one may have the code of an earlier one, as in `case $x { 'a', default: { … } }`; only one of the two is taken.
    is_again = number == len(branches) - 1 and any(each.expression is expression for each in branches[:number])
    return (id(expression), number) if is_again else (id(expression),)


def _evaluate_each(ev: Evaluator, branches: Sequence[Branch], before: State, scope: Scope) -> Ended:
    ended = Ended()
    reach, catalog = ev.compiler.reach, ev.compiler.catalog
    around = reach.branch
    printing = Printing(scope)
    declared = len(catalog.resources)
    for number, each in enumerate(branches):
        expression = each.expression
        is_impossible = each.conditions is not None and each.conditions.is_impossible
        scope.restore(before)
        printing.begin()
        known = {} if each.conditions is None else each.conditions.values()
        try:
            with reach.inside((*around, *_identity(branches, number))), scope.guarded():
                scope.narrow(known)
                result = ev.evaluate(expression, scope)
        except EvaluationError as error:
            ended.failed.append(to_keep(error))
            if reach.marks_all and len(catalog.resources) > declared:
                # What the branch has declared may be declared elsewhere, and is not evaluated again.
                catalog.mark_partial()
        except ControlFlow as signal:
            ended.left.append(to_keep(signal))
        else:
            if is_impossible:
                ended.never.append(expression)
            else:
                ended.outcomes.append(Outcome(each, result, known, scope.state()))
    printing.end()
    return ended


def _joined_defaults(before: State, outcomes: Sequence[Outcome]) -> dict[str, dict[str, Parameter]]:
    """The resource defaults after branches: it is unknown whether those of a branch apply, and which of several do."""
    joined = {type: dict(table) for type, table in before.defaults.items()}
    for each in outcomes:
        for type, table in each.state.defaults.items():
            known = before.defaults.get(type, {})
            for name, default in table.items():
                if name not in known:
                    joined.setdefault(type, {})[name] = default._replace(value=Unknown(model.ANY), possible=True)
    return joined


def _join_variables(ev: Evaluator, before: State, outcomes: Sequence[Outcome], scope: Scope) -> None:
    """Set the variables that branches have set to what they may be."""
    # The variables of a branch are appended to those that existed before; most branches set none.
    names = dict.fromkeys(name for each in outcomes for name in islice(each.state.variables, len(before.variables), None))
    for name in names:
        value = one_of([each.state.variables[name] for each in outcomes if name in each.state.variables])
        without = [each.branch.is_written for each in outcomes if name not in each.state.variables]
        unset = [found for each in outcomes if isinstance(found := each.state.variables.get(name), PossiblyUnset)]
        if without:
            is_pair = len(outcomes) == len(without) + 1
            ways = without if is_pair and without == [True] else [*without, *(False for _ in unset)]
            value = _possibly_set(ev, name, value, ways, scope, is_alone=is_pair and without == [False])
        elif unset:
            value = _unset_inside(infer_set(value), unset, ev.compiler.reach.branch)
        elif any(isinstance(each.state.variables.get(name), PossiblyOuter) for each in outcomes):
            value = PossiblyOuter(infer_set(value))
        before.frame.variables[name] = value
    if names:
        _note_choices(scope, outcomes, names, len(before.choices))


def _unset_inside(type: object, unset: Sequence[PossiblyUnset], around: tuple[int, ...]) -> PossiblyUnset:
    """A value that a conditional inside of one or more branches leaves unset, where the other branches set it."""
    match unset:
        case [UnsetInOneBranch()]:
            return UnsetInOneBranch(type, around)
        case [UnsetWithoutElse()]:
            return UnsetWithoutElse(type, around)
    return PossiblyUnset(type)


def _note_choices(scope: Scope, outcomes: Sequence[Outcome], names: Iterable[str], before: int) -> None:
    """Remember what the branches have set, for conditions that later say which of them was taken, and so do the choices inside.

    `before` is the number of choices that there were before the branches.
    """
    conditions = [each.branch.conditions for each in outcomes]
    said = [Said({}, {}, ()) if each is None else each.said() for each in conditions]
    branches = [(known, _set(names, each.state.variables)) for known, each in zip(said, outcomes, strict=True)]
    inner = [each.state.choices[before:] for each in outcomes]
    if any(map(any, said)):
        scope.note_choice(_choice(branches, frozenset(names)))
    names_inside = (name for choices in inner for choice in choices for name in choice.names)
    for chosen in {tuple(map(id, found)): found for found in (_of_name(inner, name) for name in names_inside)}.values():
        parts = [part for way, choice in zip(branches, chosen, strict=True) for part in _parts(way, choice)]
        if len(parts) <= MAX_BRANCHES:
            scope.note_choice(_choice(parts, frozenset[str]().union(*(each.names for each in chosen if each is not None))))


def _parts(branch: Way, choice: Choice | None) -> Iterator[Way]:
    """The branches of a choice inside a branch, or that branch itself."""
    said, values = branch
    if choice is None:
        yield branch
    else:
        yield from ((_both(said, inner), {**values, **more}) for inner, more in choice.branches)


def _of_name(inner: Sequence[Sequence[Choice]], name: str) -> tuple[Choice | None, ...]:
    """For each branch, the last choice inside that sets a variable."""
    return tuple(next((each for each in reversed(choices) if name in each.names), None) for choices in inner)


def _both(outer: Said, inner: Said) -> Said:
    """What holds in a branch inside another."""
    excluded = {path: (*outer.excluded.get(path, ()), *options) for path, options in inner.excluded.items()}
    return Said({**outer.known, **inner.known}, {**outer.excluded, **excluded}, outer.ways + inner.ways)


def _set(names: Iterable[str], outcome: Mapping[str, object]) -> dict[str, object]:
    """The values of those of several variables that a branch has certainly set."""
    return {name: outcome[name] for name in names if name in outcome and not isinstance(outcome[name], PossiblyUnset | PossiblyOuter)}


def _choice(branches: Sequence[Way], names: frozenset[str]) -> Choice:
    return Choice(tuple(branches), names, frozenset[Path]().union(*(said.paths() for said, _ in branches)))


def _possibly_set(ev: Evaluator, name: str, value: object, without: Sequence[bool], scope: Scope, *, is_alone: bool) -> object:
    """The value of a variable that the branches `without` do not set (False: an absent or empty branch).

    In these branches, a variable of an outer scope may be visible. `is_alone` means that one other branch sets it, perhaps under a
    condition inside, and that the alternative is absent or empty.
    """
    try:
        outer: object = scope.lookup(name)
    except NoVariable:
        outer = ev.compiler.missing_variable(name, scope)
        if outer is None:
            around = ev.compiler.reach.branch
            if is_alone:
                return UnsetWithoutElse(infer_set(value), around)
            return UnsetInOneBranch(infer_set(value), around) if without == [True] else PossiblyUnset(infer_set(value))
    either_way = infer_set(one_of([value, outer]))
    return PossiblyUnset(either_way) if isinstance(outer, PossiblyUnset) else PossiblyOuter(either_way)
