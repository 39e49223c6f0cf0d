"""Which types and values a type accepts.

`is_assignable(expected, actual)` asks about all values of a type, `is_instance(type, value)` about one. Aliases made of themselves
are followed until both sides come back to one; the question is then answered with yes, since nothing spoke against it.
"""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_typesys.types import model
from puppet_typesys.types.model import DEFAULT_SIZE, UNDEF, Integer, String, Type
from puppet_typesys.types.objects import Object, ObjectExtension, TypeSet, is_subtype
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash as HashValue
from puppet_typesys.values.regexp import Regexp as RegexpValue


class Guard:
    """The aliases made of themselves that a question has come to, on both sides, and whether it came back to one.

    What was found on the way stays found for what is looked at next, as in the reference: an alias expected further out is
    forgotten only when its own question is answered, one that was met on the other side never.
    """

    __slots__ = ("actual", "actual_again", "expected", "expected_again")

    def __init__(self) -> None:
        self.expected: set[str] = set()
        self.actual: set[str] = set()
        self.expected_again = False
        self.actual_again = False


def is_assignable(expected: Type, actual: Type, guard: Guard | None = None) -> bool:
    """Whether every value of `actual` is a value of `expected`, as the reference sees it."""
    if isinstance(expected, model.Unit | model.Any):
        return True
    if isinstance(expected, model.TypeAlias) and expected.self_recursion:
        return _expecting_again(expected, actual, guard or Guard())
    return _is_assignable(expected, actual, guard)


def _expecting_again(alias: model.TypeAlias, actual: Type, guard: Guard) -> bool:
    first = not guard.expected_again and alias.name not in guard.expected
    guard.expected_again = not first
    guard.expected.add(alias.name)
    result = (guard.expected_again and guard.actual_again) or _is_assignable(alias, actual, guard)
    if first:
        guard.expected_again = False
        guard.expected.discard(alias.name)
    return result


def _is_assignable(expected: Type, actual: Type, guard: Guard | None) -> bool:
    if isinstance(actual, model.Unit):
        return True
    if isinstance(actual, model.TypeAlias):
        return _through_actual_alias(expected, actual, guard)
    if isinstance(actual, model.Variant):
        return _accepts_variant(expected, actual, guard)
    if isinstance(actual, model.Optional):
        return is_assignable(expected, UNDEF, guard) and (actual.type is None or is_assignable(expected, actual.type, guard))
    if isinstance(actual, model.NotUndef) and actual.type is not None and not is_assignable(actual.type, UNDEF):
        return is_assignable(expected, actual.type, guard)
    if isinstance(expected, model.TypeAlias):
        return is_assignable(expected.target, actual, guard)
    accepts = ACCEPTS.get(expected.__class__)
    return accepts(expected, actual, guard) if accepts else expected == actual


def _through_actual_alias(expected: Type, alias: model.TypeAlias, guard: Guard | None) -> bool:
    if alias.self_recursion:
        guard = guard or Guard()
        guard.actual_again = guard.actual_again or alias.name in guard.actual
        guard.actual.add(alias.name)
        if guard.expected_again and guard.actual_again:
            return True
    return is_assignable(expected, alias.target, guard)


def _accepts_variant(expected: Type, actual: model.Variant, guard: Guard | None) -> bool:
    if isinstance(expected, model.Variant) and not expected.types:
        return True
    if isinstance(expected, model.NotUndef) and not actual.types:
        return _not_undef(expected, actual, guard)
    return bool(actual.types) and all(is_assignable(expected, each, guard) for each in actual.types)


# ---- one rule for each expected type


def _undef(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Undef)


def _default(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Default)


def _scalar(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Scalar | model.SemVerRange)


def _of_class(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, expected.__class__)


def _number(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Integer | model.Float)
    return actual.__class__ is expected.__class__ and covers(expected, actual)


def covers(wide: Integer | model.Float, narrow: Integer | model.Float) -> bool:
    """Whether one range contains another."""
    if wide.low is not None and (narrow.low is None or narrow.low < wide.low):
        return False
    return wide.high is None or (narrow.high is not None and narrow.high <= wide.high)


def _time(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Timespan | model.Timestamp)
    if actual.__class__ is not expected.__class__:
        return False
    assert isinstance(actual, model.Timespan | model.Timestamp)
    if expected.low is not None and (actual.low is None or actual.low < expected.low):  # type: ignore[operator]  # the same class
        return False
    return expected.high is None or (actual.high is not None and actual.high <= expected.high)  # type: ignore[operator]  # the same class


def _boolean(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Boolean)
    return isinstance(actual, model.Boolean) and (expected.value is None or expected.value == actual.value)


