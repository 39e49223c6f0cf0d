"""Integer, Float, Comparable and Math."""

from __future__ import annotations

import math

from puppet_typesys.ruby.classes import described, integer_of, name_of_class, refuse
from puppet_typesys.ruby.compiling.variables import CONSTANTS
from puppet_typesys.ruby.equality import compare, equal, incomparable
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import MANY, SELF, method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Range, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.meter import spend

Number = int | float
NONE = object()
MAX_BITS = 100_000
"""The size of the largest Integer that is computed."""
CONSTANTS.update(
    {
        "Float::INFINITY": math.inf,
        "Float::NAN": math.nan,
        "Float::EPSILON": 2.220446049250313e-16,
        "Float::MAX": 1.7976931348623157e308,
        "Math::PI": math.pi,
        "Math::E": math.e,
        "RUBY_VERSION": String("3.3.8", True),
        "RUBY_PLATFORM": String("x86_64-linux-gnu", True),
        "RUBY_ENGINE": String("ruby", True),
        "Puppet::PUPPETVERSION": String("8.10.0", True),
        "File::SEPARATOR": String("/", True),
        "File::ALT_SEPARATOR": None,
    }
)


def number(value: object, other: object) -> Number:
    """The right operand of an arithmetic operation."""
    if isinstance(other, bool) or not isinstance(other, int | float):
        shown = inspect(other) if isinstance(other, Symbol) else described(other)
        refuse("TypeError", f"{shown} can't be coerced into {name_of_class(value)}")
    return other


def _sized(value: Number) -> Number:
    if isinstance(value, int):
        bits = value.bit_length()
        if bits > MAX_BITS:
            raise Unsupported("size of", "an Integer")
        if bits > 64:
            spend(bits >> 6)
    return value


@method("Integer Float", "+")
def _add(value: Number, other: object) -> object:
    return _sized(value + number(value, other))


@method("Integer Float", "-")
def _subtract(value: Number, other: object) -> object:
    return _sized(value - number(value, other))


@method("Integer Float", "*")
def _multiply(value: Number, other: object) -> object:
    return _sized(value * number(value, other))


@method("Integer Float", "/")
def _divide(value: Number, other: object) -> object:
    by = number(value, other)
    if isinstance(value, int) and isinstance(by, int):
        if by == 0:
            refuse("ZeroDivisionError", "divided by 0")
        return value // by
    if by == 0:
        if value == 0 or value != value:
            return math.nan
        return math.copysign(math.inf, math.copysign(1, value) * math.copysign(1, by))
    return value / by


@method("Integer Float", "%", "modulo")
def _modulo(value: Number, other: object) -> object:
    by = number(value, other)
    if by == 0:
        refuse("ZeroDivisionError", "divided by 0")
    found = value % by
    return math.copysign(0.0, value) if found == 0 and isinstance(found, float) else found


@method("Float", "**")
@method("Integer", "**")
@method("Integer", "pow", more=1)
def _power(value: Number, other: object) -> object:
    by = number(value, other)
    if isinstance(value, int) and isinstance(by, int):
        if by < 0:
            raise Unsupported("method", "Integer#** with a negative exponent")
        if max(value.bit_length(), 1) * by > MAX_BITS:
            raise Unsupported("size of", "an Integer")
    if value < 0 and isinstance(by, float):
        raise Unsupported("method", "Float#** of a negative number")
    if value == 0 and by < 0:
        return math.copysign(math.inf, value) if isinstance(by, int) and by % 2 else math.inf
    return value**by


@method("Integer Float", "-@")
def _negative(value: Number) -> object:
    return -value


@method("Integer Float", "+@")
def _positive(value: Number) -> object:
    return value


@method("Integer Float", "abs", "magnitude", result=SELF)
def _abs(value: Number) -> object:
    return abs(value)


@method("Integer Float", "divmod")
def _divmod(value: Number, other: object) -> object:
    by = number(value, other)
    if by == 0:
        refuse("ZeroDivisionError", "divided by 0")
    if isinstance(value, int) and isinstance(by, int):
        return list(divmod(value, by))
    return [math.floor(value / by), _modulo(value, by)]


@method("Integer Float", "div")
def _div(value: Number, other: object) -> object:
    by = number(value, other)
    if by == 0:
        refuse("ZeroDivisionError", "divided by 0")
    return math.floor(value / by) if isinstance(value, float) or isinstance(by, float) else value // by


@method("Integer Float", "fdiv")
def _fdiv(value: Number, other: object) -> object:
    number(value, other)
    return _divide(float(value), other)


def _comparing(value: object, other: object) -> int:
    order = compare(value, other)
    if order is None:
        if isinstance(value, float) and isinstance(other, float | int) and not isinstance(other, bool):
            return 2
        raise incomparable(value, other)
    return order


