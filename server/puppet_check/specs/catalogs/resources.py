"""Questions about the resources of a catalog. Each raises Undecided if the answer depends on what is unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.specs.catalogs.compiling import Made
from puppet_check.specs.outcomes import Undecided
from puppet_typesys.builtins.resource_types import NAMES, NativeType
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.resource import UNTITLED, Resource, type_and_title
from puppet_typesys.loader import RESOURCE_TYPE, TypedName
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import contains_unknown


class Found(NamedTuple):
    """A resource as rspec-puppet sees it."""

    resource: Resource
    parameters: dict[str, object]
    """Those that are set, with what the title gives."""
    possible: frozenset[str]
    """Those that may have another value, or none."""
    namevar: str
    is_open: bool
    """Whether it may have further parameters."""
    place: str


def compiler_of(made: Made) -> NodeCompiler:
    """The compiler of a catalog. Raises Undecided if the catalog is not certain."""
    if made.doubt:
        raise Undecided(made.doubt)
    assert made.compiled is not None
    return made.compiled.compiler


def listed(catalog: Catalog, *, is_exported: bool) -> Iterator[Resource]:
    """The resources that an agent gets, or those that are exported."""
    if is_exported:
        yield from (each for each in catalog.resources if each.exported)
        return
    yield from (catalog.main_stage, catalog.table["Class", "Settings"], catalog.main)
    yield from (each for each in catalog.resources if not each.virtual)


def found_in(made: Made, type: str, title: str, *, is_exported: bool = False) -> Found | None:
    """The resource of a type and title, or of an alias; None if there is none."""
    compiler = compiler_of(made)
    catalog = compiler.catalog
    if type == "Class":
        title = capitalize_segments(title)  # With a leading `::`, rspec-puppet finds no class, nor does it find that of the top scope.
    resource = _lookup(catalog, type, title)
    if any(each.type == type and each.title in (title, UNTITLED) for each in catalog.uncertain):
        raise Undecided(f"whether {type}[{title}] is declared")
    if resource is None:
        return None
    if not resource.is_certain:
        raise Undecided(f"whether {type}[{title}] is declared")
    if resource.exported if is_exported else not resource.virtual:
        return seen(resource, compiler)
    return None


def _lookup(catalog: Catalog, type: str, title: str) -> Resource | None:
    """The resource with a title or the metaparameter `alias`; the attribute that identifies it, such as `path`, does not count here."""
    found = catalog.table.get((type, title))
    if found is not None and (found.title == title or title in aliases(found)):
        return found
    shorter = without_slashes(type, title)
    return None if shorter == title else _lookup(catalog, type, shorter)


def without_slashes(type: str, title: str) -> str:
    """The title by which rspec-puppet looks for a file as well: that of the path without slashes at its end."""
    return (title.rstrip("/") or "/") if type == "File" and title else title


def aliases(resource: Resource) -> Sequence[object]:
    """The values of the metaparameter `alias`."""
    given = resource.parameters.get("alias")
    if given is None:
        return ()
    if given.possible or contains_unknown(given.value):
        raise Undecided(f"the parameter alias of {resource}")
    return given.value if isinstance(given.value, tuple) else (given.value,)


def seen(resource: Resource, compiler: NodeCompiler) -> Found:
    """A resource as rspec-puppet sees it."""
    kind = resource.kind
    is_native = isinstance(kind, NativeType)
    namevar = kind.namevars[0] if isinstance(kind, NativeType) and kind.namevars else "name"
    parts: dict[str, object] = dict(resource.title_parts())
    if is_native and isinstance(kind, NativeType) and not kind.title_patterns:
        parts = {namevar: resource.title}
    values = parts | {name: each.value for name, each in resource.parameters.items() if each.value is not None}
    for name in resource.sensitive:
        if name in values and not isinstance(values[name], Sensitive):
            values[name] = Sensitive(values[name])
    possible = frozenset(name for name, each in resource.parameters.items() if each.possible)
    is_open = resource.is_open or (isinstance(kind, NativeType) and _has_unread_titles(kind, compiler))
    return Found(resource, values, possible, namevar, is_open, place_of(resource, compiler))


def _has_unread_titles(kind: NativeType, compiler: NodeCompiler) -> bool:
    """Whether a type takes titles apart by patterns that its text does not show, so that they may give further parameters."""
    if kind.title_patterns or kind.name in NAMES:
        return False
    found = compiler.library.loaded.load(TypedName(RESOURCE_TYPE, kind.name))
    text = None if found is None else compiler.library.file_text(found.place.path)
    return text is not None and "def self.title_patterns" in text


def place_of(resource: Resource, compiler: NodeCompiler) -> str:
    """The place of the declaration of a resource; empty for one of the spec's own code."""
    place = resource.place
    if place is None or place.text is None or place.offset is None:
        return ""
    source = compiler.source_of(place.text)
    return "" if source is None or not source.path else f"{source.path}:{place.text.position(place.offset).line + 1}"


DEFAULTS = (("Class", "main"), ("Class", "Settings"), ("Stage", "main"))


def resource_counts(made: Made, *, is_exported: bool = False) -> Counter[str]:
    """The numbers of resources by type."""
    catalog = compiler_of(made).catalog
    if catalog.uncertain or any(not each.is_certain for each in catalog.resources):
        raise Undecided("the number of resources")
    found = listed(catalog, is_exported=is_exported)
    return Counter(each.type for each in found if (each.type, each.title) not in DEFAULTS)


def resource_named(catalog: Catalog, reference: str) -> Resource | None:
    """The resource that a text such as `File[/etc/x]` refers to; None if there is none."""
    try:
        type, title = type_and_title(reference)
    except ArgumentError:
        return None
    if type == "Class":
        title = capitalize_segments(title)  # As rspec-puppet does, with a leading `::` too.
    found = catalog.table.get((type, title)) or catalog.table.get((type, without_slashes(type, title)))
    if found is None:
        found = next((each for each in catalog.resources if each.type == type and each.is_native and each.key()[0] == title), None)
    if found is not None and found.title not in (title, without_slashes(type, title)):
        # Whether rspec-puppet follows other names depends on what types do with them when an agent applies them.
        raise Undecided(f"{reference}, which is another name of {found}")
    if found is not None and not found.is_certain:
        raise Undecided(f"whether {reference} is declared")
    return None if found is None or found.virtual else found
