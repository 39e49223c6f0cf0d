"""Matchers of collections: `include`, `contain_exactly`, `cover`, `all`."""

from __future__ import annotations

from puppet_check.specs.examples import matcher
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.matchers.values import VALUE, Test, Value, holds, is_matcher, is_same, matcher_by, shown
from puppet_check.specs.mocks import ARGUMENT
from puppet_typesys.ruby.equality import equal, is_true, key_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Object, Range, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.regexp import Regexp


@yields(BASE, "include", "a_string_including", "a_hash_including", "including", "a_collection_including", keeps=True)
def include(machine: Machine, block: AnyProc | None, receiver: object, *expected: object) -> object:
    """That a text, an Array or a Hash has all of something."""

    def check(spec: SpecMachine, actual: object) -> bool:
        return all(_includes(spec, actual, each) for each in expected)

    return matcher(Include(f"include {', '.join(map(shown, expected))}", check, expected), VALUE)


class Include(Value):
    """`include`. Where several things are expected, a negative expectation is not its negation: none of them may be there."""

    def __init__(self, text: str, test: Test, expected: tuple[object, ...]) -> None:
        super().__init__(text, test)
        self.expected = expected

    def is_absent(self, machine: SpecMachine, actual: object) -> bool:
        """Whether none is there."""
        single: list[object] = []
        for each in self.expected:
            single += _single(each) if isinstance(each, Hash) and isinstance(actual, Hash) else [each]
        return not any(_includes(machine, actual, each) for each in single)


def _single(given: Hash) -> list[object]:
    """A Hash as one for each entry."""
    found: list[object] = []
    for at, entry in given.entries.items():
        made = Hash()
        made.entries[at] = entry
        found.append(made)
    return found


def _includes(machine: SpecMachine, actual: object, expected: object) -> bool:
    if isinstance(actual, String):
        if isinstance(expected, Regexp):
            return expected.match(actual.text) is not None
        if is_matcher(expected):
            raise Unsupported("include", "of a matcher in a String")
        return to_s(expected) in actual.text if isinstance(expected, String) else _wrong()
    if isinstance(actual, Hash):
        if isinstance(expected, Hash):
            theirs = actual.entries
            return all(at in theirs and holds(machine, value, theirs[at][1]) for at, (_, value) in expected.entries.items())
        if is_matcher(expected):
            return any(holds(machine, expected, key) for key, _ in actual.items())
        return key_of(expected) in actual.entries
    if isinstance(actual, list):
        if is_matcher(expected) or isinstance(expected, Regexp) or (isinstance(expected, Object) and expected.kind.is_below(ARGUMENT)):
            return any(holds(machine, expected, each) for each in actual)
        if isinstance(expected, Hash):
            return any(equal(each, expected) for each in actual)
        return any(is_same(machine, each, expected) for each in actual)
    if actual is None or isinstance(actual, bool | int | float):
        return False
    raise Unsupported("include", "of another value")


def _wrong() -> bool:
    raise Unsupported("include", "of another value in a String")


@yields(BASE, "contain_exactly", "a_collection_containing_exactly", keeps=True)
def contain_exactly(machine: Machine, block: AnyProc | None, receiver: object, *expected: object) -> object:
    """That an Array has these elements in any order."""
    return _exactly(list(expected))


@yields(BASE, "match_array", keeps=True)
def match_array(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """That an Array has the elements of another one in any order."""
    if not isinstance(expected, list):
        raise Unsupported("match_array", "of another value")
    return _exactly(expected)


def _exactly(expected: list[object]) -> Object:
    if any(map(is_matcher, expected)):
        raise Unsupported("contain_exactly", "with matchers")

    def check(spec: SpecMachine, actual: object) -> bool:
        if not isinstance(actual, list):
            return False
        left = list(actual)
        for each in expected:
            at = next((number for number, one in enumerate(left) if holds(spec, each, one)), None)
            if at is None:
                return False
            left.pop(at)
        return not left

    return matcher_by(f"contain exactly {', '.join(map(shown, expected))}", check)


@yields(BASE, "cover", keeps=True)
def cover(machine: Machine, block: AnyProc | None, receiver: object, *expected: object) -> object:
    """That a Range covers values."""

    def check(spec: SpecMachine, actual: object) -> bool:
        return isinstance(actual, Range) and all(is_true(spec.send(actual, "cover?", [each])) for each in expected)

    return matcher_by("cover", check)


@yields(BASE, "all", keeps=True)
def every(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """That each element of an Array matches."""

    def check(spec: SpecMachine, actual: object) -> bool:
        if not isinstance(actual, list):
            raise Unsupported("all", "of another value")
        return all(holds(spec, expected, each) for each in actual)

    return matcher_by(f"all {shown(expected)}", check)
