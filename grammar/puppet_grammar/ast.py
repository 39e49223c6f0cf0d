"""The nodes of the AST, named as in the reference's Pops model.

A node has its span and its children, and no reference to its parent, type or file. `start` and `end` are byte offsets of the whole node,
so a binary operator starts where its left operand starts; `operator_start` is the offset of the operator itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Literal, TypeVar

from puppet_grammar.nodes import NodeBase, node
from puppet_grammar.text import Span


@node
class Node(NodeBase):
    """A node of the AST."""

    start: int
    end: int

    @property
    def span(self) -> Span:
        """The span of the node in bytes."""
        return Span(self.start, self.end)


@node
class Comment(Node):
    """A comment, with its delimiters (`#`, or `/*` and `*/`)."""

    text: str


@node
class Expression(Node):
    """A node that can be used as a value or statement."""


@node
class ErrorNode(Expression):
    """Source that is not valid Puppet; `parts` are the valid nodes inside it."""

    parts: tuple[Node, ...] = ()


@node
class Nop(Expression):
    """An empty node: the body of an empty program."""


@node
class BlockExpression(Expression):
    """Two or more statements; the span is from the first to the last, or including the braces if `braced`."""

    statements: tuple[Expression, ...]
    braced: bool = False


# ---- literals


@node
class LiteralValue(Expression):
    """A literal value."""


@node
class LiteralBoolean(LiteralValue):
    value: bool


@node
class LiteralDefault(LiteralValue):
    """The keyword `default`."""


@node
class LiteralUndef(LiteralValue):
    """The keyword `undef`."""


@node
class LiteralInteger(LiteralValue):
    """An integer; its radix is 8, 10 or 16."""

    value: int
    radix: int = 10


@node
class LiteralFloat(LiteralValue):
    value: float


@node
class LiteralString(LiteralValue):
    """A string without interpolation, a bare word that is not a name, or a text segment of a string; escapes in `value` are replaced."""

    value: str


@node
class LiteralRegularExpression(LiteralValue):
    """`/pattern/`, with `\\/` replaced by `/`."""

    pattern: str


@node
class QualifiedName(LiteralValue):
    """A lower-case name such as `apache::vhost`."""

    value: str


@node
class QualifiedReference(Expression):
    """A capitalized name such as `Apache::Vhost`, as written."""

    cased_value: str

    @property
    def value(self) -> str:
        """The name in lower case, as used for lookups."""
        return self.cased_value.lower()


@node
class ReservedWord(Expression):
    """A reserved word: `private`, `attr`."""

    word: str


@node
class VariableExpression(Expression):
    """`$name`; in interpolations the `$` may be missing."""

    expr: Expression

    @property
    def name(self) -> str:
        """The name without `$`; empty if it is not a valid name."""
        return self.expr.value if isinstance(self.expr, QualifiedName) else ""


@node
class ConcatenatedString(Expression):
    """A string with interpolations; empty text segments are omitted."""

    segments: tuple[Expression, ...]


@node
class TextExpression(Expression):
    """An interpolated expression in a string; the span includes `${` and `}`."""

    expr: Expression


@node
class HeredocExpression(Expression):
    """`@(END:syntax/escapes)`; the span is that of the tag, and the text has a span of its own."""

    syntax: str
    text_expr: Expression


@node
class LiteralList(Expression):
    values: tuple[Expression, ...]


@node
class KeyedEntry(Expression):
    """`key => value`."""

    key: Expression
    value: Expression
    operator_start: int


@node
class LiteralHash(Expression):
    """A hash; `unfolded` if it has no braces, as the last argument of a call or access."""

    entries: tuple[KeyedEntry, ...]
    unfolded: bool = False


# ---- operators


@node
class UnaryExpression(Expression):
    """A prefix operator with its operand."""

    expr: Expression


@node
class NotExpression(UnaryExpression):
    """`!expr`."""


@node
class UnaryMinusExpression(UnaryExpression):
    """`-expr`."""


@node
class UnfoldExpression(UnaryExpression):
    """`*expr`."""


@node
class ParenthesizedExpression(UnaryExpression):
    """`(expr)`."""


@node
class BinaryExpression(Expression):
    """An infix operator with its operands; `operator_start` is the byte offset of the operator."""

    left_expr: Expression
    operator: str
    right_expr: Expression
    operator_start: int

    @property
    def operator_span(self) -> Span:
        """The span of the operator in bytes."""
        return Span(self.operator_start, self.operator_start + len(self.operator))


@node
class ArithmeticExpression(BinaryExpression):
    """`+ - * / % << >>`."""


@node
class ComparisonExpression(BinaryExpression):
    """`== != < <= > >=`."""


@node
class MatchExpression(BinaryExpression):
    """`=~` and `!~`."""


@node
class InExpression(BinaryExpression):
    """`in`."""


@node
class AndExpression(BinaryExpression):
    """`and`."""


@node
class OrExpression(BinaryExpression):
    """`or`."""


@node
class AssignmentExpression(BinaryExpression):
    """`=`, and the obsolete `+=` and `-=`."""


@node
class RelationshipExpression(BinaryExpression):
    """`-> ~> <- <~`."""


@node
class NamedAccessExpression(BinaryExpression):
    """`left.name`; the operator is the dot."""


@node
class AccessExpression(Expression):
    """`left[keys]`."""

    left_expr: Expression
    keys: tuple[Expression, ...]


# ---- calls and lambdas


@node
class Parameter(Node):
    """`Type *$name = value`; the span includes all of it, and `name_start` is the byte offset of the `$`."""

    name: str
    name_start: int
    type_expr: Expression | None = None
    value: Expression | None = None
    captures_rest: bool = False

    @property
    def name_span(self) -> Span:
        """The span of the variable, with its `$`, in bytes; empty where the variable is missing."""
        return Span(self.name_start, min(self.name_start + 1 + len(self.name), self.end))


@node
class LambdaExpression(Expression):
    """`|parameters| >> Type { body }`; also the root of a template, whose `body` is an EppExpression."""

    parameters: tuple[Parameter, ...]
    return_type: Expression | None
    body: Expression | None


@node
class CallNamedFunctionExpression(Expression):
    """`name(arguments) |lambda|`; statement functions need no parentheses. `rval_required` is False for statements."""

    functor_expr: Expression
    arguments: tuple[Expression, ...]
    lambda_: LambdaExpression | None = None
    rval_required: bool = True


@node
class CallMethodExpression(Expression):
    """`left.name(arguments) |lambda|`; `paren_start` is the byte offset of the opening parenthesis."""

    functor_expr: NamedAccessExpression
    arguments: tuple[Expression, ...]
    lambda_: LambdaExpression | None = None
    paren_start: int | None = None


# ---- control flow


@node
class IfExpression(Expression):
    """`if test { then } else { else }`; `elsif` is an IfExpression in `else_expr`."""

    test: Expression
    then_expr: Expression | None
    else_expr: Expression | None


@node
class UnlessExpression(Expression):
    test: Expression
    then_expr: Expression | None
    else_expr: Expression | None


@node
class CaseOption(Expression):
    """`value, value: { then }`; `colon_start` is the byte offset of the colon."""

    values: tuple[Expression, ...]
    then_expr: Expression | None
    colon_start: int


@node
class CaseExpression(Expression):
    test: Expression
    options: tuple[CaseOption, ...]


@node
class SelectorEntry(Expression):
    """`match => value` in a selector."""

    matching_expr: Expression
    value_expr: Expression
    operator_start: int


@node
class SelectorExpression(Expression):
    """`left ? { entries }`."""

    left_expr: Expression
    selectors: tuple[SelectorEntry, ...]


# ---- resources


@node
class AttributeOperation(Expression):
    """`name => value` or `name +> value`."""

    attribute_name: str
    operator: Literal["=>", "+>"]
    value_expr: Expression
    operator_start: int

    @property
    def name_span(self) -> Span:
        """The span of the attribute's name in bytes."""
        return Span(self.start, self.start + len(self.attribute_name))


