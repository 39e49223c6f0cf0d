"""Strings in `require` and its like that are not references: `notify => 'restart it'` where `Exec['restart it']` is meant.

A type in lower case is a string as well, and its title in brackets is no index: `require => exec["restart ${name}"]`.

The evaluation checks relationships of whole catalogs only. A virtual resource may never become a part of one.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import relationship_metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.evaluate.resource import is_reference
from puppet_typesys.infer.resolution import assigned_names
from puppet_typesys.issues.evaluation.names import not_a_reference
from puppet_typesys.issues.evaluation.types import bad_character_index
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.numbers import inspect_text


@rule(on=ast.ResourceExpression)
def check_relations(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report strings that name no resource: literal ones, and those of variables and defaults in the same definition."""
    for body in node.bodies if node.form == "regular" else ():
        for each in body.operations:
            if not isinstance(each, ast.AttributeOperation) or each.attribute_name not in relationship_metaparameters():
                continue
            if _is_whole(each, file):
                yield from _texts(each.value_expr, file)


@rule(on=ast.AccessExpression, whole=True)
def check_access(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report an index of a word that is a text with letters, of which the evaluation does not know the whole."""
    word = node.left_expr
    if isinstance(word, ast.QualifiedName) and any(map(_has_letters, node.keys)) and not file.has_finding_in(node):
        fixes = respelled(file.text, word.start, word.end, word.value, capitalize_segments(word.value))
        yield bad_character_index("a String").at(word.start, node.end, fixes=fixes)


def _has_letters(key: ast.Expression) -> bool:
    """Whether a text with interpolations is no number."""
    texts = key.segments if isinstance(key, ast.ConcatenatedString) else ()
    return any(isinstance(each, ast.LiteralString) and any(map(str.isalpha, each.value)) for each in texts)


def _is_whole(operation: ast.AttributeOperation, file: File) -> bool:
    """Whether nothing is between the arrow and the value, such as a type before a space and a list, which is a syntax error."""
    return not file.text.source[operation.operator_start + len(operation.operator) : operation.value_expr.start].strip()


def _texts(value: ast.Expression, file: File) -> Iterator[Diagnostic]:
    for each in value.values if isinstance(value, ast.LiteralList) else (value,):
        if isinstance(each, ast.LiteralString | ast.QualifiedName) and not is_reference(each.value):
            yield not_a_reference(inspect_text(each.value)).at(each.start, each.end)
        elif isinstance(each, ast.VariableExpression) and _is_text(given := _given(each, file)):
            # A caller may give a parameter another value than its default.
            severity = Severity.WARNING if _is_parameter(each, file) else Severity.ERROR
            shown = inspect_text(given.value) if isinstance(given, ast.LiteralString) else f"`{file.source(each)}`"
            yield not_a_reference(shown).at(each.start, each.end, severity=severity)


def _is_parameter(variable: ast.VariableExpression, file: File) -> bool:
    return any(variable.name in scope.parameters for scope in file.scopes.around(variable))


def _given(variable: ast.VariableExpression, file: File) -> ast.Expression | None:
    """The only value that a variable is assigned in its scope, or the default of a parameter; the first one of a list."""
    scopes = file.scopes.around(variable)
    if len(scopes) != 1 or not isinstance(definition := scopes[0].node, ast.NamedDefinition):
        return None
    parameter = scopes[0].parameters.get(variable.name)
    if parameter is not None:
        found = parameter.value
    else:
        inside = (each for each in file.of_class(ast.AssignmentExpression) if definition.start <= each.start and each.end <= definition.end)
        assigned = (each for each in inside if variable.name in assigned_names(each.left_expr))
        values = [each.right_expr if isinstance(each.left_expr, ast.VariableExpression) else None for each in assigned]
        found = values[0] if len(values) == 1 else None
    return found.values[0] if isinstance(found, ast.LiteralList) and found.values else found


def _is_text(value: ast.Expression | None) -> bool:
    """Whether a value is a string that cannot be a reference, since it does not end in a bracket."""
    match value:
        case ast.LiteralString(value=text):
            return bool(text) and not is_reference(text)
        case ast.ConcatenatedString(segments=(*_, ast.LiteralString(value=end))):
            return bool(end) and not end.endswith("]")
    return False
