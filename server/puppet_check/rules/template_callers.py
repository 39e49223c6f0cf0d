"""Variables of an ERB template that its only caller does not set, but another class or define of the module does."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache

from puppet_check.rules.erb_variables import variables_of
from puppet_check.rules.template_scope import (
    ALWAYS,
    CALL,
    COMPUTED,
    FOLDERS,
    NEAR,
    OF_SITES,
    READ,
    WORD,
    is_filled_in_by_module,
    is_filled_in_by_ruby,
    is_set_outside,
)
from puppet_check.workspace.disk import NAMES, Disk, remembered_by_size
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import COMMENT, texts
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.loader import CLASS, TypedName

DEFINITION = lazy_pattern(r"^[ \t]*(class|define|function|plan)\s+([\w:]+)", re.MULTILINE)
PARENT = lazy_pattern(r"\binherits\s+([\w:]+)")
UNQUALIFIED = lazy_pattern(r"\$\{?([a-z_]\w*)(?!\w|::)")
SETTING = "setvar"
OF_TOP = "$::"
PATH = lazy_pattern(r"[\w.-]*(?:/[\w.-]+)+\.\w+")
"""A path to a file, or the end of one after an interpolation."""
TEMPLATES = "templates"
INTERPOLATION = lazy_pattern(r"\$\{[^}]*\}|\$(?:::)?\w+(?:::\w+)*")
MOST_PARTS = 8
"""The number of written parts of a computed name up to which names are compared with it."""
ANYTHING = ("", "")
CACHED = 500
"""The number of texts of which the computed names of templates are kept."""


class Hidden(NamedTuple):
    """The variables that only others set, and the caller of the template."""

    names: frozenset[str] = frozenset()
    caller: str = ""


NOTHING = Hidden()


def hidden_variables(path: str, source: bytes, known: Known) -> Hidden:
    """The variables that a template reads and that its only caller does not have; nothing if there are other callers."""
    module = known.project.module_of(path)
    if module is None or not path.startswith(os.path.join(module.folder, TEMPLATES, "")):
        return NOTHING
    short = os.path.relpath(path, os.path.join(module.folder, TEMPLATES)).replace(os.sep, "/")
    known.world.ask_below(module.folder, FOLDERS)
    uses = [(at, name) for at, name in _paths(known.disk, module.folder).get(os.path.basename(path), ()) if name.endswith(f"/{short}")]
    if len(uses) != 1 or uses[0][1] != f"{module.name}/{short}":
        return NOTHING
    likely = {each.decode() for each in READ.findall(source)} - ALWAYS - OF_SITES - metaparameters()
    likely = {each for each in likely & known.assignments.of(module).variables if fact(each) is None}
    several = texts(known.disk, module.folder, FOLDERS) if likely else ()
    caller = COMMENT.sub("\n", f"\n{several[uses[0][0]]}") if several else ""
    place = caller.find(f"{module.name}/{short}")
    defined = DEFINITION.findall(caller)
    # Otherwise, it names the template for another one.
    is_call = place > 0 and CALL.search(caller[max(0, place - NEAR) : place]) is not None
    visible = _visible(caller, known) if is_call and len(defined) == 1 and SETTING not in caller else None
    if visible is None or not likely - visible or any(may_be(each, f"{module.name}/{short}") for each in several):
        return NOTHING
    others = [COMMENT.sub("\n", f"\n{text}") for at, text in enumerate(several) if at != uses[0][0]]
    names = {each for each in likely - visible if _is_set_in(others, each)}
    if names:
        own = variables_of(source)
        names = {each for each in names & {*own.read, *own.tested} if not is_set_outside(each, known)}
    if not names or is_filled_in_by_ruby(module, known) or not is_filled_in_by_module(path, module, known):
        return NOTHING
    kind, name = defined[0]
    return Hidden(frozenset(names), f"{kind} `{name}`")


@lru_cache(CACHED)
def _computed(text: str) -> tuple[tuple[str, ...], ...]:
    """The written parts of the computed names of templates in a text, of those that have any."""
    several = (tuple(INTERPOLATION.split(each)) for each in COMPUTED.findall(text))
    return tuple(parts if len(parts) <= MOST_PARTS else ANYTHING for parts in several if any(map(WORD.search, parts)))


def may_be(text: str, name: str) -> bool:
    """Whether a call in a text fills in templates of which a name may be one: of computed names those with a part that is written."""
    return any(re.fullmatch(".*".join(map(re.escape, parts)), name) is not None for parts in _computed(text))


@remembered_by_size(NAMES)
def _paths(disk: Disk, folder: str) -> dict[str, list[tuple[int, str]]]:
    """What may be names of templates in the texts of a module, by their last parts, with the number of the text."""
    found: dict[str, list[tuple[int, str]]] = {}
    for at, text in enumerate(texts(disk, folder, FOLDERS)):
        for name in PATH.findall(text):
            found.setdefault(name.rpartition("/")[2], []).append((at, name))
    return found


def _visible(caller: str, known: Known) -> frozenset[str] | None:
    """The variables that the text of a class or define may set, and those that it inherits; None if they are unknown."""
    names = set(UNQUALIFIED.findall(caller))
    parent = PARENT.search(caller)
    waiting = None if parent is None else parent[1].lower().removeprefix("::")
    seen: set[str] = set()
    while waiting is not None:
        found = None if waiting in seen else known.external.load(TypedName(CLASS, waiting))
        if found is None or found.is_open or found.has_open_variables:
            return None
        seen.add(waiting)
        names |= {*found.variables, *(each.name for each in found.parameters)}
        waiting = None if found.parent is None else found.parent.lower().removeprefix("::")
    return frozenset(names)


def _is_set_in(several: Iterable[str], name: str) -> bool:
    """Whether a class or define in some texts sets a variable, which no text reads of the top scope."""
    mentioning = [text for text in several if name in text]
    if any(f"{OF_TOP}{name}" in text for text in mentioning):
        return False
    setting = re.compile(rf"(?:^|[(,])\s*(?:[A-Z][^\n$]*\s)?\${name}\s*(?:=(?![=~>])|,|\))", re.MULTILINE)
    return any(setting.search(text) for text in mentioning)
