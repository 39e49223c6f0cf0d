"""Identity of keys, equality and order of values, and whether conditions hold."""

from __future__ import annotations

from puppet_typesys.ruby.classes import described, error, is_kind_of, name_of_class
from puppet_typesys.ruby.objects import Hash, MatchData, Module, NativeProc, Object, Proc, Range, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect
from puppet_typesys.types.model import Type
from puppet_typesys.values.default import DEFAULT, Default
from puppet_typesys.values.hash import identity
from puppet_typesys.values.meter import spend
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown, UnknownValue


def is_true(value: object) -> bool:
    """Whether a condition holds: all values but `nil` and `false` do."""
    if value is None or value is False:
        return False
    if isinstance(value, Unknown):
        raise UnknownValue
    return True


def key_of(value: object) -> object:
    """A hashable value that is equal for two values exactly if `eql?` holds."""
    kind = value.__class__
    if kind is String:
        assert isinstance(value, String)
        return value.text
    if kind is int or value is None or kind is Symbol:
        return value
    if kind is bool or kind is float:
        return (kind, value)
    if isinstance(value, list):
        spend(1 + (len(value) >> 2))
        return ("Array", *map(key_of, value))
    if isinstance(value, Hash):
        spend(1 + (len(value) >> 2))
        return ("Hash", frozenset((at, key_of(each)) for at, (_, each) in value.entries.items()))
    if isinstance(value, Unknown):
        raise UnknownValue
    if isinstance(value, Range):
        return ("Range", key_of(value.low), key_of(value.high), value.exclusive)
    if isinstance(value, Default):
        return Symbol.named("default")
    if isinstance(value, Object):
        if any(name in each.methods for each in value.kind.ancestors() for name in ("hash", "eql?")):
            raise Unsupported("method", f"{value.kind.name}#hash")
        if value.kind.name == INSTANCE:
            raise Unsupported("comparison with", INSTANCE)
        return ("Object", value.kind.name, key_of(value.held)) if value.kind.name in BY_CONTENT else value
    return identity(value)


INSTANCE = "Puppet::Pops::Types::PuppetObject"
"""The class of instances of Object types of Puppet, such as Deferred, which programs hand on."""
BY_CONTENT = frozenset(("Set", "IPAddr", "Gem::Version", "Pathname"))
"""The classes whose objects are equal if their content is."""


def equal(left: object, right: object) -> bool:
    """Whether `left == right`."""
    kind = left.__class__
    if kind is String:
        assert isinstance(left, String)
        if isinstance(right, Unknown):
            raise UnknownValue
        return isinstance(right, String) and left.text == right.text and (left.binary == right.binary or left.text.isascii())
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        raise UnknownValue
    if left is None or kind is bool or right is None:
        return left is right
    if isinstance(left, int | float):
        return isinstance(right, int | float) and right.__class__ is not bool and left == right
    if isinstance(left, list):
        spend(1 + (len(left) >> 2))
        return isinstance(right, list) and len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, Hash):
        if not isinstance(right, Hash) or len(left) != len(right):
            return False
        spend(1 + (len(left) >> 2))
        theirs = right.entries
        return all(at in theirs and equal(value, theirs[at][1]) for at, (_, value) in left.entries.items())
    if isinstance(left, Symbol | Default):
        return key_of(left) == key_of(right)
    if isinstance(left, Range):
        return isinstance(right, Range) and key_of(left) == key_of(right)
    if isinstance(left, Object) or isinstance(right, Object):
        return _equal_objects(left, right)
    if isinstance(left, Module | Proc | NativeProc):
        return left is right
    if isinstance(left, MatchData):
        return isinstance(right, MatchData) and left.match == right.match
    if isinstance(left, Regexp | Type):
        return left == right
    if left.__class__ is right.__class__:
        return identity(left) == identity(right)
    if isinstance(right, String | Symbol | list | Hash | int | float | Module | Regexp | Type):
        return False
    raise Unsupported("comparison with", name_of_class(right))


