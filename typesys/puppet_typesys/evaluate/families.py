"""Imports all modules that register functions of the evaluator."""

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
    """Do nothing: importing this module registers the functions. A call makes that dependency visible."""
