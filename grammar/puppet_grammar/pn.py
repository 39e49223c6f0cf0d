"""PN: the notation of programs as nested lists that `puppet parser dump --format pn` prints.

It serves to compare two parsers: equal trees have equal text. The compact form is one line. Each node class has an entry in `FORMS`, which
yields the parts of its text in order; parts that are nodes are put on a stack, so depth is not limited.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.table import Table

Piece = str | ast.Node
Pieces = list[Piece]
N = TypeVar("N", bound=ast.Node)
Form = Callable[[ast.Node], Pieces]


class NoPN(Exception):  # noqa: N818 - it names what is missing
    """Raised for a part of a program that has no PN form, in the reference neither."""


def pn(node: ast.Node) -> str:
    """The PN text of a node, in the compact form. Raises NoPN if a part of it has none."""
    return _written(node, FORMS)


def is_same_tree(one: ast.Node, other: ast.Node) -> bool:
    """Whether two nodes have equal PN, also with parts for which the reference has none; False if these cannot be compared."""
    try:
        return _written(one, COMPARED) == _written(other, COMPARED)
    except NoPN:
        return False


def _written(node: ast.Node, forms: Mapping[type, Form]) -> str:
    written: list[str] = []
    write = written.append
    waiting: Pieces = [node]
    take = waiting.pop
    while waiting:
        piece = take()
        if type(piece) is str:
            write(piece)
        elif form := forms.get(type(piece)):
            pieces = form(piece)  # type: ignore[arg-type]  # it is no str
            pieces.reverse()
            waiting += pieces
        else:
            raise NoPN(f"{type(piece).__name__} has no PN form")
    return "".join(written)


TEMPLATES: dict[type, str] = {
    ast.Program: "{body}",
    ast.Nop: "(nop)",
    ast.BlockExpression: "(block{statements*})",
    ast.LiteralDefault: "(default)",
    ast.LiteralUndef: "nil",
    ast.LiteralString: "{value!}",
    ast.QualifiedName: "(qn {value!})",
    ast.QualifiedReference: "(qr {cased_value!})",
    ast.ReservedWord: "(reserved {word!})",
    ast.ConcatenatedString: "(concat{segments*})",
    ast.TextExpression: "(str {expr})",
    ast.LiteralList: "(array{values*})",
    ast.KeyedEntry: "(=> {key} {value})",
    ast.LiteralHash: "(hash{entries*})",
    ast.NotExpression: "(! {expr})",
    ast.UnfoldExpression: "(unfold {expr})",
    ast.ParenthesizedExpression: "(paren {expr})",
    ast.AccessExpression: "(access {left_expr}{keys*})",
    ast.SelectorEntry: "(=> {matching_expr} {value_expr})",
    ast.AttributesOperation: "(splat-hash {expr})",
    ast.TypeAlias: "(type-alias {name!} {type_expr})",
    ast.TypeMapping: "(type-mapping {type_expr} {mapping_expr})",
    ast.RenderStringExpression: "(render-s {value!})",
    ast.RenderExpression: "(render {expr})",
}
"""Forms as templates: `{field}` is a node, `{field!}` a quoted string, `{fields*}` nodes with a space before each."""

FORMS: Table[type, Form] = Table("the forms of PN")
"""All forms: those of `TEMPLATES`, and the functions registered below."""


def _form(*classes: type[N]) -> Callable[[Callable[[N], Pieces]], Callable[[N], Pieces]]:
    """Register a function as the form of these classes."""

    def enter(function: Callable[[N], Pieces]) -> Callable[[N], Pieces]:
        FORMS.update(dict.fromkeys(classes, function))  # type: ignore[arg-type]  # the key is the parameter's class
        return function

    return enter


def _from_template(template: str) -> Form:
    steps = re.findall(r"\{(\w+)([!*]?)\}|([^{]+)", template)

    def form(node: ast.Node) -> Pieces:
        pieces: Pieces = []
        for field, kind, text in steps:
            if text:
                pieces.append(text)
            elif kind == "!":
                pieces.append(_quoted(getattr(node, field)))
            elif kind:
                pieces += _after_space(getattr(node, field))
            else:
                pieces.append(getattr(node, field))
        return pieces

    return form


FORMS.update((cls, _from_template(template)) for cls, template in TEMPLATES.items())


# ---- parts of lists and maps

_MARK = lazy_pattern(r'[\x00-\x1f"\\]')
_ESCAPES = {chr(code): f"\\o{code:03o}" for code in range(0x20)} | {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_KEY = lazy_pattern(r"[A-Za-z_-][0-9A-Za-z_-]*\Z")


def _quoted(text: str) -> str:
    if _MARK.search(text):
        text = _MARK.sub(lambda mark: _ESCAPES[mark[0]], text)
    return f'"{text}"'


def _after_space(nodes: Iterable[ast.Node]) -> Pieces:
    pieces: Pieces = []
    for node in nodes:
        pieces += (" ", node)
    return pieces


def _call(name: str, nodes: Iterable[ast.Node]) -> Pieces:
    return [f"({name}", *_after_space(nodes), ")"]


def _list(nodes: Iterable[ast.Node], opening: str) -> Pieces:
    pieces = _after_space(nodes)
    pieces[:1] = [opening]
    pieces.append("]")
    return pieces


def _map(name: str, entries: Pieces) -> Pieces:
    """`(name {entries})`; each entry must begin with a part that begins with a space."""
    if not entries:
        return [f"({name} {{}})"]
    first = entries[0]
    assert isinstance(first, str)
    return [f"({name} {{{first[1:]}", *entries[1:], "})"]


def _block(key: str, body: ast.Node | None) -> Pieces:
    """The entry for a body: its statements, or its only statement."""
    if isinstance(body, ast.BlockExpression):
        return _list(body.statements, f" :{key} [")
    return [f" :{key} [", body or "(nop)", "]"]


def _optional(key: str, node: ast.Node | None) -> Pieces:
    return [f" :{key} ", node] if node is not None else []


def _optional_block(key: str, body: ast.Node | None) -> Pieces:
    return _block(key, body) if body is not None else []


def _is_nop(node: ast.Node | None) -> bool:
    return node is None or isinstance(node, ast.Nop)


def _parameters(parameters: tuple[ast.Parameter, ...]) -> Pieces:
    if not parameters:
        return []
    pieces: Pieces = []
    for parameter in parameters:
        if not _KEY.match(parameter.name):
            raise NoPN(f"parameter '{parameter.name}' has a name that is no key of a PN map")
        entries = _optional("type", parameter.type_expr)
        if parameter.captures_rest:
            entries.append(" :splat true")
        entries += _optional("value", parameter.value)
        if entries:
            first = entries[0]
            assert isinstance(first, str)
            entries[0] = first[1:]
        pieces += (f" :{parameter.name} {{", *entries, "}")
    pieces[0] = f" :params {{{str(pieces[0])[1:]}"
    pieces.append("}")
    return pieces


# ---- literals


@_form(ast.LiteralBoolean)
def _boolean(node: ast.LiteralBoolean) -> Pieces:
    return ["true" if node.value else "false"]


@_form(ast.LiteralInteger)
def _integer(node: ast.LiteralInteger) -> Pieces:
    return [_decimal(node.value) if node.radix == 10 else f"(int {{:radix {node.radix} :value {_decimal(node.value)}}})"]


def _decimal(value: int) -> str:
    """All digits of a number, which may have more digits than `str` converts."""
    limit = 10**4000
    parts: list[str] = []
    sign, value = ("-", -value) if value < 0 else ("", value)
    while value >= limit:
        value, rest = divmod(value, limit)
        parts.append(f"{rest:04000d}")
    return sign + str(value) + "".join(reversed(parts))


@_form(ast.LiteralFloat)
def _float(node: ast.LiteralFloat) -> Pieces:
    return [_ruby_float(node.value)]


def _ruby_float(value: float) -> str:
    """The shortest digits that denote a number, in Ruby's notation: with an exponent from 1e15 and below 0.0001."""
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    mantissa, _, exponent = repr(value).partition("e")
    if not exponent and abs(value) >= 1e15:
        whole, _, fraction = repr(abs(value)).partition(".")
        mantissa = f"{'-' * (value < 0)}{whole[0]}.{(whole[1:] + fraction).rstrip('0')}".rstrip(".")
        exponent = f"+{len(whole) - 1:02}"
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}e{exponent}" if exponent else mantissa


