"""Rules about heredocs whose tag names a syntax: a text without interpolation has to follow it.

As in the reference the last part of the syntax counts (`@(END:data+json)` is JSON), and there are four that anything is known about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from puppet_grammar import ast
from puppet_typesys.issues import language as issues
from puppet_typesys.validate.file import File
from puppet_typesys.validate.rule import Finding, rule


@rule(on=ast.HeredocExpression)
def illegal_json(heredoc: ast.HeredocExpression, file: File) -> Iterable[Finding]:
    """A heredoc tagged as JSON is no JSON."""
    text = _text(heredoc) if _last(heredoc) == "json" else None
    if text is None:
        return ()
    # Patterns take long to compile, and few programs need these.
    from puppet_typesys.validate.json_text import json_error

    reason = json_error(text)
    return () if reason is None else (_finding(heredoc, reason),)


@rule(on=ast.HeredocExpression)
def illegal_base64(heredoc: ast.HeredocExpression, file: File) -> Iterable[Finding]:
    """A heredoc tagged as Base64 is no Base64."""
    text = _text(heredoc) if _last(heredoc) == "base64" else None
    if text is None:
        return ()
    # As above.
    from puppet_typesys.validate.base64_text import base64_error

    reason = base64_error(text)
    return () if reason is None else (_finding(heredoc, reason),)


@rule(on=ast.HeredocExpression)
def illegal_pp(heredoc: ast.HeredocExpression, file: File) -> Iterable[Finding]:
    """A heredoc tagged as Puppet code is no Puppet code."""
    return _read(heredoc, file, "pp")


@rule(on=ast.HeredocExpression)
def illegal_epp(heredoc: ast.HeredocExpression, file: File) -> Iterable[Finding]:
    """A heredoc tagged as a template is no template."""
    return _read(heredoc, file, "epp")


def _read(heredoc: ast.HeredocExpression, file: File, syntax: Literal["pp", "epp"]) -> Iterable[Finding]:
    text = _text(heredoc)
    if text is None or heredoc.syntax != syntax or file.read is None or (reason := file.read(text, syntax)) is None:
        return ()
    return (_finding(heredoc, reason),)


def _text(heredoc: ast.HeredocExpression) -> str | None:
    """The text, when it is known."""
    text = heredoc.text_expr
    return text.value if isinstance(text, ast.LiteralString) else None


def _last(heredoc: ast.HeredocExpression) -> str:
    return heredoc.syntax.rpartition("+")[2]


def _finding(heredoc: ast.HeredocExpression, reason: str) -> Finding:
    return Finding(heredoc.start, heredoc.end, issues.illegal_text(heredoc.syntax, reason))
