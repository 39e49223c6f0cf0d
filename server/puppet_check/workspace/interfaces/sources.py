"""Which findings rest on an interface: their messages say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, RESOURCE_TYPE, TypedName

NAME = lazy_pattern(r"\w+(?:::\w+)*")
QUALIFIED = lazy_pattern(r"(?<!\w)\w++(?:::\w++)+")
RESOURCES = (DEFINE, RESOURCE_TYPE)
SUBJECTS = {"type": RESOURCES, "owner": RESOURCES, "resource": RESOURCES, "function": (FUNCTION,)}
"""The arguments of messages that begin with the name of a definition, and its kinds."""
NAMED = {"unknown-function": (FUNCTION,), "deprecated-function": (FUNCTION,), "deprecated-definition": (CLASS, *RESOURCES)}
"""The kinds of the names `name` and `meant` in messages with some codes."""
OWNERS = {"deprecated-parameter": (CLASS, *RESOURCES)}
"""The kinds of the owner in messages with some codes."""
CLASS_TITLE = lazy_pattern(r"Class\[(?:::)?(\w+(?:::\w+)*)\]", re.IGNORECASE)
INDEPENDENT = frozenset(("missing-module", "duplicate-declaration", "duplicate-parameter"))
"""Codes whose findings mention names of other modules without depending on their definitions."""
OF_ALL = frozenset(("unknown-reference",))
"""Codes whose findings depend on everything that modules declare."""


def with_sources(found: Iterable[Diagnostic], interfaces: ModuleInterfaces) -> Iterator[Diagnostic]:
    """Diagnostics whose messages name the interface that they rest on."""
    for each in found:
        title = None if _is_independent(each) else _all(interfaces) if each.code in OF_ALL else _title(each, interfaces)
        yield each if title is None else each._replace(message=f"{each.message} (according to the {title})")


def _is_independent(found: Diagnostic) -> bool:
    # A reference is misspelt because of the names in its own module.
    return found.code in INDEPENDENT or (found.code in OF_ALL and found.argument("meant") is not None)


def _all(interfaces: ModuleInterfaces) -> str | None:
    return "interfaces of the modules that are not installed" if interfaces.are_needed else None


def _title(found: Diagnostic, interfaces: ModuleInterfaces) -> str | None:
    texts = [(key, value) for key, value in found.data if isinstance(value, str)]
    for name in (name.lower() for _, text in texts for name in QUALIFIED.findall(text)):
        interface = interfaces.of(name.partition("::")[0])
        if interface is not None and interface.is_checked:
            return interface.title
    definitions = (each for key, text in texts for name in _names(found.code, key, text) for each in interfaces.load(name))
    return next((each.interface for each in definitions), None)


def _names(code: str, key: str, text: str) -> Iterator[TypedName]:
    """The names without a module that an argument of a message begins with."""
    title = CLASS_TITLE.match(text)
    if title is not None:
        yield TypedName(CLASS, title[1].lower())
    first = NAME.match(text)
    kinds = NAMED.get(code, ()) if key in ("name", "meant") else _kinds(code, key)
    if first is not None and title is None:
        yield from (TypedName(kind, first[0].lower()) for kind in kinds)


def _kinds(code: str, key: str) -> tuple[str, ...]:
    return OWNERS.get(code, SUBJECTS[key]) if key == "owner" else SUBJECTS.get(key, ())
