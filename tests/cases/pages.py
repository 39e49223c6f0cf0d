"""The examples of the manual pages: the files that each shows, and the findings that its markers expect.

A section, `Wrong` or `Right`, shows fenced files. Those that begin with a comment `# path: modules/a/manifests/init.pp`, which is not part
of the file, are one project together; one without a path is a project by itself, and lies in `ALONE`. Each project is an environment with
the files of `AROUND`, as far as it does not show them itself; those of `WITH_DATA` are there when data or `hiera.yaml` is shown.

A marker `# error: [code]` at the end of a line speaks of that line, alone on a line of the next one; several may follow each other. In a
block tagged `bytes`, `\\xHH` stands for a byte. A block has no line break at its end, unless it has a path. JSON, which has no comments, is
written without its markers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puppet_check.config.codes import pages
from puppet_check.config.profiles import is_style

FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"(?:#|//|<%#) path: (\S+)(?: %>)?\n")
MARKER = re.compile(r"(?:#|//) (error|warning|info|hint): \[([a-z0-9_-]+)\]")
BYTE = re.compile(rb"\\x([0-9a-f]{2})")
ALONE = {"puppet": "code/example.pp", "epp": "code/example.epp"}
HIERARCHY = "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"
AROUND = {"environment.conf": ""}
STYLED = ".puppet-check.toml"
"""The settings of a project that shows a style rule: they select its code alone."""
WITH_DATA = {
    "manifests/site.pp": "include motd\nlookup('classes', Array[String], 'unique', []).include\n",
    "hiera.yaml": HIERARCHY,
    "data/common.yaml": "{}\n",
    "modules/motd/manifests/init.pp": "class motd(Integer $port = 80, Array[String] $lines = [], Boolean $on = true) { }\n",
    "modules/motd/hiera.yaml": HIERARCHY,
    "modules/motd/data/common.yaml": "{}\n",
}
WITHOUT_EXAMPLES = {"check-given-up", "internal-error", "query-not-finished", "too-complex", "unfinished-check", "unreadable-file"}
"""Codes about a run as a whole, or about files that are too large for a page."""


class Expected(NamedTuple):
    """A finding on a line (from 1)."""

    path: str
    line: int
    severity: str
    code: str


class Example(NamedTuple):
    """A project that a page shows."""

    code: str
    """The code that the page documents."""
    is_wrong: bool
    shown: dict[str, str]
    """The files that the page shows."""
    has_bytes: bool = False

    @property
    def files(self) -> dict[str, bytes]:
        """All files."""
        has_data = any(path.endswith((".yaml", ".yml")) for path in self.shown)
        shown = {path: MARKER.sub("", text) if path.endswith(".json") else text for path, text in self.shown.items()}
        styled = {STYLED: f'select = ["{self.code}"]\n'} if is_style(self.code) else {}
        files = {path: text.encode() for path, text in (AROUND | styled | (WITH_DATA if has_data else {}) | shown).items()}
        if not self.has_bytes:
            return files
        return {path: BYTE.sub(lambda byte: bytes.fromhex(byte[1].decode()), text) for path, text in files.items()}

    @property
    def expected(self) -> Counter[Expected]:
        """The findings that the markers expect."""
        found: Counter[Expected] = Counter()
        for path, text in self.shown.items():
            for number, line in enumerate(text.split("\n"), 1):
                is_alone = not MARKER.sub("", line).strip()
                found.update(Expected(path, number + is_alone, *each) for each in MARKER.findall(line))
        return found


def examples(code: str) -> Iterator[Example]:
    """The examples of a page, invalid ones first."""
    _, wrong, right = re.split(r"^## (?:Wrong|Right)$", text_of(code), flags=re.MULTILINE)
    for section in (wrong, right):
        together: dict[str, str] = {}
        for language, tags, body in FENCE.findall(section):
            path = PATH.match(body)
            if path is not None:
                together[path[1]] = f"{body[path.end() :]}\n"
            elif language in ALONE:
                yield Example(code, section is wrong, {ALONE[language]: body}, "bytes" in tags)
        if together:
            yield Example(code, section is wrong, together)


def text_of(code: str) -> str:
    """The text of a page."""
    return Path(pages()[code]).read_text(encoding="utf-8")
