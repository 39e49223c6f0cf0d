"""Values of attributes of resources, as an agent sees them."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue

NUMBER = lazy_pattern(r"\d+\Z")
ABSENT = frozenset(("absent", "purged"))


def attribute(resource: Resource, name: str) -> object:
    """The value of an attribute, which may be unknown; a name that is not set follows from the title."""
    found = resource.get(name)
    if isinstance(found, Sensitive):
        found = found.value
    if found is not None or not _is_namevar(resource, name):
        return found
    try:
        return resource.title_parts().get(name, resource.title if name == "name" or _is_only_name(resource, name) else None)
    except ArgumentError:
        return None


def _is_namevar(resource: Resource, name: str) -> bool:
    return name == "name" or (isinstance(resource.kind, NativeType) and name in resource.kind.namevars)


def _is_only_name(resource: Resource, name: str) -> bool:
    return isinstance(resource.kind, NativeType) and resource.kind.namevars == (name,)


def texts(value: object) -> Iterator[str]:
    """The Strings in a value; raises UnknownValue if it may have others."""
    match value:
        case str():
            yield value
        case tuple():
            for each in value:
                yield from texts(each)
        case Unknown():
            raise UnknownValue
        case Sensitive():
            yield from texts(value.value)


def text(resource: Resource, name: str) -> str | None:
    """The value of an attribute that is a known String."""
    found = attribute(resource, name)
    return found if isinstance(found, str) else None


def known_texts(value: object) -> list[str]:
    """The Strings in a value; none if a part of it is unknown."""
    try:
        return [*texts(value)]
    except UnknownValue:
        return []


def path_of(resource: Resource, name: str = "path") -> str | None:
    """The absolute path that an attribute has, without a slash at its end."""
    found = text(resource, name)
    return None if found is None or not found.startswith("/") else found.rstrip("/") or "/"


def parent(path: str) -> str:
    """The folder of an absolute path."""
    return path.rstrip("/").rpartition("/")[0] or "/"


def folders_above(path: str) -> Iterator[str]:
    """The folders above a path, the nearest one first."""
    while path != "/":
        path = parent(path)
        yield path


def is_below(path: str, folder: str) -> bool:
    """Whether a path is inside of a folder."""
    return path != folder and path.startswith(folder if folder == "/" else f"{folder}/")


def is_present(resource: Resource) -> bool:
    """Whether a resource is certainly not to be removed."""
    found = resource.get("ensure")
    return not isinstance(found, Unknown) and found not in ABSENT


def is_set(resource: Resource, name: str) -> bool:
    """Whether a resource may have a value for an attribute."""
    return resource.get(name) is not None or resource.is_open
