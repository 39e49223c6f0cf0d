"""What programs draw at random, where the host draws numbers: in runs of specs, which compare what comes of several draws."""

from __future__ import annotations

from random import Random as Source

from puppet_typesys.ruby.classes import integer_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, Range, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.values.meter import spend
from puppet_typesys.values.random_numbers import limited

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
PARTS = 1 << 53
"""The number of different numbers between 0 and 1."""
LONGEST = 10_000
"""The largest number of characters that are drawn."""


def drawn(machine: Machine, limit: int, method: str) -> int:
    """A random number below a limit."""
    found = machine.host.draw(limit) if limit > 0 else None
    if found is None:
        raise Unsupported("method", method)
    return found


def number(machine: Machine, limit: object, method: str) -> object:
    """A random number below a limit, in a Range, or between 0 and 1."""
    match limit:
        case None | 0:
            return drawn(machine, PARTS, method) / PARTS
        case bool():
            pass
        case int() if limit > 0:
            return drawn(machine, limit, method)
        case Range(low=int(low), high=int(high)) if low is not True and high is not True:
            return low + drawn(machine, high - low + (not limit.exclusive), method)
    raise Unsupported("method", method)


def text(machine: Machine, letters: str, length: object, method: str) -> String:
    """Random characters of some."""
    count = integer_of(length)
    spend(1 + max(count, 0))
    if not 0 <= count <= LONGEST:
        raise Unsupported("method", method)
    return String("".join(letters[drawn(machine, len(letters), method)] for _ in range(count)))


@yields("Kernel.", "rand")
def _rand(machine: Machine, block: AnyProc | None, receiver: object, limit: object = None) -> object:
    return number(machine, limit, "rand")


@yields("Random.", "rand")
def _rand_of_random(machine: Machine, block: AnyProc | None, receiver: object, limit: object = None) -> object:
    return number(machine, limit, "Random.rand")


@yields("Random.", "new")
def _random(machine: Machine, block: AnyProc | None, module: Module, seed: object = None) -> object:
    return Object(module, None if seed is None else Source(integer_of(seed)))


@yields("Random", "rand")
def _next(machine: Machine, block: AnyProc | None, value: Object, limit: object = None) -> object:
    if value.held is None:
        return number(machine, limit, "Random#rand")
    if not isinstance(limit, int) or isinstance(limit, bool) or limit <= 0:
        raise Unsupported("method", "Random#rand")
    return limited(value.holding(Source), limit)


@yields("SecureRandom.", "random_number", "rand")
def _secure(machine: Machine, block: AnyProc | None, receiver: object, limit: object = None) -> object:
    return number(machine, limit, "SecureRandom.random_number")


@yields("SecureRandom.", "hex", result="String")
def _hex(machine: Machine, block: AnyProc | None, receiver: object, count: object = None) -> object:
    return text(machine, "0123456789abcdef", 32 if count is None else 2 * integer_of(count), "SecureRandom.hex")


@yields("SecureRandom.", "alphanumeric", more=1, result="String")
def _alphanumeric(machine: Machine, block: AnyProc | None, receiver: object, count: object = None) -> object:
    return text(machine, LETTERS, 16 if count is None else count, "SecureRandom.alphanumeric")


@yields("SecureRandom.", "uuid", result="String")
def _uuid(machine: Machine, block: AnyProc | None, receiver: object) -> object:
    bits = drawn(machine, 1 << 128, "SecureRandom.uuid") & ~(0xF << 76) & ~(0x3 << 62) | (0x4 << 76) | (0x2 << 62)
    made = f"{bits:032x}"
    return String("-".join((made[:8], made[8:12], made[12:16], made[16:20], made[20:])))


@yields("Array", "sample")
def _sample(machine: Machine, block: AnyProc | None, values: list[object], random: object = None) -> object:
    if random is not None:
        raise Unsupported("method", "Array#sample")
    return values[drawn(machine, len(values), "Array#sample")] if values else None


@yields("Array", "shuffle", more=1, result="Array")
def _shuffle(machine: Machine, block: AnyProc | None, values: list[object]) -> object:
    made = list(values)
    spend(len(made))
    for last in range(len(made) - 1, 0, -1):
        other = drawn(machine, last + 1, "Array#shuffle")
        made[last], made[other] = made[other], made[last]
    return made
