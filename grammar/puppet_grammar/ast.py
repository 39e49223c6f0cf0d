"""The nodes of a program, named as in the reference's Pops model.

A node knows its span and its children: no parent, no type, no file. `start` and `end` are byte offsets of all that belongs
to the node, so a binary operator starts where its left side starts; the operator's own place is `operator_start`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Literal

from puppet_grammar.nodes import NodeBase, node
from puppet_grammar.text import Span


@node
class Node(NodeBase):
    """A part of a program."""

    start: int
    end: int

    @property
    def span(self) -> Span:
        """The bytes of the node."""
        return Span(self.start, self.end)


@node
class Comment(Node):
    """A comment, with its marks (`#`, or `/*` and `*/`)."""

    text: str


@node
class Expression(Node):
    """A node that can stand where a value or statement is expected."""


@node
class ErrorNode(Expression):
    """A part of the text that is no Puppet; `parts` are the whole nodes that were found in it."""

    parts: tuple[Node, ...] = ()


@node
class Nop(Expression):
    """Nothing: the body of an empty program."""


@node
class BlockExpression(Expression):
    """Two or more statements; the span runs from the first to the last, or from brace to brace (`braced`)."""

    statements: tuple[Expression, ...]
    braced: bool = False


# ---- literals


@node
class LiteralValue(Expression):
    """A value written out."""


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
    """A string without interpolation, a bare word that is not a name, or a text part of a string; `value` has no escapes left."""

    value: str


@node
class LiteralRegularExpression(LiteralValue):
    """`/pattern/`, with `\\/` read as `/`."""

    pattern: str


@node
class QualifiedName(LiteralValue):
    """A lower-case name such as `apache::vhost`."""

    value: str


@node
class QualifiedReference(Expression):
    """A capitalised name such as `Apache::Vhost`, as written."""

    cased_value: str

    @property
    def value(self) -> str:
        """The name in lower case, by which it is looked up."""
        return self.cased_value.lower()


@node
class ReservedWord(Expression):
    """A word kept for the future: `private`, `attr`."""

    word: str


@node
class VariableExpression(Expression):
    """`$name`; in interpolations the `$` may be missing."""

    expr: Expression

    @property
    def name(self) -> str:
        """The name without `$`; empty when the name is not a name."""
        return self.expr.value if isinstance(self.expr, QualifiedName) else ""


@node
class ConcatenatedString(Expression):
    """A string with interpolations; empty text segments are left out."""

    segments: tuple[Expression, ...]


@node
class TextExpression(Expression):
    """An interpolated expression of a string; the span is that of the expression with its `${` and `}`."""

    expr: Expression


@node
class HeredocExpression(Expression):
    """`@(END:syntax/escapes)`; the span is that of the tag, the text has its own."""

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
    """A hash; `unfolded` when it is without braces as the last argument of a call or access."""

    entries: tuple[KeyedEntry, ...]
    unfolded: bool = False


# ---- operators


@node
class UnaryExpression(Expression):
    """An operator in front of its operand."""

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
    """An operator between its operands; `operator_start` is the operator's first byte."""

    left_expr: Expression
    operator: str
    right_expr: Expression
    operator_start: int

    @property
    def operator_span(self) -> Span:
        """The bytes of the operator."""
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
    """`=`, and the former `+=` and `-=`."""


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
    """`Type *$name = value`; the span covers all of it, `name_start` is the `$`."""

    name: str
    name_start: int
    type_expr: Expression | None = None
    value: Expression | None = None
    captures_rest: bool = False

    @property
    def name_span(self) -> Span:
        """The bytes of the variable with its `$`."""
        return Span(self.name_start, self.name_start + 1 + len(self.name))


@node
class LambdaExpression(Expression):
    """`|parameters| >> Type { body }`; also the root of a template, where `body` is an EppExpression."""

    parameters: tuple[Parameter, ...]
    return_type: Expression | None
    body: Expression | None


