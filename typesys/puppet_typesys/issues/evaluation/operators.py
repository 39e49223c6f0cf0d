"""Issues of operands that an operator does not support."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue
from puppet_typesys.issues.wording import with_article


@issue(Severity.ERROR)
def not_numeric(value: str) -> str:
    """Operand is not a number"""
    return f"The value '{value}' cannot be converted to Numeric."


@not_numeric.variant()
def not_numeric_type(type: str) -> str:
    return f"The value, {type}, cannot be converted to Numeric."


@issue(Severity.ERROR)
def numeric_coercion(value: str, number: str) -> str:
    """Implicit conversion of a String to a number"""
    return f"The string '{value}' was automatically coerced to the numerical value {number}"


@issue(Severity.ERROR)
def operator_not_applicable(operator: str, operand: str) -> str:
    """Operator does not support this operand type"""
    return f"Operator '{operator}' is not applicable to {operand}."


@operator_not_applicable.variant("OPERATOR_NOT_APPLICABLE_WHEN")
def operator_not_applicable_when(operator: str, left: str, right: str) -> str:
    return f"Operator '{operator}' is not applicable to {left} when right side is {right}."


@operator_not_applicable.variant("UNSUPPORTED_OPERATOR")
def unsupported_operator(operator: str) -> str:
    return f"The operator '{operator}' is not supported."


@issue(Severity.ERROR)
def comparison_not_possible(left: str, operator: str, right: str, cause: str = "") -> str:
    """Comparison of values without an order"""
    caused = f" Caused by '{cause}'." if cause else ""
    return f"Comparison of: {left} {operator} {right}, is not possible.{caused}"


@issue(Severity.ERROR)
def match_not_string(value: str) -> str:
    """Match of something other than a String with a regular expression"""
    return f"Left match operand must result in a String value. Got {with_article(value)}."


@issue(Severity.ERROR)
def match_not_regexp(cause: str) -> str:
    """Match with something other than a regular expression or type"""
    return f"Can not convert right match operand to a regular expression. Caused by '{cause}'."


@issue(Severity.ERROR)
def div_by_zero() -> str:
    """Division by zero"""
    return "Division by 0"


@issue(Severity.ERROR)
def result_is_infinity(operator: str) -> str:
    """Result is too large for a Float"""
    return f"The result of the {operator} expression is Infinity"
