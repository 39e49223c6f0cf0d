"""Rules about definitions: where they stand and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.issues import language as issues
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.rule import Finding, rule

_DEFINITION_NAME = re.compile(r"[a-z][A-Za-z0-9_]*(?:::[a-z][A-Za-z0-9_]*)*")
_ALIAS_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*(?:::[A-Z][A-Za-z0-9_]*)*")

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
"""What may stand at the top of a file only, and in no class."""

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
"""What has a block for a body even when that has one statement, unlike `if`."""


@rule(on=ast.Definition, whole=True)
def not_top_level(definition: ast.Definition, file: File) -> Iterator[Finding]:
    """A class, define, node or function is defined inside something that is no class."""
    if definition not in file.top and _where(definition, file) == "nested":
        yield Finding(*span(definition), issues.not_top_level())


@rule(on=_ABSOLUTE, whole=True)
def not_absolute_top_level(definition: ast.Definition, file: File) -> Iterator[Finding]:
    """A function, plan or type alias is defined inside a class or another block."""
    if definition not in file.outermost and _where(definition, file) == "in a block":
        yield Finding(*span(definition), issues.not_absolute_top_level(label(definition)))


def _where(definition: ast.Definition, file: File) -> str:
    """Where a definition stands: `allowed`, `nested` in something, or `in a block` though it has to be at the top."""
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


@rule(on=(ast.NamedDefinition, ast.TypeAlias))
def illegal_definition_name(definition: ast.NamedDefinition | ast.TypeAlias, file: File) -> Iterator[Finding]:
    """The name of a definition breaks the rules for names."""
    pattern = _ALIAS_NAME if isinstance(definition, ast.TypeAlias) else _DEFINITION_NAME
    if not pattern.fullmatch(definition.name):
        yield Finding(*span(definition), issues.illegal_definition_name(definition.name, label(definition)))


@rule(on=(ast.NamedDefinition, ast.TypeAlias, ast.TypeDefinition))
def reserved_type_name(definition: ast.NamedDefinition | ast.TypeAlias | ast.TypeDefinition, file: File) -> Iterator[Finding]:
    """A definition takes the name of a built-in type."""
    name = definition.name
    if name in _RESERVED_NAMES:
        yield Finding(*span(definition), issues.reserved_type_name(name, label(definition)))
    elif isinstance(definition, ast.TypeAlias) and name.lower() in _RESERVED_NAMES:
        # The reference accepts the alias and never looks at it.
        yield Finding(*span(definition), issues.built_in_type_alias(name))


@rule(on=(ast.NamedDefinition, ast.TypeAlias, ast.LambdaExpression), severity=Severity.WARNING)
def future_reserved_word(definition: ast.NamedDefinition | ast.TypeAlias | ast.LambdaExpression, file: File) -> Iterator[Finding]:
    """A name will be a word of the language."""
    if isinstance(definition, ast.NamedDefinition) and definition.name in _FUTURE_RESERVED_WORDS:
        yield Finding(*span(definition), issues.future_reserved_word(definition.name))
    used = _type_of(definition)
    reference = used.left_expr if isinstance(used, ast.AccessExpression) else used
    if isinstance(reference, ast.QualifiedReference) and reference.value in _FUTURE_RESERVED_WORDS:
        yield Finding(reference.start, reference.end, issues.future_reserved_word(reference.value))


def _type_of(definition: ast.NamedDefinition | ast.TypeAlias | ast.LambdaExpression) -> ast.Expression | None:
    match definition:
        case ast.TypeAlias(type_expr=used) | ast.FunctionDefinition(return_type=used) | ast.LambdaExpression(return_type=used):
            return used
    return None


@rule(on=(ast.TypeDefinition, ast.TypeMapping), whole=True)
def unsupported_expression(definition: ast.TypeDefinition | ast.TypeMapping, file: File) -> Iterator[Finding]:
    """A definition has a form that Puppet reads but does not support."""
    if isinstance(definition, ast.TypeDefinition) or not _is_runtime(definition.type_expr):
        yield Finding(*span(definition), issues.unsupported_expression(label(definition)))


@rule(on=ast.TypeMapping)
def illegal_type_mapping(mapping: ast.TypeMapping, file: File) -> Iterator[Finding]:
    """The two sides of a mapping from a runtime type do not fit each other."""
    left, right = mapping.type_expr, mapping.mapping_expr
    if not isinstance(left, ast.AccessExpression) or not _is_runtime(left) or isinstance(right, ast.ErrorNode):
        return
    by_pattern = len(left.keys) == 2 and _is_replacement(left.keys[1])
    fits = _is_replacement(right) if by_pattern else _is_type(right)
    if not fits:
        wanted = "Tuple[Regexp,String]" if by_pattern else "Type"
        yield Finding(*span(mapping), issues.illegal_type_mapping(wanted, label(mapping)))


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
