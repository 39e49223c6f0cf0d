"""NodeValues: the answers of a node to the questions of compilations."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from puppet_check.fleet.trace.questions import (
    ABSENT,
    DEFINITION,
    ENC,
    FACT,
    HASH,
    NAME,
    OF_BOTH,
    PLACE,
    TRUSTED,
    VARIABLE,
    WHOLE,
    Question,
    answer_of,
    exactly,
    shortened,
)
from puppet_typesys.functions.legacy import runtime_text
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.regexp import Regexp

DEFAULT = "default"


class Around(Protocol):
    """The environment of a node, which answers what depends on both."""

    def located(self, base: str, text: str) -> str:
        """The answer about a place of data, by a portable folder and the path below it."""

    def exported(self, type: str, query: str, node: str) -> str:
        """The answer about what other nodes export of a type, by a query."""


class NodeValues:
    """What is known of a node, as answers. They are remembered, except those that depend on the environment."""

    def __init__(self, node: Node, around: Around) -> None:
        self.node = node
        self._around = around
        self._known: dict[Question, str] = {}
        facts = node.facts
        self._facts = EMPTY if facts is None else facts

    def answer(self, question: Question) -> str:
        """The answer to a question."""
        if question[0] in OF_BOTH:
            return self._place(question) if question[0] == PLACE else self._around.exported(question[1], question[2], self.node.name)
        known = self._known.get(question)
        if known is None:
            known = self._known[question] = ANSWERS[question[0]](self, question[1:])
        return known

    def move(self, around: Around) -> None:
        """Answer from now on for another environment."""
        self._around = around

    @cached_property
    def static(self) -> str:
        """What every compilation depends on."""
        node = self.node
        parts = (node.environment, node.settings, node.classes, node.declared, node.is_open, node.facts is None, node.refusal)
        return shortened(repr(parts))

    @cached_property
    def _variables(self) -> frozenset[str]:
        return frozenset(map(str, (*self._facts.keys(), *self.node.variables.keys())))

    def variable_names(self) -> frozenset[str]:
        """The names of the variables that facts and a node classifier set."""
        return self._variables

    def path_of(self, name: str) -> Question:
        """Where the value of a variable is."""
        return (ENC, name) if name in self.node.variables else (FACT, name)

    @cached_property
    def _trusted(self) -> Hash:
        return self.node.all_trusted

    def _table(self, kind: str) -> object:
        return self._trusted if kind == TRUSTED else self.node.variables if kind == ENC else self._facts

    def _at(self, path: Sequence[str]) -> object:
        found = self._table(path[0])
        for each in path[1:]:
            found = found.get(each, MISSING) if isinstance(found, Hash) else MISSING
        return found

    # ---- answers by the kind of question

    def _name(self, rest: Question) -> str:
        return self.node.name

    def _definition(self, rest: Question) -> str:
        """The title of the node definition that applies, as `Catalog.node_named` finds it."""
        name = self.node.name.lower()
        if f"={name}" in rest:
            return f"={name}"
        for each in rest:
            if not each.startswith("="):
                options, _, source = each.partition("/")
                try:
                    if Regexp(source, int(options)).match(name) is not None:
                        return each
                except (MessageError, BudgetError):
                    return name
        return DEFAULT

    def _variable(self, rest: Question) -> str:
        kind, _ = path = self.path_of(rest[0])
        found = answer_of(self._at(path))
        # Questions about what is in it are about a table.
        return f"{kind} {found}" if found == HASH else found

    def _whole(self, rest: Question) -> str:
        return exactly(self._at(rest))

    def _fact(self, rest: Question) -> str:
        return answer_of(self._at((FACT, *rest)))

    def _trusted_value(self, rest: Question) -> str:
        return answer_of(self._at((TRUSTED, *rest)))

    def _enc(self, rest: Question) -> str:
        return answer_of(self._at((ENC, *rest)))

    def _place(self, question: Question) -> str:
        _, base, *parts = question
        made = ""
        for each in parts:
            if each[0] == "=":
                made += each[1:]
                continue
            text = self._known.get((PLACE, each))
            if text is None:
                text = self._known[PLACE, each] = self.text_at(json.loads(each[1:]))
            made += text
        return self._around.located(base, made)

    def text_at(self, path: Sequence[str]) -> str:
        """The text of a value in a path; one that is not plain is marked, so that it is in no path that exists."""
        root, *steps = path
        if root in ("facts", "trusted"):
            found: object = self._table(FACT if root == "facts" else TRUSTED)
        else:
            found = self.node.variables.get(root, MISSING)
            found = self._facts.get(root, MISSING) if found is MISSING else found
        for step in steps:
            if found is MISSING or found is None:
                return ABSENT
            if not isinstance(found, Hash):
                return f"\0{exactly(found)}"
            found = found.get(step, MISSING)
        if found is MISSING or found is None:
            return ABSENT
        if not isinstance(found, str | int | float | bool) or (isinstance(found, str) and ("%{" in found or "\0" in found)):
            return f"\0{exactly(found)}"
        return runtime_text(found)


ANSWERS: dict[str, Callable[[NodeValues, Question], str]] = {
    NAME: NodeValues._name,
    DEFINITION: NodeValues._definition,
    VARIABLE: NodeValues._variable,
    WHOLE: NodeValues._whole,
    FACT: NodeValues._fact,
    TRUSTED: NodeValues._trusted_value,
    ENC: NodeValues._enc,
}


def joined(base: str, text: str) -> str:
    """The path of a place."""
    return os.path.normpath(os.path.join(base, text))