def _string(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, String)
    if expected.size is not None:
        if isinstance(actual, String):
            return covers(expected.size, derived_size(actual))
        if isinstance(actual, model.Enum) and actual.values:
            sizes = [len(value) for value in actual.values]
            return covers(expected.size, Integer(min(sizes), max(sizes)))
        return isinstance(actual, model.Enum | model.Pattern) and covers(expected.size, DEFAULT_SIZE)
    if isinstance(actual, String):
        return expected.value is None or (expected.value == actual.value and actual.size is None)
    if isinstance(actual, model.Enum):
        # The reference asks only that there is one value, not which.
        return expected.value is None or (len(actual.values) == 1 and not actual.case_insensitive)
    return isinstance(actual, model.Pattern) and expected.value is None


def derived_size(string: String) -> Integer:
    """The sizes that a String type allows."""
    if string.size is not None:
        return string.size
    return DEFAULT_SIZE if string.value is None else Integer(len(string.value), len(string.value))


def _enum(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Enum)
    if expected == actual:
        return True
    if not expected.values and isinstance(actual, String | model.Enum | model.Pattern):
        return True
    if isinstance(actual, String):
        return actual.value is not None and in_enum(expected, actual.value)
    if isinstance(actual, model.Enum):
        comparable = expected.case_insensitive or not actual.case_insensitive
        return bool(actual.values) and comparable and all(in_enum(expected, value) for value in actual.values)
    return False


def in_enum(enum: model.Enum, value: str) -> bool:
    """Whether a string is one of the values."""
    if not enum.case_insensitive:
        return value in enum.values
    folded = ascii_lower(value)
    return any(ascii_lower(each) == folded for each in enum.values)


def ascii_lower(text: str) -> str:
    """The text with the 26 letters in lower case and nothing else changed."""
    return text.lower() if text.isascii() else "".join(c.lower() if c < "\x80" else c for c in text)


def _regexp(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Regexp)
    return isinstance(actual, model.Regexp) and (expected.pattern is None or expected.pattern == actual.pattern)


def _pattern(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Pattern)
    if expected == actual:
        return True
    if isinstance(actual, String):
        return not expected.patterns if actual.value is None else matches_any(expected, actual.value)
    if isinstance(actual, model.Enum):
        return all(matches_any(expected, value) for value in actual.values) if actual.values else not expected.patterns
    return isinstance(actual, model.Pattern) and not expected.patterns


def matches_any(pattern: model.Pattern, value: str) -> bool:
    """Whether one of the patterns is found in a string; without patterns always."""
    return not pattern.patterns or any(each.regexp.match(value) is not None for each in pattern.patterns)


def _semver(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.SemVer)
    if not isinstance(actual, model.SemVer):
        return False
    if not expected.ranges or not actual.ranges:
        return not expected.ranges
    from puppet_typesys.values.semver_range import covered_by  # rarely needed

    return all(any(covered_by(theirs, ours) for ours in expected.ranges) for theirs in actual.ranges)


def _uri(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.URI)
    if not isinstance(actual, model.URI):
        return False
    if expected.parameters is None:
        return True
    theirs = actual.parameters or HashValue()
    return all(name in theirs and _part_fits(ours, theirs[name]) for name, ours in expected.parameters.items())


def _part_fits(ours: object, theirs: object) -> bool:
    if isinstance(ours, Type) and isinstance(theirs, Type):
        return is_assignable(ours, theirs)
    return part_matches(ours, theirs)


def part_matches(wanted: object, part: object) -> bool:
    """Whether a part of a URI matches a parameter: by type, regular expression or, without case, as text."""
    from puppet_typesys.types.instance import is_instance  # which builds upon this module

    if isinstance(wanted, Type):
        return is_instance(wanted, part)
    if isinstance(wanted, RegexpValue):
        return isinstance(part, str) and wanted.match(part) is not None
    if isinstance(wanted, str) and isinstance(part, str):
        return wanted.lower() == part.lower()
    return wanted == part


# ---- collections


def _collection(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Collection)
    size = size_of(actual)
    return size is not None and covers(expected.size or DEFAULT_SIZE, size)


def size_of(collection: Type) -> Integer | None:
    """The sizes of a collection type; None for other types."""
    match collection:
        case model.Collection() | model.Array() | model.Hash():
            return collection.size or DEFAULT_SIZE
        case model.Tuple():
            # Without types and size the reference takes it for empty here.
            return collection.size or Integer(len(collection.types), len(collection.types))
        case model.Struct():
            return Integer(len(collection.elements), len(collection.elements))
    return None


def _array(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Array)
    if not isinstance(actual, model.Array | model.Tuple):
        return False
    size = size_of(actual)
    if size is None or not covers(expected.size or DEFAULT_SIZE, size):
        return False
    members = actual.types if isinstance(actual, model.Tuple) else (actual.element,)
    return all(is_assignable(expected.element, each, guard) for each in members)


