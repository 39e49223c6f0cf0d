"""`environment.conf`: the settings of an environment."""

from __future__ import annotations

import os
import re

from puppet_check.features.completion.items import Completion, Item
from puppet_check.features.hover import Hover
from puppet_check.features.markdown import paragraphs
from puppet_check.features.other.view import OtherView
from puppet_check.features.others import Others
from puppet_check.workspace.project_files.environment_conf import SETTINGS
from puppet_typesys.builtins import texts
from puppet_typesys.loader import Place

SETTING = re.compile(rb"^[ \t]*(\w+)[ \t]*=[ \t]*([^\n]*)", re.MULTILINE)
WORD = re.compile(rb"^[ \t]*(\w*)\Z", re.MULTILINE)


def hover(view: OtherView, offset: int) -> Hover | None:
    """What a setting is for."""
    for found in SETTING.finditer(view.text.source):
        if found.start(1) <= offset <= found.end(1):
            text = texts.setting(found[1].decode())
            return None if text is None else Hover(paragraphs(f"`{found[1].decode()}`", text), *found.span(1))
    return None


def complete(view: OtherView, offset: int) -> Completion:
    """The settings that are not there yet."""
    found = WORD.search(view.text.source[:offset])
    if found is None:
        return Completion((), offset, offset)
    given = {each[1].decode() for each in SETTING.finditer(view.text.source)}
    items = (Item(name, "key", texts.setting(name) or "", f"{name} = $0", 1) for name in SETTINGS if name not in given)
    return Completion(tuple(items), found.start(1), offset)


def definition(view: OtherView, offset: int, others: Others) -> list[Place]:
    """The manifest or program that a setting names."""
    for found in SETTING.finditer(view.text.source):
        if found.start(2) <= offset <= found.end(2):
            at = found.start(2)
            for part in re.split(rb"([: ])", found[2]):
                if at <= offset <= at + len(part):
                    path = os.path.join(os.path.dirname(os.path.abspath(view.path)), part.decode("utf-8", "replace").strip("\"'"))
                    return [Place(path, 0, 0)] if os.path.isfile(path) else []
                at += len(part)
    return []
