"""Formatting of numbers by `%` directives, as in the reference's runtime."""

from __future__ import annotations

from collections.abc import Callable as Function
from math import isfinite

from puppet_grammar.dataclass import dataclass
from puppet_typesys.values.digits import decimal_digits, significant_digits

BASE = {"d": 10, "i": 10, "u": 10, "o": 8, "x": 16, "X": 16, "b": 2, "B": 2}
_PREFIX = {"o": "0", "x": "0x", "X": "0X", "b": "0b", "B": "0B"}


@dataclass(slots=True)
class Directive:
    """The part of a directive between `%` and its letter."""

    flags: str = ""
    width: int | None = None
    precision: int | None = None
    precision_given: bool = False

    def limit(self, precision: int | None) -> None:
        """Set the precision as it is written; None if that has no effect."""
        self.precision, self.precision_given = precision, True

    def padded(self, text: str) -> str:
        """Truncate a text to the precision and pad it to the width."""
        if self.precision is not None:
            text = text[: self.precision]
        if self.width is None:
            return text
        return text.ljust(self.width) if "-" in self.flags else text.rjust(self.width)


def format_integer(directive: Directive, letter: str, number: int) -> str:
    """Format an integer in a radix; a negative one as two's complement, unless a sign is requested or the radix is ten."""
    flags, base = directive.flags, BASE[letter]
    signed = base == 10 or "+" in flags or " " in flags
    dots = number < 0 and not signed
    digits = _complement(number, base) if dots else _digits(abs(number), base)
    if letter == "X":
        digits = digits.upper()
    sign = ("-" if number < 0 else "+" if "+" in flags else " " if " " in flags else "") if signed else ""
    prefix = _PREFIX.get(letter, "") if "#" in flags else ""
    width, precision = (directive.width or 0) - len(sign), -1 if directive.precision is None else directive.precision
    fill = digits[0] if dots else "0"
    if dots:
        precision -= 2
        width -= 2
    if prefix == "0":
        if dots or (directive.precision is not None and precision > len(digits)):
            prefix = ""
        elif digits == "0":
            digits = ""
            precision -= directive.precision is not None
    elif digits == "0":
        prefix = ""
    width -= len(prefix)
    if "0" in flags and "-" not in flags and directive.precision is None:
        precision, width = width, 0
    elif not prefix and precision == 0 and digits == "0":
        digits = ""
    precision = max(precision, len(digits))
    body = f"{sign}{prefix}{'..' if dots else ''}{fill * (precision - len(digits))}{digits}"
    space = " " * max(0, width - precision)
    return body + space if "-" in flags else space + body


def _digits(number: int, base: int) -> str:
    return f"{number:d}" if base == 10 else f"{number:o}" if base == 8 else f"{number:x}" if base == 16 else f"{number:b}"


def _complement(number: int, base: int) -> str:
    """The two's complement of a negative number, whose infinitely repeated leading digit is written once."""
    bits = {2: 1, 8: 3, 16: 4}[base]
    places = (-number).bit_length() // bits + 2
    digits = _digits((1 << places * bits) + number, base)
    highest = {2: "1", 8: "7", 16: "f"}[base]
    return highest + digits.lstrip(highest)


def format_whole(directive: Directive, number: int) -> str:
    """Format an integer by `%f`, exactly."""
    places = 6 if directive.precision is None else directive.precision
    return _with_sign(directive, number < 0, "", f"{abs(number)}{'.' if places else ''}{'0' * places}")


def format_float(directive: Directive, letter: str, number: float) -> str:
    """Format a Float by one of the letters for floats."""
    negative = str(number).startswith("-")
    if not isfinite(number):
        plain = Directive(directive.flags.replace("0", ""), directive.width)
        return _with_sign(plain, number < 0, "", "NaN" if number != number else "Inf")
    if letter in "aA":
        digits = _hexadecimal(abs(number), directive)
        return _with_sign(directive, negative, "0X" if letter == "A" else "0x", digits.upper() if letter == "A" else digits)
    precision = 6 if directive.precision is None else directive.precision
    digits = _DECIMAL[letter.lower()](abs(number), precision, "#" in directive.flags)
    return _with_sign(directive, negative, "", digits.upper() if letter.isupper() else digits)


def _fixed(number: float, precision: int, point: bool) -> str:
    """The digits for `%f`."""
    digits, at = decimal_digits(number, precision) if number else ("", -precision)
    return _pointed(digits, at, precision, point)


def _pointed(digits: str, at: int, precision: int, point: bool) -> str:
    """Insert the decimal point into digits, with `precision` digits after it."""
    whole = digits[: max(at, 0)].ljust(at, "0") or "0"
    fraction = ("0" * -at + digits[max(at, 0) :])[:precision].ljust(precision, "0")
    return whole + ("." if precision or point else "") + fraction


def _scientific(number: float, precision: int, point: bool) -> str:
    """The digits for `%e`."""
    digits, at = significant_digits(number, precision + 1) if number else ("0", 1)
    return _with_exponent(digits, at, precision, point)


def _with_exponent(digits: str, at: int, precision: int, point: bool) -> str:
    return f"{digits[0]}{'.' if precision or point else ''}{digits[1:].ljust(precision, '0')}e{'-' if at < 1 else '+'}{abs(at - 1):02}"


def _general(number: float, precision: int, point: bool) -> str:
    """The digits for `%g`: the shorter of the other two forms; trailing zeros only with the flag `#`."""
    precision = precision or 1
    digits, at = significant_digits(number, precision) if number else ("0", 1)
    if point:
        digits = digits.ljust(precision, "0")
    if at <= -4 or at > precision:
        return _with_exponent(digits, at, len(digits) - 1, point)
    return _pointed(digits, at, max(len(digits) - at, 0), point)


_DECIMAL: dict[str, Function[[float, int, bool], str]] = {"f": _fixed, "e": _scientific, "g": _general}


def _with_sign(directive: Directive, negative: bool, prefix: str, digits: str) -> str:
    flags = directive.flags
    start = ("-" if negative else "+" if "+" in flags else " " if " " in flags else "") + prefix
    missing = (directive.width or 0) - len(start) - len(digits)
    if "-" in flags:
        return start + digits + " " * missing
    return start + "0" * missing + digits if "0" in flags else " " * missing + start + digits


def _hexadecimal(number: float, directive: Directive) -> str:
    """The digits for `%a`, without the prefix."""
    if number == 0:
        whole, bits, exponent = "0", 0, 0
    else:
        mantissa, power = number.hex()[2:].split("p")
        bits, exponent = int(mantissa[2:], 16), int(power)
        whole = mantissa[0]
        if whole == "0":  # too small for a leading one: shift until there is one
            shift = 53 - bits.bit_length()
            whole, bits, exponent = "1", bits << shift & (1 << 52) - 1, exponent - shift
    if directive.precision is None:
        fraction = f"{bits:013x}".rstrip("0")
    elif directive.precision < 13:
        unit = 1 << (13 - directive.precision) * 4
        up, rest = divmod(bits, unit)
        up += rest * 2 > unit or (rest * 2 == unit and (up if directive.precision else int(whole)) % 2)
        whole = str(int(whole) + (up >> directive.precision * 4))
        fraction = f"{up & (1 << directive.precision * 4) - 1:0{directive.precision}x}" if directive.precision else ""
    else:
        fraction = f"{bits:013x}".ljust(directive.precision, "0")
    if whole == "2":
        whole, exponent = "1", exponent + 1
    point = "." if fraction or "#" in directive.flags else ""
    return f"{whole}{point}{fraction}p{'-' if exponent < 0 else '+'}{abs(exponent)}"
