"""Files and folders that everybody on the node may change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.security_bodies import Body, bodies
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

TYPES = frozenset(("file", "concat", "remote_file", "archive::download"))
OCTAL = lazy_pattern(r"[0-7]{3,4}")
SYMBOLIC = lazy_pattern(r"[ugoa]*[oa][ugoa]*[+=][rxXst]*w")
STICKY = lazy_pattern(r"[ugoa]*[+=][rwxXs]*t")
DEVICES = ("/dev/",)
"""What the system makes, and whose mode others rely on."""


@issue(Severity.WARNING)
def world_writable(mode: str) -> str:
    """File that everybody may change"""
    return f"mode `{mode}` lets every user of the node change this file"


@rule(on=ast.ResourceExpression)
def check_mode(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report modes with the write bit of others, unless the sticky bit keeps others from removing files."""
    for body in bodies(node, file):
        if body.type in TYPES and not _is_link(body):
            yield from _check(body, file)


@rule(on=ast.ResourceDefaultsExpression)
def check_default(node: ast.ResourceDefaultsExpression, file: File) -> Iterator[Diagnostic]:
    """Report such a mode as the default of all files."""
    if isinstance(node.type_ref, ast.QualifiedReference) and node.type_ref.cased_value == "File":
        yield from _check(Body("file", node, file), file)


def _check(body: Body, file: File) -> Iterator[Diagnostic]:
    value = body.value("mode")
    mode = body.text("mode")
    if value is None or mode is None or not is_open(mode):
        return
    fixes: tuple[Fix, ...] = ()
    if isinstance(value, ast.LiteralString) and OCTAL.fullmatch(mode):
        closed = f"{mode[:-1]}{int(mode[-1]) & 5}"
        fixes = (Fix(f"Use mode {closed}", (Edit(value.start, value.end, f"'{closed}'"),)),)
    yield world_writable(mode).at(value.start, value.end, fixes=fixes)


def is_open(mode: str) -> bool:
    """Whether others may write with a mode, and it has no sticky bit."""
    if OCTAL.fullmatch(mode):
        special = int(mode[0]) if len(mode) == 4 else 0
        return bool(int(mode[-1]) & 2) and not special & 1
    parts = re.split(r"\s*,\s*", mode.strip())
    return any(SYMBOLIC.match(each) for each in parts) and not any(STICKY.match(each) for each in parts)


def _is_link(body: Body) -> bool:
    title = body.node.title if isinstance(body.node, ast.ResourceBody) else None
    if isinstance(title, ast.LiteralString) and title.value.startswith(DEVICES):
        return True
    return body.text("ensure") in ("link", "absent") or ("target" in body.attributes and "ensure" not in body.attributes)
