"""Binary: a sequence of bytes, and its Base64 encodings."""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64

from puppet_typesys.values.errors import ArgumentError, InternalError

ALPHABET = {ord(c): at for at, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
EQUALS = ord("=")
FORMATS = ("%b", "%u", "%B", "%s", "%r")


class Binary:
    """A sequence of bytes."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data

    @staticmethod
    def parse(text: str, form: str = "%B") -> Binary:
        """Decode a text: strict (%B), lenient (%b) or URL-safe (%u) Base64, or the bytes of the text itself (%s, %r)."""
        if form == "%b":
            return Binary(_lenient(text + "=" * (len(text) % 3)))
        if form == "%u":
            return Binary(_strict(_from_url_alphabet(text)))
        if form == "%B":
            return Binary(_strict(text))
        if form in ("%s", "%r"):
            return Binary(_bytes(text))
        raise ArgumentError(f"Unsupported Base64 format '{form}'")

    def strict(self) -> str:
        """Base64 without line breaks."""
        return b2a_base64(self.data, newline=False).decode("ascii")

    def relaxed(self) -> str:
        """Base64 in lines of sixty characters."""
        whole = self.strict()
        return "".join(f"{whole[at : at + 60]}\n" for at in range(0, len(whole), 60))

    def for_url(self) -> str:
        """URL-safe Base64."""
        return self.strict().replace("+", "-").replace("/", "_")

    def __len__(self) -> int:
        return len(self.data)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Binary) and self.data == other.data

    def __hash__(self) -> int:
        return hash(("Binary", self.data))

    def __str__(self) -> str:
        return self.strict()

    def __repr__(self) -> str:
        return f"Binary({self.data!r})"


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise InternalError("the text is no valid Unicode") from error


def _strict(text: str) -> bytes:
    try:
        data = _bytes(text)
        decoded = a2b_base64(data, strict_mode=True)
    except Error as error:
        raise ArgumentError("invalid base64") from error
    # The bits that padding leaves unused must be zero, which Python does not check.
    if Binary(decoded).strict() != text:
        raise ArgumentError("invalid base64")
    return decoded


def _from_url_alphabet(text: str) -> str:
    if not text.endswith("=") and len(text) % 4:
        text += "=" * (-len(text) % 4)
    return text.replace("-", "+").replace("_", "/")


def _lenient(text: str) -> bytes:
    """Decode Base64, skipping characters outside of its alphabet; the data ends at `=` where padding is allowed."""
    result = bytearray()
    group: list[int] = []
    for byte in _bytes(text):
        if byte == EQUALS and len(group) > 1:
            break
        digit = ALPHABET.get(byte)
        if digit is None:
            continue
        group.append(digit)
        if len(group) == 4:
            result += _octets(group)
            group = []
    if len(group) > 1:
        result += _octets(group + [0] * (4 - len(group)))[: len(group) - 1]
    return bytes(result)


def _octets(group: list[int]) -> bytes:
    a, b, c, d = group
    return bytes((a << 2 | b >> 4, (b << 4 | c >> 2) & 255, (c << 6 | d) & 255))
