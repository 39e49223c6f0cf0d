"""Text by a template with `%` directives, as the reference's runtime formats it."""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NoReturn

from puppet_typesys.values.default import Default
from puppet_typesys.values.digits import placed, significant
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.numbers import float_of, float_text, inspect_text, integer_of
from puppet_typesys.values.timespan import SECOND, Timespan
from puppet_typesys.values.timestamp import Timestamp

_FLAGS = " #+-0"
_BASE = {"d": 10, "i": 10, "u": 10, "o": 8, "x": 16, "X": 16, "b": 2, "B": 2}
_PREFIX = {"o": "0", "x": "0x", "X": "0X", "b": "0b", "B": "0B"}
_MAX_WIDTH = 2**31 - 1
_UNFINISHED = "malformed format string - %*[0-9]"


def plain_text(value: object) -> str:
    """A simple value as text; those who know all values give a better function."""
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def plain_inspect(value: object) -> str:
    """A simple value as the runtime shows it."""
    if value is None:
        return "nil"
    return inspect_text(value) if isinstance(value, str) else plain_text(value)


@dataclass(slots=True)
class Directive:
    """What stands between `%` and its letter."""

    flags: str = ""
    width: int | None = None
    precision: int | None = None
    precision_given: bool = False

    def padded(self, text: str) -> str:
        """A text cut and filled as a string is."""
        if self.precision is not None:
            text = text[: self.precision]
        if self.width is None:
            return text
        return text.ljust(self.width) if "-" in self.flags else text.rjust(self.width)


def format(
    template: str,
    arguments: Sequence[object],
    text: Function[[object], str] = plain_text,
    inspect: Function[[object], str] = plain_inspect,
) -> str:
    """A template with its directives replaced; `text` and `inspect` show the values of `%s` and `%p`."""
    return _Formatter(template, arguments, text, inspect).run()


