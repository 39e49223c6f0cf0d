"""References to resources: white space before the bracket, and titles without quotes."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import DATA_TYPES, Token, Tokens
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity

RELATIONS = frozenset(("before", "consume", "export", "notify", "require", "subscribe"))
"""The attributes whose values are references."""


@style_issue(Severity.ERROR)
def resource_reference_without_whitespace(type: str) -> str:
    """White space in a reference to a resource"""
    return f"white space between `{type}` and the bracket after it"


@style_issue(Severity.ERROR)
def resource_reference_chain_without_whitespace(type: str) -> str:
    """White space in a reference to a class, or in a data type"""
    return f"white space between `{type}` and the bracket after it"


@style_issue(Severity.ERROR)
def resource_reference_with_unquoted_title(title: str) -> str:
    """Title without quotes in a reference to a resource"""
    return f"title `{title}` without quotes"


@style_issue(Severity.ERROR)
def resource_reference_without_title_capital(title: str) -> str:
    """Capitalized title without quotes in a reference to a resource"""
    return f"`{title}` without quotes is a type; expected a title in quotes"


@style(on=Tokens)
def check_spaces(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report white space before brackets, for resource types if the file has a resource."""
    for each in tokens.of("data-type"):
        if (space := _space(each, tokens)) is not None:
            yield resource_reference_chain_without_whitespace(each.value).at(each.start, space.end, fixes=_removed(space))
    for each in tokens.of("reference") if file.resources else ():
        if (space := _space(each, tokens)) is not None:
            yield resource_reference_without_whitespace(each.value).at(each.start, space.end, fixes=_removed(space))


def _space(type: Token, tokens: Tokens) -> Token | None:
    """White space between a type and a bracket."""
    space, following = tokens.next(type), tokens.next_code(type)
    return space if space is not None and space.kind == "space" and following is not None and following.kind == "[" else None


def _removed(space: Token) -> tuple[Fix, ...]:
    """The code without the space. With it, Puppet sees a type and an array, so the fix is not safe."""
    return (Fix("Remove the white space", (Edit(space.start, space.end, ""),)),)


@style(on=ast.Program)
def check_titles(program: ast.Program, file: StyleFile) -> Iterator[Diagnostic]:
    """Report titles without quotes in relations."""
    done = -1
    relations = [each for each in file.of_class(ast.AttributeOperation) if each.attribute_name in RELATIONS]
    for relation in sorted(relations, key=attrgetter("start")):
        if relation.start < done:
            continue  # It is in a lambda of the one before.
        done = relation.end
        for each in ast.walk(relation.value_expr):
            reference = each.left_expr if isinstance(each, ast.AccessExpression) else None
            if isinstance(each, ast.AccessExpression) and isinstance(reference, ast.QualifiedReference):
                for title in () if reference.cased_value in DATA_TYPES else each.keys:
                    yield from _title(title)


def _title(title: ast.Expression) -> Iterator[Diagnostic]:
    if isinstance(title, ast.QualifiedName):
        fix = Fix("Add quotes", (Edit(title.start, title.end, f"'{title.value}'"),), "safe")
        yield resource_reference_with_unquoted_title(title.value).at(title.start, title.end, fixes=(fix,))
    elif isinstance(title, ast.QualifiedReference):
        guess = Fix("Add quotes", (Edit(title.start, title.end, f"'{title.cased_value}'"),))
        yield resource_reference_without_title_capital(title.cased_value).at(title.start, title.end, fixes=(guess,))