TABLE = "Integer Float String Comparable"
method(TABLE, "<", result="Boolean")(lambda value, other: _comparing(value, other) == -1)
method(TABLE, "<=", result="Boolean")(lambda value, other: _comparing(value, other) in (-1, 0))
method(TABLE, ">", result="Boolean")(lambda value, other: _comparing(value, other) == 1)
method(TABLE, ">=", result="Boolean")(lambda value, other: _comparing(value, other) in (0, 1))
method(TABLE, "between?", result="Boolean")(
    lambda value, low, high: _comparing(value, low) in (0, 1) and _comparing(value, high) in (-1, 0)
)


@method(TABLE, "clamp")
def _clamp(value: object, low: object, high: object = NONE) -> object:
    if high is NONE and not isinstance(low, Range):
        refuse("TypeError", f"wrong argument type {described(low)} (expected Range)")
    if isinstance(low, Range) and high is NONE:
        limits = low
        if limits.exclusive:
            raise Unsupported("method", "clamp with an exclusive Range")
        low, high = limits.low, limits.high
    if low is not None and high is not None and _comparing(low, high) == 1:
        refuse("ArgumentError", "min argument must be less than or equal to max argument")
    if low is not None and _comparing(value, low) == -1:
        return low
    if high is not None and _comparing(value, high) == 1:
        return high
    return value


@method("Integer Float", "eql?", result="Boolean")
def _eql(value: Number, other: object) -> object:
    return value.__class__ is other.__class__ and equal(value, other)