@_form(ast.LiteralRegularExpression)
def _regular_expression(node: ast.LiteralRegularExpression) -> Pieces:
    # Ruby sets the flag for UTF-8 on these, and prints all flags of an expression that has any.
    bound = any(_beyond_ascii(mark[0]) for mark in _ESCAPE.finditer(node.pattern))
    return [f"(regexp {_quoted(f'(?-imx:{node.pattern})' if bound else node.pattern)})"]


_ESCAPE = lazy_pattern(r"\\u\{[0-9a-fA-F\s]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{1,2}|\\[0-3][0-7]{1,2}|\\.|[^\x00-\x7f]", re.DOTALL)


def _beyond_ascii(mark: str) -> bool:
    """Whether a character or escape denotes something outside of ASCII, or a property."""
    if mark[0] != "\\" or len(mark) == 2:
        return mark[-1] in "pP" or mark[-1] > "\x7f"
    base = 8 if mark[1].isdigit() else 16
    return any(int(code, base) > 0x7F for code in mark[1 if base == 8 else 2 :].strip("{}").split())


@_form(ast.VariableExpression)
def _variable(node: ast.VariableExpression) -> Pieces:
    expr = node.expr
    return [f"(var {_quoted(expr.value)})"] if isinstance(expr, ast.QualifiedName) else ["(var ", expr, ")"]


