"""YAML and JSON documents as Puppet values, each with its span in the text.

Objects of the YAML library stay in this module. Offsets are bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from puppet_check.reading.json_data import JsonLimit, loads
from puppet_check.reading.yaml_data import MANY, YamlLimit, compose
from puppet_check.workspace.hiera.scalars import NotAllowed, json_number, plain
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

if TYPE_CHECKING:
    import yaml

STEP = 256
"""The distance in characters of the places whose offsets are stored."""
DEPTH = 100
"""The depth beyond which nested nodes are not read."""
NO_ARGUMENTS: Mapping[str, str | int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a document."""

    start: int
    end: int
    value: object
    entries: tuple[Entry, ...] = ()
    """Of a hash: all entries as they are written, including those that a later one overrides."""
    items: tuple[Node, ...] = ()
    """Of an array."""

    def entry(self, key: str) -> Entry | None:
        """The effective entry of a key: the last one."""
        return next((each for each in reversed(self.entries) if each.key == key), None)


def strings(root: Node) -> Iterator[tuple[str, int, int]]:
    """The strings and keys in a value, each with its span, and each once."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node.value, str):
            yield node.value, node.start, node.end
        waiting += reversed(node.items)
        waiting += (each.node for each in reversed(node.entries))
        yield from ((each.key, each.start, each.end) for each in node.entries)


class Entry(NamedTuple):
    """An entry of a hash with its key as text; `start` and `end` are the span of the key."""

    key: str
    start: int
    end: int
    node: Node


DocumentFault = Literal["not_utf8", "unreadable", "syntax", "class", "duplicate", "limit"]


class DocumentProblem(NamedTuple):
    """A problem in a document: its kind, and the arguments of its message by name."""

    start: int
    end: int
    kind: DocumentFault
    arguments: Mapping[str, str | int] = NO_ARGUMENTS


class Document(NamedTuple):
    """A parsed text; it has no root if it is empty or broken."""

    root: Node | None
    problems: tuple[DocumentProblem, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Whether the reference fails to read it."""
        return any(each.kind != "duplicate" for each in self.problems)


NOTHING = Document(None)
"""The document of a file that does not exist."""


def read_document(source: bytes, *, json: bool = False) -> Document:
    """The first document of a text."""
    import yaml  # only projects with data need YAML

    if json:
        problem = _json_problem(source)
        if problem is not None:
            return Document(None, (problem,))
    mark = b"\xef\xbb\xbf"
    skipped = len(mark) if source.startswith(mark) else 0
    try:
        text = source[skipped:].decode()
    except UnicodeDecodeError as error:
        start = skipped + error.start
        return Document(None, (DocumentProblem(start, start + 1, "not_utf8"),))
    places = Places(text, skipped)
    try:
        root = compose(text).root
    except YamlLimit as limit:
        return Document(None, (_limit(str(limit)),))
    except yaml.MarkedYAMLError as error:
        if json:
            return Document(_of_json(source))
        return Document(None, (_of_yaml(error, places),))
    except yaml.YAMLError:
        return Document(None, (DocumentProblem(0, 0, "unreadable"),))
    reader = Reader(text, places, json_number if json else plain)
    node = None if root is None else reader.node(root, 0)
    if reader.count > MANY:
        return Document(None, (_limit(f"aliases make more than {MANY} values of it"),))
    return Document(node, tuple(reader.problems))


def _limit(reason: str) -> DocumentProblem:
    return DocumentProblem(0, 1, "limit", {"reason": reason})


def _of_json(source: bytes) -> Node:
    """The values of JSON that the YAML parser refuses, for example because of lone surrogates; without places."""
    return _node_of(loads(source))


def _node_of(data: object) -> Node:
    match data:
        case dict():
            entries = tuple(Entry(key, 0, 1, _node_of(each)) for key, each in data.items())
            return Node(0, 1, Hash((each.key, each.node.value) for each in entries), entries)
        case list():
            items = tuple(map(_node_of, data))
            return Node(0, 1, tuple(each.value for each in items), items=items)
    return Node(0, 1, data)


def _json_problem(source: bytes) -> DocumentProblem | None:
    import json  # only for data in JSON

    try:
        loads(source)
    except JsonLimit as limit:
        return _limit(str(limit))
    except json.JSONDecodeError as error:
        start = len(error.doc[: error.pos].encode())
        return _syntax(start, error.msg, error.lineno, error.colno)
    except ValueError:
        return DocumentProblem(0, 0, "not_utf8")
    return None


def _of_yaml(error: yaml.MarkedYAMLError, places: Places) -> DocumentProblem:
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return DocumentProblem(0, 1, "unreadable")
    context = f" {error.context}" if error.context else ""
    start = places.offset(_origin(error, mark, places.text))
    return _syntax(start, f"{error.problem}{context}", mark.line + 1, mark.column + 1)


def _syntax(start: int, problem: str, line: int, column: int) -> DocumentProblem:
    """A syntax error in the words of a parser, which counts lines and columns from 1."""
    return DocumentProblem(start, start + 1, "syntax", {"problem": problem, "line": line, "column": column})


