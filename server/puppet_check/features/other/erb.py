"""Templates in ERB: their variables are those of the class or define that calls them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.describe import described, fact, parameter
from puppet_check.features.hover import Hover
from puppet_check.features.markdown import code, paragraphs
from puppet_check.features.other.view import OtherView
from puppet_check.features.others import Others
from puppet_check.features.targets import targets
from puppet_check.features.uses import MEMBER, Subject
from puppet_typesys.builtins import texts
from puppet_typesys.loader import CLASS, DEFINE, Definition, Place, TypedName

VARIABLE = re.compile(rb"@(\w+)")
OTHER = re.compile(rb"""scope(?:\.lookupvar\(|\.call_function\(|\[)\s*['"](?:::)?([\w:]+)""")
WORD = re.compile(rb"@(\w*)\Z")


def hover(view: OtherView, offset: int) -> Hover | None:
    """A variable: the parameter or variable of those who call the template."""
    for found in VARIABLE.finditer(view.text.source):
        if found.start() <= offset <= found.end():
            name = found[1].decode()
            told = [text for each in callers(view) if (text := _member_text(each, name)) is not None]
            text = paragraphs(*dict.fromkeys(told)) if told else texts.variable(name) or fact((name,), view.known)
            return None if not text else Hover(text, *found.span())
    for found in OTHER.finditer(view.text.source):
        if found.start(1) <= offset <= found.end(1):
            name = found[1].decode()
            other = described("class variable", name, view.known) if "::" in name else texts.variable(name)
            return None if other is None else Hover(other, *found.span(1))
    return None


def _member_text(owner: Definition, name: str) -> str | None:
    told = parameter(owner, name)
    if told is None and name in owner.variables:
        told = paragraphs(code(f"${name}"), f"A variable of {owner.kind} `{owner.name}`.")
    return told


def complete(view: OtherView, offset: int) -> Completion:
    """The variables of those who call the template."""
    found = WORD.search(view.text.source[:offset])
    if found is None:
        return Completion((), offset, offset)
    return Completion(tuple(_variables(view)), found.start(), offset)


def _variables(view: OtherView) -> Iterator[Item]:
    seen: set[str] = set()
    for each in callers(view):
        for given in each.parameters:
            if given.name not in seen:
                seen.add(given.name)
                yield Item(f"@{given.name}", "parameter", " ".join((given.type or "").split()), rank=1)
        for name in each.variables:
            if name not in seen:
                seen.add(name)
                yield Item(f"@{name}", "variable", f"variable of {each.name}", rank=2)
    for name in ("title", "name", "facts", "trusted"):
        if name not in seen:
            yield Item(f"@{name}", "variable", rank=4)


def definition(view: OtherView, offset: int, others: Others) -> list[Place]:
    """Where a variable is set by those who call the template."""
    for found in VARIABLE.finditer(view.text.source):
        if found.start() <= offset <= found.end():
            name = found[1].decode()
            owners = [Subject(MEMBER, name, f"{each.kind} {each.name}") for each in callers(view)]
            return list(dict.fromkeys(place for each in owners for place in targets(each, view.code, others)))
    for found in OTHER.finditer(view.text.source):
        owner, _, leaf = found[1].decode().rpartition("::")
        if found.start(1) <= offset <= found.end(1) and owner:
            return targets(Subject(MEMBER, leaf, f"{CLASS} {owner}"), view.code, others)
    return []


def callers(view: OtherView) -> list[Definition]:
    """The classes and defines in whose files the template is named."""
    module = view.known.project.module_of(view.path)
    if module is None:
        return []
    inner = os.path.relpath(os.path.abspath(view.path), os.path.join(module.folder, "templates")).replace(os.sep, "/")
    wanted = re.compile(rf"""['"](?:{re.escape(module.name)}|\$\{{?module_name\}}?)/{re.escape(inner)}['"]""".encode())
    found: list[Definition] = []
    for path in Others(view.known).code():
        try:
            with open(path, "rb") as file:
                source = file.read()
        except OSError:
            continue
        if wanted.search(source):
            found += _around(view, path)
    return found


def _around(view: OtherView, path: str) -> Iterator[Definition]:
    module = view.known.project.module_of(path)
    for each in view.known.loader.definitions(path, module):
        if each.kind in (CLASS, DEFINE):
            loaded = view.known.loader.load(TypedName(each.kind, each.name))
            yield each if loaded is None else loaded
