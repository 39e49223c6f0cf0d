"""The records of catalogs, found by what they have asked of nodes: questions in their order, which branch by the answers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.questions import Question, Record

Answer = tuple[Question, str]
Holds = Callable[[int], bool]
"""Whether what a record has asked of code and data is answered in the same way in an environment."""


@dataclass(slots=True, eq=False)
class Branch:
    """Where the questions of some records have the same answers so far."""

    question: Question | None = None
    by_answer: dict[str, Branch] = field(default_factory=dict)
    others: Branch | None = None
    """The records that ask another question here."""
    records: list[int] = field(default_factory=list)
    """The numbers of those that ask nothing further."""

    def after(self, question: Question, answer: str) -> Branch:
        """The branch of the records that ask a question here and get an answer."""
        if self.question is None:
            self.question = question
        if self.question == question:
            return self.by_answer.setdefault(answer, Branch())
        if self.others is None:
            self.others = Branch()
        return self.others.after(question, answer)


class Stop(NamedTuple):
    """Where no record is found: what is asked there, and what the node answers. Nodes with the same stop may have the same catalog."""

    branch: Branch
    question: Question | None
    answer: str


class Kept(NamedTuple):
    """A record in little memory: the numbers of its answers in the tree."""

    static: str
    node: array[int]
    code: array[int]
    failure: str | None


class Tree:
    """The records of a run."""

    def __init__(self) -> None:
        self._roots: dict[str, Branch] = {}
        self.records: list[Kept] = []
        self.answers: list[Answer] = []
        """All answers of all records."""
        self._of_answer: dict[Answer, int] = {}
        self._of_record: dict[tuple[str, bytes, bytes, str | None], int] = {}

    def add(self, static: str, record: Record) -> int:
        """Add a record of nodes with the same `NodeValues.static`; return its number, or that of an equal one."""
        return self.keep(Kept(static, self._numbers(record.node), array("I", sorted(self._numbers(record.code.items()))), record.failure))

    def _numbers(self, answers: Iterable[Answer]) -> array[int]:
        return array("I", map(self.number_of, answers))

    def number_of(self, answer: Answer) -> int:
        """The number of an answer, which is added if it is new."""
        number = self._of_answer.get(answer)
        if number is None:
            number = self._of_answer[answer] = len(self.answers)
            self.answers.append(answer)
        return number

    def keep(self, record: Kept) -> int:
        """Add a record whose answers are in the tree; return its number, or that of an equal one."""
        key = (record.static, record.node.tobytes(), record.code.tobytes(), record.failure)
        number = self._of_record.get(key)
        if number is not None:
            return number
        number = self._of_record[key] = len(self.records)
        self.records.append(record)
        branch = self._roots.setdefault(record.static, Branch())
        for question, answer in map(self.answers.__getitem__, record.node):
            branch = branch.after(question, answer)
        branch.records.append(number)
        return number

    def find(self, values: NodeValues, holds: Holds) -> int | Stop:
        """The record of a catalog that is the same, or where there is none."""
        root = self._roots.setdefault(values.static, Branch())
        waiting, stop = [root], Stop(root, None, "")
        while waiting:
            branch = waiting.pop()
            for each in branch.records:
                if holds(each):
                    return each
            if branch.others is not None:
                waiting.append(branch.others)
            if branch.question is None:
                stop = Stop(branch, None, "")
                continue
            answer = values.answer(branch.question)
            inner = branch.by_answer.get(answer)
            if inner is None:
                stop = Stop(branch, branch.question, answer)
            else:
                waiting.append(inner)
        return stop
