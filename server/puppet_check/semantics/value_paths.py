"""Paths into the value of a variable, however they are written.

`$facts['os']['family']`, `fact('os.family')`, `getvar('facts.os.family')`, `get($facts, 'os.family')` and `$facts.dig('os', 'family')` read
the same.
"""

from __future__ import annotations

from puppet_check.semantics.arguments import CALLS, Argument, argument_of, function_named
from puppet_check.semantics.calls import arguments
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.argument_roles import Role, role_of
from puppet_typesys.builtins.value_reads import FACTS, NodePath, node_path, read_of

Word = ast.LiteralString | ast.QualifiedName
DOTTED = lazy_pattern(r"""([^."']+)|"([^"]+)"|'([^']+)'""")
"""A segment of a dotted path; one in quotes may contain dots."""


class Key(NamedTuple):
    """A key of a path, and the byte span of it in the text."""

    name: str
    start: int
    end: int


class ValuePath(NamedTuple):
    """A variable without `::` before its name, and the keys that lead into its value."""

    variable: str
    keys: tuple[Key, ...]

    @property
    def names(self) -> list[str]:
        """The keys without their places."""
        return [each.name for each in self.keys]

    @property
    def node_path(self) -> NodePath | None:
        """The path into the data of a node; None for one into any other variable."""
        return node_path(self.variable, self.names)

    @property
    def fact(self) -> str | None:
        """The fact that it reads, or reads a part of; None for any other value."""
        return self.keys[0].name if self.variable == FACTS and self.keys else None

    def until(self, offset: int) -> ValuePath:
        """The path up to the key at an offset, the end of a key included."""
        count = next((number for number, each in enumerate(self.keys, 1) if offset <= each.end), len(self.keys))
        return ValuePath(self.variable, self.keys[:count])


def value_path(node: ast.Expression) -> ValuePath | None:
    """The path that an expression reads; None if it reads none, or one with unknown keys."""
    origin, steps = read_of(node)
    match origin:
        case ast.VariableExpression() if origin.name:
            read: ValuePath | None = ValuePath(origin.name.removeprefix("::"), ())
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression():
            read = _of_call(function_named(origin), arguments(origin))
        case _:
            return None
    keys: list[Key] = []
    for each in steps:
        if not isinstance(each.key, Word):
            return None
        keys += dotted(each.key) if each.is_dotted else (_key(each.key),)
    return _with(read, *keys)


def path_named_by(path: tuple[ast.Node, ...]) -> ValuePath | None:
    """The path that ends in the last node of `path`, a word; None if the word is no part of a path."""
    node, parent = path[-1], path[-2] if len(path) > 1 else None
    if not isinstance(node, Word):
        return None
    if isinstance(parent, ast.AccessExpression):
        return _with(value_path(parent.left_expr), _key(node)) if parent.keys[:1] == (node,) else None
    found = argument_of(path)
    if found is None or not isinstance(found.call, CALLS):
        return None
    return _of_argument(found, node)


def _of_argument(found: Argument, node: Word) -> ValuePath | None:
    given = found.others
    match found.role:
        case Role.FACT:
            return ValuePath(FACTS, dotted(node))
        case Role.VARIABLE:
            return _of_variable(node)
        case Role.PATH:
            return _with(value_path(given[0]), *dotted(node))
        case Role.STEP:
            return _with(value_path(given[0]), *_steps(given[1 : found.number + 1]))
    return None


def _of_call(name: str, given: tuple[ast.Expression, ...]) -> ValuePath | None:
    first = given[0] if given else None
    match role_of(name, 0):
        case Role.FACT if isinstance(first, Word):
            return ValuePath(FACTS, dotted(first))
        case Role.VARIABLE if isinstance(first, Word):
            return _of_variable(first)
    return None


def _with(path: ValuePath | None, *keys: Key | None) -> ValuePath | None:
    """A path with more keys; None if one of them is unknown."""
    known = tuple(each for each in keys if each is not None)
    return None if path is None or len(known) < len(keys) else ValuePath(path.variable, path.keys + known)


def _of_variable(node: Word) -> ValuePath | None:
    first, *rest = dotted(node) or (None,)
    return None if first is None else ValuePath(first.name.removeprefix("::"), tuple(filter(None, rest)))


def _steps(several: tuple[ast.Expression, ...]) -> list[Key | None]:
    return [_key(each) if isinstance(each, Word) else None for each in several]


def _key(node: Word) -> Key:
    start = content_start(node)
    return Key(node.value, start, start + len(node.value.encode()))


def dotted(node: Word) -> tuple[Key, ...]:
    """The segments of a dotted path."""
    start, found = content_start(node), []
    for each in DOTTED.finditer(node.value):
        first, last = each.span(each.lastindex or 0)
        before = len(node.value[:first].encode())
        found.append(Key(node.value[first:last], start + before, start + before + len(node.value[first:last].encode())))
    return tuple(found)


def content_start(node: Word) -> int:
    """The byte offset at which the contents of a string without escapes begin: after its quote, if it has one."""
    is_quoted = isinstance(node, ast.LiteralString) and node.end - node.start == len(node.value.encode()) + 2
    return node.start + 1 if is_quoted else node.start
