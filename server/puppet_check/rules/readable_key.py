"""Private keys that everybody on the node may read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.secret_flows import secret_readable
from puppet_check.rules.security_bodies import bodies, written
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

KEY = lazy_pattern(
    r"/(?:private|private_keys)/[^/]+\Z|/(?:id_(?:rsa|dsa|ecdsa|ed25519)|ssh_host_\w+_key|[^/]*privkey[^/]*|[^/]*private[_-]key[^/]*)\Z|/ssl/[^/]*\.key\Z"
)
PUBLIC = lazy_pattern(r"\.(?:pub|crt|cer|csr)\Z|public")
OCTAL = lazy_pattern(r"[0-7]{3,4}")


@rule(on=ast.ResourceExpression)
def check_keys(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report private keys whose mode lets others read them."""
    for body in bodies(node, file):
        mode = body.text("mode")
        if body.type != "file" or mode is None or not is_readable(mode) or body.text("ensure") in ("directory", "link", "absent"):
            continue
        title = written(body.node.title, file) if isinstance(body.node, ast.ResourceBody) else None
        value = body.value("mode")
        if value is not None and is_private_key(body.text("path") or title or ""):
            fixes: tuple[Fix, ...] = ()
            if isinstance(value, ast.LiteralString) and OCTAL.fullmatch(mode):
                fixes = (Fix(f"Use mode {mode[:-1]}0", (Edit(value.start, value.end, f"'{mode[:-1]}0'"),)),)
            yield secret_readable("this private key", mode).at(value.start, value.end, fixes=fixes)


def is_private_key(path: str) -> bool:
    """Whether a path is that of a private key."""
    return KEY.search(path) is not None and PUBLIC.search(path) is None


def is_readable(mode: str) -> bool:
    """Whether others may read a file with a mode."""
    if OCTAL.fullmatch(mode):
        return bool(int(mode[-1]) & 4)
    return any(re.match(r"[ugoa]*[oa][ugoa]*[+=][wxXst]*r", each.strip()) for each in mode.split(","))