@_form(ast.HeredocExpression)
def _heredoc(node: ast.HeredocExpression) -> Pieces:
    syntax: Pieces = [f" :syntax {_quoted(node.syntax)}"] if node.syntax else []
    return _map("heredoc", [*syntax, " :text ", node.text_expr])


# ---- operators


@_form(ast.UnaryMinusExpression)
def _unary_minus(node: ast.UnaryMinusExpression) -> Pieces:
    match node.expr:
        case ast.LiteralInteger(value=integer):
            return [_decimal(-integer)]
        case ast.LiteralFloat(value=number):
            return [_ruby_float(-number)]
        case ast.ReservedWord(word=word):
            raise NoPN(f"'{word}' behind a minus sign has no PN form")
        case expr:
            return ["(- ", expr, ")"]


@_form(
    ast.ArithmeticExpression,
    ast.ComparisonExpression,
    ast.MatchExpression,
    ast.InExpression,
    ast.AndExpression,
    ast.OrExpression,
    ast.AssignmentExpression,
    ast.RelationshipExpression,
    ast.NamedAccessExpression,
)
def _binary(node: ast.BinaryExpression) -> Pieces:
    return [f"({node.operator} ", node.left_expr, " ", node.right_expr, ")"]


# ---- calls


@_form(ast.LambdaExpression)
def _lambda(node: ast.LambdaExpression) -> Pieces:
    return _map("lambda", [*_parameters(node.parameters), *_optional("returns", node.return_type), *_optional_block("body", node.body)])


@_form(ast.CallNamedFunctionExpression)
def _call_named(node: ast.CallNamedFunctionExpression) -> Pieces:
    return _invocation("call" if node.rval_required else "invoke", node)


@_form(ast.CallMethodExpression)
def _call_method(node: ast.CallMethodExpression) -> Pieces:
    return _invocation("call-method", node)


def _invocation(name: str, node: ast.CallNamedFunctionExpression | ast.CallMethodExpression) -> Pieces:
    functor: Pieces = [" :functor ", node.functor_expr]
    return _map(name, [*functor, *_list(node.arguments, " :args ["), *_optional("block", node.lambda_)])


# ---- control flow


@_form(ast.IfExpression)
def _if(node: ast.IfExpression) -> Pieces:
    return _condition("if", node)


@_form(ast.UnlessExpression)
def _unless(node: ast.UnlessExpression) -> Pieces:
    return _condition("unless", node)


def _condition(name: str, node: ast.IfExpression | ast.UnlessExpression) -> Pieces:
    entries: Pieces = [" :test ", node.test]
    if not _is_nop(node.then_expr):
        entries += _block("then", node.then_expr)
    if not _is_nop(node.else_expr):
        entries += _block("else", node.else_expr)
    return _map(name, entries)


@_form(ast.CaseExpression)
def _case(node: ast.CaseExpression) -> Pieces:
    return ["(case ", node.test, *_list(node.options, " ["), ")"]


@_form(ast.CaseOption)
def _case_option(node: ast.CaseOption) -> Pieces:
    return [*_list(node.values, "{:when ["), *_block("then", node.then_expr), "}"]


@_form(ast.SelectorExpression)
def _selector(node: ast.SelectorExpression) -> Pieces:
    return ["(? ", node.left_expr, *_list(node.selectors, " ["), ")"]


# ---- resources