def tuple_size(type: model.Tuple) -> Integer:
    """The sizes that a Tuple allows."""
    if type.size is not None:
        return type.size
    return Integer(len(type.types), len(type.types)) if type.types else DEFAULT_SIZE


def _tuple(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Tuple)
    if expected == actual:
        return True
    if isinstance(actual, model.Tuple):
        return _tuple_of_tuple(expected, actual, guard)
    if not isinstance(actual, model.Array):
        return False
    size = actual.size or DEFAULT_SIZE
    if not covers(tuple_size(expected), size):
        return False
    count = len(expected.types) if size.high is None else min(len(expected.types), size.high)
    return all(is_assignable(each, actual.element, guard) for each in expected.types[:count])


def _tuple_of_tuple(expected: model.Tuple, actual: model.Tuple, guard: Guard | None) -> bool:
    size = tuple_size(expected)
    if not covers(size, tuple_size(actual)):
        return False
    ours = expected.types
    if not ours:
        return True
    if not actual.types:
        return size.low == 0
    return all(is_assignable(ours[min(at, len(ours) - 1)], each, guard) for at, each in enumerate(actual.types))


def _hash(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Hash)
    size = expected.size or DEFAULT_SIZE
    if isinstance(actual, model.Hash):
        if actual == model.EMPTY_HASH and size.low == 0:
            return True
        fits = is_assignable(expected.key, actual.key, guard) and is_assignable(expected.value, actual.value, guard)
        return fits and covers(size, actual.size or DEFAULT_SIZE)
    if isinstance(actual, model.Struct):
        from puppet_typesys.types.instance import is_instance  # which builds upon this module

        count = len(actual.elements)
        return covers(size, Integer(count, count)) and all(
            is_instance(expected.key, each.name) and is_assignable(expected.value, each.value, guard) for each in actual.elements
        )
    return False


def _struct(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Struct)
    if isinstance(actual, model.Struct):
        theirs = {each.name: each for each in actual.elements}
        found = 0
        for ours in expected.elements:
            other = theirs.get(ours.name)
            if other is None:
                if not is_assignable(ours.key, UNDEF):
                    return False
                continue
            found += 1
            if not (is_assignable(ours.key, other.key, guard) and is_assignable(ours.value, other.value, guard)):
                return False
        return found == len(theirs)
    return isinstance(actual, model.Hash) and _struct_of_hash(expected, actual, guard)


def _struct_of_hash(expected: model.Struct, actual: model.Hash, guard: Guard | None) -> bool:
    required = [each for each in expected.elements if not is_assignable(each.key, UNDEF)]
    for each in required:
        if not (is_assignable(each.value, actual.value, guard) and is_assignable(model.STRING, actual.key)):
            return False
    return covers(Integer(len(required), len(expected.elements)), actual.size or DEFAULT_SIZE)


# ---- types around types


def _variant(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Variant)
    return any(is_assignable(each, actual, guard) for each in expected.types)


def _optional(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Optional)
    return isinstance(actual, model.Undef) or expected.type is None or is_assignable(expected.type, actual, guard)


def _not_undef(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.NotUndef)
    return not is_assignable(actual, UNDEF, guard) and (expected.type is None or is_assignable(expected.type, actual, guard))


def _iterable(expected: Type, actual: Type, guard: Guard | None) -> bool:
    from puppet_typesys.types.iterate import is_iterable, iterable_type  # which builds upon this module

    assert isinstance(expected, model.Iterable)
    if expected.type is None or is_assignable(expected.type, model.ANY, guard):
        return is_iterable(actual) or (isinstance(actual, model.Runtime) and "::Iterable::" in str(actual.name_or_pattern))
    iterable = iterable_type(actual)
    return iterable is not None and iterable.type is not None and is_assignable(expected.type, iterable.type, guard)


def _iterator(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Iterator)
    if not isinstance(actual, model.Iterator):
        return False
    return expected.type is None or (actual.type is not None and is_assignable(expected.type, actual.type, guard))


def _type(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.TypeType)
    if not isinstance(actual, model.TypeType):
        return False
    return expected.type is None or (actual.type is not None and is_assignable(expected.type, actual.type, guard))


def _sensitive(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Sensitive)
    return isinstance(actual, model.Sensitive) and is_assignable(expected.type, actual.type, guard)


def _callable(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Callable)
    if not isinstance(actual, model.Callable):
        return False
    if expected.returns is not None and not is_assignable(expected.returns, actual.returns or model.ANY, guard):
        return False
    if expected.parameters is None:
        return True
    if actual.parameters is None or not is_assignable(actual.parameters, expected.parameters, guard):
        return False
    return is_assignable(actual.block or UNDEF, expected.block or UNDEF, guard)


