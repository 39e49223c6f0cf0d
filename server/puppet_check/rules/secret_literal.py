"""Passwords, keys and tokens that stand in the code."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.given_defaults import DEFINITIONS
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import bodies, declared_type
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import DEFINE, TypedName
from puppet_typesys.secrets.names import is_secret_name, is_secret_text, is_secret_type, known_secret

PASSWORD = "password"
LOCKED = ("!", "*")
"""How the hash of a user begins that nobody can log in with."""


@issue(Severity.WARNING)
def secret_literal(what: str) -> str:
    """Secret that stands in the code"""
    return f"{what} is a literal, so that everybody has it who reads this code; expected a value from Hiera"


@secret_literal.variant()
def secret_default(name: str) -> str:
    return f"the default of `${name}` is a literal secret, which all have in common who do not set it; expected no default"


@rule(on=ast.Program, whole=True)
def check_defaults(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report literal defaults of parameters that are secrets."""
    for each in program.definitions:
        for parameter in each.parameters if isinstance(each, DEFINITIONS) else ():
            value = parameter.value
            if isinstance(value, ast.LiteralString) and _is_secret(parameter, value.value, file):
                yield secret_default(parameter.name).at(value.start, value.end)


def _is_secret(parameter: ast.Parameter, default: str, file: File) -> bool:
    """Whether a default is a secret, by the name of its parameter; what is one by its form is reported as such."""
    if not is_secret_name(parameter.name) or not is_secret_text(default) or known_secret(default) is not None:
        return False
    return is_secret_type(declared_type(parameter, file))


@rule(on=ast.ResourceExpression)
def check_passwords(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report literal passwords of native types."""
    for body in bodies(node, file):
        value = body.value(PASSWORD)
        if not isinstance(value, ast.LiteralString) or not is_secret_text(value.value) or value.value.startswith(LOCKED):
            continue
        if file.known.external.load(TypedName(DEFINE, body.type)) is None and body.type != "class":
            yield secret_literal(f"this {PASSWORD}").at(value.start, value.end)


@rule(on=ast.Program)
def check_text(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report private keys, and tokens of known formats."""
    if known_secret(file.characters) is None:
        return
    for node in file.of_class(ast.LiteralString):
        found = known_secret(node.value)
        if found is not None:
            yield secret_literal(f"this {found}").at(node.start, node.end)
