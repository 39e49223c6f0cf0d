"""Questions about operators and access expressions."""

from __future__ import annotations

from random import Random

from bench.differential.groups import group
from bench.differential.material import (
    SIMPLE_TYPES,
    array,
    array_of,
    flat_hash,
    hash_text,
    integer,
    number,
    small_type,
    string,
    type_text,
    value,
)

BINARY = "+ - * / % << >> == != < <= > >= =~ !~ in and or".split()


@group("ops:binary")
def binary(random: Random) -> str:
    return f"$a = {value(random)}\n$b = {value(random)}\n$a {random.choice(BINARY)} $b"


@group("ops:numbers")
def numbers(random: Random) -> str:
    return f"{number(random)} {random.choice(BINARY[:13])} {number(random)}"


@group("ops:strings")
def strings(random: Random) -> str:
    return f"{string(random)} {random.choice(BINARY[5:])} {random.choice([string, string, array_of, type_text])(random)}"


@group("ops:collections")
def collections(random: Random) -> str:
    make = [array, hash_text, array_of, flat_hash]
    right = random.choice([*make, value])(random)
    return f"$a = {random.choice(make)(random)}\n$b = {right}\n$a {random.choice(['+', '-', '<<', '==', 'in', '!=', '=~'])} $b"


@group("ops:unary")
def unary(random: Random) -> str:
    form = random.choice(
        ["-({0})", "!({0})", "[*{0}]", "*{0}", "$x = {0}\n-$x", "$x = {0}\nif $x {{ yes }} else {{ no }}", "!!{0}", "- {0}"]
    )
    return form.format(value(random))


@group("ops:expressions")
def expressions(random: Random) -> str:
    return f"$r = {expression(random, 3)}\n$r"


def expression(random: Random, depth: int) -> str:
    """Nested operators, mostly on numbers, sometimes parenthesized."""
    if depth == 0 or random.random() < 0.15:
        return random.choice([integer, number, integer, array_of, string])(random)
    left, right = expression(random, depth - 1), expression(random, depth - 1)
    match random.randint(0, 11):
        case 0:
            return f"({left} {random.choice(BINARY)} {right})"
        case 1:
            return f"-({left})"
        case 2:
            return f"!{left} or {right}"
        case 3:
            return f"{left} ? {{ {right} => {integer(random)}, default => {left} }}"
        case 4:
            return f"[{left}, {right}].map |$x| {{ $x {random.choice(BINARY)} {integer(random)} }}"
        case 5:
            return f"[{left}, {right}].length"
        case 6:
            return f"if {left} {{ {right} }} else {{ {left} }}"
        case 7:
            return f"[{left}, {right}][{random.randint(-2, 2)}]"
        case _:
            return f"{left} {random.choice(BINARY)} {right}"


@group("access:value")
def access(random: Random) -> str:
    subject = random.choice([value, array, hash_text, string, array_of])(random)
    keys = ", ".join(random.choice([integer, value, string])(random) for _ in range(random.choice([1, 1, 1, 2, 2, 3, 0])))
    return f"$v = {subject}\n$v[{keys}]"


@group("access:small")
def access_small(random: Random) -> str:
    subject = random.choice(
        ["'hello'", "[1, 2, 3, 4]", "{a => 1, b => {c => [1, 2]}, 3 => x}", "'日本語'", "[[1, 2], [3]]", "Binary('YWJjZA==')"]
    )
    key = random.choice(["{0}", "{0}, {1}", "a", "b", "b, a", "'c'", "undef", "1.0", "true", "default", "{0}, {1}, 2", "*[{0}, {1}]"])
    return f"$v = {subject}\n$v[{key.format(random.randint(-6, 6), random.randint(-6, 6))}]"


@group("access:types")
def access_types(random: Random) -> str:
    parameters = ", ".join(
        random.choice([type_text, integer, string, value, integer, small_type])(random) for _ in range(random.choice([1, 1, 2, 2, 3]))
    )
    return f"{random.choice(SIMPLE_TYPES)}[{parameters}]"


@group("ops:match")
def match(random: Random) -> str:
    subject = random.choice(["'abcabc'", "'a1b22'", "'Hello World'", "'x=1;y=2'", "'日本 x'", "''", '"l1\\nl2\\n"', "'a.b/c'"])
    regex = random.choice(
        [
            *(
                "/(a)(b)?/",
                "/(\\w+)\\s(\\w+)/",
                "/^l(\\d)$/",
                "/(?<k>\\w)=(?<v>\\d)/",
                "/[[:upper:]]/",
                "/(?i)HELLO/",
                "/\\Aa/",
                "/z|(b)/",
                "/(.)\\1/",
            ),
            *(
                "/\\bW/",
                "/[^a-c]+/",
                "/(?m:.+)/",
                "/b{1,2}?/",
                "/\\p{L}+/",
                "/\\h+/",
                "/(?:x)(=)/",
                "/(?=b)./",
                "/(?<!a)b/",
                "/a++b/",
                "/.*\\Z/",
            ),
        ]
    )
    form = random.choice(
        [
            "if {0} =~ {1} {{ [$0, $1, $2] }} else {{ [no, $0] }}",
            '$x = {0} ? {{ {1} => "${{0}}-${{1}}", default => none }}\n[$x, $0]',
            'case {0} {{ {1}: {{ "<$1>" }} default: {{ none }} }}',
            "{0} =~ {1}\n$1",
            "{0}.match({1})",
            "{0} !~ {1}",
            "{1} in [{0}, 'b']",
            "[{0}, b].match({1})",
            "unless {0} =~ {1} {{ no }} else {{ $0 }}",
            "if {0} =~ {1} {{ if 'q' =~ /q/ {{ notice($0) }} notice($0) [1].each |$x| {{ if r =~ /r/ {{ notice($0) }} notice($0) }} }}",
            "regsubst({0}, {1}, '<\\0|\\1>', 'G')",
            "regsubst({0}, {1}, 'x')",
            "split({0}, {1})",
            "{0} =~ Pattern[{1}]",
            "{0} in {1}",
            "Regexp[{1}] == type({1})",
            "[{0}, 'ab'].filter |$s| {{ $s =~ {1} }}",
        ]
    )
    return form.format(subject, regex)
