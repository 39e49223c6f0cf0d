"""Versions and ranges of versions: the library `semantic_puppet`."""

from __future__ import annotations

from puppet_typesys.ruby.classes import refuse
from puppet_typesys.ruby.equality import incomparable
from puppet_typesys.ruby.native import method
from puppet_typesys.ruby.objects import String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.semver import LONGEST, SemVer
from puppet_typesys.values.semver_range import SemVerRange

VERSION = "SemanticPuppet::Version"
RANGE = "SemanticPuppet::VersionRange"


def _text_of(value: object) -> str:
    if not isinstance(value, String) or len(value.text) > LONGEST:
        raise Unsupported("argument of", "semantic_puppet")
    return value.text


@method(f"{VERSION}.", "parse")
def _version(module: object, text: object) -> object:
    """The version that a text denotes."""
    try:
        return SemVer.parse(_text_of(text))
    except ArgumentError as error:
        refuse(f"{VERSION}::ValidationFailure", str(error))


@method(f"{VERSION}.", "valid?", result="Boolean")
def _is_version(module: object, text: object) -> object:
    try:
        SemVer.parse(_text_of(text))
    except ArgumentError:
        return False
    return True


@method(VERSION, "<=>")
def _compared(version: SemVer, other: object) -> object:
    """-1, 0 or 1; nil for another value."""
    if not isinstance(other, SemVer):
        return None
    found = version.compare(other)
    return (found > 0) - (found < 0)


def _order(version: SemVer, other: object) -> int:
    if not isinstance(other, SemVer):
        raise incomparable(version, other)
    return version.compare(other)


method(VERSION, "<", result="Boolean")(lambda version, other: _order(version, other) < 0)
method(VERSION, "<=", result="Boolean")(lambda version, other: _order(version, other) <= 0)
method(VERSION, ">", result="Boolean")(lambda version, other: _order(version, other) > 0)
method(VERSION, ">=", result="Boolean")(lambda version, other: _order(version, other) >= 0)
method(VERSION, "between?", result="Boolean")(lambda version, low, high: _order(version, low) >= 0 and _order(version, high) <= 0)
method(VERSION, "major")(lambda version: _known(version.major))
method(VERSION, "minor", result="Integer")(lambda version: version.minor)
method(VERSION, "patch", result="Integer")(lambda version: version.patch)


def _known(part: float) -> int:
    if not isinstance(part, int):
        raise Unsupported("method", "major of the greatest version")
    return part


@method(f"{RANGE}.", "parse")
def _range(module: object, text: object) -> object:
    """The range that a text denotes."""
    found = _text_of(text)
    try:
        return SemVerRange.parse(found)
    except ArgumentError:
        refuse("ArgumentError", f'Unparsable version range: "{found}"')
    except InternalError:
        raise Unsupported("argument of", "semantic_puppet") from None


@method(RANGE, "include?", "member?", "===", "cover?", result="Boolean")
def _includes(range: SemVerRange, version: object) -> object:
    if not isinstance(version, SemVer):
        raise Unsupported("method", "of a range of versions")
    return range.includes(version)


@method(RANGE, "to_s", result="String")
def _text(range: SemVerRange) -> object:
    return String(str(range))
