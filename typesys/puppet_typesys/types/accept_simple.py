"""Assignability to types that contain no other types."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.model import DEFAULT_SIZE, String, Type
from puppet_typesys.types.ranges import covers
from puppet_typesys.types.relate import ACCEPTS, Guard, is_assignable, matches_parameter
from puppet_typesys.types.sizes import derived_size, texts_size
from puppet_typesys.types.texts import in_enum, matches_any
from puppet_typesys.values.hash import Hash as HashValue
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.semver_range import covered_by

RANGES = (model.Integer, model.Float, model.Timespan, model.Timestamp)


def _undef(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Undef)


def _default(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Default)


def _scalar(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, model.Scalar | model.SemVerRange)


def _of_class(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, expected.__class__)


def _range(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, RANGES)
    return actual.__class__ is expected.__class__ and covers(expected, actual)


def _boolean(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Boolean)
    return isinstance(actual, model.Boolean) and (expected.value is None or expected.value == actual.value)


def _string(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, String)
    if expected.size is not None:
        if isinstance(actual, String):
            return covers(expected.size, derived_size(actual))
        if isinstance(actual, model.Enum) and actual.values:
            return covers(expected.size, texts_size(actual))
        return isinstance(actual, model.Enum | model.Pattern) and covers(expected.size, DEFAULT_SIZE)
    if isinstance(actual, String):
        return expected.value is None or (expected.value == actual.value and actual.size is None)
    if isinstance(actual, model.Enum):
        # The reference only requires that the Enum has a single value; it does not compare the value.
        return expected.value is None or (len(actual.values) == 1 and not actual.case_insensitive)
    return isinstance(actual, model.Pattern) and expected.value is None


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


def _semver(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.SemVer)
    if not isinstance(actual, model.SemVer):
        return False
    if not expected.ranges or not actual.ranges:
        return not expected.ranges
    spend_on(range(len(expected.ranges) * len(actual.ranges)))
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
    return matches_parameter(ours, theirs)


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


ACCEPTS |= {
    model.Undef: _undef,
    model.Default: _default,
    model.Scalar: _scalar,
    model.ScalarData: _of_class,
    model.Numeric: _of_class,
    **dict.fromkeys(RANGES, _range),
    model.Boolean: _boolean,
    model.String: _string,
    model.Enum: _enum,
    model.Pattern: _pattern,
    model.Regexp: _regexp,
    model.SemVer: _semver,
    model.SemVerRange: _of_class,
    model.Binary: _of_class,
    model.URI: _uri,
    model.Runtime: _runtime,
    model.CatalogEntry: _of_class,
    model.Class: _class,
    model.Resource: _resource,
}
