"""Values of texts in YAML."""

from __future__ import annotations

from puppet_check.workspace.hiera.documents import read_document
from puppet_typesys.values.missing import MISSING


def yaml_value(text: str) -> object:
    """The value of a text in YAML; `MISSING` if it is empty or cannot be read."""
    document = read_document(text.encode("utf-8", "surrogateescape"))
    return MISSING if document.root is None or document.problems else document.root.value
