"""The description of a Hiera key."""

from __future__ import annotations

from puppet_check.features.describe import named
from puppet_check.features.describe.markdown import paragraphs, shortened
from puppet_check.workspace.hiera.sources import OPAQUE
from puppet_check.workspace.known import Known
from puppet_typesys.convert.formats import programmatic
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.values.hash import Hash


def key_text(known: Known, key: str) -> str | None:
    """The description of a key: its value in each data file in the order of the levels, and the parameter that it sets."""
    if not key or not (known.project.is_environment or "::" in key):
        return None
    hiera = known.hiera()
    lines = []
    for layer in hiera.layers_of(key):
        for source in layer.holders(key):
            document = None if source is OPAQUE or source.path is None else hiera.files.document(source)
            data = None if document is None or document.is_broken or document.root is None else document.root.value
            if isinstance(data, Hash) and key in data:
                lines.append(f"- `{source.path}`: `{shortened(programmatic(data.get(key)), 120)}`")
    owner, _, leaf = key.rpartition("::")
    found = known.loader.load(TypedName(CLASS, owner.removeprefix("::").lower())) if owner else None
    about = named.parameter(found, leaf) if found is not None else None
    return paragraphs(f"Key `{key}`", "\n".join(lines), about) if lines or about else None
