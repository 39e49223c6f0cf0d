"""Evaluation of branches under an unknown condition.

Each branch is evaluated separately. Afterwards a variable that branches set is an Unknown of the joined types, and so is the value of the
expression. Resources that a branch declares are added to the catalog and marked as possible. An error ends only its own branch, and so
does `return` or the like; if every branch ends in the same way, the surrounding code ends as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.conditions import MAX_BRANCHES, Conditions
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.narrowing import common
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.printing import Printing
from puppet_typesys.evaluate.scope import Choice, NoVariable, Path, Said, Scope, Way
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.values.errors import to_keep
from puppet_typesys.values.unknown import PossiblyUnset, Unknown, UnsetInOneBranch


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


def evaluate_branches(ev: Evaluator, branches: Sequence[Branch], scope: Scope) -> Joined:
    """Evaluate several branches of which one is taken; return their joined value, and what holds after them.

    A branch that is never taken is evaluated for its findings alone.
    """
    if all(each.conditions is not None and each.conditions.is_impossible for each in branches):
        branches = [each._replace(conditions=None) for each in branches]  # What is said of the value is wrong.
    target = scope.frame
    while not target.is_local and target.parent is not None:
        target = target.parent
    before = dict(target.variables)
    defaults = {type: dict(table) for type, table in scope.defaults.items()}
    all_defaults: dict[str, dict[str, Parameter]] = {}
    results: list[object] = []
    outcomes: list[dict[str, object]] = []
    taken: list[Branch] = []
    """The branches of `outcomes`."""
    ways: list[Mapping[Path, object]] = []
    """What holds in each of them."""
    inner: list[list[Choice]] = []
    """The choices in each of them."""
    never: list[ast.Expression | None] = []
    failed: list[EvaluationError] = []
    left: list[ControlFlow] = []
    around = ev.compiler.branch
    printing = Printing(scope)
    declared = len(ev.compiler.catalog.resources)
    choices = len(target.choices or ())
    with ev.compiler.possibly():
        for number, each in enumerate(branches):
            expression = each.expression
            ev.compiler.branch = (*around, id(expression) if expression is not None else number)
            is_impossible = each.conditions is not None and each.conditions.is_impossible
            target.variables.clear()
            target.variables.update(before)
            scope.defaults = {type: dict(table) for type, table in defaults.items()}
            printing.begin()
            known = {} if each.conditions is None or is_impossible else each.conditions.values()
            if target.choices is not None:
                del target.choices[choices:]
            try:
                with scope.guarded():
                    scope.narrow(known)
                    result = ev.evaluate(expression, scope)
            except EvaluationError as error:
                failed.append(to_keep(error))
                if ev.compiler.is_whole and len(ev.compiler.catalog.resources) > declared:
                    # What the branch has declared may be declared elsewhere, and is not evaluated again.
                    ev.compiler.catalog.is_partial = True
                continue
            except ControlFlow as signal:
                left.append(to_keep(signal))
                continue
            if is_impossible:
                never.append(expression)
                continue
            results.append(result)
            outcomes.append(dict(target.variables))
            taken.append(each)
            ways.append(known)
            inner.append([] if target.choices is None else target.choices[choices:])
            for type, table in scope.defaults.items():
                all_defaults.setdefault(type, {}).update(table)
    printing.end()
    if target.choices is not None:
        del target.choices[choices:]
    target.variables.clear()
    target.variables.update(before)
    scope.defaults = {type: all_defaults.get(type, {}) | defaults.get(type, {}) for type in all_defaults.keys() | defaults.keys()}
    for type, table in scope.defaults.items():
        for name, default in table.items():
            if name not in defaults.get(type, {}):
                # It is unknown whether this default applies, and which of several does.
                table[name] = default._replace(value=Unknown(model.ANY), possible=True)
    # The variables of a branch are appended to those that existed before; most branches set none.
    names = dict.fromkeys(name for outcome in outcomes for name in islice(outcome, len(before), None))
    for name in names:
        value = one_of([outcome[name] for outcome in outcomes if name in outcome])
        without = [each.is_written for each, outcome in zip(taken, outcomes, strict=True) if name not in outcome]
        unset = [found for outcome in outcomes if isinstance(found := outcome.get(name), PossiblyUnset)]
        if without:
            value = _possibly_set(ev, name, value, [*without, *(False for _ in unset)], scope)
        elif unset:
            in_one_branch = len(unset) == 1 and isinstance(unset[0], UnsetInOneBranch)
            value = UnsetInOneBranch(infer_set(value), ev.compiler.branch) if in_one_branch else PossiblyUnset(infer_set(value))
        target.variables[name] = value
    if names:
        _note_choices(scope, taken, outcomes, names, inner)
    ev.observer.skipped(never, scope)
    if len(failed) == len(branches):
        raise failed.pop(0)
    if left and not outcomes:
        raise left.pop(0)  # An exception that is both raised and stored would keep the whole evaluation alive.
    ev.compiler.possible_exits += left
    if left:
        ev.compiler.may_have_left()
    return Joined(one_of(results), common(ways) if len(taken) < len(branches) else {})


def _note_choices(
    scope: Scope, taken: Sequence[Branch], outcomes: Sequence[Mapping[str, object]], names: Iterable[str], inner: Sequence[Sequence[Choice]]
) -> None:
    """Remember what the branches have set, for conditions that later say which of them was taken, and so do the choices inside."""
    said = [Said({}, {}, ()) if each.conditions is None else each.conditions.said() for each in taken]
    branches = [(known, _set(names, outcome)) for known, outcome in zip(said, outcomes, strict=True)]
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
    return {name: outcome[name] for name in names if name in outcome and not isinstance(outcome[name], PossiblyUnset)}


def _choice(branches: Sequence[Way], names: frozenset[str]) -> Choice:
    return Choice(tuple(branches), names, frozenset[Path]().union(*(said.paths() for said, _ in branches)))


def _possibly_set(ev: Evaluator, name: str, value: object, without: Sequence[bool], scope: Scope) -> object:
    """The value of a variable that the branches `without` do not set (False: an absent or empty branch).

    In these branches, a variable of an outer scope may be visible.
    """
    try:
        outer: object = scope.lookup(name)
    except NoVariable:
        outer = ev.compiler.missing_variable(name, scope)
        if outer is None:
            in_one_branch = len(without) == 1 and without[0]
            return UnsetInOneBranch(infer_set(value), ev.compiler.branch) if in_one_branch else PossiblyUnset(infer_set(value))
    either_way = one_of([value, outer])
    return PossiblyUnset(infer_set(either_way)) if isinstance(outer, PossiblyUnset) else either_way
