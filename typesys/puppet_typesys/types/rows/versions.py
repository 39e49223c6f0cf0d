"""Versions and ranges of them."""

from __future__ import annotations

from math import inf

from puppet_grammar import ast
from puppet_typesys.types import construct, model
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.disjoint import EVERY, KINDS
from puppet_typesys.types.keys import Keys, check_keys
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.relate import ACCEPTS, Guard, Guarded
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import of, of_class, same
from puppet_typesys.types.show import bracket
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.regexp import Match
from puppet_typesys.values.regexp import Regexp as RegexpValue
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange, covered_by

VERSION = (
    r"\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z"
)


class _QualifierExpression(RegexpValue):
    """The Regexp of a version qualifier.

    The reference's pattern calls its own group, which cannot be translated; this one matches the same.
    """

    __slots__ = ()

    def match(self, text: str, start: int = 0) -> Match | None:
        return RegexpValue(r"\A(?<part>[0-9A-Za-z-]+)(?:\.[0-9A-Za-z-]+)*\Z").match(text, start)


class _Qualifier(model.Regexp):
    __slots__ = ()

    @property
    def regexp(self) -> RegexpValue:
        return _QualifierExpression(self.pattern or "")


ACCEPTS.enter(_Qualifier)(same)
KINDS[_Qualifier] = EVERY
QUALIFIERS = model.Pattern((_Qualifier(r"\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z"),))


def _semver_accepts(expected: model.SemVer, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.SemVer):
        return False
    if not expected.ranges or not actual.ranges:
        return not expected.ranges
    spend_on(range(len(expected.ranges) * len(actual.ranges)))
    return all(any(covered_by(theirs, ours) for ours in expected.ranges) for theirs in actual.ranges)


def _semver_instance(type: model.SemVer, value: object, guard: Guarded) -> bool:
    spend_on(type.ranges)
    return isinstance(value, SemVer) and (not type.ranges or any(each.includes(value) for each in type.ranges))


def _semver_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("SemVer", given, 1, None, "1 or more")
    return construct.semver(given)


def _semver_keys(left: Type, keys: Keys) -> Type:
    check_keys(left, keys, 1, inf, "String or SemanticPuppet::VersionRange", str, SemVerRange)
    return construct.semver(keys)


data_type(
    model.SemVer,
    plain=model.SemVer(),
    kinds="semver",
    accepts=_semver_accepts,
    instance=_semver_instance,
    text=lambda f, type: bracket("SemVer", (f"'{each}'" for each in type.ranges)),
    parameters=_semver_parameters,
    keys=_semver_keys,
    constructor=Constructor(
        "new_Version",
        (
            "SemVerPattern $str",
            "PositiveInteger $major, PositiveInteger $minor, PositiveInteger $patch, "
            "SemVerQualifier $prerelease = '', SemVerQualifier $build = ''",
            "SemVerHash $hash_args",
        ),
        ("String $str",),
        {
            "PositiveInteger": "Integer[0,default]",
            "SemVerQualifier": QUALIFIERS,
            "SemVerPattern": f"Pattern[/{VERSION}/]",
            "SemVerHash": (
                "Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,"
                "Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]"
            ),
        },
    ),
)


data_type(
    model.SemVerRange,
    plain=model.SemVerRange(),
    kinds="semverrange",
    accepts=of_class,
    instance=of(SemVerRange),
    constructor=Constructor(
        "new_VersionRange",
        (
            "SemVerRangeString $str",
            "Variant[Default,SemVer] $min, Variant[Default,SemVer] $max, Boolean $exclude_max = false",
            "SemVerRangeHash $hash_args",
        ),
        (),
        {
            "SemVerRangeString": "String[1]",
            "SemVerRangeHash": (
                "Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],Optional[exclude_max]=>Boolean}]"
            ),
        },
    ),
)
