"""References to files by a path that lacks its first slash: `File['etc/motd']`.

The title of a file is its path, unless a resource has one of its own, which nobody begins with a folder of the system.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.unknown_reference import unknown_reference
from puppet_check.workspace.mentions import text_below
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

PATH = lazy_pattern(r"(?:bin|boot|etc|home|lib|media|mnt|opt|root|run|sbin|srv|tmp|usr|var)/\S*\Z")
FOLDERS = ("manifests",)


@rule(on=ast.AccessExpression, whole=True)
def check_path(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report such a path that no manifest of the module has as the title of a resource."""
    kind = node.left_expr
    if not isinstance(kind, ast.QualifiedReference) or kind.value.removeprefix("::") != "file":
        return
    for key in node.keys:
        first = key.segments[0] if isinstance(key, ast.ConcatenatedString) and key.segments else key
        source = file.source(key)
        if not isinstance(first, ast.LiteralString) or PATH.match(first.value) is None or source[:1] not in ("'", '"'):
            continue
        title = source[1:-1]
        if not _is_title(title, file):
            fix = Fix("Add the slash", (Edit(key.start + 1, key.start + 1, "/"),), "unsafe")
            yield unknown_reference(file.source(kind), title).suggesting(f"/{title}").at(key.start, key.end, fixes=(fix,))


def _is_title(title: str, file: File) -> bool:
    """Whether a manifest of the module has a text in quotes outside of references."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return any(f"{quote}{title}{quote}" in file.declaring_text for quote in "'\"")
    file.known.world.ask_below(module.folder, FOLDERS)
    text = text_below(file.known.disk, module.folder, FOLDERS)
    return any(f"{quote}{title}{quote}" in text for quote in "'\"")
