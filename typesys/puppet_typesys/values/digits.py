"""Decimal digits of a Float, rounded as in the reference's runtime.

Up to 14 digits are computed in floating point first. What then looks like a half is rounded to the even digit, even if the exact number is
slightly more or less: 2.675 with two places is 2.68. Exact arithmetic is used for more digits, or if the fast result is uncertain.
"""

from __future__ import annotations

from math import frexp, ldexp

_MAX_FAST_DIGITS = 14
_MAX_DIGITS = 1100
"""No Float has more significant digits; those that follow are zeros."""
_EXACT_POWERS = 22
"""The largest power of ten up to which all powers are exact as Floats."""


def significant_digits(number: float, count: int) -> tuple[str, int]:
    """At most `count` significant digits of a positive number, and the position of the decimal point in them.

    Trailing zeros may be missing.
    """
    exponent, sure = _exponent(number)
    count = min(count, _MAX_DIGITS)
    return _digits(number, exponent, sure, count, count)


def decimal_digits(number: float, places: int) -> tuple[str, int]:
    """The digits of a positive number up to a decimal place, and the position of the decimal point in them."""
    exponent, sure = _exponent(number)
    count = min(places + 1 + exponent, _MAX_DIGITS)
    digits, point = _digits(number, exponent, sure, count, count - 1)
    return digits, point if digits else -places


def _exponent(number: float) -> tuple[int, bool]:
    """The decimal exponent of the first digit, and whether it is certain; if not, it may be one too large."""
    mantissa, power = frexp(number)
    estimate = (mantissa * 2 - 1.5) * 0.289529654602168 + 0.1760912590558 + (power - 1) * 0.301029995663981
    exponent = int(estimate)
    if estimate < 0 and estimate != exponent:
        exponent -= 1
    if 0 <= exponent <= _EXACT_POWERS:
        return exponent - (number < 10.0**exponent), True
    return exponent, False


def _digits(number: float, exponent: int, sure: bool, count: int, count_below: int) -> tuple[str, int]:
    """At most `count` digits; `count_below` is the count to use if the exponent proves to be one too large."""
    half = False
    if 0 <= count <= _MAX_FAST_DIGITS:
        quick, half = _fast_digits(number, exponent, sure, count, count_below)
        if quick is not None:
            return quick
    return _exact_digits(number, exponent, sure, count, count_below, half)


def _fast_digits(number: float, exponent: int, sure: bool, count: int, count_below: int) -> tuple[tuple[str, int] | None, bool]:
    """The digits by floating-point arithmetic, None if that is not precise enough, and whether the rest looked like a half."""
    scaled, slack = _scaled(number, exponent)
    if not sure and scaled < 1.0 and count > 0:
        if count_below <= 0:
            return None, False
        count = count_below
        exponent -= 1
        scaled *= 10.0
        slack += 1
    error = ldexp(slack * scaled + 7.0, -52)
    if count == 0:
        scaled -= 5.0
        if scaled > error:
            return ("1", exponent + 2), False
        return (("", 0) if scaled < -error else None), False
    error *= 10.0 ** (count - 1)
    digits: list[int] = []
    while True:
        digit = int(scaled)
        scaled -= digit
        digits.append(digit)
        if not scaled:
            count = len(digits)
        if len(digits) == count:
            break
        scaled *= 10.0
    if scaled > 0.5 + error:
        return _incremented(digits, exponent), False
    if scaled < 0.5 - error:
        return ("".join(map(str, digits)).rstrip("0"), exponent + 1), False
    return (_incremented(digits, exponent), True) if digits[-1] % 2 else (None, True)


def _scaled(number: float, exponent: int) -> tuple[float, int]:
    """The number scaled to one digit before the decimal point, and a measure of the rounding error."""
    slack, big = 2, 1e16
    places = abs(exponent)
    rest = places >> 4
    factor = 10.0 ** (places & 15)
    if exponent < 0:
        number *= factor
    elif rest & 16:
        rest &= 15
        number /= 1e256
        slack += 1
    while rest:
        if rest & 1:
            slack += 1
            if exponent < 0:
                number *= big
            else:
                factor *= big
        rest >>= 1
        big *= big
    return (number if exponent < 0 else number / factor), slack


def _exact_digits(number: float, exponent: int, sure: bool, count: int, count_below: int, half: bool) -> tuple[str, int]:
    """The digits by exact arithmetic; a half is rounded to the even digit."""
    above, below = number.as_integer_ratio()
    whole = below == 1 and exponent <= _MAX_FAST_DIGITS
    if exponent >= 0:
        below *= 10**exponent
    else:
        above *= 10**-exponent
    if not sure and above < below:
        exponent -= 1
        above *= 10
        count = count_below
    if count <= 0:
        return ("", 0) if count < 0 or above <= 5 * below else ("1", exponent + 2)
    digits: list[int] = []
    while True:
        digit, above = divmod(above, below)
        digits.append(digit)
        if len(digits) == count or (whole and not above):
            break
        above *= 10
    text = "".join(map(str, digits))
    rest = (above * 2 > below) - (above * 2 < below)
    if rest > 0 or (rest == 0 and digits[-1] % 2):
        if half and not whole and digits[-1] % 2 == 0:
            return text, exponent + 1
        return _incremented(digits, exponent)
    return (text if whole else text.rstrip("0")), exponent + 1


def _incremented(digits: list[int], exponent: int) -> tuple[str, int]:
    """The digits with the last one incremented, and the position of the decimal point."""
    while digits and digits[-1] == 9:
        digits.pop()
    if not digits:
        return "1", exponent + 2
    digits[-1] += 1
    return "".join(map(str, digits)), exponent + 1
