"""Rules about heredocs whose tag names a syntax, which a text without interpolation must follow.

As in the reference, the last part of the syntax counts (`@(END:data+json)` is JSON), and json, base64, pp and epp are checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, Wording, issue
from puppet_typesys.validate.file import File
from puppet_typesys.validate.table import rule


@issue(Severity.ERROR)
def illegal_json(syntax: str, reason: str) -> str:
    """Heredoc tagged as JSON is not valid JSON"""
    return _words(syntax, reason)


@rule(on=ast.HeredocExpression)
def check_illegal_json(heredoc: ast.HeredocExpression, file: File) -> Iterable[Diagnostic]:
    text = _text(heredoc) if _last(heredoc) == "json" else None
    if text is None:
        return ()
    from puppet_typesys.validate.json_text import json_error  # 2.2 ms to compile its patterns, and few programs have JSON

    reason = json_error(text)
    return () if reason is None else (illegal_json(heredoc.syntax, reason).at(heredoc.start, heredoc.end),)


@issue(Severity.ERROR)
def illegal_base64(syntax: str, reason: str) -> str:
    """Heredoc tagged as Base64 is not valid Base64"""
    return _words(syntax, reason)


@rule(on=ast.HeredocExpression)
def check_illegal_base64(heredoc: ast.HeredocExpression, file: File) -> Iterable[Diagnostic]:
    text = _text(heredoc) if _last(heredoc) == "base64" else None
    if text is None:
        return ()
    from puppet_typesys.validate.base64_text import base64_error  # 1.5 ms to compile its patterns, and few programs have Base64

    reason = base64_error(text)
    return () if reason is None else (illegal_base64(heredoc.syntax, reason).at(heredoc.start, heredoc.end),)


@issue(Severity.ERROR)
def illegal_pp(syntax: str, reason: str) -> str:
    """Heredoc tagged as Puppet code is not valid Puppet code"""
    return _words(syntax, reason)


@rule(on=ast.HeredocExpression)
def check_illegal_pp(heredoc: ast.HeredocExpression, file: File) -> Iterable[Diagnostic]:
    return _read(illegal_pp, heredoc, file, "pp")


@issue(Severity.ERROR)
def illegal_epp(syntax: str, reason: str) -> str:
    """Heredoc tagged as EPP is not a valid template"""
    return _words(syntax, reason)


@rule(on=ast.HeredocExpression)
def check_illegal_epp(heredoc: ast.HeredocExpression, file: File) -> Iterable[Diagnostic]:
    return _read(illegal_epp, heredoc, file, "epp")


def _read(wording: Wording[str, str], heredoc: ast.HeredocExpression, file: File, syntax: Literal["pp", "epp"]) -> Iterable[Diagnostic]:
    text = _text(heredoc)
    if text is None or heredoc.syntax != syntax or file.read is None or (reason := file.read(text, syntax)) is None:
        return ()
    return (wording(heredoc.syntax, reason).at(heredoc.start, heredoc.end),)


def _text(heredoc: ast.HeredocExpression) -> str | None:
    """The text of a heredoc without interpolation; None for others."""
    text = heredoc.text_expr
    return text.value if isinstance(text, ast.LiteralString) else None


def _last(heredoc: ast.HeredocExpression) -> str:
    return heredoc.syntax.rpartition("+")[2]


def _words(syntax: str, reason: str) -> str:
    return f"Invalid produced text having syntax: '{syntax}'. {reason}"
