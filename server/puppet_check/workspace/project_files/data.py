"""Hiera data and `hiera.yaml`, as far as they belong to a hierarchy of the project."""

from __future__ import annotations

from puppet_check.workspace.workspace import Known
from puppet_typesys.infer.model import Finding


def check_data(path: str, source: bytes, known: Known) -> list[Finding]:
    """The findings in a file of a hierarchy; none in other files."""
    return known.data_findings(path)
