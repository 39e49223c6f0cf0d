"""The matching of a value with an option of `case` or a selector, and with a range of versions."""

from __future__ import annotations

from puppet_typesys.issues.evaluation.operators import match_not_string
from puppet_typesys.operators.comparison.equality import equal_by_types, equals, know_keys
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint, kinds
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.narrow import is_never
from puppet_typesys.types.refusal import LEFT, Refusal
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.types.spread import MAX_TEXTS, texts_of
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Match, Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


class Matching:
    """The result of a match: `found` is the match of a regular expression, None if it did not match."""

    __slots__ = ("asked", "found")

    def __init__(self) -> None:
        self.asked = False
        self.found: Match | None = None

    def note(self, match: Match | None) -> bool:
        """Store a match for the match variables; return whether there is one."""
        self.asked = True
        if match is not None:
            self.found = match
        return match is not None


def matches(value: object, option: object, matching: Matching) -> bool:
    """Whether a value matches an option of `case`: by type, regular expression, range or equality, including inside collections."""
    if isinstance(value, Unknown):
        return option is DEFAULT or _unknown_matches(value, option)
    match option:
        case Regexp():
            return isinstance(value, str) and matching.note(option.match(value))
        case Type():
            if contains_unknown(value):
                return _unknown_matches(value, option)
            return is_instance(option, value)
        case SemVer():
            return _is_version(value, option)
        case SemVerRange():
            return in_range(option, value)
        case tuple():
            if not isinstance(value, tuple) or len(value) != len(option):
                return False
            return all(matches(each, wanted, matching) for each, wanted in zip(value, option, strict=True))
        case Hash():
            if not isinstance(value, Hash):
                return False
            know_keys(value, option)
            return all(matches(value.get(key), wanted, matching) for key, wanted in option.items())
    return option is DEFAULT or equals(value, option)


def _unknown_matches(value: object, option: object) -> bool:
    known = infer_set(value)
    if isinstance(option, Type):
        if is_superset(option, known):
            return True
        if disjoint(option, known):
            return False
    # Only Strings are matched with a regular expression.
    if isinstance(option, Regexp) and disjoint(known, model.STRING):
        return False
    if option is None or isinstance(option, str | bool | int | float):
        equal = equal_by_types(known, infer_set(option))
        if equal is not None:
            return equal
    raise UnknownValue


def match_by_types(left: Type, pattern: Regexp | str) -> bool | None:
    """What a match gives for all Strings of a type; None if that differs or is unknown. Raises Refusal if the type has none."""
    if "string" not in kinds(left):
        if is_never(left):
            return None
        raise Refusal(match_not_string(show(generalize(left))), LEFT)
    known = texts_of(left)
    if known is None or len(known) > MAX_TEXTS or not isinstance(pattern, Regexp):
        return None
    found = {pattern.match(each) is not None for each in known}
    return found.pop() if len(found) == 1 else None


def _is_version(value: object, version: SemVer) -> bool:
    if isinstance(value, str):
        try:
            return SemVer.parse(value) == version
        except ArgumentError:
            return False
    return isinstance(value, SemVer) and value == version


def in_range(range: SemVerRange, value: object) -> bool:
    """Whether a version, which may be a String, is in a range."""
    if isinstance(value, str):
        try:
            value = SemVer.parse(value)
        except ArgumentError:
            return False
    return isinstance(value, SemVer) and range.includes(value)
