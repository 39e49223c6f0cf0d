"""Rules about values: where one is needed, where one is lost, and what a literal may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Related
from puppet_typesys.issues import language as issues
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.anchor import anchor, span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.idem import is_idem, is_resource_without_title
from puppet_typesys.validate.literal import Key, NotLiteral, literal, show
from puppet_typesys.validate.rule import Finding, rule

_MAX_INTEGER = 0x7FFF_FFFF_FFFF_FFFF


@rule(on=ast.BlockExpression, whole=True)
def idem_expression_not_last(block: ast.BlockExpression, file: File) -> Iterable[Finding]:
    """A statement makes a value that nothing uses."""
    if not file.tasks and is_resource_without_title(block):
        return ()
    for statement in block.statements[:-1]:
        if is_idem(statement):
            return (Finding(*span(statement), issues.idem_expression_not_last(label(statement))),)
    return ()


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.NodeDefinition), whole=True)
def idem_not_allowed_last(
    definition: ast.HostClassDefinition | ast.ResourceTypeDefinition | ast.NodeDefinition, file: File
) -> Iterator[Finding]:
    """A class, define or node ends with a value that nothing uses."""
    body = definition.body
    if body is None or (not file.tasks and is_resource_without_title(body)):
        return
    last = body.statements[-1] if isinstance(body, ast.BlockExpression) and body.statements else body
    if is_idem(last) and (file.tasks or not is_resource_without_title(last)):
        yield Finding(*span(last), issues.idem_not_allowed_last(label(last), label(definition)))


@rule(on=(ast.CollectExpression, ast.Definition), of_parent=True)
def not_rvalue(expression: ast.CollectExpression | ast.Definition, file: File) -> Iterable[Finding]:
    """A value is needed where a definition or collector stands, which has none."""
    parent = None if expression in file.top else file.parents.get(expression)
    if parent is None or not _needs_value(parent, expression, file):
        return ()
    return (Finding(*span(expression), issues.not_rvalue(label(expression))),)


def _needs_value(parent: ast.Node, child: ast.Node, file: File) -> bool:
    """Whether a node takes the value of one directly inside it."""
    match parent:
        case ast.NamedAccessExpression():
            return False
        case ast.AssignmentExpression():
            return parent.operator == "=" and child is parent.right_expr
        case ast.RelationshipExpression():
            return not isinstance(child, ast.CollectExpression) and (not file.tasks or file.in_apply(parent))
        case ast.BinaryExpression() | ast.UnaryExpression() | ast.LiteralList() | ast.KeyedEntry() | ast.TextExpression():
            return True
        case ast.AttributeOperation() | ast.AttributesOperation() | ast.RenderExpression():
            return True
        case ast.IfExpression(test=value) | ast.UnlessExpression(test=value) | ast.CaseExpression(test=value):
            return child is value
        case ast.SelectorExpression(left_expr=value) | ast.SelectorEntry(matching_expr=value):
            return child is value
        case ast.CaseOption(values=values):
            return any(child is value for value in values)
    return False


@rule(
    on=(
        ast.CallNamedFunctionExpression,
        ast.CollectExpression,
        ast.FunctionDefinition,
        ast.LambdaExpression,
        ast.NamedAccessExpression,
        ast.NodeDefinition,
        ast.TypeAlias,
        ast.VariableExpression,
    ),
    whole=True,
)
def illegal_expression(node: ast.Expression, file: File) -> Iterable[Finding]:
    """An expression stands where only a name or a type can stand."""
    if type(node) is ast.VariableExpression and type(node.expr) is ast.QualifiedName:
        return ()
    wrong: tuple[ast.Expression, ...]
    match node:
        case ast.VariableExpression(expr=name):
            wrong = () if isinstance(name, ast.QualifiedName | ast.LiteralInteger | ast.ErrorNode) else (node,)
            feature = "name"
        case ast.CallNamedFunctionExpression(functor_expr=name):
            wrong = () if isinstance(name, ast.QualifiedName) or _is_callable(name) else (name,)
            feature = "function name"
        case ast.NamedAccessExpression(right_expr=name):
            wrong = () if isinstance(name, ast.QualifiedName | ast.ErrorNode) else (name,)
            feature = "function name"
        case ast.CollectExpression(type_expr=name):
            wrong = () if isinstance(name, ast.QualifiedReference | ast.ErrorNode) else (name,)
            feature = "type name"
        case ast.TypeAlias(type_expr=used) | ast.FunctionDefinition(return_type=used) | ast.LambdaExpression(return_type=used):
            wrong = () if used is None or _is_type(used) else (used,)
            feature = "a type reference"
        case ast.NodeDefinition(host_matches=names):
            wrong = tuple(name for name in names if not isinstance(name, _HOSTNAMES))
            feature = "hostname"
        case _:
            return ()
    return [Finding(*span(found), issues.illegal_expression(label(found), feature, label(node))) for found in wrong]


_HOSTNAMES = (ast.LiteralValue, ast.QualifiedReference, ast.ConcatenatedString, ast.ErrorNode)


def _is_callable(node: ast.Expression) -> bool:
    """Whether a node that is no name can be called: a type, or (its own rule) the text before template parameters."""
    left = node.left_expr if isinstance(node, ast.AccessExpression) else node
    return isinstance(left, ast.QualifiedReference | ast.ErrorNode) or isinstance(node, ast.RenderStringExpression)


def _is_type(node: ast.Expression) -> bool:
    left = node.left_expr if isinstance(node, ast.AccessExpression) else node
    # An alias for a hash is short for an Object type.
    return isinstance(left, ast.QualifiedReference | ast.LiteralHash | ast.KeyedEntry | ast.ErrorNode)


@rule(on=ast.CallNamedFunctionExpression)
def illegal_epp_parameters(call: ast.CallNamedFunctionExpression, file: File) -> Iterable[Finding]:
    """Text stands before the parameters of a template."""
    if not isinstance(call.functor_expr, ast.RenderStringExpression):
        return ()
    return (Finding(*span(call), issues.illegal_epp_parameters()),)


@rule(on=ast.LiteralHash)
def duplicate_key(hash_: ast.LiteralHash, file: File) -> Iterable[Finding]:
    """A hash has the same key twice."""
    if len(hash_.entries) < 2:
        return ()
    first: dict[Key, ast.KeyedEntry] = {}
    found: list[Finding] = []
    for entry in hash_.entries:
        key = entry.key
        try:
            value: Key = ("string", key.value) if type(key) in _TEXTS else literal(key)  # type: ignore[attr-defined]  # the usual key
        except NotLiteral:
            continue
        if first.setdefault(value, entry) is not entry:
            earlier = first[value].key
            related = Related(earlier.start, earlier.end, "first declared here")
            found.append(Finding(key.start, key.end, issues.duplicate_key(show(key)), (related,)))
    return found


_TEXTS = frozenset({ast.LiteralString, ast.QualifiedName})


@rule(on=(ast.CaseExpression, ast.SelectorExpression))
def duplicate_default(choice: ast.CaseExpression | ast.SelectorExpression, file: File) -> Iterable[Finding]:
    """A `case` or selector has two defaults."""
    if isinstance(choice, ast.CaseExpression):
        values = [value for option in choice.options for value in option.values]
    else:
        values = [entry.matching_expr for entry in choice.selectors]
    defaults = [value for value in values if isinstance(value, ast.LiteralDefault)]
    if len(defaults) < 2:
        return ()
    # Of a selector's defaults the reference names the second only.
    extra = defaults[1:] if isinstance(choice, ast.CaseExpression) else defaults[1:2]
    related = (Related(defaults[0].start, defaults[0].end, "first default here"),)
    return [Finding(value.start, value.end, issues.duplicate_default(label(choice)), related) for value in extra]


@rule(on=ast.LiteralInteger)
def numeric_overflow(number: ast.LiteralInteger, file: File) -> Iterable[Finding]:
    """A whole number does not fit in 64 bits."""
    if number.value <= _MAX_INTEGER:
        return ()
    return (Finding(anchor(number), number.end, issues.numeric_overflow(label(number), number.value)),)