@node
class AttributesOperation(Expression):
    """`* => hash`."""

    expr: Expression
    operator_start: int


@node
class ResourceBody(Expression):
    """`title: operations`; the span is from the title to the last operation."""

    title: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


Form = Literal["regular", "virtual", "exported"]


@node
class AbstractResource(Expression):
    """A resource expression, resource defaults or an override; `form` is virtual after `@`, exported after `@@`."""

    form: Form


@node
class ResourceExpression(AbstractResource):
    """`type { title: operations; ... }`."""

    type_name: Expression
    bodies: tuple[ResourceBody, ...]


@node
class ResourceDefaultsExpression(AbstractResource):
    """`Type { operations }`."""

    type_ref: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@node
class ResourceOverrideExpression(AbstractResource):
    """`Type[title] { operations }`."""

    resources: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@node
class QueryExpression(Expression):
    """The query of a collector; `expr` is None if it is empty."""

    expr: Expression | None


@node
class VirtualQuery(QueryExpression):
    """`<| query |>`."""


@node
class ExportedQuery(QueryExpression):
    """`<<| query |>>`."""


@node
class CollectExpression(Expression):
    """`Type <| query |> { operations }`."""

    type_expr: Expression
    query: QueryExpression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


# ---- definitions


@node
class Definition(Expression):
    """A definition."""


@node
class NamedDefinition(Definition):
    """A definition with a name and parameters; `name` is qualified for nested classes and plans, `name_span` is the name as written."""

    name: str
    name_start: int
    name_end: int
    parameters: tuple[Parameter, ...]

    @property
    def name_span(self) -> Span:
        """The span of the name, as written, in bytes."""
        return Span(self.name_start, self.name_end)


