"""Issues of expressions that always fail, and of values that are not valid where they are used."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue
from puppet_typesys.issues.wording import capitalized, with_article


@issue(Severity.ERROR)
def evaluation_error(text: str) -> str:
    """Expression always fails"""
    return text


@evaluation_error.variant()
def stack_too_deep() -> str:
    return "stack level too deep"


@evaluation_error.variant("ILLEGAL_VARIABLE_EXPRESSION")
def illegal_variable_expression(label: str) -> str:
    return f"Illegal variable expression. {label} did not produce a variable name (String or Numeric)."


@evaluation_error.variant("DISCONTINUED_IMPORT")
def discontinued_import() -> str:
    return "Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation"


@evaluation_error.variant()
def unmatched_node(name: str) -> str:
    return f"Could not find node statement with name 'default' or '{name}'"


@evaluation_error.variant()
def unnamed_node() -> str:
    # A node is looked up once more by a name that Puppet 8.10 makes of its regular expression, with capitals for what is special in groups.
    return "Cannot find definition Node"


@issue(Severity.ERROR)
def type_mismatch(expected: str, actual: str) -> str:
    """Value does not have the expected type"""
    return f"Expected value of type {expected}, got {actual}"


@issue(Severity.ERROR)
def numeric_overflow(expression: str, value: str, end: str) -> str:
    """Integer does not fit in 64 bits"""
    return f"{capitalized(with_article(expression))} resulted in a value outside of Puppet Integer {end} range, got '{value}'"


@issue(Severity.ERROR)
def illegal_jump(function: str) -> str:
    """`break`, `next` or `return` where it is not allowed"""
    return f"{function}() from context where this is illegal"


@issue(Severity.ERROR)
def unmatched_selector(value: str) -> str:
    """No option of a selector matches, and it has no default"""
    return f"No matching entry for selector parameter with value '{value}'"


@issue(Severity.ERROR, reference="ILLEGAL_MULTI_ASSIGNMENT_SIZE")
def illegal_multi_assignment(expected: int, actual: int) -> str:
    """Multiple assignment from a value without an element for each variable"""
    return f"Mismatched number of assignable entries and values, expected {expected}, got {actual}"


@illegal_multi_assignment.variant("MISSING_MULTI_ASSIGNMENT_KEY")
def missing_key(key: str) -> str:
    return f"No value for required key '{key}' in assignment to variables from hash"


@illegal_multi_assignment.variant("MISSING_MULTI_ASSIGNMENT_VARIABLE")
def missing_class_variable(variable: str) -> str:
    return f"No value for required variable '${variable}' in assignment to variables from class reference"


@issue(Severity.ERROR)
def illegal_reassignment(variable: str, is_built_in: bool = False) -> str:
    """Variable assigned twice"""
    return f"Cannot reassign {'built in (or already assigned) ' if is_built_in else ''}variable '${variable}'"
