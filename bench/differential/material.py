"""Random numbers, strings, values and types as Puppet code, for generated snippets."""

# ruff: noqa: E501 - tables of snippets, one group of them a line
from __future__ import annotations

from random import Random

NUMBERS = "0 1 -1 2 3 5 7 -3 10 16 42 64 100 255 1000 65535 4294967296 9223372036854775807 -9223372036854775807 0x1F 017".split()
FLOATS = "0.0 -0.0 1.0 -1.5 2.5 3.14159 0.1 1e3 1e-7 1.5e10 1e17 123456789.125 2e2 1e100 8.25 0.5 100.0 1e15 1e16 1.0e-4".split()
STRINGS = [
    *(
        "''",
        "'a'",
        "'A'",
        "'b'",
        "'abc'",
        "'ABC'",
        "'xyz'",
        "'x y'",
        "'ö'",
        "'Ünï'",
        "'日本'",
        "'1'",
        "'-1'",
        "'007'",
        "'0x1f'",
        "'0b101'",
        "'1.5'",
    ),
    *(
        "'1e2'",
        "'true'",
        "'false'",
        "'undef'",
        "'default'",
        "'no'",
        "'a::b'",
        "'Foo'",
        "'::a'",
        "'a,b,c'",
        "'a b c'",
        "'  padded '",
        "'a.b'",
    ),
    *(
        '"a\\nb"',
        '"\\ttab"',
        "'it\\'s'",
        "'\"q\"'",
        "'/tmp/x'",
        "'1.2.3'",
        "'>=1.0.0'",
        "'10:20:30'",
        "'2020-01-01'",
        "'a-1'",
        "'%d'",
        "'$x'",
    ),
    *("'aGVsbG8='", "'http://h/p'", "'Some text'", "'k'", "'1,000'", "'+5'", "'.5'", "'1_000'", "' 1'", "'host.example.com'"),
]
SPECIAL = [
    *("undef", "default", "true", "false"),
    *("/a/", "/^x.*y$/", "/(?i:A)b/", "/\\d+/"),
    *("SemVer('1.2.3')", "SemVer('2.0.0-rc1')", "SemVer('1.2.3-a.1+b')"),
    *("SemVerRange('~1.2')", "SemVerRange('>=1.0.0 <2.0.0')", "SemVerRange('1.x')"),
    *("Timespan(30)", "Timespan(-1.5)", "Timespan(90061)", "Timestamp(0)", "Timestamp('2001-09-09T01:46:40 UTC')"),
    *("Binary('eHl6')", "Binary('')", "URI('https://example.org/p?q#f')", "URI('a/b')"),
    *("Sensitive(5)", "Sensitive('s')", "Sensitive([1])"),
    *("[1, 2].reverse_each", "[1, 2, 3].step(2)", "Iterable([1, 2])", "Deferred('upcase', ['a'])"),
    *("Notify['a']", "Class['a']", "File['/a', '/b']"),
]
KEYS = ["a", "b", "k", "'x'", "'a b'", "1", "2", "undef", "1.5", "default", "true", "[1]", "Integer", "'A'"]
NAMES = ["a", "b", "c", "x", "y", "name", "value"]


def integer(random: Random) -> str:
    """An integer, mostly small."""
    return str(random.randint(-9, 20)) if random.random() < 0.6 else random.choice(NUMBERS)


def number(random: Random) -> str:
    """An integer or a float."""
    return integer(random) if random.random() < 0.6 else random.choice(FLOATS)


def string(random: Random) -> str:
    """A quoted string."""
    return random.choice(STRINGS)


def array(random: Random, depth: int = 2) -> str:
    """An array."""
    return "[" + ", ".join(value(random, depth - 1) for _ in range(random.choice([0, 1, 1, 2, 2, 3, 4]))) + "]"


def hash_text(random: Random, depth: int = 2) -> str:
    """A hash."""
    keys = random.sample(KEYS, random.choice([0, 1, 1, 2, 2, 3]))
    return "{" + ", ".join(f"{key} => {value(random, depth - 1)}" for key in keys) + "}"


