"""`digest`: a hash by which contents are compared, and contents that carry their own."""

from __future__ import annotations

from collections.abc import Iterable

try:
    from _blake2 import blake2b  # `hashlib` loads OpenSSL, which takes 3 milliseconds
except ImportError:
    from hashlib import blake2b


def digest(*parts: bytes) -> str:
    """A hash of some byte strings, as hexadecimal digits."""
    made = blake2b(digest_size=12)
    for each in parts:
        made.update(len(each).to_bytes(8, "big"))
        made.update(each)
    return made.hexdigest()


def digest_of_texts(parts: Iterable[str]) -> str:
    """The same of texts, such as paths with bytes that are not UTF-8."""
    return digest(*(each.encode(errors="surrogateescape") for each in parts))


def sealed(content: bytes) -> bytes:
    """A content with its hash before it, for a file that something else may change."""
    return digest(content).encode() + b"\n" + content


def unsealed(data: bytes) -> bytes:
    """The content that was sealed. Raises ValueError if it is not the same any more."""
    seal, _, content = data.partition(b"\n")
    if seal != digest(content).encode():
        raise ValueError("the content does not have its hash")
    return content
