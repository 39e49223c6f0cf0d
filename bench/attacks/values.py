"""Tiny programs whose values, types or texts would be enormous."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack

PROGRAMS = {
    "a range as an array": "$x = Array(Integer[1, 30000000])",
    "a deep hash folded": "$x = Integer[1, 5000].reduce({}) |$m, $i| { {a => $m} }\n$y = type($x)",
    "a wide number": "$x = sprintf('%2147483647d', 1)",
}


def attacks() -> Iterator[Attack]:
    """Each program in a class for the checker, and as an expression for the evaluator."""
    for name, code in PROGRAMS.items():
        yield Attack("value", name, {"manifests/init.pp": f"class a {{\n{code}\n}}\n"})
        yield Attack("value", name, {}, "eval", ("-e", code))
