"""Texts of which parts are unknown: the secrets in the parts that are known are followed nevertheless."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.outcome import Hole, TextWithHoles
from puppet_typesys.secrets.marks import REDACTED, Marks, all_texts, plain_texts
from puppet_typesys.types.objects import Instance
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Alternatives, Unknown

JOINING = frozenset(
    ("join", "sprintf", "new", "stdlib::to_json", "stdlib::to_json_pretty", "stdlib::to_yaml", "to_json", "to_json_pretty", "to_yaml")
)
"""Functions whose text has the texts of what is in their arguments; Sensitive values are redacted in it."""
PASSING = JOINING | frozenset(
    ("strip", "chomp", "lstrip", "rstrip", "regsubst", "suffix", "prefix", "stdlib::shell_escape", "shell_escape", "shellquote")
)
"""Functions whose text has that of their arguments."""
DEFERRED = frozenset(("join", "new", "sprintf"))
"""Functions that an agent calls with Sensitive arguments as they are, which it redacts in the text."""
HOLE = Hole(0, 0)
PRINTED = lazy_pattern(r"<%=\s*@(\w+)(\.unwrap)?\s*-?%>")
"""A tag of a template in Ruby that prints a variable."""


def partly_known(parts: Sequence[object], unknown: Unknown, marks: Marks) -> object:
    """A text that is made of parts, if those that are known have a secret or stand for one; otherwise the unknown text."""
    made: list[str | Hole] = []
    is_secret = False
    for each in parts:
        is_secret |= isinstance(each, Sensitive)
        value = each.value if isinstance(each, Sensitive) else each
        if isinstance(value, str | TextWithHoles | Alternatives):
            made += plain_texts(value)
        if isinstance(value, Unknown):
            made.append(HOLE)
    if not any(isinstance(each, str) and (REDACTED in each or any(marks.within(each))) for each in made):
        return unknown
    text = TextWithHoles(tuple(made))
    return Sensitive(text) if is_secret else text


def passed(function: str, arguments: Sequence[object]) -> Iterator[object]:
    """The parts of the text that a function makes of its arguments."""
    for each in arguments:
        yield from plain_texts(each)
        if function in JOINING and _has_sensitive(each):
            yield REDACTED


def printed(template: str, variable: Callable[[str], object]) -> Iterator[object]:
    """What a template in Ruby prints of variables, as far as it does nothing else with them."""
    for found in PRINTED.finditer(template):
        name, is_unwrapped = found[1], found[2] is not None
        value = variable(name)
        if isinstance(value, Sensitive) and is_unwrapped:
            yield from all_texts(value.value)
        elif isinstance(value, Sensitive) and re.search(rf"@{name}\b\s*\.", template) is None:
            yield REDACTED
        elif isinstance(value, str):
            yield value


def _has_sensitive(value: object) -> bool:
    match value:
        case Sensitive():
            return True
        case tuple():
            return any(map(_has_sensitive, value))
        case Hash():
            return any(map(_has_sensitive, value.values()))
    return False


def is_redacted_later(value: object) -> bool:
    """Whether an agent makes a text of a Sensitive value, without it."""
    if not isinstance(value, Instance) or value.type.name != "Deferred":
        return False
    name, given = value.values.get("name"), value.values.get("arguments")
    return name in DEFERRED and isinstance(given, tuple) and (name != "new" or _is_string(given[:1])) and _has_sensitive(given)


def _is_string(given: tuple[object, ...]) -> bool:
    return bool(given) and str(given[0]).startswith("String")
