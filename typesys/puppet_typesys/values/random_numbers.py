"""Pseudo-random numbers as the reference's runtime makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puppet_typesys.values.errors import ArgumentError

if TYPE_CHECKING:
    from random import Random


def random_integer(seed: int, limit: int) -> int:
    """The first number below a limit that the Mersenne Twister generates for a seed, with bits selected as in the reference's runtime."""
    from random import Random  # 2 ms, and most programs need no random number

    if limit <= 0:
        raise ArgumentError(f"invalid argument - {limit}")
    return limited(Random(seed), limit)


def limited(source: Random, limit: int) -> int:
    """The next number of a generator below a limit."""
    if limit == 1:
        return 0
    mask = (1 << (limit - 1).bit_length()) - 1
    while True:
        value = 0
        for place in range((mask.bit_length() + 31) // 32 - 1, -1, -1):
            part = (mask >> (place * 32)) & 0xFFFFFFFF
            if part:
                value |= (source.getrandbits(32) & part) << (place * 32)
            if value > limit - 1:
                break
        else:
            return value
