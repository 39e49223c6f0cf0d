"""The description of a Hiera key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.features.describe import named
from puppet_check.features.describe.markdown import paragraphs, shortened
from puppet_check.workspace.hiera.sources import OPAQUE
from puppet_check.workspace.known import Known
from puppet_typesys.convert.formats import programmatic
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.values.hash import Hash


def key_text(known: Known, key: str, *inner: str) -> str | None:
    """The description of a key: its value in each data file in the order of the levels, and the parameter that it sets.

    With `inner`, the same of what these keys lead to inside of the values.
    """
    if not key or not (known.project.is_environment or "::" in key):
        return None
    lines = [f"- `{path}`: `{shortened(programmatic(value), 120)}`" for path, value in key_values(known, key, *inner)]
    owner, _, leaf = key.rpartition("::")
    found = known.loader.load(TypedName(CLASS, owner.removeprefix("::").lower())) if owner and not inner else None
    about = named.parameter(found, leaf) if found is not None else None
    return paragraphs(f"Key `{'.'.join((key, *inner))}`", "\n".join(lines), about) if lines or about else None


def key_values(known: Known, key: str, *inner: str) -> Iterator[tuple[str, object]]:
    """The values of a key, or of what other keys lead to inside of them, each with its data file, in the order of the levels."""
    hiera = known.hiera()
    for layer in hiera.layers_of(key):
        for source in layer.holders(key):
            if source is OPAQUE or source.path is None:
                continue
            document = hiera.files.document(source)
            data = None if document.is_broken or document.root is None else document.root.value
            if isinstance(data, Hash) and key in data and (value := _inside(data.get(key), inner)) is not None:
                yield source.path, value[0]


def _inside(value: object, keys: Iterable[str]) -> tuple[object] | None:
    """What keys and indexes lead to inside of a value; None if there is nothing."""
    for key in keys:
        if isinstance(value, Hash) and key in value:
            value = value[key]
        elif isinstance(value, tuple) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return (value,)