def _equal_objects(left: object, right: object) -> bool:
    if isinstance(left, Object) and left.kind.name in BY_CONTENT:
        return isinstance(right, Object) and right.kind is left.kind and key_of(left.held) == key_of(right.held)
    if isinstance(left, Object) and any("==" in each.methods for each in left.kind.ancestors()):
        raise Unsupported("comparison with", name_of_class(left))
    if isinstance(left, Object) and isinstance(right, Object) and left.kind.name == right.kind.name == INSTANCE:
        raise Unsupported("comparison with", INSTANCE)
    return left is right


def compare(left: object, right: object) -> int | None:
    """The value of `left <=> right`; None if they cannot be compared."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        raise UnknownValue
    if isinstance(left, String) and isinstance(right, String):
        if not left.binary and not right.binary:
            return (left.text > right.text) - (left.text < right.text)
        return (left.encoded() > right.encoded()) - (left.encoded() < right.encoded())
    if isinstance(left, int | float) and isinstance(right, int | float) and not isinstance(left, bool) and not isinstance(right, bool):
        return None if left != left or right != right else (left > right) - (left < right)
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return (left.name > right.name) - (left.name < right.name)
    if isinstance(left, list) and isinstance(right, list):
        return _compare_arrays(left, right)
    if isinstance(left, Object) and left.kind.name in ORDERED:
        if not isinstance(right, Object) or right.kind is not left.kind:
            raise Unsupported("comparison of", name_of_class(left))
        return compare(left.held, right.held)
    if left is None or isinstance(left, bool | Regexp | Hash | Range | Proc | Module | Symbol | String | int | float | list):
        return 0 if equal(left, right) else None
    raise Unsupported("comparison of", name_of_class(left))


ORDERED = frozenset(("Gem::Version",))
"""The classes whose objects are compared by their content."""


def _compare_arrays(left: list[object], right: list[object]) -> int | None:
    spend(1 + (len(left) >> 3))
    for mine, theirs in zip(left, right, strict=False):
        order = compare(mine, theirs)
        if order != 0:
            return order
    return (len(left) > len(right)) - (len(left) < len(right))


def ordered(left: object, right: object) -> int:
    """The value of `left <=> right`; raises ArgumentError if they cannot be compared."""
    order = compare(left, right)
    if order is None:
        raise incomparable(left, right)
    return order


def incomparable(left: object, right: object) -> Exception:
    """The error for values that cannot be compared."""
    special = right is None or isinstance(right, bool | int | float | Symbol)
    return error("ArgumentError", f"comparison of {name_of_class(left)} with {inspect(right) if special else described(right)} failed")


def matches(pattern: object, value: object) -> bool:
    """Whether `pattern === value`, as `case`, `grep` and `rescue` ask."""
    if isinstance(value, Unknown):
        raise UnknownValue
    if isinstance(pattern, Module):
        return is_kind_of(value, pattern)
    if isinstance(pattern, Regexp):
        return isinstance(value, String | Symbol) and pattern.match(value.text if isinstance(value, String) else value.name) is not None
    if isinstance(pattern, Range):
        return _covers(pattern, value)
    if isinstance(pattern, Proc | NativeProc):
        raise Unsupported("method", "Proc#===")
    if isinstance(pattern, Object) and pattern.kind.name in ("Set", "IPAddr"):
        raise Unsupported("method", f"{pattern.kind.name}#===")
    if isinstance(pattern, Type) and not isinstance(value, Type):
        raise Unsupported("method", "PAnyType#===")
    return equal(pattern, value)


def _covers(range: Range, value: object) -> bool:
    try:
        low = None if range.low is None else compare(range.low, value)
        high = None if range.high is None else compare(value, range.high)
    except Unsupported:
        return False
    if (low is None and range.low is not None) or (high is None and range.high is not None):
        return False
    return (low is None or low <= 0) and (high is None or high < 0 or (high == 0 and not range.exclusive))


def as_default(value: object) -> object:
    """The value `default` for the Symbol that stands for it in Ruby."""
    return DEFAULT if isinstance(value, Symbol) and value.name == "default" else value
