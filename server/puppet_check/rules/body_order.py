"""What the text of a body says of the order of its resources: relationships, and what an agent adds by paths, owners and groups.

Titles are compared by their text, with the variables that the body assigns in one place replaced by what it assigns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from puppet_check.rules.duplicate_resource import Path, lower_name, parts_of, titles_of
from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.resource_types import relationship_metaparameters
from puppet_typesys.ordering.autorelations import EARLIER, rows_of_type

FORWARD = frozenset(("->", "~>"))
NAMING = frozenset(("group", "name", "value"))
"""The ways of an autorelation in which the text of an attribute is the title of a resource."""
STATEMENTS = (ast.BlockExpression, ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.RelationshipExpression)
"""What resources, relationships and assignments of a body are in."""
DEEPEST = 8
"""How many variables in each other are followed."""
MOST_EDGES = 400
"""The number of relationships of a body up to which it is looked at."""
LONGEST = 4000
"""The length of the longest text of a variable that is known."""


class Named(NamedTuple):
    """A resource by its type in lower case and the text of its title."""

    type: str
    title: str


class Edge(NamedTuple):
    """An order of two resources."""

    first: Named
    second: Named
    path: Path
    """The branches in which it holds."""
    node: ast.Expression | None
    """Where it is written; None for what an agent adds."""
    owner: ast.Expression | None = None
    """The resource that it is an attribute of."""


class Resource(NamedTuple):
    """A title of a resource of a body."""

    named: Named
    body: ast.ResourceBody
    path: Path


class Body(NamedTuple):
    """The order of the resources that a body declares."""

    edges: list[Edge]


def body_of(definition: ast.Definition, file: File) -> Body | None:
    """The order of the resources in a class, define or node definition; None if fewer than two are related, or very many."""
    body: ast.Expression | None = definition.body  # type: ignore[attr-defined]  # of these kinds of definitions
    if body is None:
        return None
    reader = _Reader(body, file)
    written = [*islice(reader.written(), MOST_EDGES)] if len(reader.resources) > 1 else []
    if not written:
        return None
    present = {(each.first, each.second) for each in written}
    added = (each for each in reader.added() if (each.second, each.first) not in present)
    edges = [*islice(chain(written, added), MOST_EDGES)]
    return None if len(edges) == MOST_EDGES else Body(edges)


class _Reader:
    """Reads one body."""

    def __init__(self, body: ast.Expression, file: File) -> None:
        self._file = file
        self._assigned: dict[str, ast.Expression | None] = {}
        self._texts: dict[str, str | None] = {}
        """The texts of variables."""
        self.resources: list[Resource] = []
        self._related: list[tuple[ast.RelationshipExpression, Path]] = []
        waiting: list[tuple[ast.Expression, Path]] = [(body, ())]
        found: list[tuple[ast.ResourceExpression, Path]] = []
        while waiting:
            node, path = waiting.pop()
            match node:
                case ast.LambdaExpression() | ast.Definition():
                    continue
                case ast.AssignmentExpression(left_expr=ast.VariableExpression(name=name), right_expr=value):
                    self._assigned[name] = None if path or name in self._assigned else value
                case ast.ResourceExpression(form="regular", type_name=ast.QualifiedName()):
                    found.append((node, path))
                    continue
                case ast.RelationshipExpression():
                    self._related.append((node, path))
            if isinstance(node, STATEMENTS):
                waiting += reversed([*parts_of(node, path)])
        for resource, path in found:
            self.resources += self._titled(resource, path)
        self._declared: dict[Named, Path] = {}
        for each in self.resources:
            self._declared.setdefault(each.named, each.path)

    def written(self) -> Iterator[Edge]:
        """The order that relationships say."""
        for resource in self.resources:
            for each in resource.body.operations:
                if isinstance(each, ast.AttributeOperation) and each.attribute_name in relationship_metaparameters():
                    for other, key in self._references(each.value_expr):
                        if other != resource.named and other in self._declared:
                            pair = (other, resource.named) if each.attribute_name in EARLIER else (resource.named, other)
                            yield from self._edge(*pair, resource.path, key, resource.body)
        for relation, path in self._related:
            left = relation.left_expr
            left = left.right_expr if isinstance(left, ast.RelationshipExpression) else left
            for first, _ in self._ends(left):
                for second, _ in self._ends(relation.right_expr):
                    if first != second:
                        pair = (first, second) if relation.operator in FORWARD else (second, first)
                        yield from self._edge(*pair, path, relation.right_expr, None)

    def added(self) -> Iterator[Edge]:
        """The order that an agent adds: of files after the folders above them, and of resources after their owners.

        It adds none that is the opposite of a relationship, which the value of a variable or of a call may have.
        """
        unclear = {each.named for each in self.resources if any(map(_is_unclear, each.body.operations))}
        for resource in self.resources:
            for other in self._needed(resource) if resource.named not in unclear else ():
                if other in self._declared and other not in unclear and other != resource.named:
                    yield from self._edge(other, resource.named, resource.path, None, None)

    def _edge(self, first: Named, second: Named, path: Path, node: ast.Expression | None, owner: ast.Expression | None) -> Iterator[Edge]:
        """An edge in the innermost of the branches of its ends, unless these may exclude each other."""
        innermost = max((path, self._declared[first], self._declared[second]), key=len)
        if all(each == innermost[: len(each)] for each in (path, self._declared[first], self._declared[second])):
            yield Edge(first, second, innermost, node, owner)

    def _needed(self, resource: Resource) -> Iterator[Named]:
        given = {each.attribute_name: each.value_expr for each in resource.body.operations if isinstance(each, ast.AttributeOperation)}
        for (kind, other), forms in (rows_of_type(resource.named.type) or {}).items():
            for form in forms or () if kind in EARLIER else ():
                if form.by == "ancestor":
                    yield from self._folders(other, self.text(given[form.of]) if form.of in given else resource.named.title)
                for value in titles_of(given[form.of]) if form.by in NAMING and not form.condition and form.of in given else ():
                    text = self.text(value)
                    if text is not None:
                        yield Named(other, _plain(other, text))

    def _folders(self, type: str, path: str | None) -> Iterator[Named]:
        """The folders above a path, the nearest first, up to one that is declared: a file comes after that one alone."""
        while path:
            path = path.rpartition("/")[0]
            yield Named(type, path)
            if Named(type, path) in self._declared:
                return

    def _titled(self, node: ast.ResourceExpression, path: Path) -> Iterator[Resource]:
        assert isinstance(node.type_name, ast.QualifiedName)
        type = lower_name(node.type_name)
        for body in node.bodies if type != "class" else ():
            for title in titles_of(body.title):
                text = self.text(title)
                if text is not None:
                    yield Resource(Named(type, _plain(type, text)), body, path)

    def _ends(self, node: ast.Expression) -> Iterator[tuple[Named, ast.Expression]]:
        """The resources of this body at one end of an arrow."""
        match node:
            case ast.ResourceExpression():
                bodies = {*node.bodies}
                yield from ((each.named, each.body) for each in self.resources if each.body in bodies)
            case ast.CollectExpression(type_expr=ast.QualifiedReference(value=type), query=query):
                if type != "class" and query.expr is None and isinstance(query, ast.VirtualQuery):
                    yield from ((each.named, node) for each in self.resources if each.named.type == type.removeprefix("::"))
            case _:
                yield from ((named, key) for named, key in self._references(node) if named in self._declared)

    def _references(self, value: ast.Expression) -> Iterator[tuple[Named, ast.Expression]]:
        """The resources that are named in a value."""
        for each in titles_of(value):
            if isinstance(each, ast.AccessExpression) and isinstance(each.left_expr, ast.QualifiedReference):
                type = each.left_expr.value.lower().removeprefix("::")
                for key in (inner for one in each.keys for inner in titles_of(one)):
                    text = self.text(key)
                    if text is not None:
                        yield Named(type, _plain(type, text)), key

    def text(self, node: ast.Expression, depth: int = 0) -> str | None:
        """The text of a title, with `${name}` for a variable whose value is not known; None for anything else."""
        match node:
            case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
                return text
            case ast.VariableExpression(name=name) if name:
                if name not in self._texts:
                    value = self._assigned.get(name)
                    self._texts[name] = None  # It may be in its own value.
                    known = None if value is None or depth == DEEPEST else self._known(value, depth)
                    self._texts[name] = None if known is None or len(known) > LONGEST else known
                found = self._texts[name]
                return f"${{{name}}}" if found is None else found
            case ast.ConcatenatedString(segments=segments):
                parts = [self.text(each.expr if isinstance(each, ast.TextExpression) else each, depth) for each in segments]
                known_parts: Sequence[str] = [each for each in parts if each is not None]
                return "".join(known_parts) if len(known_parts) == len(parts) else None
            case ast.AccessExpression(left_expr=ast.VariableExpression()) | ast.LiteralInteger():
                return f"${{{self._file.source(node)}}}"
        return None

    def _known(self, value: ast.Expression, depth: int) -> str | None:
        """The text of a value that is a string."""
        is_text = isinstance(value, ast.LiteralString | ast.QualifiedName | ast.ConcatenatedString | ast.VariableExpression)
        return self.text(value, depth + 1) if is_text else None


def _is_unclear(operation: ast.Node) -> bool:
    """Whether an operation of a resource may relate it to others that are not read."""
    if not isinstance(operation, ast.AttributeOperation):
        return True
    read = (ast.AccessExpression, ast.LiteralUndef)
    return operation.attribute_name in relationship_metaparameters() and any(
        not isinstance(each, read) for each in titles_of(operation.value_expr)
    )


def _plain(type: str, title: str) -> str:
    """A title as catalogs have it."""
    return title.rstrip("/") or title if type == "file" else title