def value(random: Random, depth: int = 2) -> str:
    """A value of any kind."""
    kind = random.random()
    if kind < 0.2:
        return number(random)
    if kind < 0.4:
        return string(random)
    if kind < 0.55:
        return random.choice(SPECIAL)
    if kind < 0.63 or depth <= 0:
        return random.choice(["undef", "default", "true", "false", "1", "'a'"])
    if kind < 0.8:
        return array(random, depth)
    if kind < 0.94:
        return hash_text(random, depth)
    return type_text(random, 1)


def plain(random: Random) -> str:
    """A value that many functions take: a number, a string, or a collection of these."""
    return random.choice([number, string, numbers, strings, flat_hash])(random)


def array_of(random: Random, member: object = None) -> str:
    """An array whose members are of one kind."""
    make = member if callable(member) else random.choice([integer, number, string])
    return "[" + ", ".join(str(make(random)) for _ in range(random.randint(0, 5))) + "]"


def numbers(random: Random) -> str:
    """An array of numbers."""
    return array_of(random, number)


def integers(random: Random) -> str:
    """An array of integers."""
    return array_of(random, integer)


def strings(random: Random) -> str:
    """An array of strings."""
    return array_of(random, string)


def flat_hash(random: Random) -> str:
    """A hash from names to numbers and strings."""
    keys = random.sample(["a", "b", "c", "d", "'A'", "'k k'"], random.randint(0, 4))
    return "{" + ", ".join(f"{key} => {random.choice([number, string])(random)}" for key in keys) + "}"


SIMPLE_TYPES = (
    "Any Undef Default Scalar ScalarData Data RichData Numeric Integer Float Boolean String Enum Pattern Regexp SemVer SemVerRange "
    "Timespan Timestamp Binary URI Collection Array Hash Tuple Struct Variant Optional NotUndef Iterable Iterator Callable Type "
    "Sensitive Deferred Init CatalogEntry Resource Class Error Target User File Notify RichDataKey Puppet::LookupKey "
).split()
PARAMETERIZED = [
    *("Boolean[true]", "Boolean[false]", "Regexp[/a/]", "Regexp['b']", "SemVer['1.x']", "SemVer['>=1.0.0', '~3.2']", "SemVerRange"),
    *("Timespan[0, 10]", "Timespan['1-00:00:00']", "Timestamp['2000-01-01', '2010-01-01']", "Timestamp[0]", "URI['http://h/']"),
    *("URI[{scheme => 'https'}]", "URI[{path => NotUndef}]", "Resource['user']", "Resource[User, 'bob']", "User['bob']", "Class['a']"),
    *("Class['a', 'b']", "Runtime['ruby', 'X']", "Error['k']", "Error[Enum['a'], 'c']", "Collection[2]", "Collection[0, 3]", "Type[Type]"),
    *(
        "Enum['a', 'b', true]",
        "Pattern[/a/, 'b']",
        "Init[Integer, 16]",
        "Init[SemVer]",
        "Callable[0, 0]",
        "Callable[2, default]",
        "Deferred",
    ),
    *(
        "Object[{attributes => {a => Integer}}]",
        "Object[{name => 'Foo', attributes => {a => Integer}}]",
        "TypeSet",
        "Undef",
        "Type[Integer]",
    ),
]


def size(random: Random) -> str:
    """Limits of a size, to stand last among parameters."""
    low = random.randint(0, 3)
    return random.choice([f"{low}", f"{low}, {low + random.randint(0, 3)}", f"{low}, default", f"default, {low}"])


def span(random: Random) -> str:
    """Limits of a number."""
    low = random.randint(-10, 20)
    return random.choice([f"{low}", f"{low}, {low + random.randint(0, 90)}", f"{low}, default", f"default, {low}", f"{low}, {low}"])


def struct_member(random: Random, depth: int) -> str:
    """A member of a Struct."""
    key = random.choice(["a", "b", "c", "'x'", "next"])
    key = random.choice([key, key, f"Optional[{key}]", f"NotUndef[{key}]"])
    return f"{key} => {type_text(random, depth - 1)}"


