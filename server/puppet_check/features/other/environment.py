"""Editor features of `environment.conf` and `puppet.conf`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.describe.markdown import paragraphs
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.symbols import PATH, Occurrence, Symbol
from puppet_check.workspace.puppet_conf import NAME as PUPPET_CONF
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.settings import ENVIRONMENT_SETTINGS

SETTING = lazy_pattern(rb"^[ \t]*(\w+)[ \t]*=[ \t]*([^\n]*)", re.MULTILINE)
PART = lazy_pattern(rb"[^\s:\"']+")
WORD = lazy_pattern(rb"^[ \t]*(\w*)\Z", re.MULTILINE)


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a setting."""
    for found in SETTING.finditer(view.text.source):
        if found.start(1) <= offset <= found.end(1):
            text = texts.setting(found[1].decode())
            return None if text is None else Hover(paragraphs(f"`{found[1].decode()}`", text), *found.span(1))
    return None


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of settings that are not set yet."""
    found = ending_at(WORD, view.text.source, offset)
    if found is None:
        return Completion((), offset, offset)
    given = {each[1].decode() for each in SETTING.finditer(view.text.source)}
    is_of_server = os.path.basename(view.path) == PUPPET_CONF
    left = {*(texts.settings() if is_of_server else ENVIRONMENT_SETTINGS)} - given - {*view.known.target.removed_settings}
    items = (Item(name, "key", texts.setting(name) or "", f"{name} = $0", 1) for name in sorted(left))
    return Completion(tuple(items), found.start(1), offset)


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of the files that settings name."""
    folder = os.path.dirname(os.path.abspath(view.path))
    for found in SETTING.finditer(view.text.source):
        for part in PART.finditer(view.text.source, *found.span(2)):
            path = os.path.join(folder, part[0].decode("utf-8", "replace"))
            if os.path.isfile(path):
                yield Occurrence(Symbol(PATH, path), *part.span(), "read")


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The settings as document symbols."""
    return [DocumentSymbol("setting", each[1].decode(), *each.span(), *each.span(1)) for each in SETTING.finditer(view.text.source)]
