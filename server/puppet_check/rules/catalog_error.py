"""The finding about catalogs that cannot be compiled; a run with facts looks for it (`cli/node_errors.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.diagnostics import Severity, issue

NAMES = 3
"""The number of nodes that are named."""


@issue(Severity.ERROR)
def catalog_error(reason: str, subjects: Sequence[str]) -> str:
    """Catalog of a node cannot be compiled"""
    names = ", ".join(subjects[:NAMES])
    more = f" and {len(subjects) - NAMES} more" if len(subjects) > NAMES else ""
    return f"the catalog of {names}{more} cannot be compiled: {reason}"
