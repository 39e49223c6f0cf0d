"""References to files by a path that lacks its first slash: `File['etc/motd']`.

The title of a file is its path, unless a resource has one of its own, which nobody begins with a folder of the system.
"""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_check.workspace.mentions import text_below
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern

PATH = lazy_pattern(r"(?:bin|boot|etc|home|lib|media|mnt|opt|root|run|sbin|srv|tmp|usr|var)/\S*\Z")
FOLDERS = ("manifests",)


def path_with_slash(type: str, key: ast.Expression, file: File) -> str | None:
    """The path that a title without a slash means, which no manifest of the module has as the title of a resource."""
    first = key.segments[0] if isinstance(key, ast.ConcatenatedString) and key.segments else key
    source = file.source(key)
    if type != "file" or not isinstance(first, ast.LiteralString) or PATH.match(first.value) is None or source[:1] not in ("'", '"'):
        return None
    title = source[1:-1]
    return None if _is_title(title, file) else f"/{title}"


def _is_title(title: str, file: File) -> bool:
    """Whether a manifest of the module has a text in quotes outside of references."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return any(f"{quote}{title}{quote}" in file.declaring_text for quote in "'\"")
    file.known.world.ask_below(module.folder, FOLDERS)
    text = text_below(file.known.disk, module.folder, FOLDERS)
    return any(f"{quote}{title}{quote}" in text for quote in "'\"")
