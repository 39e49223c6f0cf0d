"""What a module has by the texts of its manifests, which tell whether an evaluation may find anything."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.files import read
from puppet_check.reading.folders import walk
from puppet_grammar.patterns import beginning, lazy_pattern

NAME = rb"(?:password|passwd|secret|token|private_key|api_key|passphrase)\b"
HINT = lazy_pattern(rb"Sensitive|\$\w*" + NAME)
"""What all code with secrets has."""
SINK = lazy_pattern(
    beginning(b"template", b"epp")
    + rb"\s*\(|"
    + beginning(b"Sensitive")
    + rb"\b|\"[^\"\n]*\$\{?[\w:]*"
    + NAME
    + b"|"
    + beginning(b"content", b"environment", b"message")
    + rb"\s*=>[^\n]*\$[\w:]*"
    + NAME
)
"""What code has in which secrets end where others read them, or get to templates that may print them."""
TEXT = lazy_pattern(beginning(b"template", b"epp") + rb"\s*\(|\"[^\"\n]*\$\{?[\w:]*" + NAME)
"""What code has that makes texts of secrets."""
CLASS = lazy_pattern(rb"(?m)^\s*class\s+([a-z:][\w:]*)")
ON_SERVER = lazy_pattern(
    beginning(b"generate")
    + rb"\s*\(|"
    + beginning(b"inline_epp", b"inline_template")
    + rb"\s*\(\s*[^'\s()]|\.(?:generate|inline_template|inline_epp)\b"
)
"""What code has that makes servers run something which is not written as it is."""


def classes_with_secrets(module: str) -> Iterator[tuple[str, bool]]:
    """The classes of a module in whose files secrets may end where others read them, and whether those may make texts of them."""
    for text in _manifests(module):
        if HINT.search(text) and SINK.search(text):
            yield from ((found[1].decode().removeprefix("::"), TEXT.search(text) is not None) for found in CLASS.finditer(text))


def runs_on_server(module: str) -> bool:
    """Whether a module has code that may make servers run what is not written as it is."""
    return any(not _in_comment(text, found.start()) for text in _manifests(module) for found in ON_SERVER.finditer(text))


def _in_comment(text: bytes, at: int) -> bool:
    """Whether a place may be in a comment: its line has a number sign before it."""
    return b"#" in text[text.rfind(b"\n", 0, at) + 1 : at]


def _manifests(module: str) -> Iterator[bytes]:
    for folder, _, names in sorted(walk(os.path.join(module, "manifests"))):
        for name in sorted(names, key=lambda each: (each != "init.pp", each)):
            if name.endswith(".pp"):
                yield read(os.path.join(folder, name))
