"""All families of expressions; importing this enters them into the evaluator's table."""

from __future__ import annotations

from puppet_typesys.evaluate import (  # noqa: F401 - each enters its expressions
    access,
    calls,
    catalog_functions,
    collectors,
    control,
    literals,
    operators,
    relationships,
    resource_expressions,
    templates,
    variables,
)


def load() -> None:
    """Nothing more than the import is needed; a call says so where it matters."""
