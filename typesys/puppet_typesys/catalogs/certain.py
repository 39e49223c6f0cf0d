"""CertainCompiler: what is certain of a catalog although other parts of it are unknown, and whether an error is."""

from __future__ import annotations

from puppet_typesys.catalogs.node import NodeCompiler
from puppet_typesys.catalogs.observation import NodeObservation
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.call import MISSING
from puppet_typesys.issues.evaluation import names
from puppet_typesys.issues.evaluation.general import missing_class_variable
from puppet_typesys.types import model
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown

ENTRY_STEPS = 15_000
"""The maximum number of expressions that are evaluated for an entry."""
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


class CertainCompiler(NodeCompiler):
    """Evaluates a catalog so that an error is certain, unless the code may not be evaluated in which it occurs.

    Where something unknown may have declared a class before, with other values, parameters that are not passed are unknown.
    """

    def class_parameter(self, name: str, parameter: str, scope: Scope) -> object:
        return Unknown(model.ANY) if self.catalog.is_partial else super().class_parameter(name, parameter, scope)

    def is_certain(self, error: EvaluationError) -> bool:
        """Whether an error that has ended the evaluation occurs whatever the unknown values are."""
        assert isinstance(self.observation, NodeObservation)
        if error.internal or self.observation.has_ended_uncertainly:
            return False
        if self.catalog.is_partial and error.message.wording in ABSENCES:
            return False
        inside: EvaluationError | None = error
        while inside is not None:
            if inside.is_uncertain:
                return False
            inside = inside.inner
        return True


class EntryCompiler(CertainCompiler):
    """Evaluates what all nodes evaluate that a node definition applies to, or that have a role; their facts are unknown.

    Data that is not found may be in another repository.
    """

    steps = ENTRY_STEPS
    is_alone = False
    """Whether no other class of its nodes declares the same classes, although they may have others."""

    def class_parameter(self, name: str, parameter: str, scope: Scope) -> object:
        if self.is_alone:
            return self.look_up(f"{name}::{parameter}", EMPTY, scope)
        return super().class_parameter(name, parameter, scope)

    def look_up(self, key: str, options: Hash, scope: Scope) -> object:
        found = super().look_up(key, options, scope)
        return Unknown(model.ANY) if found is MISSING else found
