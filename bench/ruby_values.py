"""Arguments for functions: values that fit types, and others, from a seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from puppet_check.cli.snippet import compiler_for, evaluate_text, settings_with
from puppet_typesys.loader import Definition, Parameter
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import contains_unknown

TEXTS = """a abc foo Foo 1 10 0 -3 3.5 true false yes no undef /etc/passwd /a/b.txt a,b,c foo=bar host01 host10 1:2 10.0.0.1 192.168.1.0/24
2001:db8::1 fe80::1 foo.example.com example.com http://example.com/a?b=c https://user@example.com:8443/x 1kB 10MB 2G 50%
<SERVICE_DEFAULT> md5abc sha1 SHA-256 utf8 é ünïcode root@localhost 8.9.10 1.2.3-rc1 x86_64 debian [::1] ::1 a-b_c class foo::bar
$x "q" <a>&b latest present absent 0x1f 0755 80 65536 eth0 02:42:ac:11:00:02""".split()
TEXTS += ["", " a b ", "a b c", "line\nother\n", "tab\there", "it's", "a\\b", '{"a": [1, null]}', "a: 1\nb: [x, y]\n", "SGVsbG8="]
NUMBERS = (0, 1, 2, 3, -1, 7, 10, 16, 80, 1024, 65535, 4294967296, 0.5, 3.0, -2.25)


def value_of(random: Random, type: Type | None, depth: int = 0) -> object:
    """A value that mostly fits a type."""
    match type:
        case model.TypeAlias():
            return value_of(random, type.target, depth + 1)
        case model.Optional(type=inner):
            return None if random.random() < 0.2 else value_of(random, inner, depth)
        case model.NotUndef(type=inner) | model.Sensitive(type=inner):
            return value_of(random, inner, depth)
        case model.Variant(types=types) if types:
            return value_of(random, random.choice(types), depth)
        case model.Enum(values=values) if values:
            return random.choice(values)
        case model.Boolean():
            return random.random() < 0.5
        case model.Integer(low=low, high=high):
            fitting = [
                each for each in NUMBERS if isinstance(each, int) and (low is None or each >= low) and (high is None or each <= high)
            ]
            return random.choice(fitting) if fitting else low or high or 0
        case model.Float() | model.Numeric():
            return random.choice(NUMBERS)
        case model.Array(element=element):
            return tuple(value_of(random, element, depth + 1) for _ in range(random.choice((0, 1, 2, 3))))
        case model.Tuple(types=types):
            return tuple(value_of(random, each, depth + 1) for each in types)
        case model.Hash(key=key, value=value):
            return Hash(
                [
                    (value_of(random, key or model.STRING, depth + 1), value_of(random, value, depth + 1))
                    for _ in range(random.choice((0, 1, 2, 3)))
                ]
            )
        case model.Struct(elements=elements):
            return Hash([(each.name, value_of(random, each.value, depth + 1)) for each in elements if random.random() < 0.7])
        case model.Undef():
            return None
        case model.String() | model.Pattern():
            return fitting_text(random, type)
    return anything(random, depth)


def fitting_text(random: Random, type: Type) -> str:
    """A text that fits a type, if one of a few does."""
    for _ in range(20):
        text = random.choice(TEXTS)
        if is_instance(type, text):
            return text
    return text


def anything(random: Random, depth: int = 0) -> object:
    """Any value."""
    kind = random.random()
    if kind < 0.5 or depth > 2:
        return random.choice(TEXTS)
    if kind < 0.62:
        return random.choice(NUMBERS)
    if kind < 0.7:
        return random.choice((True, False, None))
    if kind < 0.87:
        return tuple(anything(random, depth + 1) for _ in range(random.choice((0, 1, 2, 3))))
    return Hash([(random.choice(TEXTS), anything(random, depth + 1)) for _ in range(random.choice((0, 1, 2)))])


CALL = re.compile(r"[\w:]+\((?:[^()]|\([^()]*\))*\)")


def examples(name: str, text: str) -> list[tuple[object, ...]]:
    """The arguments of the calls in a function's documentation."""
    found = []
    for call in CALL.findall(text):
        if not call.startswith(f"{name}("):
            continue
        outcome = evaluate_text(f"[{call[len(name) + 1 : -1]}]", settings_with(Hash()))
        if outcome.error is None and isinstance(outcome.value, tuple) and not contains_unknown(outcome.value):
            found.append(outcome.value)
    return found


def arguments(random: Random, definition: Definition | None, known: list[tuple[object, ...]], named: Names) -> tuple[object, ...]:
    """The arguments of a call: of an example, that fit a signature, or any; some of them changed."""
    chance = random.random()
    if known and chance < 0.4:
        made = list(random.choice(known))
    elif definition is not None and definition.signatures and chance < 0.93:
        made = list(_fitting(random, random.choice(definition.signatures).parameters, named))
    else:
        arity = definition.arity if definition is not None and definition.arity is not None else -1
        count = arity if arity >= 0 else random.choice((1, 1, 2, 2, 3, abs(arity + 1)))
        made = [anything(random) for _ in range(count)]
    if made and random.random() < 0.25:
        made[random.randrange(len(made))] = anything(random)
    if random.random() < 0.02:
        made.append(anything(random))
    return tuple(map(_with_text_keys, made))


def _with_text_keys(value: object) -> object:
    """A value as JSON can say it."""
    if isinstance(value, tuple):
        return tuple(map(_with_text_keys, value))
    if isinstance(value, Hash):
        return Hash([(each if isinstance(each, str) else str(each), _with_text_keys(inner)) for each, inner in value.items()])
    return value


class Names:
    """Resolves the names of types of a project."""

    def __init__(self) -> None:
        self.compiler = compiler_for(settings_with(Hash()))

    def type(self, text: str | None) -> Type | None:
        """The type of a text; None if it is not known."""
        if text is None:
            return None
        try:
            return parse(text, self.compiler.type_of_name)
        except (TypeSyntaxError, ArgumentError):
            return None


def _fitting(random: Random, parameters: tuple[Parameter, ...], named: Names) -> Iterator[object]:
    for each in parameters:
        if each.captures_rest:
            for _ in range(random.choice((0, 1, 2, 3))):
                yield value_of(random, named.type(each.type))
        elif each.is_required or random.random() < 0.6:
            yield value_of(random, named.type(each.type))
        else:
            return
