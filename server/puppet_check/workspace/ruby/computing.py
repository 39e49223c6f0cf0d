"""Methods of constant values, which the interpreter of Ruby computes."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

COMPUTED = frozenset(
    """to_s to_a to_i dup sort uniq flatten compact reverse strip lstrip rstrip chomp chop upcase downcase capitalize swapcase
    tr gsub sub delete squeeze split join keys values first last delete_prefix delete_suffix""".split()
)
"""Methods that change nothing and look at nothing but their receiver and arguments."""
STEPS = 2000
"""The limit of the steps of one call."""


class UncomputedError(Exception):
    """Raised for a call whose result is not known."""


def computed(receiver: object, method: str, arguments: Sequence[object]) -> object:
    """The result of a method for a receiver and arguments that consist of texts, numbers, lists and dictionaries."""
    if method not in COMPUTED:
        raise UncomputedError
    from puppet_typesys.ruby.methods import call_method  # few files need it, and the interpreter takes 30 ms

    result = call_method(_given(receiver), method, [_given(each) for each in arguments], Budget(STEPS))
    if isinstance(result, Unknown):
        raise UncomputedError
    return _made(result)


def _given(value: object) -> object:
    match value:
        case None | str() | bool() | int() | float():
            return value
        case list():
            return tuple(map(_given, value))
        case dict():
            return Hash([(_given(key), _given(each)) for key, each in value.items()])
    raise UncomputedError


def _made(value: object) -> object:
    match value:
        case None | str() | bool() | int() | float():
            return value
        case tuple():
            return list(map(_made, value))
        case Hash() if all(isinstance(key, str) for key in value):
            return {key: _made(each) for key, each in value.items()}
    raise UncomputedError