@node
class HostClassDefinition(NamedDefinition):
    parent_class: str | None
    parent_start: int | None
    body: Expression | None


@node
class ResourceTypeDefinition(NamedDefinition):
    """`define name(parameters) { body }`."""

    body: Expression | None


@node
class FunctionDefinition(NamedDefinition):
    return_type: Expression | None
    body: Expression | None


@node
class PlanDefinition(NamedDefinition):
    body: Expression | None


@node
class NodeDefinition(Definition):
    """`node matches inherits parent { body }`."""

    host_matches: tuple[Expression, ...]
    parent: Expression | None
    body: Expression | None


@node
class TypeAlias(Definition):
    """`type Name = type`."""

    name: str
    name_start: int
    name_end: int
    type_expr: Expression

    @property
    def name_span(self) -> Span:
        """The span of the name in bytes."""
        return Span(self.name_start, self.name_end)


@node
class TypeMapping(Definition):
    """`type Runtime[...] = type`."""

    type_expr: Expression
    mapping_expr: Expression


@node
class TypeDefinition(Definition):
    """`type Name inherits Parent { body }`, which the reference parses but does not support."""

    name: str
    name_start: int
    name_end: int
    parent: str | None
    body: Expression | None


@node
class ApplyExpression(Expression):
    """`apply(arguments) { body }` in a plan."""

    arguments: tuple[Expression, ...]
    body: Expression | None


# ---- templates


@node
class EppExpression(Expression):
    """The content of a template; `parameters_specified` distinguishes an empty parameter list from none."""

    parameters_specified: bool
    body: Expression | None


@node
class RenderStringExpression(LiteralString):
    """Literal text of a template, outside of tags."""


@node
class RenderExpression(Expression):
    """`<%= expr %>`."""

    expr: Expression


@node
class Program(Node):
    """A file: its body, its definitions (ordered by their ends), and its comments."""

    body: Expression
    definitions: tuple[Definition, ...]
    comments: tuple[Comment, ...]


N = TypeVar("N", bound=Node)


def children(parent: Node) -> Iterator[Node]:
    """The children of a node, in the reference's order."""
    many = parent._many
    for name in parent._child:
        value = getattr(parent, name)
        if name in many:
            yield from value
        elif value is not None:
            yield value


def walk(root: Node) -> Iterator[Node]:
    """A node and all its descendants in preorder. Depth is not limited."""
    stack = [root]
    pop = stack.pop
    while stack:
        current = pop()
        yield current
        many = current._many
        for name in reversed(current._child):
            value = getattr(current, name)
            if name in many:
                stack.extend(reversed(value))
            elif value is not None:
                stack.append(value)


ByClass = dict[type[Node], list[Node]]
"""The nodes of a program, by class."""


def of_class(root: Node, kind: type[N]) -> list[N]:
    """Those of a node and its descendants that are of one class without subclasses, in no certain order."""
    return nodes_of(by_class(root), kind)


def nodes_of(nodes: ByClass, kind: type[N]) -> list[N]:
    """Those nodes that are of one class without subclasses."""
    return nodes.get(kind, [])  # type: ignore[return-value]  # they are grouped by class


def by_class(root: Node) -> ByClass:
    """Group a node and all its descendants by class, in one walk."""
    found: ByClass = {}
    waiting = [root]
    take, put, put_all = waiting.pop, waiting.append, waiting.extend
    while waiting:
        current = take()
        kind = current.__class__
        same = found.get(kind)
        if same is None:
            same = found[kind] = []
        same.append(current)
        one, several = _INSIDE[kind]
        for get in one:
            inner = get(current)
            if inner is not None:
                put(inner)
        for get_all in several:
            put_all(get_all(current))
    return found


def parents(root: Node) -> dict[Node, Node]:
    """The parent of each descendant of a node."""
    found: dict[Node, Node] = {}
    waiting = [root]
    while waiting:
        current = waiting.pop()
        one, several = _INSIDE[current.__class__]
        for get in one:
            inner = get(current)
            if inner is not None:
                found[inner] = current
                waiting.append(inner)
        for get_all in several:
            for inner in get_all(current):
                found[inner] = current
                waiting.append(inner)
    return found


class _ChildGetters(dict[type[Node], tuple[tuple[Callable[[Node], Node | None], ...], tuple[Callable[[Node], Iterable[Node]], ...]]]):
    """Functions that return the children of a node, by class; computed for each class on first use."""

    def __missing__(
        self, kind: type[Node]
    ) -> tuple[tuple[Callable[[Node], Node | None], ...], tuple[Callable[[Node], Iterable[Node]], ...]]:
        made = self[kind] = (
            tuple(attrgetter(name) for name in kind._child if name not in kind._many),
            tuple(attrgetter(name) for name in kind._child if name in kind._many),
        )
        return made


_INSIDE = _ChildGetters()

# The definitions are also part of the body, and comments do not affect evaluation.
Program._child = ("body",)
