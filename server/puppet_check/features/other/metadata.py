"""Editor features of `metadata.json`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.describe.markdown import paragraphs
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.schema import completion_of, schema, schema_hover, schema_items
from puppet_check.features.other.spots import Slot, end_of, spot_at, spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.symbols import MODULE, Occurrence, Role, Symbol
from puppet_check.workspace.kinds import METADATA
from puppet_check.workspace.metadata import compatible_range
from puppet_check.workspace.project import Module


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a field, or of the module that a dependency names."""
    spot = spot_at(view, offset)
    if spot is not None and not spot.is_key and _is_dependency(spot.keys):
        return Hover(module_text(view, str(spot.node.value)), spot.start, spot.end)
    return schema_hover(view, offset, schema(METADATA))


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of fields, and of the installed modules."""
    return completion_of(view, offset, lambda slot: _items(view, slot))


def _items(view: OtherView, slot: Slot) -> Iterator[Item]:
    if not slot.is_key and _is_dependency(slot.keys):
        own = view.known.project.module_of(view.path)
        for name, version in known_modules(view):
            if own is None or not name.endswith(f"/{own.name}"):
                yield Item(name, "module", version, None if slot.is_quoted else f'"{name}"', 1)
        return
    if not slot.is_key and slot.keys[-1:] == ("version_requirement",):
        needed = _sibling(view, slot, "name")
        found = None if needed is None else module_named(view, needed)
        if found is not None and found.metadata is not None and found.metadata.version:
            range = compatible_range(found.metadata.version)
            yield Item(range, "value", f"installed version {found.metadata.version}", None if slot.is_quoted else f'"{range}"', 0)
    yield from schema_items(slot, schema(METADATA), is_json=True)


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of the module's own name and of its dependencies."""
    for spot in spots(view):
        if not spot.is_key and (_is_dependency(spot.keys) or spot.keys == ("name",)):
            role: Role = "define" if len(spot.keys) == 1 else "read"
            yield Occurrence(Symbol(MODULE, short_name(str(spot.node.value))), spot.start, spot.end, role)


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The fields and dependencies as document symbols."""
    found = []
    for each in view.entries:
        symbol = DocumentSymbol("key", each.key, each.start, max(end_of(view, each.node), each.end), each.start, each.end)
        found.append(symbol)
        for item in each.node.items:
            name = item.entry("name") or item.entry("operatingsystem")
            if name is not None:
                end = max(end_of(view, item), name.node.end)
                symbol.children.append(DocumentSymbol("module", str(name.node.value), item.start, end, name.node.start, name.node.end))
    return found


def _is_dependency(keys: tuple[str | int, ...]) -> bool:
    return len(keys) == 3 and keys[0] == "dependencies" and keys[2] == "name"


def _sibling(view: OtherView, slot: Slot, key: str) -> str | None:
    """The value of a preceding key in the object around a slot."""
    before = view.text.slice(0, slot.start)
    found = re.findall(rf'"{key}"\s*:\s*"([^"\n]*)"', before[before.rfind("{") :])
    return found[-1] if found else None


# ---- modules


def short_name(name: str) -> str:
    """A module's name without its author."""
    return re.split("[-/]", name)[-1]


def module_named(view: OtherView, name: str) -> Module | None:
    """The installed module with a full or short name; None without one."""
    return view.known.project.modules.get(short_name(name))


def module_text(view: OtherView, name: str) -> str:
    """The description of a module: whether it is installed, its version and its folder."""
    found = module_named(view, name)
    if found is None:
        return paragraphs(f"Module `{name}`", "Not on the module path.")
    version = found.metadata.version if found.metadata is not None else None
    return paragraphs(
        f"Module `{name}`", f"Installed version: {version}." if version else "Installed, without metadata.", f"`{found.folder}`"
    )


def known_modules(view: OtherView) -> Iterator[tuple[str, str]]:
    """The full names of the installed modules, with their versions."""
    for each in view.known.project.modules.values():
        if each.metadata is not None and each.metadata.name:
            yield each.metadata.name.replace("-", "/", 1), each.metadata.version or ""
