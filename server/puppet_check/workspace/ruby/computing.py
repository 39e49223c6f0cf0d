"""Methods of constant values, which the interpreter of Ruby computes."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.workspace.ruby.values import Value
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown as UnknownElement

COMPUTED = frozenset(
    """to_s to_a to_i dup sort uniq flatten compact reverse strip lstrip rstrip chomp chop upcase downcase capitalize swapcase
    tr gsub sub delete squeeze split join keys values first last delete_prefix delete_suffix concat + - | & * -@ +@""".split()
)
"""Methods that look at nothing but their receiver and arguments, and do the same to a Symbol, which is read as its text, as to a String."""
STEPS = 4000
"""The limit of the steps of one call."""


class UncomputedError(Exception):
    """Raised for a call whose result is not known."""


class Opaque(UnknownElement):
    """A value that the interpreter can only pass on."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        super().__init__(model.ANY)
        self.value = value


def computed(receiver: Value, method: str, arguments: Sequence[Value]) -> Value:
    """The result of a method for a receiver and arguments that consist of texts, numbers, lists and dictionaries."""
    if method not in COMPUTED:
        raise UncomputedError
    given = [_given(each) for each in (receiver, *arguments)]
    from puppet_typesys.ruby.methods import call_method  # few files need it, and the interpreter takes 100 ms

    result = call_method(given[0], method, given[1:], Budget(STEPS))
    if isinstance(result, UnknownElement):
        raise UncomputedError
    return _made(result)


def _given(value: Value) -> object:
    match value:
        case None | str() | bool() | int() | float():
            return value
        case list():
            return tuple(map(_given, value))
        case dict():
            return Hash([(key, _given(each)) for key, each in value.items()])
    return Opaque(value)


def _made(value: object) -> Value:
    match value:
        case None | str() | bool() | int() | float():
            return value
        case tuple():
            return [_made(each) for each in value]
        case Hash() if all(isinstance(key, str) for key in value):
            return {str(key): _made(each) for key, each in value.items()}
        case Opaque():
            return value.value
    raise UncomputedError
