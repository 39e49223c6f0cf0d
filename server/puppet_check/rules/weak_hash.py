"""Passwords whose hash is easy to reverse."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import DEPTH, HOLE, written
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.secrets.names import is_secret_name
from puppet_typesys.types import model

WEAK = frozenset(("md5", "sha1", "stdlib::md5", "stdlib::sha1"))
CRYPT = frozenset(("pw_hash", "stdlib::pw_hash"))
WEAK_CRYPT = lazy_pattern(r"md5|sha-?1|des", re.IGNORECASE)
AS_PASSWORD = lazy_pattern(r"pass|pwd|secret|auth|credential|token|login|\.pw\b|\bpw\s*[=:]", re.IGNORECASE)
"""The names of what holds a password."""
NAMING = frozenset(("path", "name", "section", "setting", "key", "key_name", "option", "variable", "parameter", "target"))
"""The attributes that say what a resource is about."""
AS_CHECKSUM = lazy_pattern(r"checksum|etag|version|digest|cache|finger_?print|_id\b|unique|seed|trigger|refresh", re.IGNORECASE)


@issue(Severity.WARNING)
def weak_hash(function: str) -> str:
    """MD5 or SHA-1 of a secret as a password"""
    return (
        f"`{function}` of a secret can be reversed by trying all likely ones; expected a hash for passwords such as `pw_hash` with SHA-512"
    )


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_hashes(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report weak hashes of secrets that are used as passwords."""
    name = called(node)
    if name in WEAK:
        given = arguments(node)
        if given and _is_secret(given[0], file) and _is_password(node, file):
            yield weak_hash(name).at(node.start, node.end, severity=Severity.INFO if _is_of_format(given[0]) else None)
    elif name in CRYPT:
        given = arguments(node)
        if len(given) > 1 and isinstance(given[1], ast.LiteralString) and WEAK_CRYPT.fullmatch(given[1].value):
            yield weak_hash(f"{name} with {given[1].value}").at(node.start, node.end)


def _is_of_format(text: ast.Expression) -> bool:
    """Whether a text joins a secret with other values, as PostgreSQL and digests of HTTP demand: the name of the user, a realm."""
    return len({each.name for each in ast.walk(text) if isinstance(each, ast.VariableExpression)}) > 1


def _is_secret(node: ast.Expression, file: File) -> bool:
    """Whether a text contains a secret: by the name of a variable, or by its type."""
    for each in ast.walk(node):
        if isinstance(each, ast.VariableExpression):
            type = None if file.model is None else file.model.type_of(each)
            if is_secret_name(each.name) or isinstance(type, model.Sensitive):
                return True
    return False


def _is_password(node: ast.Node, file: File, depth: int = DEPTH) -> bool:
    """Whether a hash is used as a password, as what it is assigned to or the text before it says."""
    start = node
    while (around := file.parents.get(node)) is not None and not isinstance(around, ast.BlockExpression | ast.Definition):
        name = _name_of(around, node, file)
        if AS_CHECKSUM.search(name) is not None:
            return False
        if AS_PASSWORD.search(name) is not None:
            return True
        node = around
        if isinstance(node, ast.AssignmentExpression) and isinstance(node.left_expr, ast.VariableExpression) and depth:
            return any(_is_password(each, file, depth - 1) for each in _reads(node.left_expr, file) if each is not start)
    return False


def _reads(variable: ast.VariableExpression, file: File) -> Iterator[ast.VariableExpression]:
    """The places in the same definition where a variable is read."""
    around = next((each.node for each in file.scopes.around(variable) if variable.name in each.names), None)
    if around is None:
        return
    for each in file.of_class(ast.VariableExpression):
        is_other = isinstance(each, ast.VariableExpression) and each.name == variable.name and each is not variable
        if is_other and around.start <= each.start < around.end:
            yield each


def _name_of(around: ast.Node, inner: ast.Node, file: File) -> str:
    match around:
        case ast.AttributeOperation():
            name = around.attribute_name
            return "" if name in ("content", "value") else name
        case ast.AssignmentExpression():
            return file.source(around.left_expr)
        case ast.KeyedEntry():
            return file.source(around.key)
        case ast.ConcatenatedString():
            before = [each.value for each in around.segments if isinstance(each, ast.LiteralString) and each.end <= inner.start]
            return before[-1].rpartition("\n")[2] if before else ""
        case ast.ResourceBody():
            said = (each for each in around.operations if isinstance(each, ast.AttributeOperation) and each.attribute_name in NAMING)
            texts = (written(each, file) for each in (around.title, *(each.value_expr for each in said)))
            return "\n".join(each.replace(HOLE, " ") for each in texts if each is not None)
    return ""
