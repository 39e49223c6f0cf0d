"""The refusals of operators, and what messages call their operands."""

from __future__ import annotations

from puppet_typesys.issues.evaluation.operators import not_numeric_type, operator_not_applicable, operator_not_applicable_when
from puppet_typesys.issues.wording import with_article
from puppet_typesys.types import model
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.objects import Instance
from puppet_typesys.types.refusal import LEFT, Refusal
from puppet_typesys.types.show import show
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp

LABELS: dict[type, str] = {
    bool: "Boolean",
    int: "Integer",
    float: "Float",
    str: "String",
    type(None): "Undef Value",
    tuple: "Array",
    Hash: "Hash",
    Regexp: "Regexp",
    Default: "Object",
    Sensitive: "Sensitive",
    Binary: "Binary",
    Timestamp: "Timestamp",
    Timespan: "Timespan",
    SemVer: "Semver",
    SemVerRange: "SemverRange",
    Instance: "Object",
}


def value_label(value: object) -> str:
    """What messages call a value."""
    if isinstance(value, model.Resource) and value.title is not None:
        return f"{show(value)} Resource-Reference"
    if isinstance(value, Type):
        return f"{show(value)}-Type"
    return LABELS.get(value.__class__, "Object")


def not_applicable(operator: str, left: object) -> Refusal:
    """The refusal of an operator that does not support its left operand."""
    return Refusal(operator_not_applicable(operator, with_article(value_label(left))), LEFT)


def not_applicable_when(operator: str, left: object, right: object) -> Refusal:
    """The refusal of an operator that does not support its left operand together with its right one."""
    labels = with_article(value_label(left)), with_article(value_label(right))
    return Refusal(operator_not_applicable_when(operator, *labels), LEFT)


def not_applicable_to_type(operator: str, left: Type, right: Type) -> Refusal:
    """The refusal of an operator that does not support values of two types."""
    return Refusal(operator_not_applicable_when(operator, a_kind(left), a_kind(right)), LEFT)


def not_numeric_value(type: Type, blame: str | int) -> Refusal:
    """The refusal of an operand of a type without numeric values."""
    return Refusal(not_numeric_type(a_kind(type)), blame)


def a_kind(type: Type) -> str:
    """A type as named in a sentence."""
    return with_article(show(generalize(type)))
