"""Issues of checks alone: possible errors, and errors that the reference detects only later."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue


@issue(Severity.WARNING)
def capture_without_match(name: str) -> str:
    """Match variable read where no regular expression has matched"""
    return f"`${name}` is undef: no regular expression has matched before it in this block"


@issue(Severity.WARNING)
def unknown_type(name: str) -> str:
    """Unknown type in a type alias"""
    return f"unknown type '{name}'"


@issue(Severity.INFO)
def selector_without_default() -> str:
    """Selector has no default and does not cover all values"""
    return "the selector has no default for other values"


@selector_without_default.variant()
def selector_without_options(missing: str) -> str:
    return f"the selector has no default and no option for {missing}"


@issue(Severity.INFO)
def possibly_unset_variable(name: str) -> str:
    """Variable may be unset: it is only assigned in some branches"""
    return f"`${name}` may be unset: it is only assigned in some branches"


@issue(Severity.INFO)
def possibly_undef(shown: str, user: str) -> str:
    """Value may be undef, which is refused where it is used"""
    return f"{shown} may be undef, which {user} does not accept"


@issue(Severity.INFO)
def always_fails() -> str:
    """Unconditional call of `fail`"""
    return "unconditional call of `fail()`"


@issue(Severity.ERROR)
def wrong_value(attribute: str | None, resource: str, reason: str) -> str:
    """Invalid value of a resource attribute"""
    return f"{resource}: {reason}"


@issue(Severity.ERROR)
def refused_values(resource: str, reason: str) -> str:
    """Define refuses the values of its parameters"""
    return f"{resource} fails with these values: {reason}"


@issue(Severity.ERROR)
def erb_error(template: str, line: int, reason: str) -> str:
    """ERB template fails with the variables of its caller"""
    return f"the template {template} fails in line {line}: {reason}"


@issue(Severity.ERROR)
def circular_inheritance(name: str, parent: str | None) -> str:
    """Class inherits from itself"""
    return f"class '{name}' inherits from itself through '{parent}'"


@issue(Severity.ERROR)
def dependency_cycle(path: str) -> str:
    """Resources depend on each other in a cycle"""
    return f"Found 1 dependency cycle: {path}"


@dependency_cycle.variant()
def cycle_in_branch(path: str) -> str:
    return f"Found 1 dependency cycle if this branch is taken: {path}"


@issue(Severity.INFO)
def unfinished_check() -> str:
    """Check that ended before the whole file was checked"""
    return "evaluating this file takes too long; not all of it is checked for errors of evaluation"


@unfinished_check.variant()
def unfinished_statement() -> str:
    return "evaluating this takes too many steps, or makes a value that is too large; what it yields is not known"
