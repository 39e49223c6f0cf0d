"""What conditions say of variables and of elements of their values, where values are unknown.

Variables never change, so what a condition says of one holds for the whole branch: `$x` is a String in the branch of `if $x =~ String`, and
`$h['a']` is not undef in that of `if $h['a']`. The same is known after a branch that always leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puppet_grammar import ast
from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.condition_forms import BOOLEAN, assume, narrow_by_type
from puppet_typesys.evaluate.conditions import Conditions
from puppet_typesys.evaluate.evaluator import Evaluator, unwrapped
from puppet_typesys.evaluate.frames import Path
from puppet_typesys.evaluate.paths import is_plain, path_of
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types import model
from puppet_typesys.types.conditions import matched
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER
from puppet_typesys.values.unknown import Selected, Unknown


def assuming(ev: Evaluator, scope: Scope, test: ast.Expression, holds: bool) -> Conditions:
    """What holds where a condition is truthy, or is not."""
    found = Conditions(ev, scope)
    assume(found, test, holds)
    return found


def asserted(ev: Evaluator, scope: Scope, name: str, arguments: Sequence[ast.Expression]) -> Mapping[Path, object]:
    """What holds after a call that fails for values of other types."""
    if name != "assert_type" or len(arguments) != 2:
        return {}
    found = Conditions(ev, scope)
    narrow_by_type(found, path_of(ev, scope, arguments[1]), unwrapped(arguments[0]), True)
    return {} if found.is_impossible else found.values()


class Options:
    """What holds in the options of a `case` or selector: that of an option holds, and those of all before do not."""

    def __init__(self, ev: Evaluator, scope: Scope, subject: ast.Expression) -> None:
        self._before = Conditions(ev, scope)
        self._subject = unwrapped(subject)
        self._path = path_of(ev, scope, subject)

    def option(self, values: Iterable[ast.Expression]) -> Conditions:
        """What holds where one of the values of the next option matches; after it, none of them does."""
        before, found = self._before, self._before.copy()
        ways: list[Conditions] = []
        for each in values:
            way = before.copy()
            self._assume(way, each, True)
            ways.append(way)
            self._assume(before, each, False)
        if len(ways) == 1:
            return ways[0]
        if ways:
            found.either(ways)
        return found

    def rest(self) -> Conditions:
        """What holds where none of the options so far matches."""
        return self._before.copy()

    def note(self, option: ast.CaseOption | ast.SelectorEntry, value: object, matched: Conditions | None) -> None:
        """Pass on what an option selects of an unknown value, and what it leaves; `matched` is None if the option never matches."""
        if self._path is not None and isinstance(value, Unknown):
            selected = Selected(NEVER if matched is None else self._tested(matched), self._tested(self._before))
            self._before.ev.observer.option_tried(option, selected)

    def remaining(self, value: Unknown) -> Unknown:
        """A tested value where none of the options so far matches."""
        return value if self._path is None else Unknown(self._tested(self._before))

    def _tested(self, conditions: Conditions) -> Type:
        """The type of the tested value where conditions hold."""
        found = None if self._path is None else conditions.type_at(self._path)
        return NEVER if conditions.is_impossible else model.ANY if found is None else found

    def _assume(self, conditions: Conditions, value: ast.Expression, holds: bool) -> None:
        value = unwrapped(value)
        if isinstance(self._subject, ast.LiteralBoolean):
            if value.__class__ in BOOLEAN:
                assume(conditions, value, holds == self._subject.value)
            return
        if self._path is None or not is_plain(value):
            return
        option = infer_set(conditions.ev.evaluate(value, conditions.scope))
        conditions.limit(self._path, lambda type: matched(type, option, holds=holds))
        if not holds:
            conditions.exclude(self._path, option)


def common(ways: Iterable[Mapping[Path, object]]) -> dict[Path, object]:
    """What all of several groups of narrower values have in common: for each path that all of them know, one of the values."""
    several = list(ways)
    if not several:
        return {}
    paths = set.intersection(*(set(each) for each in several))
    return {path: one_of([each[path] for each in several]) for path in sorted(paths, key=repr)}