class _Formatter:
    """Reads one template from first to last character."""

    def __init__(self, template: str, arguments: Sequence[object], text: Function[[object], str], inspect: Function[[object], str]) -> None:
        self.template = template
        self.arguments = arguments
        self.text = text
        self.inspect = inspect
        self.at = 0
        self.used = 0
        self.style = ""
        """How arguments are meant so far: by number, by name, or (empty) in turn."""

    def run(self) -> str:
        parts: list[str] = []
        template = self.template
        while (percent := template.find("%", self.at)) >= 0:
            parts.append(template[self.at : percent])
            if percent + 1 == len(template):
                raise ArgumentError("incomplete format specifier; use %% (double %) instead")
            self.at = percent + 1
            parts.append(self.directive())
        parts.append(template[self.at :])
        return "".join(parts)

    def directive(self) -> str:
        """Behind `%`: the text that the directive stands for."""
        directive = Directive()
        name: str | None = None
        value: list[object] = []
        while True:
            letter = self.template[self.at : self.at + 1]
            if letter and letter in _FLAGS:
                self.refuse_late(directive, "flag")
                directive.flags += letter
                self.at += 1
            elif "1" <= letter <= "9":
                number = self.number("width")
                if self.template[self.at] == "$":
                    if value:
                        raise ArgumentError(f"value given twice - {number}$")
                    value.append(self.numbered(number))
                    self.at += 1
                else:
                    self.refuse_late(directive, "width")
                    directive.width = number
            elif letter == "*":
                self.refuse_late(directive, "width")
                directive.width = self.star()
                if directive.width < 0:
                    directive.flags += "-"
                    directive.width = -directive.width
            elif letter == ".":
                self.precision(directive)
            elif letter in ("<", "{"):
                name = self.name(name)
                value.append(self.named(name))
                if letter == "{":
                    return directive.padded(self.text(value[-1]))
            elif letter in ("", "%", "\n", "\0"):
                if directive.flags or directive.width is not None or directive.precision_given or value:
                    raise ArgumentError("invalid format character - %")
                self.at += letter == "%"
                return "%"
            else:
                self.at += 1
                return self.formatted(letter, directive, value)

    def refuse_late(self, directive: Directive, what: str) -> None:
        """Flags come before the width, the width before the precision."""
        if directive.width is not None:
            raise ArgumentError("width given twice" if what == "width" else "flag after width")
        if directive.precision_given:
            raise ArgumentError(f"{what} after precision")

    def number(self, what: str) -> int:
        start = self.at
        while self.template[self.at : self.at + 1].isdecimal() and self.template[self.at].isascii():
            self.at += 1
        if self.at >= len(self.template):
            raise ArgumentError(_UNFINISHED)
        number = int(self.template[start : self.at] or "0")
        if number > _MAX_WIDTH:
            raise ArgumentError(f"{what} too big")
        return number

    def star(self) -> int:
        """Behind `*`: a number that is an argument."""
        self.at += 1
        start = self.at
        number = self.number("width")
        if self.template[self.at] == "$":
            self.at += 1
            return to_integer(self.numbered(number))
        self.at = start
        return to_integer(self.next())

    def precision(self, directive: Directive) -> None:
        if directive.precision_given:
            raise ArgumentError("precision given twice")
        directive.precision_given = True
        self.at += 1
        if self.template[self.at : self.at + 1] == "*":
            number = self.star()
            directive.precision = number if number >= 0 else None
        else:
            directive.precision = self.number("precision")

    def name(self, known: str | None) -> str:
        """A name with its brackets."""
        start = self.at
        close = self.template.find(">" if self.template[start] == "<" else "}", start)
        if close < 0:
            raise ArgumentError("malformed name - unmatched parenthesis")
        self.at = close + 1
        name = self.template[start : self.at]
        if known is not None:
            raise ArgumentError(f"named{name} after <{known[1:-1]}>")
        return name

    def named(self, name: str) -> object:
        if self.style == "numbered":
            raise ArgumentError(f"named{name} after numbered")
        if self.used:
            raise ArgumentError(f"named{name} after unnumbered({self.used})")
        self.style = "named"
        values = self.arguments[0] if len(self.arguments) == 1 else None
        if not isinstance(values, Hash):
            raise ArgumentError("one hash required")
        if name[1:-1] not in values:
            raise ArgumentError(f"key{name} not found")
        return values[name[1:-1]]

    def numbered(self, number: int) -> object:
        if self.used:
            raise ArgumentError(f"numbered({number}) after unnumbered({self.used})")
        if self.style == "named":
            raise ArgumentError(f"numbered({number}) after named")
        if number < 1:
            raise ArgumentError(f"invalid index - {number}$")
        self.style = "numbered"
        if number > len(self.arguments):
            raise ArgumentError("too few arguments")
        return self.arguments[number - 1]

    def next(self) -> object:
        if self.style:
            raise ArgumentError(f"unnumbered({self.used + 1}) mixed with {self.style}")
        self.used += 1
        if self.used > len(self.arguments):
            raise ArgumentError("too few arguments")
        return self.arguments[self.used - 1]

    def formatted(self, letter: str, directive: Directive, given: list[object]) -> str:
        """The text of one value by the letter of its directive."""
        if letter in _BASE:
            return format_integer(directive, letter, to_integer(given[0] if given else self.next()))
        if letter in "fgGeEaA":
            value = given[0] if given else self.next()
            if letter == "f" and isinstance(value, int) and not isinstance(value, bool):
                return _format_whole(directive, value)
            return format_float(directive, letter, to_float(value))
        if letter not in "cps":
            raise ArgumentError(f"malformed format string - %{letter}" if letter.isprintable() else "malformed format string")
        value = given[0] if given else self.next()
        if letter == "c":
            directive.precision = None
            return directive.padded(_character(value))
        return directive.padded(self.inspect(value) if letter == "p" else self.text(value))


def format_integer(directive: Directive, letter: str, number: int) -> str:
    """An integer in a radix; a negative one as a two's complement, unless a sign is asked for or the radix is ten."""
    flags, base = directive.flags, _BASE[letter]
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
    """The digits of a negative number with endless leading ones, of which one is written."""
    bits = {2: 1, 8: 3, 16: 4}[base]
    places = (-number).bit_length() // bits + 2
    digits = _digits((1 << places * bits) + number, base)
    highest = {2: "1", 8: "7", 16: "f"}[base]
    return highest + digits.lstrip(highest)


