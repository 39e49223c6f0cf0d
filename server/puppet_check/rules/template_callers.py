"""Variables of an ERB template that its only caller does not set, but another class or define of the module does."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from puppet_check.rules.erb_variables import variables_of
from puppet_check.rules.template_scope import (
    ALWAYS,
    CALL,
    FOLDERS,
    NEAR,
    OF_SITES,
    READ,
    is_filled_in_by_module,
    is_filled_in_by_ruby,
    is_of_top,
)
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


class Hidden(NamedTuple):
    """The variables that only others set, and the caller of the template."""

    names: frozenset[str] = frozenset()
    caller: str = ""


NOTHING = Hidden()


def hidden_variables(path: str, source: bytes, known: Known) -> Hidden:
    """The variables that a template reads and that its only caller does not have; nothing if there are other callers."""
    module = known.project.module_of(path)
    if module is None or not path.startswith(os.path.join(module.folder, "templates", "")):
        return NOTHING
    short = os.path.relpath(path, os.path.join(module.folder, "templates")).replace(os.sep, "/")
    known.world.ask_below(module.folder, FOLDERS)
    several = texts(known.disk, module.folder, FOLDERS)
    callers = [text for text in several if f"{module.name}/{short}" in text]
    if len(callers) != 1 or sum(text.count(short) for text in several) != 1:
        return NOTHING
    caller = COMMENT.sub("\n", f"\n{callers[0]}")
    place = caller.find(f"{module.name}/{short}")
    if CALL.search(caller[max(0, place - NEAR) : place]) is None:
        return NOTHING  # It names the template for another one.
    defined = DEFINITION.findall(caller)
    visible = _visible(caller, known) if len(defined) == 1 and SETTING not in caller else None
    if visible is None:
        return NOTHING
    others = [COMMENT.sub("\n", f"\n{text}") for text in several if text is not callers[0]]
    likely = {each.decode() for each in READ.findall(source)} - ALWAYS - OF_SITES - metaparameters() - visible
    names = {each for each in likely if fact(each) is None and _is_set_in(others, each)}
    if names:
        own = variables_of(source)
        names = {each for each in names & {*own.read, *own.tested} if not is_of_top(each, module, known)}
    if not names or is_filled_in_by_ruby(module, known) or not is_filled_in_by_module(path, module, known):
        return NOTHING
    kind, name = defined[0]
    return Hidden(frozenset(names), f"{kind} `{name}`")


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
