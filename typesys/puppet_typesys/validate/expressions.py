"""Rules about values: where an expression must have one, where it is unused, and which literals are valid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Related, Severity, issue
from puppet_typesys.issues.evaluation.general import numeric_overflow
from puppet_typesys.issues.labels import capitalized, label, with_article
from puppet_typesys.validate.anchor import anchor, span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.idem import is_idem, is_resource_without_title
from puppet_typesys.validate.literal import Key, NotLiteral, literal, show
from puppet_typesys.validate.table import place_rule, rule

_MAX_INTEGER = 0x7FFF_FFFF_FFFF_FFFF


@issue(Severity.ERROR)
def idem_expression_not_last(expression: str) -> str:
    """Value of a statement is never used"""
    return (
        f"This {expression} has no effect. A value was produced and then forgotten "
        "(one or more preceding expressions may have the wrong form)"
    )


@rule(on=ast.BlockExpression, whole=True)
def check_idem_expression_not_last(block: ast.BlockExpression, file: File) -> Iterable[Diagnostic]:
    if not file.tasks and is_resource_without_title(block):
        return ()
    for statement in block.statements[:-1]:
        if is_idem(statement):
            return (idem_expression_not_last(label(statement)).at(*span(statement)),)
    return ()


@issue(Severity.ERROR)
def idem_not_allowed_last(expression: str, container: str) -> str:
    """Class, define or node ends with an unused value"""
    return (
        f"This {expression} has no effect. {capitalized(with_article(container))} can not end with a value-producing expression "
        "without other effect"
    )


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.NodeDefinition), whole=True)
def check_idem_not_allowed_last(
    definition: ast.HostClassDefinition | ast.ResourceTypeDefinition | ast.NodeDefinition, file: File
) -> Iterator[Diagnostic]:
    body = definition.body
    if body is None or (not file.tasks and is_resource_without_title(body)):
        return
    last = body.statements[-1] if isinstance(body, ast.BlockExpression) and body.statements else body
    if is_idem(last) and (file.tasks or not is_resource_without_title(last)):
        yield idem_not_allowed_last(label(last), label(definition)).at(*span(last))


@issue(Severity.ERROR)
def not_rvalue(expression: str) -> str:
    """Definition or collector used as a value"""
    return f"Invalid use of expression. {capitalized(with_article(expression))} does not produce a value"


@place_rule(on=(ast.CollectExpression, ast.Definition), whole=True)
def check_not_rvalue(expression: ast.CollectExpression | ast.Definition, file: File) -> Iterable[Diagnostic]:
    parent = None if expression in file.top else file.parents.get(expression)
    if parent is None or not _needs_value(parent, expression, file):
        return ()
    return (not_rvalue(label(expression)).at(*span(expression)),)


def _needs_value(parent: ast.Node, child: ast.Node, file: File) -> bool:
    """Whether a node uses the value of a child."""
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


@issue(Severity.ERROR)
def illegal_expression(expression: str, feature: str, container: str) -> str:
    """Expression where only a name or type is allowed"""
    found = capitalized(with_article(expression))
    return f"Illegal expression. {found} is unacceptable as {feature} in {with_article(container)}"


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
def check_illegal_expression(node: ast.Expression, file: File) -> Iterable[Diagnostic]:
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
    return [illegal_expression(label(found), feature, label(node)).at(*span(found)) for found in wrong]


_HOSTNAMES = (ast.LiteralValue, ast.QualifiedReference, ast.ConcatenatedString, ast.ErrorNode)


def _is_callable(node: ast.Expression) -> bool:
    """Whether a node other than a name can be called: a type, or the text before template parameters, which has a rule of its own."""
    left = node.left_expr if isinstance(node, ast.AccessExpression) else node
    return isinstance(left, ast.QualifiedReference | ast.ErrorNode) or isinstance(node, ast.RenderStringExpression)


def _is_type(node: ast.Expression) -> bool:
    left = node.left_expr if isinstance(node, ast.AccessExpression) else node
    # An alias for a hash denotes an Object type.
    return isinstance(left, ast.QualifiedReference | ast.LiteralHash | ast.KeyedEntry | ast.ErrorNode)


@issue(Severity.ERROR)
def illegal_epp_parameters() -> str:
    """Text before the parameters of a template"""
    return "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace"


@rule(on=ast.CallNamedFunctionExpression)
def check_illegal_epp_parameters(call: ast.CallNamedFunctionExpression, file: File) -> Iterable[Diagnostic]:
    if not isinstance(call.functor_expr, ast.RenderStringExpression):
        return ()
    return (illegal_epp_parameters().at(*span(call)),)


@issue(Severity.ERROR)
def duplicate_key(key: str) -> str:
    """Duplicate key in a hash"""
    return f"The key '{key}' is declared more than once"


@rule(on=ast.LiteralHash)
def check_duplicate_key(hash_: ast.LiteralHash, file: File) -> Iterable[Diagnostic]:
    if len(hash_.entries) < 2 or file.target.strict == "off":
        return ()
    severity = SEVERITY[file.target.strict]
    first: dict[Key, ast.KeyedEntry] = {}
    found: list[Diagnostic] = []
    for entry in hash_.entries:
        key = entry.key
        if not file.target.compares_types_as_keys and any(isinstance(part, _NOT_COMPARED) for part in ast.walk(key)):
            continue
        try:
            value: Key = ("string", key.value) if type(key) in _TEXTS else literal(key)  # type: ignore[attr-defined]  # the usual key
        except NotLiteral:
            continue
        if first.setdefault(value, entry) is not entry:
            earlier = first[value].key
            related = Related(earlier.start, earlier.end, "first declared here")
            found.append(duplicate_key(show(key)).at(key.start, key.end, related=(related,), severity=severity))
    return found


_NOT_COMPARED = (ast.QualifiedReference, ast.UnaryMinusExpression)
_TEXTS = frozenset({ast.LiteralString, ast.QualifiedName})


@issue(Severity.ERROR)
def duplicate_default(container: str) -> str:
    """Duplicate default in a `case` or selector"""
    return f"This {container} already has a 'default' entry - this is a duplicate"


@rule(on=(ast.CaseExpression, ast.SelectorExpression))
def check_duplicate_default(choice: ast.CaseExpression | ast.SelectorExpression, file: File) -> Iterable[Diagnostic]:
    if isinstance(choice, ast.CaseExpression):
        values = [value for option in choice.options for value in option.values]
    else:
        values = [entry.matching_expr for entry in choice.selectors]
    defaults = [value for value in values if isinstance(value, ast.LiteralDefault)]
    if len(defaults) < 2:
        return ()
    # Of the defaults of a selector, the reference reports only the second.
    extra = defaults[1:] if isinstance(choice, ast.CaseExpression) else defaults[1:2]
    related = (Related(defaults[0].start, defaults[0].end, "first default here"),)
    return [duplicate_default(label(choice)).at(value.start, value.end, related=related) for value in extra]


@rule(on=ast.LiteralInteger)
def check_numeric_overflow(number: ast.LiteralInteger, file: File) -> Iterable[Diagnostic]:
    if number.value <= _MAX_INTEGER:
        return ()
    return (numeric_overflow(label(number), f"{number.value:+#x}", "max").at(anchor(number), number.end),)
