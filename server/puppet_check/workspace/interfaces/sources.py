"""Which findings rest on an interface: their messages say so, and what a later release may have brought is not an error."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from puppet_check.workspace.interfaces.accepted import accepted
from puppet_check.workspace.interfaces.interface import Interface, ModuleInterfaces
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.removed import removed
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Definition, TypedName
from puppet_typesys.spelling import is_typo

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
INDEPENDENT = frozenset(("missing-module", "duplicate-declaration", "duplicate-parameter", "hiera-duplicate-key"))
"""Codes whose findings mention names of other modules without depending on their definitions."""
OF_ALL = frozenset(("unknown-reference",))
"""Codes whose findings depend on everything that modules declare."""
ALL = "interfaces of the modules that are not installed"


ABSENT = {
    "unknown-class": (CLASS,),
    "unknown-function": (FUNCTION,),
    "unknown-resource-type": (DEFINE, RESOURCE_TYPE, TYPE),
    "unknown-type": (TYPE,),
    "unknown-plan": (PLAN,),
}
"""The kinds of the names that findings with some codes say are absent."""
ABSENT_PARAMETERS = frozenset(("unknown-parameter",))
"""Codes whose findings say that a definition lacks a parameter."""
Probable = Callable[[TypedName], bool]


class Source(NamedTuple):
    """What a finding rests on."""

    title: str
    is_certain: bool = True
    """Whether it holds for all releases that are accepted, as opposed to those that are known."""


def with_sources(found: Iterable[Diagnostic], interfaces: ModuleInterfaces, is_probable: Probable) -> Iterator[Diagnostic]:
    """Diagnostics whose messages name the interface that they rest on.

    `is_probable` tells whether a name without a module is absent only if no later release of a missing module has it.
    """
    for each in found:
        source = None if _is_independent(each) else _source(each, interfaces, is_probable)
        yield each if source is None else _resting(each, source)


def _resting(found: Diagnostic, source: Source) -> Diagnostic:
    severity = Severity.WARNING if found.severity == Severity.ERROR and not source.is_certain else found.severity
    return found._replace(message=f"{found.message} (according to the {source.title})", severity=severity)


def _is_independent(found: Diagnostic) -> bool:
    # A reference is misspelt because of the names in its own module.
    return found.code in INDEPENDENT or (found.code in OF_ALL and found.argument("meant") is not None)


def _source(found: Diagnostic, interfaces: ModuleInterfaces, is_probable: Probable) -> Source | None:
    if found.code in OF_ALL:
        return Source(ALL) if interfaces.are_needed else None
    texts = [(key, value) for key, value in found.data if isinstance(value, str)]
    for name in (name.lower() for _, text in texts for name in QUALIFIED.findall(text)):
        interface = interfaces.of(name.partition("::")[0])
        if interface is not None and (interface.has_checked_names or found.code in ABSENT):
            if _is_in_later_release(found, name, interfaces):
                return Source(f"{interface.title}, the release for this metadata; later ones have it", is_certain=False)
            return Source(interface.title, _is_certain(found, name, interface))
    for key, text in texts:
        for name in _names(found.code, key, text):
            for each in interfaces.load(name):
                return Source(each.interface, _is_certain_of(found, each, interfaces))
    absent = (TypedName(kind, text.lower()) for _, text in texts if NAME.fullmatch(text) for kind in ABSENT.get(found.code, ()))
    return Source(ALL, is_certain=False) if any(map(is_probable, absent)) else None


def _is_in_later_release(found: Diagnostic, name: str, interfaces: ModuleInterfaces) -> bool:
    """Whether a release after those that the metadata of a module accept has a name: the range is often older than the code."""
    declared = interfaces.declared(name.partition("::")[0])
    if declared is None or declared.origin is None or os.path.basename(declared.path) != "metadata.json":
        return False
    file = interfaces.any_release(declared.origin)
    known = None if file is None else accepted(declared.requirement, file.header.releases)
    if file is None or known is None:
        return False
    variants = (releases for kind in ABSENT.get(found.code, ()) for releases, _ in file.variants(TypedName(kind, name)))
    return any(max(releases) > max(known.releases) for releases in variants)


def _is_certain(found: Diagnostic, name: str, interface: Interface) -> bool:
    """Whether a finding about a name of a module holds for all releases that are accepted."""
    kinds = ABSENT.get(found.code, ())
    if kinds and all(interface.load(TypedName(each, name)) is None for each in kinds):
        return any(interface.is_certain_without(TypedName(each, name)) or removed(TypedName(each, name)) for each in kinds)
    definitions = (interface.load(TypedName(each, name)) for each in (CLASS, DEFINE, RESOURCE_TYPE, FUNCTION))
    return all(_lacks_certainly(found, each, interface) for each in definitions if each is not None)


def _is_certain_of(found: Diagnostic, definition: Definition, interfaces: ModuleInterfaces) -> bool:
    return all(_lacks_certainly(found, definition, each) for each in interfaces.all() if each.title == definition.interface)


def _lacks_certainly(found: Diagnostic, definition: Definition, interface: Interface) -> bool:
    if found.code not in ABSENT_PARAMETERS or interface.is_whole:
        return True
    known = [*(each.name for each in definition.parameters), *(each.name for each in definition.attributes)]
    name = found.argument("parameter") or found.argument("attribute")
    return interface.is_checked and isinstance(name, str) and is_typo(name, known)


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
