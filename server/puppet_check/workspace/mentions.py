"""Whether some text of a project may be what a title is made of.

A reference that nothing can satisfy is a fault, but a title may be computed. It is made of texts that stand somewhere: in a manifest, in
data or in Ruby. So a title that is written nowhere, and that no text with variables in it fits, is one that nothing declares.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from puppet_check.workspace.project import Project

FOLDERS = ("manifests", "functions", "plans", "lib", "data", "templates")
SUFFIXES = (".pp", ".rb", ".yaml", ".yml", ".json", ".eyaml", ".epp", ".erb")
LARGE = 1 << 20
REFERENCES = re.compile(r"\b[A-Z]\w*(?:::[A-Z]\w*)*\[[^\[\]$]*\]")
"""References with nothing computed in them: what they name they do not declare."""
COMPUTED = re.compile(r"\"([^\"\n]*[$#][^\"\n]*)\"")
"""Texts with variables in them, of manifests and of Ruby."""
HOLE = re.compile(r"\\[$#]\\\{[^}]*\}|\\\$[\w:]+")
WORD = re.compile(r"\w{2}")


class Mentions:
    """The texts of a project, read when something is first asked."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[str, bool] = {}

    def has(self, title: str) -> bool:
        """Whether a title may be that of some resource."""
        known = self._known.get(title)
        if known is None:
            known = self._known[title] = self._look_for(title)
        return known

    def _look_for(self, title: str) -> bool:
        whole = _whole(title)
        folders: list[tuple[str, tuple[str, ...]]] = [(each.folder, FOLDERS) for each in self._project.modules.values()]
        if self._project.is_environment:
            folders.append((self._project.root, ("manifests", "data", "hieradata")))
        return any(title in text and whole.search(text) for text, _ in _texts(folders)) or any(
            pattern.fullmatch(title) for _, patterns in _texts(folders) for pattern in patterns
        )


def is_mentioned(title: str, text: str) -> bool:
    """Whether a text that has not been saved yet says a title, besides in references."""
    return title in text and _whole(title).search(REFERENCES.sub("[]", text)) is not None


def _whole(title: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-]){re.escape(title)}(?![\w-])" if title[:1].isalnum() else re.escape(title))


def _texts(folders: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, tuple[re.Pattern[str], ...]]]:
    for folder, inner in folders:
        yield _text(folder, inner)


def forget() -> None:
    """Read all texts again."""
    _text.cache_clear()


@lru_cache(1000)
def _text(folder: str, inner: tuple[str, ...]) -> tuple[str, tuple[re.Pattern[str], ...]]:
    """What the files of a module say besides references, and the patterns that its computed texts fit."""
    parts = []
    for name in inner:
        for where, folders, files in os.walk(os.path.join(folder, name)):
            folders.sort()
            for file in sorted(files):
                path = os.path.join(where, file)
                if file.endswith(SUFFIXES) and os.path.getsize(path) < LARGE:
                    with open(path, encoding="utf-8", errors="replace") as source:
                        parts.append(source.read())
    text = "\n".join(parts)
    computed = set(COMPUTED.findall(text))
    return REFERENCES.sub("[]", text), tuple(filter(None, map(_pattern, sorted(computed))))


def _pattern(computed: str) -> re.Pattern[str] | None:
    """What a text with variables may be; None when nearly anything."""
    parts = HOLE.split(re.escape(computed))
    if len(parts) < 2 or not WORD.search("".join(parts)):
        return None
    return re.compile(".*".join(parts), re.DOTALL)
