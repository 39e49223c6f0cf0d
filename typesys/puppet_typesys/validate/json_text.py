"""Validation of JSON as the reference's parser does it: with comments, with escapes of any character, and at most 100 levels deep."""

from __future__ import annotations

import re
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern

DEPTH = 100

_SPACE = lazy_pattern(r"(?:[ \t\r\n]|/\*.*?\*/|//[^\n]*\n)*", re.DOTALL)
_STRING = lazy_pattern(r'"(?:[^"\\\x00-\x1f]|\\u[0-9A-Fa-f]{4}|\\[^u\x00-\x1f])*"')
_SCALAR = lazy_pattern(rf"{_STRING.pattern}|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")

# What is expected next, as messages name it.
_VALUE = "a value"
_FIRST_VALUE = "a value or ']'"
_NEXT_VALUE = "',' or ']'"
_KEY = "a key in double quotes"
_FIRST_KEY = "a key in double quotes or '}'"
_NEXT_KEY = "',' or '}'"
_COLON = "':'"
_END = "the end"

_CLOSING = {_FIRST_VALUE: "]", _NEXT_VALUE: "]", _FIRST_KEY: "}", _NEXT_KEY: "}"}
_ELEMENT = {_FIRST_VALUE: (_NEXT_VALUE, _VALUE), _NEXT_VALUE: (_NEXT_VALUE, _VALUE)} | {
    _FIRST_KEY: (_NEXT_KEY, _KEY),
    _NEXT_KEY: (_NEXT_KEY, _KEY),
}
_OPENING = {"[": _FIRST_VALUE, "{": _FIRST_KEY}


def json_error(text: str) -> str | None:
    """The reason why a text is not valid JSON, with its line; None if it is valid."""
    fault = _fault(text)
    return None if fault is None else _explained(fault, text)


def reference_json_error(text: str) -> str | None:
    """The message of the reference's parser, which reports errors inside an object at its start; None if the text is valid."""
    fault = _fault(text)
    if fault is None:
        return None
    if not text.strip(" \t\r\n"):
        return "JSON::ParserError"
    if fault.wanted is None:
        return f"nesting of {DEPTH + 1} is too deep"
    at = fault.at
    if not text.startswith(("NaN", "Infinity"), at):
        for start in reversed(fault.open):
            if text[start] == "[":
                break
            at = start
    return f"unexpected token at '{text[at:]}'"


class _Fault(NamedTuple):
    """What was expected at an offset (None: the nesting is too deep), and the offsets of the open containers."""

    wanted: str | None
    at: int
    open: tuple[int, ...]


def _fault(text: str) -> _Fault | None:
    at = _skip(text, 0)
    waiting = [_END, _VALUE]
    starts: list[int] = []
    while (wanted := waiting.pop()) != _END:
        character = text[at : at + 1]
        if character == _CLOSING.get(wanted, "none"):
            at += 1
            starts.pop()
        elif wanted in _ELEMENT:
            if wanted in (_NEXT_VALUE, _NEXT_KEY):
                if character != ",":
                    return _Fault(wanted, at, tuple(starts))
                at += 1
            waiting += _ELEMENT[wanted]
        elif wanted == _COLON:
            if character != ":":
                return _Fault(wanted, at, tuple(starts))
            at += 1
        elif wanted == _VALUE and character in _OPENING:
            if len(waiting) > DEPTH:
                return _Fault(None, at, tuple(starts))
            waiting.append(_OPENING[character])
            starts.append(at)
            at += 1
        else:
            scalar = (_STRING if wanted == _KEY else _SCALAR).match(text, at)
            if scalar is None:
                return _Fault(wanted, at, tuple(starts))
            at = scalar.end()
            if wanted == _KEY:
                waiting += (_VALUE, _COLON)
        at = _skip(text, at)
    return None if at == len(text) else _Fault(_END, at, ())


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _explained(fault: _Fault, text: str) -> str:
    wanted, at = fault.wanted, fault.at
    if wanted is None:
        return f"It is nested more than {DEPTH} levels deep"
    rest = text[at : at + 20].splitlines()
    found = f"'{rest[0]}'" if rest else _END
    return f"Expected {wanted} in line {text.count(chr(10), 0, at) + 1} of the text, found {found}"
