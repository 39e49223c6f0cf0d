"""Secrets that end where others can read them: in messages, and in catalogs (see `reports/catalogs/secret_findings.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

LOGGING = frozenset(("debug", "info", "notice", "warning", "err", "alert", "crit", "emerg", "fail"))


@issue(Severity.WARNING)
def secret_unwrapped(origin: str, sink: str) -> str:
    """Sensitive value is plain in a catalog or log"""
    return f"{origin} is Sensitive, but plain in {sink}, so that catalogs, reports and logs show it"


@issue(Severity.ERROR)
def secret_redacted(sink: str) -> str:
    """Sensitive value is made a text without `unwrap`"""
    return f"{sink} has the text `Sensitive [value redacted]` in place of a secret; expected `unwrap`, and the whole value under Sensitive"


@secret_redacted.variant()
def may_be_redacted(sink: str) -> str:
    return (
        f"{sink} gets the text `Sensitive [value redacted]` if a parameter without a type is given a Sensitive; expected `unwrap` for one"
    )


@issue(Severity.INFO)
def secret_not_sensitive(origin: str, sink: str) -> str:
    """Secret that is not under Sensitive is plain in a catalog"""
    return f"{origin} is not Sensitive and plain in {sink}, so that catalogs, reports and logs show it"


@issue(Severity.WARNING)
def secret_on_command_line(origin: str) -> str:
    """Secret is an argument of a command"""
    return f"{origin} is an argument of a command, which all users of the node see while it runs; expected `environment` or a file"


@issue(Severity.WARNING)
def secret_readable(what: str, mode: str) -> str:
    """File with a secret that everybody may read"""
    return f"mode `{mode}` lets every user of the node read {what}"


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
