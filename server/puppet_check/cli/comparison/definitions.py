"""The changes between two versions of a definition, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from puppet_check.cli.comparison.changes import LABELS, Change
from puppet_check.cli.comparison.types import Projects, removed_calls, returns_others, type_change
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Attribute, Definition, Parameter, Place
from puppet_typesys.types.show import show

T = TypeVar("T", Parameter, Attribute)


def subject_of(definition: Definition) -> str:
    """What messages call a definition."""
    return f"{LABELS[definition.kind]} `{definition.name.lower().removeprefix('::')}`"


def definition_changes(before: Definition, after: Definition, projects: Projects) -> Iterator[Change]:
    """The changes between two versions of a definition that its users may notice."""
    if after.deprecated is not None and before.deprecated is None:
        yield Change("definition-deprecated", subject_of(after), "is deprecated now", after.place)
    compare = COMPARED.get(before.kind)
    if compare is not None:
        yield from compare(before, after, projects)


def _parameters(before: Definition, after: Definition, projects: Projects) -> Iterator[Change]:
    """The changes of parameters that are passed by name."""
    about = subject_of(after)
    for old, new in _pairs(before.parameters, after.parameters):
        if new is None:
            if old is not None and not after.is_open:
                yield Change("parameter-removed", about, f"parameter `{old.name}` was removed", after.place)
            continue
        place = after.place._replace(start=new.start, end=new.end)
        if old is None:
            kind = "required" if new.is_required else "added"
            yield Change(
                f"parameter-{kind}", about, f"{'required' if new.is_required else 'optional'} parameter `{new.name}` was added", place
            )
            continue
        yield from _parameter(about, old, new, place, projects)


def _parameter(about: str, old: Parameter, new: Parameter, place: Place, projects: Projects) -> Iterator[Change]:
    if new.is_required != old.is_required:
        kind = "required" if new.is_required else "optional"
        yield Change(f"parameter-{kind}", about, f"parameter `{new.name}` is {kind} now", place)
    code = type_change(old.type, new.type, projects, has_default=not new.is_required)
    if code is not None:
        yield Change(code, about, f"parameter `{new.name}` {_accepts(code)}: {_shown(new.type)} instead of {_shown(old.type)}", place)
    if old.default and new.default and " ".join(old.default.split()) != " ".join(new.default.split()):
        yield Change("default-changed", about, f"the default of parameter `{new.name}` changed", place)


def _shown(type: str | None) -> str:
    """A type on one line."""
    return " ".join((type or "Any").split())


def _accepts(code: str) -> str:
    return "accepts fewer values" if code == "type-narrowed" else "accepts more values"


def _alias(before: Definition, after: Definition, projects: Projects) -> Iterator[Change]:
    code = type_change(before.text, after.text, projects)
    if code is not None:
        yield Change(code, subject_of(after), f"{_accepts(code)} now", after.place)


def _function(before: Definition, after: Definition, projects: Projects) -> Iterator[Change]:
    about = subject_of(after)
    for each in removed_calls(before, after, projects):
        shown = show(each).removeprefix("Callable")
        yield Change("call-removed", about, f"does not accept all calls with {shown} any more", after.place)
    # The types of functions in Ruby follow from their code.
    if after.arity is None and returns_others(before.returns, after.returns, projects):
        yield Change("return-type-changed", about, f"returns {_shown(after.returns)} instead of {_shown(before.returns)}", after.place)


def _resource_type(before: Definition, after: Definition, projects: Projects) -> Iterator[Change]:
    about = subject_of(after)
    for old, new in _pairs(before.attributes, after.attributes):
        if new is None:
            if old is not None and not after.is_open:
                yield Change("attribute-removed", about, f"{_kind(old)} `{old.name}` was removed", after.place)
            continue
        place = after.place._replace(start=new.start or after.place.start)
        if old is None:
            kind = "required" if new.required else "added"
            yield Change(f"attribute-{kind}", about, f"{_kind(new)} `{new.name}` was added{', and is required' * new.required}", place)
            continue
        if (new.required and not old.required) or (new.read_only and not old.read_only):
            what = "is required now" if new.required and not old.required else "is read-only now"
            yield Change("attribute-required", about, f"{_kind(new)} `{new.name}` {what}", place)
        yield from _values(about, old, new, place, projects)
    for name in before.providers if after.providers and not after.is_open else ():
        if name not in after.providers:
            yield Change("provider-removed", about, f"provider `{name}` was removed", after.place)


def _values(about: str, old: Attribute, new: Attribute, place: Place, projects: Projects) -> Iterator[Change]:
    """The values of an attribute that are not accepted any more."""
    if new.values is not None and not new.patterns and not new.boolean:
        for value in old.values or ():
            if value not in new.values:
                yield Change("value-removed", about, f"{_kind(new)} `{new.name}` does not accept `{value}` any more", place)
    code = type_change(old.type, new.type, projects) if old.type is not None and new.type is not None else None
    if code is not None:
        yield Change(code, about, f"{_kind(new)} `{new.name}` {_accepts(code)}: {_shown(new.type)} instead of {_shown(old.type)}", place)


def _kind(attribute: Attribute) -> str:
    return "property" if attribute.kind == "property" else "parameter"


def _pairs(before: tuple[T, ...], after: tuple[T, ...]) -> Iterator[tuple[T | None, T | None]]:
    """The members of two lists by name: those before in their order, then those that were added."""
    old: dict[str, T] = {each.name: each for each in before}
    new: dict[str, T] = {each.name: each for each in after}
    yield from ((old.get(name), new.get(name)) for name in dict.fromkeys((*old, *new)))


Compare = Callable[[Definition, Definition, Projects], Iterator[Change]]
COMPARED: dict[str, Compare] = {
    CLASS: _parameters,
    DEFINE: _parameters,
    PLAN: _parameters,
    FUNCTION: _function,
    TYPE: _alias,
    RESOURCE_TYPE: _resource_type,
}
