"""Digest, Base64, Zlib and the encodings of `pack`."""

from __future__ import annotations

import hashlib
import hmac
import zlib
from base64 import b64encode, urlsafe_b64encode
from binascii import Error, a2b_base64
from typing import NamedTuple

from puppet_typesys.ruby.classes import CLASSES, integer_of, refuse, string_of
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.native import MANY, method
from puppet_typesys.ruby.objects import Hash, Module, Object, String, binary
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import INSPECTED, TEXT, to_s
from puppet_typesys.values.meter import spend, spend_text

ALGORITHMS = {
    "Digest::MD5": "md5",
    "Digest::SHA1": "sha1",
    "Digest::SHA256": "sha256",
    "Digest::SHA384": "sha384",
    "Digest::SHA512": "sha512",
}


def data_of(value: object) -> bytes:
    """The bytes of a String argument."""
    return value.encoded() if isinstance(value, String) else string_of(value).encode()


def _digest(module: Module, value: object) -> bytes:
    if module.name not in ALGORITHMS:
        raise Unsupported("method", f"{module.name}.digest")
    return hashlib.new(ALGORITHMS[module.name], data_of(value), usedforsecurity=False).digest()


@method("Digest::Base.", "hexdigest", more=MANY)
def _hexdigest(module: Module, value: object) -> object:
    return String(_digest(module, value).hex())


@method("Digest::Base.", "digest", more=MANY)
def _raw_digest(module: Module, value: object) -> object:
    return binary(_digest(module, value))


@method("Digest::Base.", "base64digest", more=MANY, result="String")
def _base64_digest(module: Module, value: object) -> object:
    return String(b64encode(_digest(module, value)).decode())


@method("Digest::Base.", "new")
def _new(module: Module) -> object:
    return Object(module, b"")


@method("Digest::Base", "update", "<<")
def _update(value: Object, data: object) -> object:
    whole = value.holding(bytes) + data_of(data)
    value.hold(whole)
    spend_text(len(whole))
    return value


@method("Digest::Base", "digest")
def _digest_of_held(value: Object, data: object = None) -> object:
    return binary(_digest(value.kind, binary(value.holding(bytes)) if data is None else data))


@method("Digest::Base", "hexdigest", "to_s", result="String")
def _hexdigest_of_held(value: Object, data: object = None) -> object:
    return String(_digest(value.kind, binary(value.holding(bytes)) if data is None else data).hex())


@method("OpenSSL::Digest.", "new")
def _openssl_digest(module: object, name: object) -> object:
    word = f"Digest::{string_of(name).upper().replace('-', '')}"
    if word not in ALGORITHMS:
        raise Unsupported("method", "OpenSSL::Digest.new")
    return Object(CLASSES[word], b"")


def _algorithm(digest: object) -> str:
    if isinstance(digest, Object) and digest.kind.name in ALGORITHMS:
        return ALGORITHMS[digest.kind.name]
    if isinstance(digest, String):
        return ALGORITHMS[f"Digest::{digest.text.upper().replace('-', '')}"]
    raise Unsupported("method", "OpenSSL::Digest")


def _derived(password: object, salt: object, iterations: object, length: object, digest: object) -> String:
    count, size = integer_of(iterations), integer_of(length)
    if count > 100_000 or size > 1024:
        raise Unsupported("size of", "a derived key")
    spend(count)
    return binary(hashlib.pbkdf2_hmac(_algorithm(digest), data_of(password), data_of(salt), count, size))


@method("OpenSSL::PKCS5.", "pbkdf2_hmac")
def _pbkdf2(module: object, password: object, salt: object, iterations: object, length: object, digest: object) -> object:
    return _derived(password, salt, iterations, length, digest)


@method("OpenSSL::KDF.", "pbkdf2_hmac")
def _kdf(module: object, password: object, options: object) -> object:
    given = {to_s(key): each for key, each in options.items()} if isinstance(options, Hash) else {}
    return _derived(password, given["salt"], given["iterations"], given["length"], given["hash"])


class _Keyed(NamedTuple):
    """What an object of OpenSSL::HMAC holds: its key, its algorithm, and the data so far."""

    key: bytes
    algorithm: str
    data: bytes = b""

    def digest(self) -> bytes:
        """The code that authenticates the data."""
        return hmac.new(self.key, self.data, self.algorithm).digest()


@method("OpenSSL::HMAC.", "new")
def _new_hmac(module: object, key: object, digest: object) -> object:
    return Object(CLASSES["OpenSSL::HMAC"], _Keyed(data_of(key), _algorithm(digest)))


