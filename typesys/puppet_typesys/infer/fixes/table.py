"""The fixes for findings of the evaluation, by issue."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puppet_typesys.diagnostics import Fix, Issue
from puppet_typesys.infer.fixes.arguments import accepted
from puppet_typesys.infer.fixes.attributes import added, removed
from puppet_typesys.infer.fixes.comparisons import as_versions
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.fixes.literals import as_expected, without_quotes
from puppet_typesys.infer.fixes.names import instead_of_type, other_type, respelled_name
from puppet_typesys.infer.fixes.removed_functions import replaced
from puppet_typesys.infer.fixes.templates import declared
from puppet_typesys.infer.issues import unknown_type
from puppet_typesys.issues.evaluation.names import unknown_function, unknown_type_reference, unknown_variable
from puppet_typesys.issues.evaluation.operators import comparison_not_possible, numeric_coercion
from puppet_typesys.issues.evaluation.parameters import (
    duplicate_attribute,
    missing_parameter,
    unknown_parameter,
    wrong_argument,
    wrong_parameter,
)

FIXES: dict[Issue, Callable[[Context], Iterable[Fix]]] = {
    comparison_not_possible.issue: as_versions,
    duplicate_attribute.issue: removed,
    missing_parameter.issue: added,
    numeric_coercion.issue: without_quotes,
    unknown_parameter.issue: removed,
    unknown_function.issue: replaced,
    unknown_type_reference.issue: instead_of_type,
    unknown_type.issue: other_type,
    unknown_variable.issue: declared,
    wrong_argument.issue: accepted,
    wrong_parameter.issue: as_expected,
}


def fixes_of(context: Context) -> tuple[Fix, ...]:
    """The fixes of a finding, the most likely one first."""
    more = FIXES.get(context.message.issue)
    return (*respelled_name(context), *(() if more is None else more(context)))
