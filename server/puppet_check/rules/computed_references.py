"""The title that a reference with interpolations means, where nothing declares its own.

`Package["temurin-${version}=*"]` beside `package { "temurin-${version}": }`: the same values in the same order in the same class or define,
and texts around them that differ in signs or by a slip of the fingers. So does the beginning of the only title of its type.
"""

from __future__ import annotations

import re

from puppet_check.rules.file import File
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast

MANIFESTS = ("manifests",)


def meant_computed(type: str, reference: ast.AccessExpression, key: ast.ConcatenatedString, file: File, *, is_free: bool) -> str | None:
    """The title of a type, given in lower case, as it is written without its quotes; `is_free` unless titles name parts of the system."""
    declared, title = file.computed_titles_of(type, reference), file.source(key).strip('"')
    if declared is None or '"' in title or declared.has(title):
        return None
    meant = declared.meant(title) or (declared.longer(title) if is_free else None)
    return meant if meant is not None and _is_no_title(title, file) else None


def _is_no_title(title: str, file: File) -> bool:
    """Whether all places in the manifests of the file's module with a text are references or values of attributes."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return False
    file.known.world.ask_below(module.folder, MANIFESTS)
    quoted, several = f'"{title}"', texts(file.known.disk, module.folder, MANIFESTS)
    inert = re.compile(rf"(?:\b[A-Z][\w:]*\[|=>)\s*{re.escape(quoted)}")
    return all(text.count(quoted) == len(inert.findall(text)) for text in several if quoted in text)
