"""Rules about the places and names of definitions."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.issues.labels import capitalized, label, with_article
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.table import rule

_DEFINITION_NAME = lazy_pattern(r"[a-z][A-Za-z0-9_]*(?:::[a-z][A-Za-z0-9_]*)*")
_ALIAS_NAME = lazy_pattern(r"[A-Z][A-Za-z0-9_]*(?:::[A-Z][A-Za-z0-9_]*)*")

_RESERVED_NAMES = frozenset(
    {
        "any",
        "array",
        "boolean",
        "collection",
        "enum",
        "float",
        "hash",
        "init",
        "integer",
        "numeric",
        "object",
        "optional",
        "pattern",
        "regexp",
        "runtime",
        "scalar",
        "semver",
        "semverrange",
        "sensitive",
        "string",
        "struct",
        "timespan",
        "timestamp",
        "tuple",
        "type",
        "typeset",
        "unit",
        "variant",
    }
)

_FUTURE_RESERVED_WORDS = frozenset({"plan"})

_ABSOLUTE = (ast.FunctionDefinition, ast.PlanDefinition, ast.TypeAlias, ast.TypeDefinition)
"""Definitions that are only allowed at the top level of a file, not in a class."""

_BODIED = (
    ast.HostClassDefinition,
    ast.ResourceTypeDefinition,
    ast.FunctionDefinition,
    ast.PlanDefinition,
    ast.TypeDefinition,
    ast.NodeDefinition,
    ast.LambdaExpression,
    ast.EppExpression,
    ast.ApplyExpression,
)
"""Nodes whose body counts as a block even with a single statement, unlike those of `if`."""


@issue(Severity.ERROR)
def not_top_level() -> str:
    """Definition nested in something other than a class"""
    return "Classes, definitions, and nodes may only appear at toplevel or inside other classes"


@rule(on=ast.Definition, whole=True)
def check_not_top_level(definition: ast.Definition, file: File) -> Iterator[Diagnostic]:
    if definition not in file.top and _where(definition, file) == "nested":
        yield not_top_level().at(*span(definition))


@issue(Severity.ERROR)
def not_absolute_top_level(definition: str) -> str:
    """Function, plan or type alias defined inside a block"""
    return f"{capitalized(with_article(definition))} may only appear at toplevel"


@rule(on=_ABSOLUTE, whole=True)
def check_not_absolute_top_level(definition: ast.Definition, file: File) -> Iterator[Diagnostic]:
    if definition not in file.outermost and _where(definition, file) == "in a block":
        yield not_absolute_top_level(label(definition)).at(*span(definition))


def _where(definition: ast.Definition, file: File) -> str:
    """The place of a definition: `allowed`, `nested` in another node, `in a block` although it must be at the top level, or `unknown`."""
    if file.is_broken(definition):
        return "unknown"
    child: ast.Node = definition
    for parent in file.ancestors(definition):
        if not isinstance(parent, ast.BlockExpression):
            return _where_in(parent, child, definition)
        child = parent
    return "allowed"


def _where_in(parent: ast.Node, child: ast.Node, definition: ast.Definition) -> str:
    in_block = (
        isinstance(child, ast.BlockExpression)
        or (isinstance(parent, _BODIED) and child is parent.body)
        or (isinstance(parent, ast.CaseOption) and child is parent.then_expr)
    )
    if isinstance(parent, ast.Program):
        return "allowed"
    if in_block and isinstance(definition, _ABSOLUTE):
        return "in a block"
    return "allowed" if isinstance(parent, ast.HostClassDefinition | ast.ApplyExpression) else "nested"


@issue(Severity.ERROR)
def illegal_definition_name(name: str, definition: str) -> str:
    """Invalid name of a definition"""
    return f"Unacceptable name. The name '{name}' is unacceptable as the name of {with_article(definition)}"


@rule(on=(ast.NamedDefinition, ast.TypeAlias))
def check_illegal_definition_name(definition: ast.NamedDefinition | ast.TypeAlias, file: File) -> Iterator[Diagnostic]:
    pattern = _ALIAS_NAME if isinstance(definition, ast.TypeAlias) else _DEFINITION_NAME
    if not pattern.fullmatch(definition.name):
        yield illegal_definition_name(definition.name, label(definition)).at(*span(definition))


@issue(Severity.ERROR)
def reserved_type_name(name: str, definition: str) -> str:
    """Name of a built-in type used for a definition"""
    return f"The name: '{name}' is already defined by Puppet and can not be used as the name of {with_article(definition)}."


@reserved_type_name.variant()
def built_in_type_alias(name: str) -> str:
    return f"'{name}' is a built-in type, so the alias is never used"


@rule(on=(ast.NamedDefinition, ast.TypeAlias, ast.TypeDefinition))
def check_reserved_type_name(definition: ast.NamedDefinition | ast.TypeAlias | ast.TypeDefinition, file: File) -> Iterator[Diagnostic]:
    name = definition.name
    if name in _RESERVED_NAMES:
        yield reserved_type_name(name, label(definition)).at(*span(definition))
    elif isinstance(definition, ast.TypeAlias) and name.lower() in _RESERVED_NAMES:
        # The reference accepts the alias, but never resolves the name to it.
        yield built_in_type_alias(name).at(*span(definition))


@issue(Severity.WARNING)
def future_reserved_word(word: str) -> str:
    """Name that may become a reserved word"""
    return f"Use of future reserved word: '{word}'"


@rule(on=(ast.NamedDefinition, ast.TypeAlias, ast.LambdaExpression))
def check_future_reserved_word(definition: ast.NamedDefinition | ast.TypeAlias | ast.LambdaExpression, file: File) -> Iterator[Diagnostic]:
    if isinstance(definition, ast.NamedDefinition) and definition.name in _FUTURE_RESERVED_WORDS:
        yield future_reserved_word(definition.name).at(*span(definition))
    used = _type_of(definition)
    reference = used.left_expr if isinstance(used, ast.AccessExpression) else used
    if isinstance(reference, ast.QualifiedReference) and reference.value in _FUTURE_RESERVED_WORDS:
        yield future_reserved_word(reference.value).at(reference.start, reference.end)


def _type_of(definition: ast.NamedDefinition | ast.TypeAlias | ast.LambdaExpression) -> ast.Expression | None:
    match definition:
        case ast.TypeAlias(type_expr=used) | ast.FunctionDefinition(return_type=used) | ast.LambdaExpression(return_type=used):
            return used
    return None


@issue(Severity.ERROR)
def unsupported_expression(expression: str, product: str = "Puppet") -> str:
    """Unsupported form of definition"""
    return f"Expressions of type {with_article(expression)} are not supported in this version of {product}"


@rule(on=(ast.TypeDefinition, ast.TypeMapping), whole=True)
def check_unsupported_expression(definition: ast.TypeDefinition | ast.TypeMapping, file: File) -> Iterator[Diagnostic]:
    if isinstance(definition, ast.TypeDefinition) or not _is_runtime(definition.type_expr):
        yield unsupported_expression(label(definition), file.target.product).at(*span(definition))


@issue(Severity.ERROR)
def illegal_type_mapping(wanted: str, mapping: str) -> str:
    """Sides of a type mapping do not match"""
    return f"Illegal type mapping. Expected a {wanted} on the left side, got {capitalized(with_article(mapping))}"


@rule(on=ast.TypeMapping)
def check_illegal_type_mapping(mapping: ast.TypeMapping, file: File) -> Iterator[Diagnostic]:
    left, right = mapping.type_expr, mapping.mapping_expr
    if not isinstance(left, ast.AccessExpression) or not _is_runtime(left) or isinstance(right, ast.ErrorNode):
        return
    by_pattern = len(left.keys) == 2 and _is_replacement(left.keys[1])
    fits = _is_replacement(right) if by_pattern else _is_type(right)
    if not fits:
        wanted = "Tuple[Regexp,String]" if by_pattern else "Type"
        yield illegal_type_mapping(wanted, label(mapping)).at(*span(mapping))


def _is_runtime(node: ast.Expression) -> bool:
    left = node.left_expr if isinstance(node, ast.AccessExpression) else node
    return isinstance(left, ast.ErrorNode) or (isinstance(left, ast.QualifiedReference) and left.cased_value == "Runtime")


def _is_replacement(node: ast.Expression) -> bool:
    match node:
        case ast.LiteralList(values=(ast.LiteralRegularExpression(), ast.LiteralString())):
            return True
    return False


def _is_type(node: ast.Expression) -> bool:
    left = node.left_expr if isinstance(node, ast.AccessExpression) else node
    return isinstance(left, ast.QualifiedReference)
