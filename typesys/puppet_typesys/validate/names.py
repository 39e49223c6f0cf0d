"""Rules about names of variables, and about words that are not valid names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.validate.file import File
from puppet_typesys.validate.table import rule

# Programs repeat few names many times; a cached result takes a third of the time of matching.
_VARIABLE_NAME = lru_cache(maxsize=4096)(re.compile(r"(?:::)?(?:[a-z][A-Za-z0-9_]*::)*[a-z_][A-Za-z0-9_]*").fullmatch)
_NUMERIC_NAME = lazy_pattern(r"0|[1-9][0-9]*").fullmatch


def is_variable_name(name: str) -> bool:
    """Whether a variable may have a name, or the name has an error of its own because it starts with a digit."""
    return _VARIABLE_NAME(name) is not None or "0" <= name[:1] <= "9"


@issue(Severity.ERROR)
def illegal_var_name(name: str) -> str:
    """Invalid variable name"""
    return (
        f"Illegal variable name, The given name '{name}' does not conform to the naming rule "
        r"/^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/"
    )


# Half of all nodes with rules are variables, so it pays not to create a generator.
@rule(on=ast.VariableExpression)
def check_illegal_var_name(variable: ast.VariableExpression, file: File) -> Iterable[Diagnostic]:
    name = variable.expr
    if not isinstance(name, ast.QualifiedName) or is_variable_name(name.value):
        return ()
    if not name.value and not file.whole:
        # A lone `$` is reported elsewhere, or is part of a syntax error.
        return ()
    return (illegal_var_name(name.value).at(variable.start, variable.end),)


@issue(Severity.ERROR)
def illegal_numeric_var_name(name: str) -> str:
    """Variable name starts with a digit but is not a decimal number"""
    return f"Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9"


@rule(on=ast.VariableExpression)
def check_illegal_numeric_var_name(variable: ast.VariableExpression, file: File) -> Iterable[Diagnostic]:
    name = variable.expr
    if not isinstance(name, ast.QualifiedName) or not "0" <= name.value[:1] <= "9" or _NUMERIC_NAME(name.value):
        return ()
    return (illegal_numeric_var_name(name.value).at(variable.start, variable.end),)


CALLED = {"private": "assert_private"}
"""Functions with the names of reserved words, and those that they called."""


@issue(Severity.ERROR)
def reserved_word(word: str) -> str:
    """Reserved word used as a value"""
    return f"Use of reserved word: {word}, must be quoted if intended to be a String value"


@rule(on=ast.ReservedWord)
def check_reserved_word(word: ast.ReservedWord, file: File) -> Iterator[Diagnostic]:
    yield reserved_word(word.word).at(word.start, word.end, fixes=_instead(word, file))


def _instead(word: ast.ReservedWord, file: File) -> tuple[Fix, ...]:
    """The word in quotes; as the name of a function, `private` of stdlib by the function that it called."""
    parent = file.parents.get(word)
    if not isinstance(parent, ast.CallNamedFunctionExpression) or parent.functor_expr is not word:
        return (Fix("Add quotes", (Edit(word.start, word.end, f"'{word.word}'"),), "safe"),)
    name = CALLED.get(word.word)
    return () if name is None else (Fix(f"Use {name}", (Edit(word.start, word.end, name),), "safe"),)


@issue(Severity.ERROR)
def illegal_name(name: str) -> str:
    """Part of a name starts with an upper-case letter"""
    return f"'{name}' is not a legal name, every part of a name starts with a lower-case letter"


@rule(on=ast.BlockExpression, whole=True)
def check_illegal_name(block: ast.BlockExpression, file: File) -> Iterator[Diagnostic]:
    before: ast.Expression | None = None
    for statement in block.statements:
        if (
            isinstance(statement, ast.QualifiedReference)
            and before is not None
            and before.end == statement.start
            and (name := _last_name(before)) is not None
        ):
            # `foo::Bar` is parsed as the name `foo`, followed by the type `::Bar` as another statement.
            whole = name.value + statement.cased_value
            fix = Fix(f"Change to '{whole.lower()}'", (Edit(name.start, statement.end, whole.lower()),), "safe")
            yield illegal_name(whole).at(name.start, statement.end, fixes=(fix,))
        before = statement


def _last_name(statement: ast.Expression) -> ast.QualifiedName | None:
    """The name that a statement consists of, or that is the last argument of a call without parentheses."""
    match statement:
        case ast.QualifiedName():
            return statement
        case ast.CallNamedFunctionExpression(arguments=(*_, ast.QualifiedName() as name), lambda_=None) if name.end == statement.end:
            return name
    return None
