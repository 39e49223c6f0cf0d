"""Whether an error of a catalog is certain although other parts of the catalog are unknown."""

from __future__ import annotations

from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.issues.evaluation import names
from puppet_typesys.issues.evaluation.general import missing_class_variable
from puppet_typesys.node_catalogs.node import NodeCompiler

ABSENCES = frozenset(
    (
        missing_class_variable,
        names.missing_overridden,
        names.missing_realized,
        names.missing_related,
        names.missing_source,
        names.missing_target,
        names.several_missing_overridden,
        names.several_missing_realized,
        names.unknown_resource,
        names.unknown_variable,
    )
)
"""The wordings of errors about what is not in the catalog, and may be if something unknown declares more."""


def is_certain(error: EvaluationError, compiler: NodeCompiler) -> bool:
    """Whether an error that has ended an evaluation occurs whatever the unknown values are, unless its code may not be evaluated."""
    if error.internal or compiler.observation.has_ended_uncertainly:
        return False
    if compiler.catalog.is_partial and error.message.wording in ABSENCES:
        return False
    inside: EvaluationError | None = error
    while inside is not None:
        if inside.is_uncertain:
            return False
        inside = inside.inner
    return True
