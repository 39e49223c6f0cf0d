"""Blocks of Puppet code in Markdown, and the findings that their comments expect.

A marker `# error: [code]` at the end of a line speaks of that line, alone on a line of the next one; several may follow each other.
`# path: module/manifests/file.pp` in the first line is the file's path below a module directory. A block tagged `epp` is a template; in
one tagged `bytes`, `\\xHH` stands for a byte. A block has no line break at its end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, mode_of, parse
from puppet_typesys.validate import module_place, validate

_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_MARKER = re.compile(r"# (error|warning|info|hint): \[([a-z0-9-]+)\]")
_ALONE = re.compile(rf"\s*(?:{_MARKER.pattern}\s*)+")
_PATH = re.compile(r"# path: (\S+)\n")
_BYTE = re.compile(rb"\\x([0-9a-f]{2})")


class Expected(NamedTuple):
    """A finding on a line (from 1)."""

    line: int
    severity: str
    code: str


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of code."""

    language: str
    tags: str
    code: str

    @property
    def expected(self) -> Counter[Expected]:
        """What the markers expect."""
        found: Counter[Expected] = Counter()
        for number, line in enumerate(self.code.split("\n"), 1):
            speaks_of = number + 1 if _ALONE.fullmatch(line) else number
            found.update(Expected(speaks_of, severity, code) for severity, code in _MARKER.findall(line))
        return found

    @property
    def found(self) -> Counter[Expected]:
        """What is found in the block."""
        path = _PATH.match(self.code)
        mode = mode_of(path[1]) if path else Mode(epp=self.language == "epp")
        source = self.code.encode()
        if "bytes" in self.tags:
            source = _BYTE.sub(lambda byte: bytes.fromhex(byte[1].decode()), source)
        tree = parse(source, mode)
        program, problems = lower(tree)
        whole = all(problem.severity != "error" for problem in problems)
        place = module_place(path[1]) if path else None
        findings = validate(program, tasks=mode.tasks, whole=whole, place=place, read=first_error)
        line = tree.text.position
        return Counter(
            [Expected(line(problem.start).line + 1, problem.severity, problem.code) for problem in problems]
            + [Expected(line(finding.start).line + 1, finding.severity.text, finding.code) for finding in findings]
        )


def blocks(markdown: str) -> Iterator[Block]:
    """The blocks of Puppet code of a page."""
    for language, tags, code in _FENCE.findall(markdown):
        if language in ("puppet", "epp"):
            yield Block(language, tags, code)


def first_error(text: str, language: Literal["pp", "epp"]) -> str | None:
    """Why a text is no manifest or template."""
    program, problems = lower(parse(text, Mode(epp=language == "epp")))
    messages = [problem.message for problem in problems if problem.severity == "error"]
    return next(iter(messages or [finding.message for finding in validate(program)]), None)