def type_text(random: Random, depth: int = 2) -> str:
    """A type."""
    kind = random.random()
    if depth <= 0 or kind < 0.25:
        return random.choice(SIMPLE_TYPES) if random.random() < 0.7 else random.choice(PARAMETERIZED)

    def inner() -> str:
        return type_text(random, depth - 1)

    def several(low: int = 1) -> str:
        return ", ".join(inner() for _ in range(random.randint(low, 3)))

    match random.choice(
        "Integer Float String Enum Pattern Array Hash Tuple Struct Variant Optional NotUndef Iterable Iterator Callable Type Sensitive Init fixed".split()
    ):
        case "Integer" | "Float" as name:
            return f"{name}[{span(random)}]"
        case "String":
            return f"String[{size(random)}]"
        case "Enum":
            return "Enum[" + ", ".join(random.sample(["a", "b", "'x'", "'yy'", "'A'", "''"], random.randint(1, 3))) + "]"
        case "Pattern":
            return "Pattern[" + ", ".join(random.sample(["/a/", "'b'", "/^x/", "/(?i)z/"], random.randint(1, 2))) + "]"
        case "Array":
            return random.choice([f"Array[{inner()}]", f"Array[{inner()}, {size(random)}]", f"Array[{size(random)}]"])
        case "Hash":
            return random.choice([f"Hash[{inner()}, {inner()}]", f"Hash[{inner()}, {inner()}, {size(random)}]"])
        case "Tuple":
            return random.choice([f"Tuple[{several()}]", f"Tuple[{several()}, {size(random)}]"])
        case "Struct":
            members = {member.split(" => ")[0]: member for member in (struct_member(random, depth) for _ in range(random.randint(1, 3)))}
            return "Struct[{" + ", ".join(members.values()) + "}]"
        case "Variant":
            return f"Variant[{several()}]"
        case "Callable":
            return random.choice(
                [f"Callable[{several()}]", f"Callable[[{several(0)}], {inner()}]", f"Callable[{several()}, {size(random)}]"]
            )
        case "fixed":
            return random.choice(PARAMETERIZED)
        case "Optional" | "NotUndef" as name if random.random() < 0.2:
            return f"{name}['x']"
        case name:
            return f"{name}[{inner()}]"


def small_type(random: Random) -> str:
    """A type with little inside it."""
    return type_text(random, 1)


def value_for(random: Random, text: str) -> str:
    """A value that has a chance to be an instance of a type, else any."""
    for start, values in LIKELY.items():
        if text.startswith(start):
            return random.choice(values)
    return value(random)


LIKELY: dict[str, list[str]] = {
    "Integer": ["1", "0", "5", "-3", "'1'", "1.0"],
    "Float": ["1.5", "0.0", "1", "-3.25"],
    "String": ["'a'", "''", "'abc'", "1"],
    "Enum": ["'a'", "'b'", "'A'", "'x'", "1"],
    "Pattern": ["'a'", "'xb'", "'Z'", "1"],
    "Array": ["[]", "[1]", "['a', 'b']", "[[1], [2]]", "[undef]", "{}"],
    "Tuple": ["[]", "[1]", "['a', 'b']", "[1, 'a']", "[1, 2, 3]", "['a', 1]"],
    "Hash": ["{}", "{a => 1}", "{1 => 'x', 2 => 'y'}", "{a => {b => 1}}", "[]"],
    "Struct": ["{}", "{a => 1}", "{a => 'x', b => 2}", "{x => undef}", "{next => {}}", "{a => 1, z => 2}", "[]"],
    "Boolean": ["true", "false", "undef"],
    "Type": ["Integer", "String[1]", "Type[Integer]", "Any", "1"],
    "Callable": ["1", "Callable", "undef"],
    "Sensitive": ["Sensitive(1)", "Sensitive('a')", "1"],
    "Iter": ["[1]", "'abc'", "3", "{a => 1}", "[1, 2].reverse_each", "Integer[1, 3]", "Enum[a, b]"],
}