@method("OpenSSL::HMAC", "update", "<<")
def _update_hmac(value: Object, data: object) -> object:
    held = value.holding(_Keyed)
    whole = held.data + data_of(data)
    value.hold(held._replace(data=whole))
    spend_text(len(whole))
    return value


@method("OpenSSL::HMAC", "digest")
def _digest_of_hmac(value: Object) -> object:
    return binary(value.holding(_Keyed).digest())


@method("OpenSSL::HMAC", "hexdigest", "to_s", "inspect", result="String")
def _hexdigest_of_hmac(value: Object) -> object:
    return String(value.holding(_Keyed).digest().hex())


TEXT["OpenSSL::HMAC"] = INSPECTED["OpenSSL::HMAC"] = lambda value: value.holding(_Keyed).digest().hex()


@method("OpenSSL::HMAC", "base64digest", result="String")
def _base64digest_of_hmac(value: Object) -> object:
    return String(b64encode(value.holding(_Keyed).digest()).decode())


@method("OpenSSL::HMAC.", "digest")
def _hmac(module: object, digest: object, key: object, data: object) -> object:
    return binary(hmac.new(data_of(key), data_of(data), _algorithm(digest)).digest())


@method("OpenSSL::HMAC.", "hexdigest")
def _hex_hmac(module: object, digest: object, key: object, data: object) -> object:
    return String(hmac.new(data_of(key), data_of(data), _algorithm(digest)).hexdigest())


@method("Array", "pack")
def _pack(values: list[object], template: object) -> object:
    match string_of(template):
        case "C*" | "c*":
            return binary(bytes(integer_of(each) & 255 for each in values))
        case "m0" | "m":
            text = _strict_encode(None, values[0]) if string_of(template) == "m0" else _encode(None, values[0])
            return text
        case "H*":
            return binary(bytes.fromhex(string_of(values[0])))
        case "U*":
            return String("".join(chr(integer_of(each)) for each in values))
    raise Unsupported("method", f"Array#pack {string_of(template)}")


@method("String", "unpack", result="Array")
def _unpack(value: String, template: object) -> object:
    match string_of(template):
        case "C*":
            return list(value.encoded())
        case "H*":
            return [String(value.encoded().hex())]
        case "m0" | "m":
            return [_strict_decode(None, value)]
        case "U*":
            return [ord(each) for each in value.text]
    raise Unsupported("method", f"String#unpack {string_of(template)}")


@method("String", "unpack1")
def _unpack1(value: String, template: object) -> object:
    found = _unpack(value, template)
    return found[0] if isinstance(found, list) and found else None


@method("Base64.", "strict_encode64", result="String")
def _strict_encode(module: object, value: object) -> object:
    return String(b64encode(data_of(value)).decode())


@method("Base64.", "encode64", result="String")
def _encode(module: object, value: object) -> object:
    data = data_of(value)
    return String("".join(b64encode(data[at : at + 45]).decode() + "\n" for at in range(0, len(data), 45)))


@method("Base64.", "urlsafe_encode64", result="String")
def _urlsafe_encode(module: object, value: object, options: object = None) -> object:
    text = urlsafe_b64encode(data_of(value)).decode()
    if isinstance(options, Hash) and any(not is_true(each) for _, each in options.items()):
        text = text.rstrip("=")
    return String(text)


def _decoded(data: bytes) -> String:
    try:
        return String(data.decode("ascii"), binary=True)
    except UnicodeDecodeError:
        return binary(data)


@method("Base64.", "strict_decode64", result="String")
def _strict_decode(module: object, value: object) -> object:
    try:
        return _decoded(a2b_base64(data_of(value), strict_mode=True))
    except Error:
        refuse("ArgumentError", "invalid base64")


@method("Base64.", "decode64", result="String")
def _decode(module: object, value: object) -> object:
    data = data_of(value)
    if len(data.replace(b"\n", b"")) % 4 or not set(data) <= set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\n"):
        raise Unsupported("method", "Base64.decode64 of invalid data")
    try:
        return _decoded(a2b_base64(data, strict_mode=b"\n" not in data))
    except Error:
        raise Unsupported("method", "Base64.decode64 of invalid data") from None


@method("Base64.", "urlsafe_decode64", result="String")
def _urlsafe_decode(module: object, value: object) -> object:
    text = data_of(value).decode("latin-1").replace("-", "+").replace("_", "/")
    if not text.endswith("=") and len(text) % 4:
        text += "=" * (-len(text) % 4)
    return _strict_decode(module, String(text, binary=True))


@method("Zlib.", "crc32", more=1)
def _crc32(module: object, value: object) -> object:
    return zlib.crc32(data_of(value))
