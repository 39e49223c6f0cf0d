"""Values of hiera-eyaml in data: parts of texts that stand for what is encrypted."""

from __future__ import annotations

from collections.abc import Mapping

from puppet_grammar.patterns import lazy_pattern

ENCRYPTED = "ENC["
BLOCK = lazy_pattern(r"ENC\[PKCS7,([^\]]*)\]")
OTHER = lazy_pattern(r"ENC\[(?!PKCS7,[^\]]*\])")
"""What is encrypted in another way, or cut off."""
Secrets = Mapping[str, str]
"""What encrypted values mean, by their text without spaces."""
NONE: Secrets = {}


def compact(written: str) -> str:
    """An encrypted value without the spaces and line breaks that are in it."""
    return "".join(written.split())


def decrypted(text: str, secrets: Secrets) -> str | None:
    """A text whose encrypted parts are replaced by what they mean, without a line break at its end; None if that is not known."""
    blocks = [compact(found[1]) for found in BLOCK.finditer(text)]
    if OTHER.search(text) is not None or not all(each in secrets for each in blocks):
        return None
    made = BLOCK.sub(lambda found: secrets[compact(found[1])], text)
    return made.removesuffix("\n").removesuffix("\r")
