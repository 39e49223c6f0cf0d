"""Blocks of autorelations in Ruby that compute titles of attributes: they are interpreted with the attributes as arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.functions import call_function
from puppet_typesys.ruby.outcome import RubyError
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

STEPS = 2_000
"""The limit of the steps of a block; usual ones take less than 50."""
READ = lazy_pattern(r"(?:self\[:(\w+)\]|(?:should|value)\(:(\w+)\)|@parameters\[:(\w+)\](?:\.value)?|(?<=#\{)(name)(?=\}))")
"""How a block reads an attribute."""
ELSEWHERE = lazy_pattern(
    r"\b(?:self|catalog|provider|next|proc|super)\b|(?<![}\w])@\w|[=!]= *:|\bwhen +:|\?\(:|\bFile\.(?!dirname|basename|join)"
)
"""What a block has that needs more than attributes, or compares with symbols, which values of Puppet become."""


def program_of(body: str) -> tuple[str, tuple[str, ...]] | None:
    """The function that a block is, and the attributes that are its arguments; None if it needs more than those."""
    names: dict[str, None] = {}

    def argument(name: str) -> str:
        names[name] = None
        return f"given_{name}"

    code = READ.sub(lambda found: argument(next(filter(None, found.groups()))), body)
    if not names or ELSEWHERE.search(code) is not None:
        return None
    arguments = ", ".join(f"given_{each}" for each in names)
    return f"Puppet::Functions.create_function(:titles) do\n  def titles({arguments})\n{code}\n  end\nend\n", tuple(names)


def titles_of(program: str, given: Sequence[object]) -> Iterator[str]:
    """The titles that a block gives for some values of attributes. Raises UnknownValue if they are not known."""
    if any(map(contains_unknown, given)):
        raise UnknownValue
    try:
        found = call_function(program, "titles", given, Alone(), Budget(STEPS, seconds=inf))
    except (RubyError, MessageError, BudgetError, RecursionError):
        raise UnknownValue from None
    yield from _texts(found)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, Unknown):
        raise UnknownValue
    if isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, str):
        yield value
    elif value is not None and value is not False:
        raise UnknownValue
