"""The query language of the module dalen/puppetdbquery, as syntax trees of PuppetDB.

Facts are compared (`os.family = Debian`), resources named (`Class[apache]{ port = 80 }`, `@@Host[x]`), nodes matched by a part of their
names (`web.example`), all combined with `not`, `and` and `or`; `#node.catalog_environment = x` asks for a field of another table. What
is compared for a fact is its path, in which `~"..."` and `*` are patterns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import ArgumentError

Tree = list[object]
TOKEN = lazy_pattern(
    r"\s*(?:(?P<number>-?\d+)|(?P<quoted>\"(?:\\.|[^\\\"])*\"|'(?:\\.|[^\\'])*')|(?P<word>[\w:]+)|(?P<sign>!=|!~|<=|>=|@@|[()\[\]{}=~<>*#.@]))",
    re.ASCII,
)
KEYWORDS = ("not", "and", "or", "true", "false")
COMPARISONS = ("=", "!=", "~", "!~", "<", "<=", ">", ">=")
LONGEST_NUMBER = 19
"""How many characters a number may have: PuppetDB refuses larger ones."""
DEEPEST = 50
"""How many expressions may be inside of each other."""


class Token(NamedTuple):
    """A token: `number`, `quoted`, `word`, or a sign or keyword that is its own kind."""

    kind: str
    value: object


class Step(NamedTuple):
    """A step of a path: a text or number, or a pattern."""

    value: object
    is_pattern: bool = False


def node_query(text: str, table: str) -> Tree | None:
    """The tree of a query of nodes for a table of PuppetDB, None for an empty one. Raises ArgumentError for what is not understood.

    In place of a table, `none` makes the tree of a single resource.
    """
    return _Parser([*_tokens(text)]).whole(table)


def _tokens(text: str) -> list[Token]:
    found, place = [], 0
    text = text.rstrip()
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise ArgumentError("not a query")
        kind, value = match.lastgroup, match[match.lastgroup]
        place = match.end()
        # A number ends where its digits do; what follows is another token.
        if kind == "number":
            if len(value) > LONGEST_NUMBER:
                raise ArgumentError("not a query")
            found.append(Token(kind, int(value)))
        elif kind == "quoted":
            found.append(Token("word", _unquoted(value)))
        elif kind == "sign" or value in KEYWORDS:
            found.append(Token(value, value))
        else:
            found.append(Token("word", value))
    return found


def _unquoted(text: str) -> object:
    """What YAML reads in a quoted text."""
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, OverflowError):  # also for escapes of characters that do not exist
        raise ArgumentError("not a query") from None


class _Parser:
    """Makes a tree of tokens. Used once."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._place = self._depth = 0

    def whole(self, table: str) -> Tree | None:
        if not self._tokens:
            return None
        made = self._either(table)
        if self._place < len(self._tokens):
            raise ArgumentError("not a query")
        return made

    # ---- expressions, by how weakly they bind

    def _either(self, table: str) -> Tree:
        return self._joined("or", table, self._both)

    def _both(self, table: str) -> Tree:
        return self._joined("and", table, self._single)

    def _joined(self, word: str, table: str, operand: Callable[[str], Tree]) -> Tree:
        found = [operand(table)]
        while self._takes(word):
            found.append(operand(table))
        return found[0] if len(found) == 1 else [word, *found]

    def _single(self, table: str) -> Tree:
        self._depth += 1
        if self._depth > DEEPEST:
            raise ArgumentError("not a query")
        made = self._operand(table)
        self._depth -= 1
        return made

    def _operand(self, table: str) -> Tree:
        if self._takes("not"):
            inner = self._single(table)
            # The module drops one of two negations.
            return _not_understood() if inner[0] == "not" else ["not", inner]
        if self._takes("("):
            made = self._either(table)
            self._expect(")")
            return made
        if self._takes("#"):
            return self._of_table(table)
        is_exported = self._takes("@@")
        if is_exported or (self._kind() == "word" and self._kind(1) == "["):
            return self._resource(table, is_exported=is_exported)
        return self._comparison(table)

    def _of_table(self, table: str) -> Tree:
        name = f"{self._word()}s"
        if self._takes("{"):
            made = self._either("other")
            self._expect("}")
        else:
            self._expect(".")
            made = self._comparison("other")
        return _selected(table, name, made)

    def _resource(self, table: str, *, is_exported: bool) -> Tree:
        kind = _capitalized(self._word())
        self._expect("[")
        title = self._step()
        self._expect("]")
        name = _capitalized(str(title.value)) if kind == "Class" and not title.is_pattern else title.value
        made: Tree = ["and", ["=", "type", kind], ["~" if title.is_pattern else "=", "title", name], ["=", "exported", is_exported]]
        if self._takes("{"):
            made.append(self._either("resource"))
            self._expect("}")
        return _selected(table, "resources", made)

    def _comparison(self, table: str) -> Tree:
        path = self._path()
        operator = self._kind()
        if operator not in COMPARISONS:
            return ["~", "certname", re.escape(".".join(str(each.value) for each in path))] if _is_plain(path) else _not_understood()
        self._place += 1
        value = self._literal()
        if table == "other":
            names = [each.value for each in path]
            return _compared(operator, names[0] if len(names) == 1 else names, value)
        if table == "resource":
            first = path[0].value
            return _compared(operator, "tag" if first == "tag" else ["parameter", first], value)
        return _selected(table, "fact_contents", ["and", _of_path(path), _compared(operator, "value", value)])

    # ---- parts

    def _path(self) -> list[Step]:
        found = [self._step()]
        while self._takes("."):
            found.append(self._step())
        return found

    def _step(self) -> Step:
        if self._takes("*"):
            return Step(".*", True)
        if self._takes("~"):
            return Step(self._word(), True)
        if self._kind() not in ("word", "number"):
            _not_understood()
        return Step(self._taken().value)

    def _literal(self) -> object:
        if self._kind() == "number" and self._kind(1) == ".":
            whole = self._taken().value
            self._expect(".")
            if self._kind() != "number":
                _not_understood()
            return float(f"{whole}.{self._taken().value}")
        kind = self._kind()
        if kind in ("true", "false"):
            self._place += 1
            return kind == "true"
        if kind not in ("word", "number"):
            _not_understood()  # Dates are in words that another library reads.
        return self._taken().value

    def _word(self) -> str:
        if self._kind() != "word":
            _not_understood()
        return str(self._taken().value)

    def _kind(self, ahead: int = 0) -> str:
        place = self._place + ahead
        return self._tokens[place].kind if place < len(self._tokens) else ""

    def _taken(self) -> Token:
        self._place += 1
        return self._tokens[self._place - 1]

    def _takes(self, kind: str) -> bool:
        found = self._kind() == kind
        self._place += found
        return found

    def _expect(self, kind: str) -> None:
        if not self._takes(kind):
            _not_understood()


def _not_understood() -> Tree:
    raise ArgumentError("not a query")


def _is_plain(path: list[Step]) -> bool:
    """Whether a path is the name of a node, in which numbers and patterns mean something else."""
    return all(isinstance(each.value, str) and not each.is_pattern for each in path)


def _selected(table: str, name: str, query: Tree) -> Tree:
    """The nodes with rows of another table that match a query; where the rows themselves are asked for, the query."""
    return query if table == "none" else ["in", "certname", ["extract", "certname", [f"select_{name}", query]]]


def _compared(operator: str, what: object, value: object) -> Tree:
    return ["not", [operator[1:], what, value]] if operator.startswith("!") else [operator, what, value]


def _of_path(path: list[Step]) -> Tree:
    if not any(each.is_pattern for each in path):
        return ["=", "path", [each.value for each in path]]
    if not all(isinstance(each.value, str) for each in path):
        return _not_understood()
    return ["~>", "path", [each.value if each.is_pattern else re.escape(str(each.value)) for each in path]]


def _capitalized(name: str) -> str:
    return "::".join(each.capitalize() for each in name.split("::"))
