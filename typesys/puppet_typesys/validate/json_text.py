"""JSON as the reference's reader takes it: with comments, with escapes of any character, at most 100 levels deep."""

from __future__ import annotations

import re

DEPTH = 100

_SPACE = re.compile(r"(?:[ \t\r\n]|/\*.*?\*/|//[^\n]*\n)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\u[0-9A-Fa-f]{4}|\\[^u\x00-\x1f])*"')
_SCALAR = re.compile(rf"{_STRING.pattern}|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")

# What may come next, as it is called in messages.
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
    """Why a text is no JSON, with the line of the text; None when it is."""
    at = _skip(text, 0)
    waiting = [_END, _VALUE]
    while (wanted := waiting.pop()) != _END:
        character = text[at : at + 1]
        if character == _CLOSING.get(wanted, "none"):
            at += 1
        elif wanted in _ELEMENT:
            if wanted in (_NEXT_VALUE, _NEXT_KEY):
                if character != ",":
                    return _expected(wanted, text, at)
                at += 1
            waiting += _ELEMENT[wanted]
        elif wanted == _COLON:
            if character != ":":
                return _expected(wanted, text, at)
            at += 1
        elif wanted == _VALUE and character in _OPENING:
            if len(waiting) > DEPTH:
                return f"It is nested more than {DEPTH} levels deep"
            waiting.append(_OPENING[character])
            at += 1
        else:
            scalar = (_STRING if wanted == _KEY else _SCALAR).match(text, at)
            if scalar is None:
                return _expected(wanted, text, at)
            at = scalar.end()
            if wanted == _KEY:
                waiting += (_VALUE, _COLON)
        at = _skip(text, at)
    return None if at == len(text) else _expected(_END, text, at)


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _expected(wanted: str, text: str, at: int) -> str:
    rest = text[at : at + 20].splitlines()
    found = f"'{rest[0]}'" if rest else _END
    return f"Expected {wanted} in line {text.count(chr(10), 0, at) + 1} of the text, found {found}"
