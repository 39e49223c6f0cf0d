"""The function scanf, which extracts values from a string by a format."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.values.numbers import integer_of
from puppet_typesys.values.regexp import Regexp

SPECIFIER = lazy_pattern(r"(?<!\s)\s*+%(?:(%)|(\*?)([0-9]*)(\[\[:\w+:\]\]|\[[^\]]*\]|[diuxofegsca]))|[^%\s]+", re.ASCII | re.IGNORECASE)
HEX = "[0-9a-fA-F]"
FLOAT = rf"[-+]?(?:0[xX](?:\.{HEX}+|{HEX}+(?:\.{HEX}*)?)[pP][-+]?[0-9]+|[0-9]+(?![0-9.])|[0-9]*\.[0-9]*(?:[eE][-+]?[0-9]+)?)"


def _scanf_type(call: TypedCall, *types: Type) -> Type:
    found = parse_builtin("Array[Variant[String, Integer, Float]]")
    return found if call.arity is None else call.block(found)


@dispatch("scanf", "String $data, String $format, Optional[Callable] &$block", types=_scanf_type)
def _scanf(call: Call, data: str, format: str, block: Block | None = None) -> object:
    result = tuple(scanned(data, format))
    return result if block is None else block.call((result,))


def scanned(data: str, format: str) -> list[object]:
    """The values of the directives up to the first one that does not match."""
    result: list[object] = []
    for found in SPECIFIER.finditer(format):
        step = _step(found)
        text = data if step.keeps_space else data.lstrip(" \t\n\v\f\r")
        length = step.length(text)
        if length is None:
            break
        if step.value is not None:
            result.append(step.value(text[:length].lstrip() if step.skips_space else text[:length]))
        data = text[length:]
        if not data:
            break
    return result


@dataclass
class _Step:
    """A directive: how many characters of the text match it (None: no match), and how they are converted to a value, if at all."""

    length: Callable[[str], int | None]
    value: Callable[[str], object] | None = None
    keeps_space: bool = False
    skips_space: bool = False


def _step(found: re.Match[str]) -> _Step:
    percent, star, width, kind = found.groups()
    if percent:
        return _Step(_fitting(r"\s*%"))
    if kind is None or (kind not in "diuxXofFeEgGscaA" and not kind.startswith("[")):
        return _Step(_fitting(re.escape(found[0].lstrip())))
    limit = int(width) if width else None
    if kind.startswith("["):
        return _Step(_bracket(kind, limit), None if star else str, keeps_space=not star)
    if kind == "c":
        spaced = found[0][0] != "%"
        count = limit or 1
        return _Step(_fitting(rf"(?s:.{{1,{count}}})"), None if star else str, keeps_space=not spaced)
    pattern, value = KINDS[kind.lower()]
    if kind == "i" and limit is not None:
        pattern = rf"[-+]?(?:[1-9][0-9]+|0[0-7]+|0[Xx]{HEX}+)|[0-9]"
    return _Step(_float(limit) if pattern is FLOAT else _fitting(pattern, limit), None if star else value)


def _fitting(pattern: str, limit: int | None = None) -> Callable[[str], int | None]:
    compiled = re.compile(pattern, re.ASCII)

    def length(text: str) -> int | None:
        found = compiled.match(text if limit is None else text[:limit])
        return None if found is None else found.end()

    return length


def _float(limit: int | None) -> Callable[[str], int | None]:
    """With a width, everything up to white space is consumed once the text begins like a number."""
    number = _fitting(FLOAT)
    if limit is None:
        return number
    word = _fitting(r"\S+", limit)
    return lambda text: None if number(text) is None else word(text)


def _bracket(kind: str, limit: int | None) -> Callable[[str], int | None]:
    count = "+" if limit is None else f"{{1,{limit}}}"
    if kind.startswith("[[") or limit is not None:
        pattern = Regexp(rf"\A{kind}{count}")
    else:
        opposite = f"[{kind[2:-1]}]" if kind.startswith("[^") else f"[^{kind[1:-1]}]"
        pattern = Regexp(rf"\A{kind}{count}(?={opposite}|\z)")

    def length(text: str) -> int | None:
        found = pattern.match(text)
        return None if found is None else found.end

    return length


def _float_value(text: str) -> float:
    if re.match(r"[-+]?0[xX]", text):
        try:
            return float.fromhex(text)
        except ValueError:
            return 0.0
    joined = re.sub(r"^([-+]?[0-9]+)\.([eE][-+][0-9]+)", r"\1\2", text)
    found = re.match(r"[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?", joined)
    return 0.0 if found is None else float(found[0])


KINDS: dict[str, tuple[str, Callable[[str], object]]] = {
    "d": (r"[-+]?[0-9]+", int),
    "u": (r"[-+]?[0-9]+", int),
    "i": (rf"[-+]?(?:0[0-7]+|0[Xx]{HEX}+|[1-9][0-9]*)", integer_of),
    "x": (rf"[-+]?(?:0[Xx])?{HEX}+", lambda text: int(text, 16)),
    "o": (r"[-+]?[0-7]+", lambda text: int(text, 8)),
    "s": (r"\S+", str),
    **dict.fromkeys("aefg", (FLOAT, _float_value)),
}