method("Integer Float", "zero?", result="Boolean")(lambda value: value == 0)
method("Integer Float", "nonzero?")(lambda value: None if value == 0 else value)
method("Integer Float", "positive?", result="Boolean")(lambda value: value > 0)
method("Integer Float", "negative?", result="Boolean")(lambda value: value < 0)
method("Integer", "even?", result="Boolean")(lambda value: value % 2 == 0)
method("Integer", "odd?", result="Boolean")(lambda value: value % 2 == 1)
method("Integer", "succ", "next", result="Integer")(lambda value: value + 1)
method("Integer", "pred", result="Integer")(lambda value: value - 1)
method("Integer", "to_i", "to_int", "ord", result="Integer")(lambda value: value)
method("Integer Float", "integer?", result="Boolean")(lambda value: isinstance(value, int))
method("Float", "nan?", result="Boolean")(lambda value: value != value)
method("Float", "infinite?")(lambda value: None if abs(value) != math.inf else 1 if value > 0 else -1)
method("Float Integer", "finite?", result="Boolean")(lambda value: math.isfinite(value))
method("Integer Float", "to_f", result="Float")(lambda value: float(value))
method("Integer", "bit_length", result="Integer")(lambda value: value.bit_length() if value >= 0 else (~value).bit_length())
method("Integer", "size")(lambda value: 8 if value.bit_length() < 64 else (value.bit_length() + 63) // 64 * 8)


@method("Float", "truncate", more=1)
@method("Float", "to_i", "to_int", result="Integer")
def _to_i(value: float) -> object:
    return integer_of(value)


@method("Integer Float", "round")
def _round(value: Number, digits: object = 0, *options: object) -> object:
    if isinstance(digits, Hash) or options:
        raise Unsupported("method", "round with an option")
    places = integer_of(digits)
    if isinstance(value, int):
        if places >= 0:
            return value
        unit = 10 ** min(-places, 400)
        half = (abs(value) + unit // 2) // unit * unit
        return half if value >= 0 else -half
    if places > 0:
        return _rounded(value, places)
    checked = integer_of(value) and value
    if places < 0:
        return _round(int(checked), places)
    return math.floor(abs(value) + 0.5) * (1 if value >= 0 else -1) if abs(value) < 2**52 else int(value)


def _rounded(value: float, places: int) -> float:
    if not math.isfinite(value) or places >= 15 or value == 0:
        return value
    scale = 10.0**places
    scaled = value * scale
    if abs(scaled) >= 2**52:
        return value
    found = math.copysign(math.floor(abs(scaled) + 0.5), value)
    # The runtime corrects a product that was rounded up to the half.
    if (found - math.copysign(0.5, value)) / scale == value and abs(scaled) % 1 != 0.5:
        pass
    elif abs((abs(found) - 0.5) / scale) > abs(value):
        found = math.copysign(abs(found) - 1, value)
    return found / scale


@method("Integer Float", "floor")
def _floor(value: Number, digits: object = 0) -> object:
    if digits != 0:
        raise Unsupported("method", "floor with digits")
    return value if isinstance(value, int) else math.floor(_finite(value))


@method("Integer Float", "ceil")
def _ceil(value: Number, digits: object = 0) -> object:
    if digits != 0:
        raise Unsupported("method", "ceil with digits")
    return value if isinstance(value, int) else math.ceil(_finite(value))


def _finite(value: float) -> float:
    integer_of(value)
    return value


@method("Integer", "to_s", "inspect", result="String")
def _to_s(value: int, base: object = 10) -> object:
    radix = integer_of(base)
    if radix == 10:
        return String(to_s(value))
    if not 2 <= radix <= 36:
        refuse("ArgumentError", f"invalid radix {radix}")
    if value.bit_length() > 10_000:
        raise Unsupported("text of", "a large Integer")
    digits, rest = "", abs(value)
    spend(rest.bit_length() >> 4)
    while rest:
        rest, digit = divmod(rest, radix)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return String(("-" if value < 0 else "") + (digits or "0"))


@method("Integer", "chr", more=MANY, result="String")
def _chr(value: int, encoding: object = None) -> object:
    if not 0 <= value < 256 or encoding is not None:
        raise Unsupported("method", "Integer#chr")
    return String(chr(value), binary=value > 127)


@method("Integer", "<<")
def _left(value: int, by: object) -> object:
    count = _bits(value, by)
    if count > MAX_BITS:
        raise Unsupported("size of", "an Integer")
    return _sized(value << count if count >= 0 else value >> -count)


@method("Integer", ">>")
def _right(value: int, by: object) -> object:
    return _left(value, -_bits(value, by))


def _bits(value: object, other: object) -> int:
    if isinstance(other, bool) or not isinstance(other, int):
        raise Unsupported("method", "bits of another value")
    return other


method("Integer", "&")(lambda value, other: value & _bits(value, other))
method("Integer", "|")(lambda value, other: value | _bits(value, other))
method("Integer", "^")(lambda value, other: value ^ _bits(value, other))
method("Integer", "~")(lambda value: ~value)
method("Integer", "[]", more=1)(lambda value, at: (value >> _bits(value, at)) & 1 if _bits(value, at) >= 0 else 0)
method("Integer", "gcd", result="Integer")(lambda value, other: math.gcd(value, _integer(other)))
method("Integer", "lcm", result="Integer")(lambda value, other: math.lcm(value, _integer(other)))


def _integer(other: object) -> int:
    if isinstance(other, bool) or not isinstance(other, int):
        refuse("TypeError", "not an integer")
    return other


@method("Integer", "digits", more=MANY)
def _digits(value: int) -> object:
    if value < 0:
        raise Unsupported("method", "Integer#digits of a negative one")
    return [int(each) for each in reversed(to_s(value))]


def _limit(value: int, limit: object) -> int:
    """The last Integer up to a limit."""
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise Unsupported("arguments of", "Integer#upto")
    return limit


@yields("Integer", "times")
def _times(machine: Machine, block: AnyProc | None, value: int) -> object:
    if block is None:
        machine.spend(max(value, 0))
        return machine.enumerator(list(range(value)))
    for each in range(value):
        machine.spend(1)
        machine.call(block, each)
    return value


@yields("Integer", "upto")
def _upto(machine: Machine, block: AnyProc | None, value: int, high: object) -> object:
    if block is None:
        machine.spend(max(_limit(value, high) - value, 0))
        return machine.enumerator(list(range(value, _limit(value, high) + 1)))
    for each in range(value, _limit(value, high) + 1):
        machine.spend(1)
        machine.call(block, each)
    return value


@yields("Integer", "downto")
def _downto(machine: Machine, block: AnyProc | None, value: int, low: object) -> object:
    if block is None:
        machine.spend(max(value - _limit(value, low), 0))
        return machine.enumerator(list(range(value, _limit(value, low) - 1, -1)))
    body = block
    for each in range(value, _limit(value, low) - 1, -1):
        machine.spend(1)
        machine.call(body, each)
    return value


@yields("Integer", "step", more=0)
def _step(machine: Machine, block: AnyProc | None, value: int, limit: object = None, by: object = 1) -> object:
    if any(isinstance(each, bool) or not isinstance(each, int) for each in (limit, by)):
        raise Unsupported("arguments of", "Integer#step")
    width = integer_of(by)
    if width == 0:
        refuse("ArgumentError", "step can't be 0")
    if block is None:
        machine.spend(abs(integer_of(limit) - value))
        return machine.enumerator(list(range(value, integer_of(limit) + (1 if width > 0 else -1), width)))
    body = block
    for each in range(value, integer_of(limit) + (1 if width > 0 else -1), width):
        machine.spend(1)
        machine.call(body, each)
    return value


@method("Math.", "sqrt")
def _sqrt(module: object, value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float):
        refuse("TypeError", f"can't convert {described(value)} into Float")
    if value < 0:
        raise Unsupported("method", "Math.sqrt of a negative number")
    return math.sqrt(value)
