"""Conditions: what holds where some conditions hold, for variables and for elements of their values.

Variables never change, so what a condition says of one holds for the whole branch. What the conditions of earlier choices have said of the
variables that they set is taken into account.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, partial
from typing import Generic, TypeVar

from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.frames import MISSING, Path, Said
from puppet_typesys.evaluate.paths import value_at
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types import model
from puppet_typesys.types.conditions import matched
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never, joined
from puppet_typesys.values.unknown import PossiblyUnset, Unknown

T = TypeVar("T")
Known = dict[Path, Type]
"""What conditions say of paths, in addition to what is known of them anyway."""
MAX_WAYS = 8
"""The maximum number of alternatives of which one holds, and of groups of them."""
PLAIN = frozenset((model.Any, model.Undef, model.Boolean, model.Integer, model.Float, model.String, model.Enum))
"""The classes of types that are the same if they are equal."""
MOST_COMPARED = 10_000
"""How many pairs of types are cached."""
MAX_BRANCHES = 48
"""The maximum number of branches of a choice that are compared with what is known of its variables."""


class Conditions:
    """What holds where some conditions hold: each adds to what the ones before have said."""

    def __init__(self, ev: Evaluator, scope: Scope) -> None:
        self.ev = ev
        self.scope = scope
        self.known: Known = {}
        self.excluded: dict[Path, tuple[Type, ...]] = {}
        """The options that the values at paths do not match, which types alone do not always say."""
        self.ways: tuple[tuple[Said, ...], ...] = ()
        """Groups of conditions of which one holds."""
        self.is_impossible = False
        """Whether no value is left of some path."""
        self.contradicted: dict[Path, None] = {}
        """The paths of which no value is left."""
        self._news: dict[Path, None] = {}
        """The paths of which something has been said since values were brought up to date."""

    def copy(self) -> Conditions:
        """The same, to be continued separately."""
        other = Conditions(self.ev, self.scope)
        other.known, other.is_impossible = dict(self.known), self.is_impossible
        other.excluded, other.ways, other.contradicted = dict(self.excluded), self.ways, dict(self.contradicted)
        return other

    def said(self) -> Said:
        """What they say of paths other than the captures of a match, which later matches replace."""
        return Said({path: type for path, type in self.known.items() if not str(path[0]).isdecimal()}, self.excluded, self.ways)

    def type_at(self, path: Path) -> Type | None:
        """What is known of the value at a path; None if nothing is."""
        if path in self.known:
            return self.known[path]
        value = value_at(self.ev, self.scope, path)
        if value is MISSING:
            return None
        if isinstance(value, PossiblyUnset):
            return joined((infer_set(value), model.UNDEF))
        return infer_set(value)

    def limit(self, path: Path | None, change: Callable[[Type], Type]) -> None:
        """Apply what a condition says to the type of a path."""
        if path is None:
            return
        before = self.type_at(path)
        if before is None:
            return
        after = change(before)
        if is_never(after):
            self.contradict(path)
        elif after != before:
            self.known[path] = after
            self._news[path] = None

    def contradict(self, path: Path | None) -> None:
        """Note that no value of a path fits, so that the conditions never hold."""
        self.is_impossible = True
        if path is not None:
            self.contradicted[path] = None

    def exclude(self, path: Path | None, option: Type) -> None:
        """Note that the value at a path does not match an option."""
        if path is not None:
            self.excluded[path] = (*self.excluded.get(path, ()), option)
            self._news[path] = None

    def capture(self, kind: model.Regexp) -> None:
        """Assume that `$0`, `$1` and so on are of a match of a regular expression."""
        for path in [each for each in self.known if str(each[0]).isdecimal()]:
            del self.known[path]
            self._news[path] = None
        for group in range(kind.regexp.certain_groups() + 1):
            self.known[(str(group),)] = model.STRING
            self._news[(str(group),)] = None

    def become(self, other: Conditions) -> None:
        """Assume what others that continue these assume."""
        self._news |= dict.fromkeys(path for path, type in other.known.items() if self.known.get(path) is not type)
        self._news |= dict.fromkeys(path for path, options in other.excluded.items() if self.excluded.get(path) is not options)
        self.known, self.excluded, self.ways = other.known, other.excluded, other.ways
        self.is_impossible, self.contradicted = other.is_impossible, other.contradicted

    def either(self, ways: Iterable[Conditions]) -> None:
        """Assume that one of several groups of conditions holds, all of which continue these."""
        ways = [*ways]
        possible = [each for each in ways if not each.is_impossible]
        if not possible:
            for each in ways:
                self.contradicted |= each.contradicted
            self.is_impossible = True
            return
        for path in set.intersection(*(set(each.known) for each in possible)):
            self.known[path] = joined(each.known[path] for each in possible)
            self._news[path] = None
        if len(possible) == 1:
            self._news |= dict.fromkeys(possible[0].excluded)
            self.excluded, self.ways = possible[0].excluded, possible[0].ways
        elif len(possible) <= MAX_WAYS:
            self.ways = (*self.ways[-MAX_WAYS:], tuple(each.said() for each in possible))

    def values(self) -> dict[Path, object]:
        """The narrower values of paths, as a scope takes them, with those of variables that were set by choices about the same paths.

        Where the conditions never hold, nothing is known of the values that contradict them: code there is written for others.
        """
        if self.is_impossible:
            return {path: Unknown(model.ANY) for path in self.contradicted}
        found: dict[Path, object] = {}
        self._add_values(found, (*self.known, *self.excluded))
        return found

    def add_values(self, found: dict[Path, object]) -> None:
        """Bring values that were found earlier up to date, for what has been said since."""
        news, self._news = self._news, {}
        for path in news:
            found.pop(path, None)
        self._add_values(found, [*news])

    def _add_values(self, found: dict[Path, object], paths: Collection[Path]) -> None:
        found.update((path, Unknown(self.known[path])) for path in paths if self._is_narrower(path))
        if paths:
            found |= self._chosen(paths)

    def _chosen(self, paths: Collection[Path]) -> dict[Path, object]:
        """The values of variables that earlier choices about some paths have set: only branches count that agree with what is known."""
        values: dict[Path, object] = {}
        at: dict[Path, Type | None] = {}
        for choice in self.scope.choices(paths):
            if len(choice.branches) > MAX_BRANCHES:
                continue
            at |= {path: self.type_at(path) for path in choice.paths if path not in at}
            possible = [set_ for said, set_ in choice.branches if not _contradicts(said, at, self.excluded)]
            if not possible or len(possible) == len(choice.branches):
                continue
            for name in choice.names:
                if all(name in each for each in possible) and not self._is_narrower((name,)):
                    values[(name,)] = one_of([each[name] for each in possible])
        return values

    def _is_narrower(self, path: Path) -> bool:
        return path in self.known and self._says_enough(path, self.known[path])

    def _says_enough(self, path: Path, type: Type) -> bool:
        """Whether a narrower value may be used: not for one that is known, and not for one that may still be unset."""
        value = value_at(self.ev, self.scope, path)
        if isinstance(value, PossiblyUnset):
            return disjoint(type, model.UNDEF)
        return isinstance(value, Unknown)


def _contradicts(said: Said, known: Mapping[Path, Type | None], excluded: Mapping[Path, tuple[Type, ...]]) -> bool:
    """Whether a condition cannot hold where paths have these types and do not match these options."""
    for path, type in said.known.items():
        at = known[path]
        if at is not None and (_are_apart(type, at) or is_never(_without(type, excluded.get(path, ())))):
            return True
    for path, options in said.excluded.items():
        at = known[path]
        if at is not None and is_never(_without(at, options)):
            return True
    return any(all(_contradicts(each, known, excluded) for each in group) for group in said.ways)


def _without(type: Type, options: Iterable[Type]) -> Type:
    """What remains of a type if its value matches none of several options."""
    for each in options:
        type = _remainder(type, each)
    return type


class _Compared(Generic[T]):
    """A function of two types whose results are cached: the same few are compared for each choice that depends on them.

    A type usually equals itself only, as aliases of one name are equal whatever they stand for. The words of a result do not count.
    """

    def __init__(self, function: Callable[[Type, Type], T]) -> None:
        self._function = function
        self._of_equal = lru_cache(MOST_COMPARED)(function)
        self._known: dict[tuple[int, int], tuple[T, Type, Type]] = {}
        """The results by the identities of the types, which are kept with them."""

    def __call__(self, one: Type, other: Type) -> T:
        key = id(one), id(other)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_COMPARED:
                self._known.clear()
            are_plain = one.__class__ in PLAIN and other.__class__ in PLAIN
            known = self._known[key] = (self._of_equal(one, other) if are_plain else self._function(one, other), one, other)
        return known[0]


_are_apart = _Compared(disjoint)
_remainder = _Compared(partial(matched, holds=False))
