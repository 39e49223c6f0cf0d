"""Our result of parsing one source, in the reference's terms."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from puppet_check import checker
from puppet_grammar.ast import Program
from puppet_grammar.lower import lower, reference_error
from puppet_grammar.parse import Mode, SyntaxTree, parse
from puppet_grammar.pn import NoPN, pn
from puppet_grammar.problems import Problem
from puppet_typesys.validate import validate
from tests.support.cases import Issue


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of parsing and lowering a source."""

    tree: SyntaxTree
    program: Program
    problems: tuple[Problem, ...]

    @property
    def error(self) -> Problem | None:
        """The first problem that makes the reference reject the source."""
        return reference_error(self.tree.text, self.tree.mode, self.problems)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a byte offset, both from 1, the column in code points."""
        line, column = self.tree.text.position(offset)
        return line + 1, column + 1


def read(source: bytes, mode: Mode) -> Reading:
    """Parse and lower a source."""
    tree = parse(source, mode)
    return Reading(tree, *lower(tree))


def pn_sha1(program: Program) -> str | None:
    """The SHA-1 of a program's PN, None if it has no PN form."""
    try:
        return hashlib.sha1(pn(program).encode("utf-8", "surrogatepass")).hexdigest()
    except NoPN:
        return None


def issues_of(reading: Reading) -> list[Issue]:
    """The findings of our validator, with the reference's issue codes."""
    found = validate(reading.program, tasks=reading.tree.mode.tasks, read=checker.first_error)
    return [Issue(each.code.replace("-", "_").upper(), each.severity.name.lower(), reading.place(each.start)[0]) for each in found]
