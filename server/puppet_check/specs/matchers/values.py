"""Matchers of values: `eq`, `be`, `include`, `match`, and how they are combined."""

from __future__ import annotations

from collections.abc import Callable

from puppet_check.specs.examples import MADE, MATCHER, Matcher, matcher, matcher_of, value_of
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.outcomes import NotMet, Undecided
from puppet_typesys.ruby.equality import compare, equal, is_true, key_of
from puppet_typesys.ruby.machine import Machine, case_matches
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import UnknownValue, contains_unknown

VALUE = f"{MATCHER}::Value"
BE = f"{MATCHER}::Be"
Test = Callable[[SpecMachine, object], bool]


class Value:
    """A matcher of a value, by a test and what it expects in words."""

    def __init__(self, text: str, test: Test) -> None:
        self.text = text
        self.test = test
        self.got = ""

    def matches(self, machine: SpecMachine, actual: object) -> bool:
        value = value_of(machine, actual)
        if contains_unknown(value):
            raise Undecided("the value of an expectation")
        try:
            found = self.test(machine, value)
        except UnknownValue:
            raise Undecided("the value of an expectation") from None
        self.got = shown(value)
        return found

    def failure(self, machine: SpecMachine, *, negated: bool) -> NotMet:
        no = "not " if negated else ""
        return NotMet(f"expected {self.got} {no}to {self.text}", expected=self.text, actual=self.got)

    def description(self) -> str:
        return self.text


def shown(value: object) -> str:
    """A value in a message."""
    try:
        return inspect(value)
    except Unsupported:
        return "…"


