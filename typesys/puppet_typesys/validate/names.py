"""Rules about names of variables and words that are no names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from puppet_grammar import ast
from puppet_typesys.issues import language as issues
from puppet_typesys.validate.file import File
from puppet_typesys.validate.rule import Finding, rule

# Programs repeat few names many times, and remembering them takes a third of the time of matching.
_VARIABLE_NAME = lru_cache(maxsize=4096)(re.compile(r"(?:::)?(?:[a-z][A-Za-z0-9_]*::)*[a-z_][A-Za-z0-9_]*").fullmatch)
_NUMERIC_NAME = re.compile(r"0|[1-9][0-9]*").fullmatch


# Half of all nodes that have a rule are variables: here it pays to make no generator.
@rule(on=ast.VariableExpression)
def illegal_var_name(variable: ast.VariableExpression, file: File) -> Iterable[Finding]:
    """A variable's name breaks the rules for names."""
    name = variable.expr
    if not isinstance(name, ast.QualifiedName) or _VARIABLE_NAME(name.value) or "0" <= name.value[:1] <= "9":
        return ()
    if not name.value and not file.whole:
        # A lone `$` has been reported as what it is, or is what is left of something else.
        return ()
    return (Finding(variable.start, variable.end, issues.illegal_var_name(name.value)),)


@rule(on=ast.VariableExpression)
def illegal_numeric_var_name(variable: ast.VariableExpression, file: File) -> Iterable[Finding]:
    """A variable's name starts with a digit and is no decimal number."""
    name = variable.expr
    if not isinstance(name, ast.QualifiedName) or not "0" <= name.value[:1] <= "9" or _NUMERIC_NAME(name.value):
        return ()
    return (Finding(variable.start, variable.end, issues.illegal_numeric_var_name(name.value)),)


@rule(on=ast.ReservedWord)
def reserved_word(word: ast.ReservedWord, file: File) -> Iterator[Finding]:
    """A word that Puppet keeps for itself stands where a value is expected."""
    yield Finding(word.start, word.end, issues.reserved_word(word.word))


@rule(on=ast.BlockExpression, whole=True)
def illegal_name(block: ast.BlockExpression, file: File) -> Iterator[Finding]:
    """A part of a qualified name starts with a capital letter."""
    before: ast.Expression | None = None
    for statement in block.statements:
        if (
            isinstance(statement, ast.QualifiedReference)
            and before is not None
            and before.end == statement.start
            and (name := _last_name(before)) is not None
        ):
            # `foo::Bar` is read as the name `foo` and then, as a statement of its own, the type `::Bar`.
            yield Finding(name.start, statement.end, issues.illegal_name(name.value + statement.cased_value))
        before = statement


def _last_name(statement: ast.Expression) -> ast.QualifiedName | None:
    """The name that a statement is, or that is the last argument of a call without parentheses."""
    match statement:
        case ast.QualifiedName():
            return statement
        case ast.CallNamedFunctionExpression(arguments=(*_, ast.QualifiedName() as name), lambda_=None) if name.end == statement.end:
            return name
    return None