def _format_whole(directive: Directive, number: int) -> str:
    """An integer by `%f`: exact, however large it is."""
    places = 6 if directive.precision is None else directive.precision
    return _with_sign(directive, number < 0, "", f"{abs(number)}{'.' if places else ''}{'0' * places}")


def format_float(directive: Directive, letter: str, number: float) -> str:
    """A Float by one of the letters for them."""
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
    """The digits of `%f`."""
    digits, at = placed(number, precision) if number else ("", -precision)
    return _pointed(digits, at, precision, point)


def _pointed(digits: str, at: int, precision: int, point: bool) -> str:
    """Digits with a point in them and a number of places behind it."""
    whole = digits[: max(at, 0)].ljust(at, "0") or "0"
    fraction = ("0" * -at + digits[max(at, 0) :])[:precision].ljust(precision, "0")
    return whole + ("." if precision or point else "") + fraction


def _scientific(number: float, precision: int, point: bool) -> str:
    """The digits of `%e`."""
    digits, at = significant(number, precision + 1) if number else ("0", 1)
    return _with_exponent(digits, at, precision, point)


def _with_exponent(digits: str, at: int, precision: int, point: bool) -> str:
    return f"{digits[0]}{'.' if precision or point else ''}{digits[1:].ljust(precision, '0')}e{'-' if at < 1 else '+'}{abs(at - 1):02}"


def _general(number: float, precision: int, point: bool) -> str:
    """The digits of `%g`: the shorter of the other two forms; zeros at the end only with the flag for the point."""
    precision = precision or 1
    digits, at = significant(number, precision) if number else ("0", 1)
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
    """The digits of `%a` without the prefix."""
    if number == 0:
        whole, bits, exponent = "0", 0, 0
    else:
        mantissa, power = number.hex()[2:].split("p")
        bits, exponent = int(mantissa[2:], 16), int(power)
        whole = mantissa[0]
        if whole == "0":  # a number too small for a leading one: shift until there is one
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


def to_integer(value: object) -> int:
    """A value as an integer, as the runtime converts it."""
    match value:
        case bool() | None:
            _refuse_conversion(value, "Integer")
        case int():
            return value
        case float():
            if not isfinite(value):
                raise ArgumentError(float_text(value))
            return int(value)
        case str():
            return integer_of(value)
        case Timespan() | Timestamp():
            return value.nanoseconds // SECOND
    _refuse_conversion(value, "Integer")


def to_float(value: object) -> float:
    """A value as a Float, as the runtime converts it."""
    match value:
        case bool() | None:
            _refuse_conversion(value, "Float")
        case int() | float():
            return float(value)
        case str():
            return float_of(value)
        case Timespan() | Timestamp():
            return value.nanoseconds / SECOND
    _refuse_conversion(value, "Float")


def _refuse_conversion(value: object, target: str) -> NoReturn:
    raise ArgumentError(f"can't convert {_kind(value)} into {target}")


def _kind(value: object) -> str:
    """What the runtime calls a value in its messages."""
    match value:
        case None:
            return "nil"
        case bool():
            return "true" if value else "false"
        case tuple():
            return "Array"
        case Default():
            return "Symbol"
    name: str = getattr(value, "RUBY_NAME", value.__class__.__name__)
    return name


def _character(value: object) -> str:
    """What `%c` writes: the first character of a string, or that of a code point."""
    match value:
        case str():
            return value[:1]
        case None:
            raise ArgumentError("no implicit conversion from nil to integer")
        case int() | float() if not isinstance(value, bool):
            return _at_code_point(value)
    raise ArgumentError(f"no implicit conversion of {_kind(value)} into Integer")


def _at_code_point(number: float) -> str:
    if isinstance(number, float) and not abs(number) < 2**63:
        raise ArgumentError(f"float {number:g} out of range of integer")
    code = int(number)
    if not -(2**31) <= code < 2**31:
        raise ArgumentError(f"integer {code} too {'small' if code < 0 else 'big'} to convert to `int'")
    if code < 0:
        raise ArgumentError("invalid character")
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        raise ArgumentError(f"invalid codepoint 0x{code:X} in UTF-8")
    return chr(code)