def holds(machine: SpecMachine, expected: object, actual: object) -> bool:
    """Whether a value is as expected: by a matcher, or as `===` or `==` says."""
    if is_matcher(expected):
        return matcher_of(expected).matches(machine, actual)
    if isinstance(expected, Hash) and isinstance(actual, Hash):
        if len(expected) != len(actual):
            return False
        theirs = actual.entries
        return all(at in theirs and holds(machine, value, theirs[at][1]) for at, (_, value) in expected.entries.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(holds(machine, one, other) for one, other in zip(expected, actual, strict=True))
    if is_true(machine.send(actual, "==", [expected])):
        return True
    return case_matches(machine, expected, actual)


def is_matcher(value: object) -> bool:
    """Whether a value of a program is a matcher."""
    return isinstance(value, Object) and value.kind.name.startswith(MATCHER)


def matcher_by(text: str, test: Test) -> Object:
    """A matcher by a test and what it expects in words."""
    return matcher(Value(text, test), VALUE)


def is_same(machine: SpecMachine, actual: object, expected: object) -> bool:
    """Whether a value is the same as another by its own `==`."""
    return is_true(machine.send(actual, "==", [expected]))


@yields(BASE, "eq", keeps=True)
def eq(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """Equality by `==`."""
    return matcher_by(f"eq {shown(expected)}", lambda spec, actual: is_same(spec, actual, expected))


@yields(BASE, "eql", keeps=True)
def eql(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """Equality by `eql?`."""
    return matcher_by(f"eql {shown(expected)}", lambda spec, actual: key_of(actual) == key_of(expected))


@yields(BASE, "be_nil", keeps=True)
def be_nil(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """That it is nil."""
    return matcher_by("be nil", lambda spec, actual: actual is None)


@yields(BASE, "be_truthy", "be_true", keeps=True)
def be_truthy(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """That it is neither nil nor false."""
    return matcher_by("be truthy", lambda spec, actual: is_true(actual))


@yields(BASE, "be_falsey", "be_falsy", "be_false", keeps=True)
def be_falsey(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    """That it is nil or false."""
    return matcher_by("be falsey", lambda spec, actual: not is_true(actual))


@yields(BASE, "be", keeps=True)
def be(machine: Machine, block: AnyProc | None, receiver: object, *expected: object) -> object:
    """Identity, or the left side of an operator."""
    if not expected:
        return matcher(Value("be truthy", lambda spec, actual: is_true(actual)), BE)
    wanted = expected[0]
    if not (wanted is None or isinstance(wanted, bool | int | Symbol | Module)):
        raise Unsupported("be", "of an object")
    return matcher_by(f"equal {shown(wanted)}", lambda spec, actual: actual.__class__ is wanted.__class__ and equal(actual, wanted))


@yields(BE, "==", "===", keeps=True)
def be_equal(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """Equality."""
    return matcher_by(f"be == {shown(expected)}", lambda spec, actual: is_same(spec, actual, expected))


@yields(BE, "<", keeps=True)
def be_less(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """That it is less."""
    return matcher_by(f"be < {shown(expected)}", lambda spec, actual: _ordered(actual, expected) < 0)


@yields(BE, ">", keeps=True)
def be_greater(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """That it is greater."""
    return matcher_by(f"be > {shown(expected)}", lambda spec, actual: _ordered(actual, expected) > 0)


@yields(BE, "<=", keeps=True)
def be_at_most(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """That it is not greater."""
    return matcher_by(f"be <= {shown(expected)}", lambda spec, actual: _ordered(actual, expected) <= 0)


@yields(BE, ">=", keeps=True)
def be_at_least(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """That it is not less."""
    return matcher_by(f"be >= {shown(expected)}", lambda spec, actual: _ordered(actual, expected) >= 0)


def _ordered(actual: object, expected: object) -> int:
    found = compare(actual, expected)
    if found is None:
        raise Unsupported("be", "with values that have no order")
    return found


@yields(BASE, "match", "match_regex", keeps=True)
def match(machine: Machine, block: AnyProc | None, receiver: object, expected: object) -> object:
    """That a text matches, or a structure is as expected."""

    def test(spec: SpecMachine, actual: object) -> bool:
        if isinstance(expected, Regexp):
            if isinstance(actual, Hash | list) or actual is None:
                return False
            return is_true(spec.send(actual, "match", [expected]))
        if holds(spec, expected, actual):
            return True
        # A String is a pattern, unless it is the whole value.
        return isinstance(expected, String) and isinstance(actual, String | Symbol) and is_true(spec.send(actual, "match", [expected]))

    return matcher_by(f"match {shown(expected)}", test)


def _texts(names: str, test: Callable[[str, str], bool]) -> None:
    @yields(BASE, *names.split(), keeps=True)
    def make(machine: Machine, block: AnyProc | None, receiver: object, *expected: object) -> object:
        def check(spec: SpecMachine, actual: object) -> bool:
            if isinstance(actual, list):
                raise Unsupported("matcher", f"{names} of an Array")
            return isinstance(actual, String) and all(test(actual.text, to_s(each)) for each in expected)

        return matcher_by(f"{names.split(maxsplit=1)[0].replace('_', ' ')} {', '.join(map(shown, expected))}", check)


_texts("start_with a_string_starting_with starting_with", str.startswith)
_texts("end_with a_string_ending_with ending_with", str.endswith)


@yields(BASE, "be_a", "be_an", "be_kind_of", "be_a_kind_of", "an_instance_of", "a_kind_of", keeps=True)
def be_a(machine: Machine, block: AnyProc | None, receiver: object, kind: object) -> object:
    """That it is of a class."""
    return matcher_by(f"be a kind of {shown(kind)}", lambda spec, actual: is_true(spec.send(actual, "is_a?", [kind])))


@yields(BASE, "be_instance_of", "be_an_instance_of", keeps=True)
def be_instance_of(machine: Machine, block: AnyProc | None, receiver: object, kind: object) -> object:
    """That it is of exactly a class."""
    return matcher_by(f"be an instance of {shown(kind)}", lambda spec, actual: is_true(spec.send(actual, "instance_of?", [kind])))


@yields(BASE, "be_between", keeps=True)
def be_between(machine: Machine, block: AnyProc | None, receiver: object, low: object, high: object) -> object:
    """That it is between two values."""
    return matcher_by("be between", lambda spec, actual: _ordered(actual, low) >= 0 and _ordered(actual, high) <= 0)


@yields(BASE, "satisfy", keeps=True)
def satisfy(machine: Machine, block: AnyProc | None, receiver: object, words: object = None) -> object:
    """That a block is true for it."""
    test = machine.needs(block, "satisfy")
    return matcher_by("satisfy" if words is None else to_s(words), lambda spec, actual: is_true(spec.call_proc(test, [actual])))


@yields(f"{VALUE} {BE}", "and", "&", keeps=True)
def both(machine: Machine, block: AnyProc | None, receiver: Object, other: object) -> object:
    """Two matchers that are to match."""
    first, second = matcher_of(receiver), matcher_of(other)
    return _joined(first, "and", second, lambda spec, actual: first.matches(spec, actual) and second.matches(spec, actual))


@yields(f"{VALUE} {BE}", "or", "|", keeps=True)
def either(machine: Machine, block: AnyProc | None, receiver: Object, other: object) -> object:
    """Two matchers of which one is to match."""
    first, second = matcher_of(receiver), matcher_of(other)
    return _joined(first, "or", second, lambda spec, actual: first.matches(spec, actual) or second.matches(spec, actual))


def _joined(first: Matcher, word: str, second: Matcher, test: Test) -> Object:
    return matcher_by(f"{first.description()} {word} {second.description()}", test)


def _predicate(machine: SpecMachine, name: str, arguments: list[object], block: AnyProc | None) -> Object | None:
    if name.startswith("have_") and name.endswith("_count"):
        return None  # a matcher of catalogs
    word = f"has_{name.removeprefix('have_')}" if name.startswith("have_") else name.removeprefix("be_")

    def check(spec: SpecMachine, actual: object) -> bool:
        if isinstance(actual, Object):
            raise Unsupported("method", name)
        return is_true(spec.send(actual, f"{word}?", list(arguments), block))

    return matcher_by(name.replace("_", " "), check)


MADE.extend((("be_", _predicate), ("have_", _predicate)))
