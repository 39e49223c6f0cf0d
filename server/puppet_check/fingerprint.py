"""`digest`: a hash by which contents are compared."""

from __future__ import annotations

from hashlib import blake2b


def digest(*parts: bytes) -> str:
    """A hash of some byte strings, as hexadecimal digits."""
    made = blake2b(digest_size=12)
    for each in parts:
        made.update(len(each).to_bytes(8, "big"))
        made.update(each)
    return made.hexdigest()