def _runtime(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Runtime)
    if not isinstance(actual, model.Runtime) or expected.runtime not in (None, actual.runtime):
        return False
    return expected.name_or_pattern is None or expected.name_or_pattern == actual.name_or_pattern


def _class(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Class)
    return isinstance(actual, model.Class) and expected.class_name in (None, actual.class_name)


def _resource(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Resource)
    if not isinstance(actual, model.Resource):
        return False
    if expected.downcased_name is None:
        return True
    return expected.downcased_name == actual.downcased_name and expected.title in (None, actual.title)


def _init(expected: Type, actual: Type, guard: Guard | None) -> bool:
    from puppet_typesys.types.init import init_accepts  # knows the signatures of `new`, which are built upon this module

    assert isinstance(expected, model.Init)
    return init_accepts(expected, actual, guard)


def _object(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return is_subtype(actual, expected)


def _type_set(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, TypeSet) and (expected == actual or not isinstance(expected, TypeSet) or expected.is_default)


ACCEPTS: dict[type[Type], Function[[Type, Type, Guard | None], bool]] = {
    model.Undef: _undef,
    model.Default: _default,
    model.Scalar: _scalar,
    model.ScalarData: _of_class,
    model.Numeric: _of_class,
    model.Integer: _number,
    model.Float: _number,
    model.Boolean: _boolean,
    model.String: _string,
    model.Enum: _enum,
    model.Pattern: _pattern,
    model.Regexp: _regexp,
    model.SemVer: _semver,
    model.SemVerRange: _of_class,
    model.Timespan: _time,
    model.Timestamp: _time,
    model.Binary: _of_class,
    model.URI: _uri,
    model.Collection: _collection,
    model.Array: _array,
    model.Tuple: _tuple,
    model.Hash: _hash,
    model.Struct: _struct,
    model.Variant: _variant,
    model.Optional: _optional,
    model.NotUndef: _not_undef,
    model.Iterable: _iterable,
    model.Iterator: _iterator,
    model.TypeType: _type,
    model.Sensitive: _sensitive,
    model.Callable: _callable,
    model.Runtime: _runtime,
    model.CatalogEntry: _of_class,
    model.Class: _class,
    model.Resource: _resource,
    model.Init: _init,
    Object: _object,
    ObjectExtension: _object,
    TypeSet: _type_set,
}


# ---- calls


def is_callable_with(callable: Type, arguments: Type) -> bool:
    """Whether a callable can be called with arguments of a type: a Tuple, an Array or another Callable.

    A Tuple's last type is the block when it is a callable.
    """
    while isinstance(callable, model.TypeAlias):
        callable = callable.target
    while isinstance(arguments, model.TypeAlias):
        arguments = arguments.target
    match arguments:
        case model.Undef():
            return is_assignable(callable, UNDEF)
        case model.Callable():
            return is_kind_of_callable(callable) and is_assignable(callable, arguments)
        case model.Tuple() | model.Array() if is_kind_of_callable(callable) and isinstance(callable, model.Callable):
            return _accepts_arguments(callable, arguments)
    return False


def _accepts_arguments(callable: model.Callable, arguments: model.Tuple | model.Array) -> bool:
    parameters = callable.parameters
    if isinstance(arguments, model.Tuple):
        if arguments.size is not None:
            raise ArgumentError("Callable tuple may not have a size constraint when used as args")
        if arguments.types and is_kind_of_callable(arguments.types[-1]):
            return _accepts_block(callable, arguments.types)
    accepted = parameters is None or is_assignable(parameters, arguments)
    return accepted and (callable.block is None or is_assignable(callable.block, UNDEF))


def _accepts_block(callable: model.Callable, types: tuple[Type, ...]) -> bool:
    if callable.block is None or callable.parameters is None or not is_assignable(callable.block, types[-1]):
        return False
    count = len(types) - 1
    expected = callable.parameters.types
    if not covers(tuple_size(callable.parameters), Integer(count, count)):
        return False
    return all(is_assignable(expected[min(at, len(expected) - 1)], types[at]) for at in range(count))


def is_kind_of_callable(type: Type, optional: bool = True) -> bool:
    """Whether all values of a type are callables (or, when `optional`, undef)."""
    match type:
        case model.Callable():
            return True
        case model.Variant():
            return all(is_kind_of_callable(each, optional) for each in type.types)
        case model.Optional():
            return optional and type.type is not None and is_kind_of_callable(type.type, optional)
        case model.TypeAlias() if not type.self_recursion:
            return is_kind_of_callable(type.target, optional)
    return False
