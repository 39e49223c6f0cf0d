"""Modes of files: what everybody on the node may change, and private keys that everybody may read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.secret_flows import secret_readable
from puppet_check.rules.security_bodies import Body, bodies, written
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

TYPES = frozenset(("file", "concat", "remote_file", "archive::download"))
OCTAL = lazy_pattern(r"[0-7]{3,4}")
SYMBOLIC = lazy_pattern(r"([ugoa]*[oa][ugoa]*)((?:[+=-][rwxXst]*)+)")
STEP = lazy_pattern(r"([+=-])([rwxXst]*)")
KEY = lazy_pattern(
    r"/(?:ssl|tls|pki|certs?|certificates|keys|acme|letsencrypt|etc)/(?:[^/]+/)*private/[^/]+\Z|/private/[^/]+\.(?:key|pem|p12|pfx|jks)\Z|/private_keys/[^/]+\Z"
    r"|/(?:id_(?:rsa|dsa|ecdsa|ed25519)|ssh_host_\w+_key|[^/]*privkey[^/]*|[^/]*private[_-]key[^/]*)\Z|/ssl/[^/]*\.key\Z"
)
PUBLIC = lazy_pattern(
    r"\.(?:pub|crt|cer|csr|html?|js|css|py|rb|php|md|txt)\Z|public|/README\b|/ca[_.-]?bundle|^/usr/share/|/(?:bind|named)/(?:[^/]+/)*K[^/]+\.key\Z"
)
PUBLIC_TEXT = lazy_pattern(r"PUBLIC KEY|\bDNSKEY\b")
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
        if body.type in TYPES and not _is_device(body) and not _is_link(body):
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
    yield world_writable(mode).at(value.start, value.end, fixes=_closed(value, mode, left=5))


def _closed(value: ast.Expression, mode: str, *, left: int) -> tuple[Fix, ...]:
    """The fix of a mode in digits that leaves others no more than some of the bits."""
    if not isinstance(value, ast.LiteralString) or not OCTAL.fullmatch(mode):
        return ()
    closed = f"{mode[:-1]}{int(mode[-1]) & left}"
    return (Fix(f"Use mode {closed}", (Edit(value.start, value.end, f"'{closed}'"),)),)


def is_open(mode: str) -> bool:
    """Whether others may write with a mode, and it has no sticky bit."""
    if OCTAL.fullmatch(mode):
        special = int(mode[0]) if len(mode) == 4 else 0
        return bool(int(mode[-1]) & 2) and not special & 1
    parts = re.split(r"\s*,\s*", mode.strip())
    return others_have("w", mode) and not any(STICKY.match(each) for each in parts)


def others_have(right: str, mode: str) -> bool:
    """Whether others have a right after the steps of a symbolic mode, of which each may take back an earlier one."""
    has = False
    for part in mode.split(","):
        found = SYMBOLIC.match(part.strip())
        for operator, rights in STEP.findall(found[2]) if found is not None else ():
            if right in rights:
                has = operator != "-"
            elif operator == "=":
                has = False
    return has


def _is_device(body: Body) -> bool:
    title = body.node.title if isinstance(body.node, ast.ResourceBody) else None
    return isinstance(title, ast.LiteralString) and title.value.startswith(DEVICES)


def _is_link(body: Body) -> bool:
    """Whether a resource is a link, whose mode has no meaning, or absent; a value of `ensure` that is no keyword is the path of a link."""
    if "ensure" not in body.attributes:
        return "target" in body.attributes
    return body.text("ensure") not in (None, "present", "file", "directory")


@rule(on=ast.ResourceExpression)
def check_keys(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report private keys whose mode lets others read them."""
    for body in bodies(node, file):
        mode = body.text("mode")
        if body.type != "file" or mode is None or not is_readable(mode) or body.text("ensure") == "directory" or _is_link(body):
            continue
        title = written(body.node.title, file) if isinstance(body.node, ast.ResourceBody) else None
        value = body.value("mode")
        is_public = PUBLIC_TEXT.search(body.text("content") or "") is not None
        if value is not None and not is_public and is_private_key(body.text("path") or title or ""):
            yield secret_readable("this private key", mode).at(value.start, value.end, fixes=_closed(value, mode, left=0))


def is_private_key(path: str) -> bool:
    """Whether a path is that of a private key."""
    return KEY.search(path) is not None and PUBLIC.search(path) is None


def is_readable(mode: str) -> bool:
    """Whether others may read a file with a mode."""
    if OCTAL.fullmatch(mode):
        return bool(int(mode[-1]) & 4)
    return others_have("r", mode)
