"""The modules of an environment before and after a change, and what differs between them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from puppet_check.cli.comparison.changes import LABELS, Change
from puppet_check.cli.comparison.definitions import definition_changes, subject_of
from puppet_check.cli.comparison.types import Projects
from puppet_check.deadline import Deadline, GivenUp, allowed
from puppet_check.reading.files import LARGEST_DATA, METER, read_text
from puppet_check.reading.json_data import loads
from puppet_check.reading.places import is_below, read_in, real, with_those_above
from puppet_check.workspace.exports import exports
from puppet_check.workspace.known import Known
from puppet_check.workspace.metadata import Metadata
from puppet_check.workspace.project import Module
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import CLASS, DEFINE, Definition, Parameter, Place, TypedName
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.semver_range import SemVerRange, covered_by

PRIVATE = lazy_pattern(rb"(?m)^[^#\n]*\bassert_private\b")
"""Matches in files whose classes or defines may only be used by their own module."""
METADATA = "metadata.json"
MOST_CHANGES = 1000
"""How many changes of a kind are reported of a module."""


class Side(NamedTuple):
    """The modules of an environment before or after the change."""

    known: Known
    folder: str

    def modules(self) -> dict[str, Module]:
        """The modules that the environment contains, by name."""
        project = self.known.project
        own = ((real(each.folder), each) for each in project.own_modules if each.name not in project.vendored)
        # A folder on the module path may be a module under its own name and under that in its metadata, which comes first.
        folders = {folder: each for folder, each in reversed([*own]) if is_below(folder, real(self.folder))}
        return {each.name: each for each in folders.values()}

    def level(self) -> int | None:
        """How many folders up, within the project, is the first folder with modules; None without any."""
        root = real(self.known.project.root)
        above = (each for each in with_those_above(real(self.folder)) if is_below(each, root))
        return next((number for number, each in enumerate(above) if self._replace(folder=each).modules()), None)

    def up(self, level: int | None) -> Side:
        """The side as seen from some folders up."""
        return self if level is None else self._replace(folder=[*with_those_above(real(self.folder))][level])


class Compared(NamedTuple):
    """What differs between two versions of a module."""

    module: str
    before: str | None
    """The version in the metadata before the change, and likewise after it."""
    after: str | None
    changes: tuple[Change, ...]
    was_cut: bool = False
    """Whether the comparison took too long, so that there may be more changes."""


def compared(before: Side, after: Side, is_same_place: bool) -> Iterator[Compared]:
    """The comparisons of all modules, by name. One that did not exist has no changes.

    In a folder without modules, such as one of a module, they are those of the nearest folder above in the project: for revisions of one
    folder (`is_same_place`) the same one, even if only one of them has modules there.
    """
    levels = before.level(), after.level()
    if is_same_place:
        levels = (min((each for each in levels if each is not None), default=None),) * 2
    before, after = before.up(levels[0]), after.up(levels[1])
    old, new = before.modules(), after.modules()
    for name in sorted(old.keys() | new.keys()):
        versions = (_version(old.get(name)), _version(new.get(name)))
        changes: list[Change] = []
        try:
            if name in old:
                Deadline().run(partial(_collect, changes, _changes(old[name], new.get(name), before, after)), allowed(METER.total))
            yield Compared(name, *versions, tuple(changes))
        except (GivenUp, MemoryError):
            yield Compared(name, *versions, tuple(changes), was_cut=True)


def _collect(changes: list[Change], found: Iterable[Change]) -> None:
    """Add the first changes of each kind to a list."""
    counts: Counter[str] = Counter()
    for each in found:
        counts[each.code] += 1
        if counts[each.code] <= MOST_CHANGES:
            changes.append(each)


def _version(module: Module | None) -> str | None:
    return None if module is None or module.metadata is None else module.metadata.version


def _changes(old: Module, new: Module | None, before: Side, after: Side) -> Iterator[Change]:
    if new is not None and old.metadata is not None and new.metadata is not None:
        yield from _metadata_changes(old, old.metadata, new, new.metadata)
    found, others = exports(before.known.loader, old), {} if new is None else exports(after.known.loader, new)
    projects = before.known.external, after.known.external
    for name in sorted(found.keys() | others.keys()):
        if name.kind in LABELS:
            one, other = _with_data(found.get(name), old, before.known), _with_data(others.get(name), new, after.known)
            yield from _pair(one, other, old, new, projects, others)


def _with_data(definition: Definition | None, module: Module | None, known: Known) -> Definition | None:
    """A definition in which the parameters of a class are optional that have values in the data of the module, if only for some nodes."""
    if definition is None or module is None or definition.kind != CLASS or all(not each.is_required for each in definition.parameters):
        return definition
    name = definition.typed_name.name
    if name.partition("::")[0] != module.name:
        return definition  # No module has data for others.
    hiera = known.hiera()
    config = hiera.config(module)
    layers = [hiera.layer(module, each) for each in ("levels", "default_levels")]
    # Custom functions may have values for all keys. Folders that are missing here are missing in releases too.
    is_open = config is not None and not (config.is_known and all(each.format for each in (*config.levels, *config.default_levels)))

    def has_value(parameter: Parameter) -> bool:
        holders = (each for layer in layers for each in layer.holders(f"{name}::{parameter.name}"))
        return any(is_open or each.path is not None for each in holders)

    given = (each._replace(default="") if each.is_required and has_value(each) else each for each in definition.parameters)
    return definition._replace(parameters=tuple(given))


def _pair(
    old: Definition | None,
    new: Definition | None,
    old_module: Module,
    new_module: Module | None,
    projects: Projects,
    others: dict[TypedName, Definition],
) -> Iterator[Change]:
    was_public = old is not None and not _is_private(old, old_module)
    is_public = new is not None and new_module is not None and not _is_private(new, new_module)
    if old is not None and was_public and new is None:
        yield Change("definition-removed", subject_of(old), f"was removed{_hint(old, others)}", old.place, is_before=True)
    elif old is not None and new is not None and was_public and not is_public:
        yield Change("definition-private", subject_of(new), "is private now", new.place)
    elif new is not None and is_public and not was_public:
        yield Change("definition-added", subject_of(new), "was added", new.place)
    elif old is not None and new is not None and was_public:
        try:
            yield from definition_changes(old, new, projects)
        except (BudgetError, MessageError, RecursionError):
            return  # A type of it cannot be compared.


def _hint(old: Definition, others: dict[TypedName, Definition]) -> str:
    """What has the name now."""
    name = old.typed_name.name
    found = next((kind for kind in LABELS if kind != old.kind and TypedName(kind, name) in others), None)
    return "" if found is None else f"; the name is a {LABELS[found]} now"


def _is_private(definition: Definition, module: Module) -> bool:
    """Whether only its own module may use a definition, by its documentation or because it calls assert_private()."""
    if definition.is_private:
        return True
    return definition.kind in (CLASS, DEFINE) and _refuses_others(definition.place.path, module.folder)


@lru_cache(100)
def _refuses_others(path: str, folder: str) -> bool:
    try:
        return PRIVATE.search(read_in(path, folder)) is not None
    except OSError:
        return False


def _metadata_changes(old_module: Module, old: Metadata, new_module: Module, new: Metadata) -> Iterator[Change]:
    place = Place(os.path.join(new_module.folder, METADATA), 0, 0)
    left, systems = {name for name, release in new.systems if not release}, frozenset(new.systems)
    gone: dict[str, list[str]] = {}
    for name, release in old.systems if new.systems else ():
        if name not in left and (name, release) not in systems:
            gone.setdefault(name, []).append(release)
    for name, releases in gone.items():
        listed = ", ".join(filter(None, releases))
        yield Change("system-removed", METADATA, f"support for {name}{f' {listed}' if listed else ''} was removed", place)
    before, after = _requirements(old_module), _requirements(new_module)
    for name in before.keys() & after.keys():
        wide, narrow = SemVerRange.read(before[name]), SemVerRange.read(after[name])
        if wide is not None and narrow is not None and _is_narrowed(wide, narrow):
            message = f"requires {name} {after[name]}, which does not include all of {before[name]}"
            yield Change("requirement-narrowed", METADATA, message, place)


def _is_narrowed(before: SemVerRange, after: SemVerRange) -> bool:
    try:
        return not covered_by(before, after)
    except MessageError:
        return False  # One of them has gaps.


def _requirements(module: Module) -> dict[str, str]:
    """The versions of Puppet and the like that a module requires, by name."""
    try:
        data = loads(read_text(os.path.join(module.folder, METADATA), LARGEST_DATA))
    except (OSError, ValueError):
        return {}
    listed = data.get("requirements") if isinstance(data, dict) else None
    found = {}
    for each in listed if isinstance(listed, list) else ():
        match each:
            case {"name": str(name), "version_requirement": str(requirement)}:
                found[name] = requirement
    return found
