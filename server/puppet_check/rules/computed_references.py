"""The title that a reference with interpolations means, where nothing declares its own.

`Package["temurin-${version}=*"]` beside `package { "temurin-${version}": }`: the same values in the same order in the same class or define,
and texts around them that differ in signs or by a slip of the fingers.
"""

from __future__ import annotations

import re

from puppet_check.rules.computed_titles import shape_of
from puppet_check.rules.file import File
from puppet_check.workspace.computed import ComputedStrings, computed
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern

MANIFESTS = ("manifests",)
COMPUTED = lazy_pattern(r'(?:\b[A-Z][\w:]*\[|=>)\s*"(?:[^"\\\n]|\\.)*"|"((?:[^"\\\n]|\\.)*\$(?:[^"\\\n]|\\.)*)"')
"""A text in a reference or as the value of an attribute, or another one with interpolations, which is the group."""
ALIAS = "alias"
LITERAL = 3
"""The number of characters that a title has without its values if it is to be told from others."""


def meant_computed(type: str, reference: ast.AccessExpression, key: ast.ConcatenatedString, file: File, *, is_free: bool) -> str | None:
    """The title of a type, given in lower case, as it is written without its quotes; `is_free` is whether titles of the type are free."""
    declared, title = file.computed_titles_of(type, reference), file.source(key).strip('"')
    if declared is None or '"' in title or declared.has(title):
        return None
    meant = declared.meant(title, is_free=is_free)
    return meant if meant is not None and not is_alias(title, file) and _is_no_title(title, file) else None


def is_alias(title: str, file: File) -> bool:
    """Whether a title is the second one of some resource of the file; one without interpolations needs no quotes."""
    if ALIAS not in file.characters:
        return False
    return re.search(rf"""\b{ALIAS}\s*=>\s*\[?[^\]\n;}}]*(?<![\w-])['"]?{re.escape(title)}(?![\w-])""", file.characters) is not None


def _is_no_title(title: str, file: File) -> bool:
    """Whether no text in the manifests of the file's module can be the same title with other values."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return False
    file.known.world.ask_below(module.folder, MANIFESTS)
    return not _titles_below(file.known.disk, module.folder).fit(shape_of(title))


@remembered(1000)
def _titles_below(disk: Disk, folder: str) -> ComputedStrings:
    """The strings with interpolations that may be titles, as they are neither in references nor values of attributes."""
    found = {text for each in texts(disk, folder, MANIFESTS) for text in COMPUTED.findall(each) if text}
    several = map(computed, sorted(found))
    return ComputedStrings(each for each in several if len("".join(each.parts)) >= LITERAL)
