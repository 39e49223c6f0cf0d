"""The titles of the resources that a file declares, found by what other titles that mean them have in common with them.

Each kind of similarity has a table, so that a file with many references is looked through once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.resource_types import NAMES

SHORTEST = 5
"""The length of the shortest titles that are compared."""
LONG = 12
"""The length of a title of which those with a letter less are looked for."""
SEPARATORS = "-_ .:"
"""What stands between the beginning of a computed title and what is interpolated."""
FEWEST_WORDS = 2
"""The number of words in the name of a file that may lack one."""
FEWEST_LEFT = 3
"""The number of words that are left of a title that lacks one."""
MOST_WORDS = 20
"""The number of words in a path above which it is not compared with paths that lack one of them."""
WORD_ENDS = "-_ .:/"
"""What stands after a word in a literal title."""
FREE_TITLES = frozenset(("augeas", "cron", "exec", "notify"))
"""Types whose titles are free, so that no resource of another type has the same one by chance, at least with several words."""
FILE = "file"
PACKAGE = "package"
DAEMON = "d"
"""How the names of services end that are called after their packages."""
Key = tuple[str, str]
"""A type, and what titles have in common."""


class Declared(NamedTuple):
    """The title of a resource that the file declares."""

    shown: str
    """The title as it is written, without its quotes."""
    start: str
    """The text before the first interpolation; all of it without one."""
    end: str
    """The text after the last interpolation; all of it without one."""
    definition: ast.Node | None
    """The class or define around it."""

    @property
    def is_literal(self) -> bool:
        """Whether it has no interpolations."""
        return self.shown == self.start

    @property
    def is_variable(self) -> bool:
        """Whether it is a variable, whose default is the text."""
        return self.shown.startswith("$") and self.shown[1:].isidentifier()


class DeclaredResources:
    """The titles of the resources of one file by type, as far as they are not computed as a whole."""

    def __init__(
        self, nodes: Iterable[ast.ResourceExpression], around: Callable[[ast.Node], ast.Node | None], source: Callable[[ast.Node], str]
    ) -> None:
        """`around` gives the class or define around a node, `source` its text."""
        self._by_case: defaultdict[Key, set[str]] = defaultdict(set)
        """Literal titles by their lower case."""
        self._by_default: defaultdict[Key, list[Declared]] = defaultdict(list)
        """Variables by the letters of their defaults."""
        self._by_start: defaultdict[Key, list[Declared]] = defaultdict(list)
        """Computed titles by their beginning, without the separator."""
        self._by_name: defaultdict[str, list[Declared]] = defaultdict(list)
        """Files by the letters of their names."""
        self._by_words: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        """Files by their folder and the words of their names but one."""
        self._definitions: defaultdict[str, list[ast.Node | None]] = defaultdict(list)
        """The classes and defines that declare files, by the literal titles without a slash at the end."""
        self._by_part: defaultdict[Key, list[Declared]] = defaultdict(list)
        """Literal titles by what follows a colon in them, and packages by the names of their services."""
        self._by_beginning: defaultdict[Key, list[Declared]] = defaultdict(list)
        """Literal titles of types whose titles are free, by the words that they begin with."""
        self._by_rest: defaultdict[Key, list[Declared]] = defaultdict(list)
        """The same by what they are without one of their inner words."""
        self._by_command: defaultdict[str, set[str]] = defaultdict(set)
        """The titles of execs by their commands."""
        self._with_variables: set[tuple[str, ast.Node | None]] = set()
        """The types of which a class or define declares resources whose titles are variables."""
        for node in nodes:
            if isinstance(node.type_name, ast.QualifiedName):
                type = node.type_name.value.removeprefix("::")
                if any(isinstance(body.title, ast.VariableExpression) for body in node.bodies):
                    self._with_variables.add((type, around(node)))
                for each in _declared(node, around(node), source):
                    self._add(type, each)
                for body in node.bodies if type == "exec" else ():
                    for command in _commands(body):
                        self._by_command[command].add(source(body.title).strip("'\""))

    def _add(self, type: str, each: Declared) -> None:
        if each.is_literal:
            self._by_case[type, each.shown.lower()].add(each.shown)
            for part in _parts(type, each.shown):
                self._by_part[type, part].append(each)
            for part in _beginnings(each.shown) if type in FREE_TITLES else ():
                self._by_beginning[type, part].append(each)
            for part in _without_inner_word(each.shown) if type in FREE_TITLES else ():
                self._by_rest[type, part].append(each)
        if each.is_variable:
            self._by_default[type, _letters(each.start)].append(each)
            return
        if not each.is_literal and not each.end and each.start[-1:] in SEPARATORS:
            self._by_start[type, each.start[:-1]].append(each)
        if type == FILE and "/" in each.end:
            self._by_name[_letters(each.end.rpartition("/")[2])].append(each)
        if type == FILE and each.is_literal:
            self._definitions[each.shown.rstrip("/")].append(each.definition)
            for key in _without_a_word(each.shown):
                self._by_words[key].add(each.shown)

    def with_a_letter_less(self, type: str, title: str) -> set[str]:
        """The titles of a type that a long one is with a letter or digit added in the middle."""
        shorter = {title[:index] + title[index + 1 :] for index in range(1, len(title) - 1)} if len(title) >= LONG else set[str]()
        return {each for each in shorter if each in self._by_case.get((type, each.lower()), ())}

    def definitions_of(self, title: str) -> Collection[ast.Node | None]:
        """The definitions that declare a file with a literal title."""
        return self._definitions.get(title, ())

    def meant(self, type: str, title: str, around: ast.Node | None) -> set[str]:
        """The titles of a type that a reference in a class or define may mean: those of another spelling, or that begin with its title."""
        letters = _letters(title)
        found = {each for each in self._by_case.get((type, title.lower()), ()) if each != title}
        found |= {each.shown for each in self._by_default.get((type, letters), ()) if each.definition is around and each.start != title}
        found |= {each.shown for each in self._by_start.get((type, title), ()) if each.definition is around}
        found |= self.with_part(type, title, around)
        if type in FREE_TITLES:
            found |= {each.shown for each in self._by_beginning.get((type, title), ()) if each.definition is around}
            found |= {each.shown for each in self._by_rest.get((type, title), ()) if each.definition is around}
        if type != FILE:
            return found
        if "/" not in title and len(title) > SHORTEST:
            found |= {each.shown for each in self._by_name.get(letters, ()) if each.end.rpartition("/")[2] != title}
        found |= {each for each in _with_a_word_less(title) if any(other is around for other in self._definitions.get(each, ()))}
        words = _words(title)
        return found | self._by_words.get(words, set()) if len(words) > FEWEST_WORDS and words[0] else found

    def with_part(self, type: str, title: str, around: ast.Node | None) -> set[str]:
        """The titles in a class or define that end with one after a colon, or that are packages of a service of this name."""
        if (type, around) in self._with_variables:
            return set()
        if type == PACKAGE and ("service", title.lower()) not in self._by_case:
            return set()
        return {each.shown for each in self._by_part.get((type, title), ()) if each.definition is around}

    def with_command(self, command: str) -> set[str]:
        """The titles of the execs that run a command and have another title."""
        return self._by_command.get(command, set())


def _declared(node: ast.ResourceExpression, definition: ast.Node | None, source: Callable[[ast.Node], str]) -> Iterator[Declared]:
    for body in node.bodies:
        for title in body.title.values if isinstance(body.title, ast.LiteralList) else (body.title,):
            match title:
                case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
                    yield Declared(text, text, text, definition)
                case ast.VariableExpression() if (default := _default(title, definition)) is not None:
                    yield Declared(source(title), default, "", definition)
                case ast.ConcatenatedString(segments=segments):
                    yield Declared(source(title).strip('"'), _text(segments[0]), _text(segments[-1]), definition)


def _default(title: ast.VariableExpression, definition: ast.Node | None) -> str | None:
    """The text that is the default of a parameter."""
    for each in definition.parameters if isinstance(definition, ast.NamedDefinition) else ():
        if each.name == title.name and isinstance(each.value, ast.LiteralString):
            return each.value.value
    return None


def _parts(type: str, title: str) -> Iterator[str]:
    """What a literal title may be called in a reference by mistake."""
    before, colon, part = title.partition(":")
    if colon and type not in NAMES and before.isalpha() and len(part) >= SHORTEST and not part.startswith((":", "/")):
        yield part
    if type == PACKAGE and title[-1:].isalpha():
        yield title + DAEMON


def _beginnings(title: str) -> Iterator[str]:
    """The words that a title begins with, at least two and not all."""
    ends = [at for at, each in enumerate(title) if each in WORD_ENDS and title[at - 1 : at].isalnum()]
    yield from (title[:at] for at in ends[1:MOST_WORDS])


def _without_inner_word(title: str) -> Iterator[str]:
    """A literal title without each of its words but the first and the last, if at least a few are left."""
    ends = [at for at, each in enumerate(title) if each in WORD_ENDS and title[at - 1 : at].isalnum()]
    if FEWEST_LEFT <= len(ends) < MOST_WORDS:
        yield from (title[:start] + title[end:] for start, end in pairwise(ends))


def _commands(body: ast.ResourceBody) -> Iterator[str]:
    for each in body.operations:
        if isinstance(each, ast.AttributeOperation) and each.attribute_name == "command" and isinstance(each.value_expr, ast.LiteralString):
            yield each.value_expr.value


def _text(segment: ast.Expression) -> str:
    """The text of a part of a string; empty for an interpolation."""
    return segment.value if isinstance(segment, ast.LiteralString) else ""


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _words(path: str) -> tuple[str, ...]:
    """The folder of a path and the words of the name in it."""
    folder, _, name = path.rpartition("/")
    return folder, *re.split("[-_.]", name)


def _with_a_word_less(path: str) -> Iterator[str]:
    """A path without each of the words after the first one of the name of a folder."""
    if path.count("-") > MOST_WORDS:
        return
    folders, slash, name = path.rstrip("/").rpartition("/")
    parts = [(start, folders.find("/", start + 1)) for start, each in enumerate(folders) if each == "/"]
    for start, end in parts:
        folder = folders[start:end] if end > 0 else folders[start:]
        words = folder.split("-")
        for at in range(1, len(words)):
            shorter = "-".join((*words[:at], *words[at + 1 :]))
            yield f"{folders[:start]}{shorter}{folders[end:] if end > 0 else ''}{slash}{name}"


def _without_a_word(path: str) -> Iterator[tuple[str, ...]]:
    """The same without each of the words inside the name."""
    folder, *words = _words(path)
    if len(words) > MOST_WORDS:
        return
    yield from ((folder, *words[:at], *words[at + 1 :]) for at in range(1, len(words) - 1))
