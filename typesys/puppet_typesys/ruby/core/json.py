"""JSON: `JSON.generate`, `JSON.pretty_generate`, `to_json` and `JSON.parse`."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import CLASSES, error, string_of
from puppet_typesys.ruby.core.hashes import made
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Object, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import UNSAID, to_s
from puppet_typesys.values.meter import spend, spend_text

ESCAPE = lazy_pattern(r'["\\\x00-\x1f]')
ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
MAX_NESTING = 100


class Style(NamedTuple):
    """The texts between the parts of generated JSON."""

    indent: str = ""
    space: str = ""
    space_before: str = ""
    object_nl: str = ""
    array_nl: str = ""
    max_nesting: int = MAX_NESTING
    """How deep values may be nested."""
    is_wider: bool = False
    """Whether Ruby would accept what is refused here: deeper values, and floats that are not numbers."""


TEXTS = frozenset(("indent", "space", "space_before", "object_nl", "array_nl"))
"""The options that are such texts."""
PRETTY = Style("  ", " ", "", "\n", "\n")


def generated(machine: Machine, value: object, style: Style, depth: int = 0) -> str:
    """The JSON of a value."""
    if isinstance(value, list | Hash) and depth >= style.max_nesting:
        raise _refused("JSON::NestingError", f"nesting of {max(depth, 0)} is too deep", style)
    spend(1)
    if isinstance(value, String | Symbol):
        return _quoted(to_s(value))
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        raise _refused("JSON::GeneratorError", f"{to_s(value)} not allowed in JSON", style)
    if value is None:
        return "null"
    if isinstance(value, bool | int | float):
        return to_s(value)
    if isinstance(value, list):
        if not value:
            return "[]"
        inner = style.indent * (depth + 1)
        parts = [inner + generated(machine, each, style, depth + 1) for each in value]
        return f"[{style.array_nl}{f',{style.array_nl}'.join(parts)}{style.array_nl}{style.indent * depth if style.array_nl else ''}]"
    if isinstance(value, Hash):
        if not value.entries:
            return "{}"
        inner = style.indent * (depth + 1)
        parts = [
            f"{inner}{_quoted(machine.text(key))}{style.space_before}:{style.space}{generated(machine, each, style, depth + 1)}"
            for key, each in value.items()
        ]
        return f"{{{style.object_nl}{f',{style.object_nl}'.join(parts)}{style.object_nl}{style.indent * depth if style.object_nl else ''}}}"
    is_true(value)
    return _quoted(machine.text(value))


def _refused(name: str, message: str, style: Style) -> Exception:
    return Unsupported("method", "JSON.pretty_generate with options") if style.is_wider else error(name, message)


def _quoted(text: str) -> str:
    spend_text(len(text))
    return '"' + ESCAPE.sub(lambda found: ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}", text) + '"'


@yields("JSON.", "generate", "dump", result="String")
def _generate(machine: Machine, block: AnyProc | None, module: object, value: object, options: object = None) -> object:
    if options is not None:
        raise Unsupported("method", "JSON.generate with options")
    return String(generated(machine, value, Style()))


@yields("JSON.", "pretty_generate", result="String")
def _pretty_generate(machine: Machine, block: AnyProc | None, module: object, value: object, options: object = None) -> object:
    return String(generated(machine, value, PRETTY if options is None else _styled(options)))


def _styled(options: object) -> Style:
    if not isinstance(options, Hash):
        raise Unsupported("method", "JSON.pretty_generate with options")
    given = {to_s(key): each for key, each in options.items()}
    allows_nan, deepest = given.pop("allow_nan", None), given.pop("max_nesting", MAX_NESTING)
    if not set(given) <= TEXTS or not (deepest is None or type(deepest) is int):
        raise Unsupported("method", "JSON.pretty_generate with options")
    texts = {name: "" if each is None else string_of(each) for name, each in given.items()}
    most = min(deepest or MAX_NESTING, MAX_NESTING)
    return Style(**PRETTY._asdict() | texts | {"max_nesting": most, "is_wider": most != deepest or allows_nan is True})


@yields("String Symbol Integer Float NilClass TrueClass FalseClass Array Hash", "to_json", result="String")
def _to_json(machine: Machine, block: AnyProc | None, value: object, *options: object) -> object:
    if options:
        raise Unsupported("method", "to_json with options")
    return String(generated(machine, value, Style()))


def _invalid() -> Raised:
    """The error of invalid JSON, whose message is not computed."""
    return Raised(Object(CLASSES["JSON::ParserError"], UNSAID))


def parsed(text: str, symbols: bool = False) -> object:
    """The value of a JSON text."""
    spend(len(text) >> 3)
    if "\\u" in text and re.search(r"\\u[dD][89a-fA-F]", text):
        raise Unsupported("method", "JSON.parse of surrogates")

    def refused(name: str) -> object:
        raise _invalid()

    def entries(pairs: list[tuple[str, object]]) -> Hash:
        return made([(Symbol.named(key) if symbols else String(key, True), each) for key, each in pairs])

    try:
        value = json.loads(text, parse_constant=refused, object_pairs_hook=entries)
    except ValueError as failure:
        if "//" in text or "/*" in text or "control character" in str(failure) or "int" in str(failure):
            raise Unsupported("method", "JSON.parse of unusual text") from None
        raise _invalid() from None
    return _rubyfied(value, 0)


def _rubyfied(value: object, depth: int) -> object:
    if depth > MAX_NESTING:
        raise error("JSON::NestingError", f"nesting of {depth} is too deep")
    if isinstance(value, str):
        return String(value)
    if isinstance(value, list):
        return [_rubyfied(each, depth + 1) for each in value]
    if isinstance(value, Hash):
        for at, (key, each) in value.entries.items():
            value.entries[at] = (key, _rubyfied(each, depth + 1))
    return value


@method("JSON.", "parse", "parse!")
def _parse(module: object, text: object, options: object = None) -> object:
    symbols = False
    if isinstance(options, Hash):
        given = {to_s(key): each for key, each in options.items()}
        if not set(given) <= {"symbolize_names"}:
            raise Unsupported("method", "JSON.parse with options")
        symbols = is_true(given.get("symbolize_names"))
    return parsed(string_of(text), symbols)


@method("Puppet::Util::Json.", "load", more=1)
def _load_for_puppet(module: object, text: object) -> object:
    try:
        return parsed(string_of(text))
    except Raised as raised:
        if raised.value.kind.is_below("JSON::JSONError"):
            raise Raised(Object(CLASSES["Puppet::Util::Json::ParseError"], UNSAID)) from None
        raise


@method("JSON.", "load", more=2)
def _load(module: object, text: object = None) -> object:
    if text is None or (isinstance(text, String) and not text.text):
        return None
    found = string_of(text)
    if "NaN" in found or "Infinity" in found:
        raise Unsupported("method", "JSON.load")
    return parsed(found)
