"""Decrypts the values of hiera-eyaml in data, with a key that the user has named.

All encrypted values below some folders are decrypted at once, so that processes which compile need no key, and what prints knows what to
hide. Source of the form of values: hiera-eyaml 4.
"""

from __future__ import annotations

import os
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from puppet_check.config.error import ConfigError
from puppet_check.reading.files import LARGEST_DATA, read
from puppet_check.reading.folders import walk
from puppet_check.workspace.hiera.secrets import BLOCK, compact
from puppet_check.workspace.kinds import DATA

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

MARK = b"ENC[PKCS7,"
LARGEST_KEY = 1 << 20
"""The largest file of a key that is read, in bytes."""
BLOCK_BITS = 128
"""The size of a block of AES."""


def secrets_below(folders: Iterable[str], key: str) -> dict[str, str]:
    """What the encrypted values in data below some folders mean, by their text without spaces; `key` is a path. Raises ConfigError."""
    private = _key(key)
    found: dict[str, str] = {}
    for path in _data_files(folders):
        for block in BLOCK.finditer(_text(path)):
            name = compact(block[1])
            if name not in found and (value := _decrypted(name, private)) is not None:
                found[name] = value
    return found


def _data_files(folders: Iterable[str]) -> Iterator[str]:
    for folder in dict.fromkeys(folders):
        for visited in walk(folder):
            yield from (os.path.join(visited.folder, name) for name in sorted(visited.files) if name.endswith(DATA.suffixes))


def _text(path: str) -> str:
    try:
        contents = read(path, LARGEST_DATA)
    except OSError:
        return ""
    return contents.decode("utf-8", "replace") if MARK in contents else ""


def _key(path: str) -> RSAPrivateKey:
    try:
        import asn1crypto.cms  # type: ignore[import-untyped]  # noqa: F401  # an extra, as below
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey  # an extra
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        raise ConfigError("--eyaml-key needs the packages cryptography and asn1crypto: the extra `eyaml` of puppet-check") from None
    try:
        key = load_pem_private_key(read(path, LARGEST_KEY), None)
    except OSError as error:
        raise ConfigError(f"--eyaml-key {path}: {error.strerror or error}") from None
    except (TypeError, ValueError):
        key = None
    if not isinstance(key, RSAPrivateKey):
        raise ConfigError(f"--eyaml-key {path}: expected a private RSA key in PEM without a passphrase")
    return key


def _decrypted(written: str, key: RSAPrivateKey) -> str | None:
    """The meaning of a value; None if it is damaged, or encrypted with another key or method."""
    from asn1crypto import cms  # an extra
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import AES
    from cryptography.hazmat.primitives.ciphers.modes import CBC
    from cryptography.hazmat.primitives.padding import PKCS7

    try:
        data = cms.ContentInfo.load(b64decode(written, validate=True))["content"]
        (recipient,) = data["recipient_infos"]
        contents = data["encrypted_content_info"]
        method = contents["content_encryption_algorithm"]
        secret = key.decrypt(recipient.chosen["encrypted_key"].native, PKCS1v15())
        if method.encryption_cipher != "aes" or method.encryption_mode != "cbc" or len(secret) != method.key_length:
            return None
        decryptor = Cipher(AES(secret), CBC(method.encryption_iv)).decryptor()
        padded = decryptor.update(contents["encrypted_content"].native) + decryptor.finalize()
        unpadder = PKCS7(BLOCK_BITS).unpadder()
        return (unpadder.update(padded) + unpadder.finalize()).decode()
    except (NotBase64, ValueError, TypeError, KeyError, AttributeError):  # What is no such value is refused in all of these ways.
        return None
