"""The functions sprintf and shellquote."""

from __future__ import annotations

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.collections import flat
from puppet_typesys.functions.legacy import converted, runtime_inspect, runtime_text
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.formatting import format
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.number_conversion import character, only_character
from puppet_typesys.values.uri import URI

SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-")
DANGEROUS = '!"`$\\'
"""Characters with a special meaning inside double quotes in a shell."""


@dispatch("sprintf", "Any *$arguments, Optional[Callable] &$block", types="String")
def _sprintf(call: Call, *arguments: object) -> object:
    template, *rest = converted("sprintf", arguments[:-1], 1)
    first = character if call.target.cuts_to_character else only_character
    return format(text_only(template), rest, runtime_text, runtime_inspect, first)


def text_only(value: object) -> str:
    """The value itself; raises an error if it is not a String."""
    if isinstance(value, URI):
        return str(value)
    if not isinstance(value, str):
        kind = value.__class__
        shown = runtime_inspect(value) if kind is bool else getattr(value, "RUBY_NAME", None) or ruby_class(value)
        raise ArgumentError(f"no implicit conversion of {shown} into String")
    return value


@dispatch("shellquote", "Any *$arguments, Optional[Callable] &$block", types="String")
def _shellquote(call: Call, *arguments: object) -> object:
    return " ".join(_quoted(each) for each in flat(converted("shellquote", arguments[:-1], 0)))


def _quoted(word: object) -> str:
    if isinstance(word, Hash):
        raise ArgumentError("no implicit conversion of Hash into String")
    if not isinstance(word, str):
        raise InternalError(f"undefined method `length' for {runtime_text(word)}")
    if word and SAFE.issuperset(word):
        return word
    if not any(each in word for each in DANGEROUS):
        return f'"{word}"'
    if "'" not in word:
        return f"'{word}'"
    return '"' + "".join(f"\\{each}" if each in DANGEROUS else each for each in word) + '"'
