"""Blocks of Puppet code in Markdown, and the findings that their comments expect.

A marker `# error: [code]` at the end of a line speaks of that line, alone on a line of the next one; several may follow each other.
`# path: module/manifests/file.pp` in the first line is the file's path below a module directory. A block tagged `epp` is a template; in
one tagged `bytes`, `\\xHH` stands for a byte. A block has no line break at its end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from puppet_check.cli.world import NoWorld
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, mode_of, parse
from puppet_grammar.text import Text
from puppet_typesys.infer.compiler import CheckCompiler
from puppet_typesys.infer.examine import examine
from puppet_typesys.infer.model import Finding as Found
from puppet_typesys.loader import Definition, TypedName
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
        """What the lexer, the parser and the language's own rules find in the block."""
        return self._found(examined=False)

    @property
    def found_in_full(self) -> Counter[Expected]:
        """What is found in the block when it is examined as well."""
        return self._found(examined=True)

    def _found(self, *, examined: bool) -> Counter[Expected]:
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
        more = self._examined(program, tree.text) if examined and whole else []
        return Counter(
            [Expected(line(problem.start).line + 1, problem.severity, problem.code) for problem in problems]
            + [Expected(line(finding.start).line + 1, finding.severity.text, finding.code) for finding in (*findings, *more)]
        )

    def _examined(self, program: ast.Program, text: Text) -> list[Found]:
        """What an examination finds; a block tagged `site` is all of an environment."""
        site = "site" in self.tags
        compiler = CheckCompiler(NoWorld(), NoLoader(), strict=site)
        return sorted(examine(program, text, compiler, whole=site).findings.values())


class NoLoader:
    """An environment without modules."""

    def load(self, name: TypedName) -> Definition | None:
        return None

    def load_all(self, name: TypedName) -> Sequence[Definition]:
        return ()

    def likely_names(self, kind: str) -> Iterable[str]:
        return ()

    def is_complete(self, name: TypedName) -> bool:
        return True


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
