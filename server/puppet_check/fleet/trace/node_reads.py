"""NodeReads: notes what a compilation reads of its node, by standing in for the variables and tables that it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from typing import Protocol, TypeVar

from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.questions import DEFINITION, ENC, EXPORTS, FACT, NAME, TRUSTED, VARIABLE, WHOLE, Question
from puppet_typesys.builtins.value_reads import FACTS, NODE_DATA
from puppet_typesys.builtins.value_reads import TRUSTED as TRUSTED_NAME
from puppet_typesys.evaluate.given import Listener
from puppet_typesys.values.hash import Hash, Value
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.regexp import Match, Regexp

FIXED = frozenset((*NODE_DATA, "environment"))
"""The variables that no fact replaces."""
Note = dict[Question, None]
"""Questions in their order."""


T = TypeVar("T")


class CodeReads(Protocol):
    """Notes what a compilation reads of code and data; see `Tracing`."""

    def ask_all(self, questions: Set[Question]) -> None:
        """Note questions about code or data."""

    def recorded(self, make: Callable[[], T]) -> T:
        """What a function makes; the definitions that it asks for are questions about code at once."""


class NodeReads:
    """The `puppet_typesys.evaluate.given.Reads` of one compilation."""

    def __init__(self, values: NodeValues, code: CodeReads) -> None:
        self.values = values
        self._code = code
        self.asked: Note = {}
        """What was asked so far."""
        self._listener: Listener | None = None

    def ask(self, question: Question) -> None:
        """Note a question."""
        self.asked.setdefault(question)
        if self._listener is not None:
            self._listener.note_question(question)

    def ask_all(self, questions: Iterable[Question]) -> None:
        """Note several questions."""
        for each in questions:
            self.ask(each)

    @contextmanager
    def apart(self) -> Iterator[Note]:
        """Note what is asked in a `with` statement in a table of its own only."""
        before, self.asked = self.asked, {}
        listener, self._listener = self._listener, None
        try:
            yield self.asked
        finally:
            self.asked, self._listener = before, listener

    def answers(self) -> tuple[tuple[Question, str], ...]:
        """What was asked, with the answers."""
        return tuple((each, self.values.answer(each)) for each in self.asked)

    # ---- the protocol `Reads`

    @property
    def is_followed(self) -> bool:
        return self._listener is not None

    def follow(self, listener: Listener | None) -> Listener | None:
        before, self._listener = self._listener, listener
        return before

    def answer(self, question: object) -> object:
        assert isinstance(question, tuple)
        self.ask(question)
        return self.values.answer(question)

    def is_of_node(self, variable: str) -> bool:
        return variable in FIXED or variable in self.values.variable_names()

    def recorded(self, make: Callable[[], T]) -> T:
        return self._code.recorded(make)

    def read_again(self, code: frozenset[object]) -> None:
        self._code.ask_all(code)  # type: ignore[arg-type]  # the listener was told of questions

    def note_code(self, questions: Iterable[Question]) -> None:
        """Tell the listener what is asked of code and data."""
        if self._listener is not None:
            self._listener.note_code(questions)

    def place_of(self, table: Hash) -> object:
        return table.place if type(table) is _Table else None

    def name(self) -> None:
        self.ask((NAME,))

    def definition(self, patterns: Sequence[tuple[str, Regexp | None]]) -> None:
        self.ask((DEFINITION, *(f"={title}" if pattern is None else f"{pattern.options}/{pattern.source}" for title, pattern in patterns)))

    def exports(self, type: str, query: str | None) -> None:
        self.ask((EXPORTS, type, query or ""))

    def match(self, match: Match) -> Match:
        return _NotedMatch(match, self)

    def variables(self, values: dict[str, object], facts: Hash | None) -> dict[str, object]:
        return _Variables(self, values)


class _NotedMatch(Match):
    """The match of the name of a node, which notes that its groups are read."""

    __slots__ = ("_groups", "_reads")
    _groups: tuple[str | None, ...]
    _reads: NodeReads

    def __init__(self, match: Match, reads: NodeReads) -> None:
        super().__init__(match.text, match.start, match.end, (), match.spans, match.names)
        object.__setattr__(self, "_groups", match.groups)
        object.__setattr__(self, "_reads", reads)

    def __getattribute__(self, name: str) -> object:
        if name == "groups":
            self._reads.name()
            return self._groups
        return super().__getattribute__(name)


class _Variables(dict[str, object]):
    """The variables of the top scope: those of the node are noted when they are read, those that the program sets are not."""

    def __init__(self, reads: NodeReads, given: Mapping[str, object]) -> None:
        """`given` has all of them, with those of facts."""
        super().__init__()
        self._reads = reads
        self._of_node = {name: given[name] for name in given if name in reads.values.variable_names() and name not in FIXED}
        self._tables: dict[str, object] = {}
        super().update((name, value) for name, value in given.items() if name not in self._of_node)
        self._replaceable = {name for name in given if name not in self._of_node and name not in FIXED}
        """Those that a fact could replace, and the program has not set."""
        for name, kind in ((FACTS, FACT), (TRUSTED_NAME, TRUSTED)):
            value = given.get(name)
            if isinstance(value, Hash):
                super().__setitem__(name, _Table(reads, (kind,), value))

    def _find(self, name: str) -> object:
        """A variable; `MISSING` if there is none."""
        if super().__contains__(name):
            if name in self._replaceable:
                self._reads.ask((VARIABLE, name))
            return super().__getitem__(name)
        self._reads.ask((VARIABLE, name))
        found = self._of_node.get(name, MISSING)
        if not isinstance(found, Hash) or not found:
            return found
        if name not in self._tables:
            self._tables[name] = _Table(self._reads, self._reads.values.path_of(name), found)
        return self._tables[name]

    def _all(self) -> dict[str, object]:
        """All variables, which are noted to be read."""
        self._reads.ask_all(((WHOLE, FACT), (WHOLE, ENC)))
        return {**self._of_node, **{name: super(_Variables, self).__getitem__(name) for name in super().keys()}}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not MISSING

    def __getitem__(self, name: str) -> object:
        found = self._find(name)
        if found is MISSING:
            raise KeyError(name)
        return found

    def __setitem__(self, name: str, value: object) -> None:
        self._replaceable.discard(name)
        super().__setitem__(name, value)

    def get(self, name: str, default: object = None) -> object:
        found = self._find(name)
        return default if found is MISSING else found

    def pop(self, name: str, default: object = None) -> object:
        found = self.get(name, default)
        self._of_node.pop(name, None)
        super().pop(name, None)
        return found

    def clear(self) -> None:
        self._of_node.clear()
        super().clear()

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def keys(self):  # type: ignore[no-untyped-def]  # the views of `dict` have no public types
        return self._all().keys()

    def values(self):  # type: ignore[no-untyped-def]  # as above
        return self._all().values()

    def items(self):  # type: ignore[no-untyped-def]  # as above
        return self._all().items()


class _Table(Hash):
    """A hash of what is known of a node, which notes which of its entries are read, or that all are."""

    __slots__ = ("_path", "_plain", "_reads", "_tables")

    def __init__(self, reads: NodeReads, path: Question, plain: Hash) -> None:
        self._reads, self._path, self._plain = reads, path, plain
        self._tables: dict[str, _Table] = {}
        self._hash = None

    @property  # type: ignore[misc]  # it cannot be set, as no other can
    def __class__(self) -> type[Hash]:  # type: ignore[override]  # not its own
        """That of any hash, for tables of rules by class."""
        return Hash

    @property
    def _entries(self) -> dict[object, tuple[Value, Value]]:  # type: ignore[override]  # it is never set; all other methods read it
        self._reads.ask((WHOLE, *self._path))
        return self._plain._entries

    @property
    def place(self) -> object:
        """Where it is among what is known of the node."""
        return ("table", *self._path)

    def other_keys(self) -> list[Value]:
        return []  # What is known of a node is named by strings.

    def __contains__(self, key: Value) -> bool:
        return self.get(key, MISSING) is not MISSING

    def __getitem__(self, key: Value) -> Value:
        found = self.get(key, MISSING)
        if found is MISSING:
            raise KeyError(key)
        return found

    def get(self, key: Value, default: Value = None) -> Value:
        if not isinstance(key, str):
            return Hash.get(self, key, default)
        known = self._tables.get(key)
        if known is not None:
            if self._reads.is_followed:
                self._reads.ask(known._path)
            return known
        path = (*self._path, key)
        self._reads.ask(path)
        found = self._plain.get(key, MISSING)
        if isinstance(found, Hash) and found:
            self._tables[key] = found = _Table(self._reads, path, found)
        return default if found is MISSING else found