@_form(ast.AttributeOperation)
def _attribute(node: ast.AttributeOperation) -> Pieces:
    return [f"({node.operator} {_quoted(node.attribute_name)} ", node.value_expr, ")"]


@_form(ast.ResourceBody)
def _resource_body(node: ast.ResourceBody) -> Pieces:
    return ["{:title ", node.title, *_list(node.operations, " :ops ["), "}"]


@_form(ast.ResourceExpression)
def _resource(node: ast.ResourceExpression) -> Pieces:
    return _resource_map("resource", "type", node.type_name, _list(node.bodies, " :bodies ["), node.form)


@_form(ast.ResourceDefaultsExpression)
def _resource_defaults(node: ast.ResourceDefaultsExpression) -> Pieces:
    return _resource_map("resource-defaults", "type", node.type_ref, _list(node.operations, " :ops ["), node.form)


@_form(ast.ResourceOverrideExpression)
def _resource_override(node: ast.ResourceOverrideExpression) -> Pieces:
    return _resource_map("resource-override", "resources", node.resources, _list(node.operations, " :ops ["), node.form)


def _resource_map(name: str, key: str, target: ast.Node, content: Pieces, form: ast.Form) -> Pieces:
    form_entry: Pieces = [] if form == "regular" else [f' :form "{form}"']
    return _map(name, [f" :{key} ", target, *content, *form_entry])


@_form(ast.VirtualQuery)
def _virtual_query(node: ast.VirtualQuery) -> Pieces:
    return _query("virtual-query", node.expr)


@_form(ast.ExportedQuery)
def _exported_query(node: ast.ExportedQuery) -> Pieces:
    return _query("exported-query", node.expr)


def _query(name: str, expr: ast.Node | None) -> Pieces:
    return _call(name, () if expr is None or _is_nop(expr) else (expr,))


@_form(ast.CollectExpression)
def _collect(node: ast.CollectExpression) -> Pieces:
    operations = _list(node.operations, " :ops [") if node.operations else []
    return _map("collect", [" :type ", node.type_expr, " :query ", node.query, *operations])


# ---- definitions


@_form(ast.HostClassDefinition)
def _class(node: ast.HostClassDefinition) -> Pieces:
    parent: Pieces = [f" :parent {_quoted(node.parent_class)}"] if node.parent_class is not None else []
    return _definition("class", node, node.body, parent)


@_form(ast.ResourceTypeDefinition)
def _define(node: ast.ResourceTypeDefinition) -> Pieces:
    return _definition("define", node, node.body)


@_form(ast.FunctionDefinition)
def _function(node: ast.FunctionDefinition) -> Pieces:
    return _definition("function", node, node.body, returns=_optional("returns", node.return_type))


@_form(ast.PlanDefinition)
def _plan(node: ast.PlanDefinition) -> Pieces:
    return _definition("plan", node, node.body)


def _definition(
    kind: str, node: ast.NamedDefinition, body: ast.Node | None, parent: Iterable[Piece] = (), returns: Iterable[Piece] = ()
) -> Pieces:
    name: Pieces = [f" :name {_quoted(node.name)}"]
    return _map(kind, [*name, *parent, *_parameters(node.parameters), *_optional_block("body", body), *returns])


@_form(ast.NodeDefinition)
def _node(node: ast.NodeDefinition) -> Pieces:
    return _map(
        "node",
        [*_list(node.host_matches, " :matches ["), *_optional("parent", node.parent), *_optional_block("body", node.body)],
    )


@_form(ast.TypeDefinition)
def _type_definition(node: ast.TypeDefinition) -> Pieces:
    parent = "nil" if node.parent is None else _quoted(node.parent)
    match node.body:
        case None | ast.Nop():
            body: Pieces = ["(nop)"]
        case ast.BlockExpression(statements=statements):
            body = _call("block", statements)
        case statement:
            body = _call("block", (statement,))
    return [f"(type-definition {_quoted(node.name)} {parent} ", *body, ")"]


# ---- templates


@_form(ast.EppExpression)
def _epp(node: ast.EppExpression) -> Pieces:
    match node.body:
        case None | ast.Nop():
            return ["(epp)"]
        case ast.BlockExpression(statements=statements):
            return _call("epp", statements)
        case statement:
            return _call("epp", (statement,))


COMPARED = {**FORMS, ast.ApplyExpression: _from_template("(apply{arguments*} {body})")}
"""The forms with one for what the reference cannot print."""
