"""Secrets in the messages of functions that log, or that end the compilation with a message."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.secret_flows import secret_unwrapped
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic

LOGGING = frozenset(("debug", "info", "notice", "warning", "err", "alert", "crit", "emerg", "fail"))


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_messages(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report messages that contain what is unwrapped."""
    name = called(node)
    if name in LOGGING:
        found = unwrapped(node, file)
        if found is not None:
            yield secret_unwrapped(f"`{found}`", f"the message of `{name}`").at(node.start, node.end)


def unwrapped(call: ast.Node, file: File) -> str | None:
    """The code of what is unwrapped in an argument of a call."""
    inner = next((each for given in arguments(call) for each in _unwrapped(given)), None)
    return None if inner is None else file.source(inner)


def _unwrapped(node: ast.Expression) -> Iterator[ast.Expression]:
    """What is unwrapped in a text, without what a function makes of it."""
    match node:
        case ast.ConcatenatedString():
            for each in node.segments:
                yield from _unwrapped(each)
        case ast.TextExpression() | ast.ParenthesizedExpression():
            yield from _unwrapped(node.expr)
        case ast.CallMethodExpression(lambda_=None) | ast.CallNamedFunctionExpression(lambda_=None) if called(node) == "unwrap":
            yield arguments(node)[0]
