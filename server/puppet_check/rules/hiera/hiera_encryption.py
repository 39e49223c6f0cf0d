"""Values that hiera-eyaml has encrypted, and that were damaged since: cut off, or changed by hand."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile
from puppet_check.workspace.hiera.documents import strings
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

ENCRYPTED = lazy_pattern(r"ENC\[PKCS7,([^\]]*)(\]?)")
PLACEHOLDER = lazy_pattern(r"[.…<>*]|[xX]{4}")
"""What stands in examples for an encrypted value."""
WHOLE = "MI"
"""How the Base64 of an encrypted value begins: a sequence whose length takes more than one byte."""
SEQUENCE, LONG = 0x30, 0x80


@issue(Severity.WARNING)
def hiera_encryption() -> str:
    """Damaged encrypted value in Hiera data"""
    return "the encrypted value has no `]`"


@hiera_encryption.variant()
def not_base64() -> str:
    return "the encrypted value is not valid Base64"


@hiera_encryption.variant()
def wrong_length(actual: int, expected: int) -> str:
    return f"the encrypted value has {actual} bytes; expected {expected}"


@rule(on=DataFile)
def check_encrypted(file: DataFile, known: Known) -> Iterator[Diagnostic]:
    """Report encrypted values that cannot be decrypted with any key."""
    for text, start, end in strings(file.root):
        for found in ENCRYPTED.finditer(text) if "ENC[PKCS7," in text else ():
            yield from _damage(found[1], start, end, is_closed=bool(found[2]))


def _damage(written: str, start: int, end: int, *, is_closed: bool) -> Iterator[Diagnostic]:
    text = "".join(written.split())
    if not text.startswith(WHOLE) or PLACEHOLDER.search(text):
        return
    if not is_closed:
        yield hiera_encryption().at(start, end)
        return
    try:
        data = b64decode(text, validate=True)
    except binascii.Error:
        yield not_base64().at(start, end)
        return
    expected = _length(data)
    if expected is not None and expected != len(data):
        yield wrong_length(len(data), expected).at(start, end)


def _length(data: bytes) -> int | None:
    """The size of a DER sequence by its header; None for anything else, and where the size is not given."""
    if len(data) < 2 or data[0] != SEQUENCE or data[1] <= LONG:
        return None
    size = data[1] - LONG
    return 2 + size + int.from_bytes(data[2 : 2 + size], "big")