@node
class CallNamedFunctionExpression(Expression):
    """`name(arguments) |lambda|`; without parentheses for the sixteen statement functions (`rval_required` is False for statements)."""

    functor_expr: Expression
    arguments: tuple[Expression, ...]
    lambda_: LambdaExpression | None = None
    rval_required: bool = True


@node
class CallMethodExpression(Expression):
    """`left.name(arguments) |lambda|`; `paren_start` is the place of the opening parenthesis."""

    functor_expr: NamedAccessExpression
    arguments: tuple[Expression, ...]
    lambda_: LambdaExpression | None = None
    paren_start: int | None = None


# ---- control


@node
class IfExpression(Expression):
    """`if test { then } else { else }`; an `elsif` is an IfExpression in `else_expr`."""

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
    """`value, value: { then }`; `colon_start` is the colon's place."""

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
        """The bytes of the attribute's name."""
        return Span(self.start, self.start + len(self.attribute_name))


@node
class AttributesOperation(Expression):
    """`* => hash`."""

    expr: Expression
    operator_start: int


@node
class ResourceBody(Expression):
    """`title: operations`; the span runs from the title to the last operation."""

    title: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


Form = Literal["regular", "virtual", "exported"]


@node
class AbstractResource(Expression):
    """A resource, its defaults or its override; `form` is virtual behind `@`, exported behind `@@`."""

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
    """A collector's query; `expr` is None if it is empty."""

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
    """Something that is defined for the whole program."""


@node
class NamedDefinition(Definition):
    """A definition with a name and parameters; nested classes and plans have their full name, `name_span` is what is written."""

    name: str
    name_start: int
    name_end: int
    parameters: tuple[Parameter, ...]

    @property
    def name_span(self) -> Span:
        """The bytes of the name as written."""
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
        """The bytes of the name."""
        return Span(self.name_start, self.name_end)


@node
class TypeMapping(Definition):
    """`type Runtime[...] = type`."""

    type_expr: Expression
    mapping_expr: Expression


@node
class TypeDefinition(Definition):
    """`type Name inherits Parent { body }`, which the reference reads and then refuses."""

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
    """The content of a template; `parameters_specified` tells an empty parameter list from none."""

    parameters_specified: bool
    body: Expression | None


@node
class RenderStringExpression(LiteralString):
    """Text of a template outside of tags."""


@node
class RenderExpression(Expression):
    """`<%= expr %>`."""

    expr: Expression


@node
class Program(Node):
    """A whole file: what it does, what it defines (in the order in which definitions end), its comments."""

    body: Expression
    definitions: tuple[Definition, ...]
    comments: tuple[Comment, ...]


def children(parent: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the reference's order."""
    many = parent._many
    for name in parent._child:
        value = getattr(parent, name)
        if name in many:
            yield from value
        elif value is not None:
            yield value


def walk(root: Node) -> Iterator[Node]:
    """A node and all nodes inside it, parents first, from first to last. Depth is not limited."""
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
"""The nodes of a program, by their class."""


def by_class(root: Node) -> ByClass:
    """A node and all nodes inside it, for those who ask for some classes only: one walk serves them all."""
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


class _Inside(dict[type[Node], tuple[tuple[Callable[[Node], Node | None], ...], tuple[Callable[[Node], Iterable[Node]], ...]]]):
    """How to get at the children of each class, found out when the first of it comes by."""

    def __missing__(
        self, kind: type[Node]
    ) -> tuple[tuple[Callable[[Node], Node | None], ...], tuple[Callable[[Node], Iterable[Node]], ...]]:
        made = self[kind] = (
            tuple(attrgetter(name) for name in kind._child if name not in kind._many),
            tuple(attrgetter(name) for name in kind._child if name in kind._many),
        )
        return made


_INSIDE = _Inside()

# The definitions are inside the body already, and comments are not part of the program's meaning.
Program._child = ("body",)
