"""Issues of parameters and arguments: unknown, missing, duplicate, or of the wrong type.

The type mismatches are those of `types.mismatches`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puppet_typesys.diagnostics import Severity, issue
from puppet_typesys.issues.evaluation.general import evaluation_error


class Detail(Protocol):
    """A type mismatch."""

    def text(self) -> str:
        """The end of a sentence that begins with the owner's name; it starts with a space."""


def words(owner: str, details: Sequence[Detail]) -> str:
    """The text of mismatches after the name of their owner: on the same line if there is one, otherwise on a line each."""
    if len(details) == 1:
        return f"{owner}{details[0].text()}"
    return "\n ".join((owner, *(each.text() for each in details)))


# ---- resources, classes and defines


@issue(Severity.ERROR)
def unknown_parameter(parameter: str, resource: str) -> str:
    """Unknown parameter of a resource, class or define"""
    return f"no parameter named '{parameter}' on {resource}"


@unknown_parameter.variant()
def unknown_owned_parameter(parameter: str, owner: str) -> str:
    return f"{owner}: has no parameter named '{parameter}'"


@unknown_parameter.variant()
def unknown_parameters(parameter: str, owner: str, details: tuple[Detail, ...]) -> str:
    return words(f"{owner}:", details)


@unknown_parameter.variant("UNKNOWN_RESOURCE_PARAMETER")
def unknown_attribute(attribute: str, resource: str) -> str:
    return f"The resource {resource} does not have a parameter called '{attribute}'"


@issue(Severity.ERROR)
def missing_parameter(parameter: str, owner: str, details: tuple[Detail, ...]) -> str:
    """Required parameter of a class or define is missing"""
    return words(f"{owner}:", details)


@missing_parameter.variant()
def missing_earlier_parameter(owner: str, variable: str) -> str:
    return f"{owner}: expects a value for parameter ${variable}"


@issue(Severity.ERROR)
def wrong_parameter(parameter: str | None, owner: str, details: tuple[Detail, ...]) -> str:
    """Value does not match the type of the parameter"""
    return words(owner, details)


@wrong_parameter.variant()
def wrong_default(parameter: str, owner: str, details: tuple[Detail, ...]) -> str:
    return words(owner, details)


@wrong_parameter.variant()
def default_too_early(owner: str, variable: str, needed: str) -> str:
    return f"{owner}: default expression for ${variable} tries to illegally access not yet evaluated ${needed}"


@issue(Severity.ERROR, reference="DUPLICATE_ATTRIBUE")
def duplicate_attribute(parameter: str) -> str:
    """Duplicate attribute of a resource"""
    return f"The attribute '{parameter}' has already been set"


@evaluation_error.variant()
def wrong_template_parameter(template: str, details: tuple[Detail, ...], declared: tuple[str, ...]) -> str:
    return words(f"{template}:", details)


@unknown_parameter.variant()
def unknown_template_parameter(parameter: str, template: str) -> str:
    return f"{template}: has no parameter named '{parameter}'"


@missing_parameter.variant()
def missing_template_parameter(parameter: str, template: str) -> str:
    return f"{template}: expects a value for parameter '{parameter}'"


@missing_parameter.variant()
def missing_template_parameters(parameter: str, template: str, others: tuple[str, ...]) -> str:
    shown = [f"'{each}'" for each in (parameter, *others)]
    return f"{template}: expects values for the parameters {', '.join(shown[:-1])} and {shown[-1]}"


@wrong_parameter.variant()
def wrong_template_value(parameter: str, template: str, detail: str) -> str:
    return f"{template}:{detail}"


@evaluation_error.variant()
def argument_needed_earlier(function: str, variable: str) -> str:
    return f"{function}: expects a value for parameter ${variable}"


@evaluation_error.variant()
def argument_too_early(function: str, variable: str, needed: str) -> str:
    return f"{function}: default expression for ${variable} tries to illegally access not yet evaluated ${needed}"


@evaluation_error.variant()
def already_set(parameter: str, resource: str, by: str) -> str:
    return f"Parameter '{parameter}' is already set on {resource}{by}; cannot redefine"


# ---- functions


@issue(Severity.ERROR)
def wrong_argument(function: str, parameter: str | None, details: tuple[Detail, ...], text: str) -> str:
    """Function does not accept these arguments or this block"""
    return text


@wrong_argument.variant("MISSING_REQUIRED_PARAMETER")
def missing_argument(variable: str) -> str:
    return f"Parameter ${variable} is required but no value was given"


@wrong_argument.variant()
def argument_count(function: str, given: int, wanted: str) -> str:
    return f"{function}(): Wrong number of arguments {f'given ({given} for {wanted})' if wanted else 'need at least one'}"


@wrong_argument.variant()
def malformed_reference(text: str) -> str:
    return f"'{text}' is not a valid resource reference; expected something like `File[title]`"


@wrong_argument.variant()
def refused_arguments(function: str, reason: str) -> str:
    return f"'{function}' {reason}"


@issue(Severity.ERROR)
def wrong_result(function: str, details: tuple[Detail, ...], text: str) -> str:
    """Function returns a value of another type than it declares"""
    return text