def _origin(error: yaml.MarkedYAMLError, mark: yaml.Mark, text: str) -> int:
    """The index of the cause of an error: an unclosed bracket or quote rather than the place where the parser noticed it."""
    context = error.context or ""
    if "quoted scalar" in context and error.context_mark is not None:
        return error.context_mark.index
    if "flow" in context:
        brackets = _open_brackets(text)
        if brackets:
            return brackets[0] if not text[mark.index :].strip() else brackets[-1]
    # The end of the text.
    return min(mark.index, max(len(text.rstrip()) - 1, 0))


def _open_brackets(text: str) -> list[int]:
    import yaml

    found: list[int] = []
    try:
        for token in yaml.scan(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(token, yaml.FlowSequenceStartToken | yaml.FlowMappingStartToken):
                found.append(token.start_mark.index)
            elif isinstance(token, yaml.FlowSequenceEndToken | yaml.FlowMappingEndToken) and found:
                found.pop()
    except yaml.YAMLError:
        pass
    return found


class Places:
    """Converts offsets in characters to offsets in bytes."""

    def __init__(self, text: str, skipped: int) -> None:
        self.text = text
        self.skipped = skipped
        # The offsets of some characters, as aliases lead back and forth; none in ASCII.
        self._known = [] if text.isascii() else [skipped]
        for start in range(0, len(text), STEP) if self._known else ():
            self._known.append(self._known[-1] + len(text[start : start + STEP].encode()))

    def offset(self, index: int) -> int:
        """The byte offset of a character."""
        if not self._known:
            return index + self.skipped
        step = index // STEP
        return self._known[step] + len(self.text[step * STEP : index].encode())


class Reader:
    """Converts YAML nodes to `Node`."""

    def __init__(self, text: str, places: Places, scalar: Callable[[str], object]) -> None:
        self.text = text
        self.places = places
        self.scalar = scalar
        self.problems: list[DocumentProblem] = []
        self.count = 0
        self.around: set[int] = set()
        self._known: dict[int, tuple[Node, int]] = {}
        """The nodes that are complete, and how many values they have: aliases may name one often."""

    def node(self, given: yaml.Node, depth: int) -> Node:
        """The value of a node and its children; a node that contains itself is unknown."""
        known = self._known.get(id(given))
        if known is not None:
            self.count += known[1]
            return known[0]
        start = self.places.offset(given.start_mark.index)
        before = self.count
        self.count += 1
        if depth > DEPTH or self.count > MANY or id(given) in self.around:
            return Node(start, start, Unknown(model.ANY))
        self.around.add(id(given))
        try:
            made = self._node(given, start, depth)
        finally:
            self.around.remove(id(given))
        self._known[id(given)] = made, self.count - before
        return made

    def _node(self, given: yaml.Node, start: int, depth: int) -> Node:
        import yaml

        match given:
            case yaml.ScalarNode():
                end = self.places.offset(given.end_mark.index)
                return Node(start, end, self._scalar(given, start, end))
            case yaml.SequenceNode():
                items = tuple(self.node(each, depth + 1) for each in given.value)
                return Node(start, items[-1].end if items else start + 2, tuple(each.value for each in items), items=items)
            case yaml.MappingNode():
                return self._mapping(given, start, depth)
        return Node(start, start, Unknown(model.ANY))

    def _scalar(self, given: yaml.ScalarNode, start: int, end: int) -> object:
        at = given.start_mark.index
        if self.text[at : at + 1] == "!":
            return given.value if given.tag == "tag:yaml.org,2002:str" else Unknown(model.ANY)
        if given.style:
            return given.value
        try:
            return self.scalar(given.value)
        except NotAllowed as refused:
            self.problems.append(DocumentProblem(start, end, "class", {"name": str(refused)}))
            return Unknown(model.ANY)

    def _mapping(self, given: yaml.MappingNode, start: int, depth: int) -> Node:
        pairs: list[tuple[object, object]] = []
        merged: list[tuple[object, object]] = []
        entries: list[Entry] = []
        seen: set[tuple[type, object]] = set()
        end = start + 2
        for key_node, value_node in given.value:
            key, value = self.node(key_node, depth + 1), self.node(value_node, depth + 1)
            end = max(end, value.end, key.end)
            if key.value == "<<" and not getattr(key_node, "style", None):
                merged += _merged(value)
                continue
            if isinstance(key.value, str | int | float):
                mark = (type(key.value), key.value)
                if mark in seen:
                    self.problems.append(DocumentProblem(key.start, key.end, "duplicate", {"key": str(key.value)}))
                seen.add(mark)
            pairs.append((key.value, value.value))
            entries.append(Entry(str(key.value), key.start, key.end, value))
        return Node(start, end, Hash([*merged, *pairs]), tuple(entries))


def _merged(value: Node) -> Iterator[tuple[object, object]]:
    """The entries that `<<` merges in; of several with a key the first takes precedence."""
    if isinstance(value.value, Hash):
        yield from value.value.items()
    for each in reversed(value.items):
        if isinstance(each.value, Hash):
            yield from each.value.items()
