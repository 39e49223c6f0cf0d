"""`to_yaml` and `YAML.dump`, as Psych and libyaml write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.equality import is_true, key_of
from puppet_typesys.ruby.native import method
from puppet_typesys.ruby.objects import Hash, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import inspect, to_s
from puppet_typesys.values.meter import spend, spend_text

OPTIONS = frozenset(("indentation", "line_width", "canonical", "header", "stringify_names", "version"))
"""The options that have an effect."""
WORDS = frozenset("true yes on false no off null".split())
NUMBER = lazy_pattern(
    r"[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)[,_]?|[-+]?0[0-7_,]+|[-+]?0x[0-9a-fA-F_,]+|[-+]?0b[01_,]+"
    r"|[-+]?(?:[0-9][0-9_,]*)?\.[0-9]*(?:[eE][-+][0-9]+)?|[-+]?\.inf|\.nan|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}(?:\.[0-9_]*)?",
    re.IGNORECASE,
)
"""Texts that are numbers, or that Psych takes for such."""
DATE = lazy_pattern(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:$|[Tt ].*)")
NO_PLAIN_START = lazy_pattern(r"\W[^\"]*\Z")


def tagged(text: str) -> str | None:
    """The style in which Psych writes a String: a quote, empty for libyaml's choice, or None if it is not supported."""
    if "\n" in text or "\r" in text or len(text) > 4000:
        return None
    if text in ("y", "Y", "n", "N"):
        return '"'
    if text and re.match(r"[^\w]", text) and NO_PLAIN_START.match(text):
        return '"'
    if not text:
        return "'"
    if text.lower() in WORDS or NUMBER.fullmatch(text) or DATE.match(text) or re.match(r"0[0-7]*[89]", text):
        return "'"
    if text[0] in ".+-" or text[0] == ":" or "<<" in text or text == "=":
        return '"'
    return ""


def dumped(value: object) -> str:
    """The YAML of a value."""
    import yaml  # 15 ms, and few programs write YAML

    spend(10)
    text: str = yaml.emit(_document(value), Dumper=_dumper(), width=80, allow_unicode=True)
    spend_text(len(text))
    return text.removesuffix("...\n")


@cache
def _dumper() -> type:
    """PyYAML's emitter, which like libyaml writes an empty key as others, and breaks texts in double quotes at spaces past the width."""
    import yaml  # as above

    class Dumper(yaml.Dumper):
        def check_simple_key(self) -> bool:
            is_empty = isinstance(self.event, yaml.ScalarEvent) and self.event.value == ""
            return is_empty or bool(super().check_simple_key())

        def write_double_quoted(self, text: str, split: bool = True) -> None:
            self.write_indicator('"', True)
            was_space = False
            for at, each in enumerate(text):
                is_space = each == " "
                if is_space and split and not was_space and self.column > self.best_width and 0 < at < len(text) - 1:
                    self.write_indent()
                    self.whitespace = self.indention = False
                    self.put("\\" if text[at + 1] == " " else "")
                else:
                    self.put(self.escaped(each))
                was_space = is_space
            self.write_indicator('"', False)

        def put(self, text: str) -> None:
            self.column += len(text)
            self.stream.write(text)

        def escaped(self, character: str) -> str:
            if character in self.ESCAPE_REPLACEMENTS and character != "\xa0":
                return f"\\{self.ESCAPE_REPLACEMENTS[character]}"
            if character.isprintable() or character == "\xa0":
                return character
            code = ord(character)
            return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"

    return Dumper


def _document(value: object) -> Iterator[object]:
    import yaml  # as above

    yield yaml.StreamStartEvent()
    yield yaml.DocumentStartEvent(explicit=True)
    yield from _events(value, set())
    yield yaml.DocumentEndEvent(explicit=False)
    yield yaml.StreamEndEvent()


def _events(value: object, around: set[int]) -> Iterator[object]:
    import yaml  # as above

    spend(1)
    if isinstance(value, list | Hash):
        if id(value) in around or len(around) > 60:
            raise Unsupported("method", "to_yaml of a value inside itself")
        inner = {*around, id(value)}
        if isinstance(value, list):
            yield yaml.SequenceStartEvent(None, None, True, flow_style=not value)
            for each in value:
                yield from _events(each, inner)
            yield yaml.SequenceEndEvent()
            return
        yield yaml.MappingStartEvent(None, None, True, flow_style=not len(value))
        for key, each in value.items():
            if not isinstance(key, String | Symbol | int) or isinstance(key, bool):
                raise Unsupported("method", "to_yaml of an unusual key")
            yield from _events(key, inner)
            yield from _events(each, inner)
        yield yaml.MappingEndEvent()
        return
    yield _scalar(value)


def _scalar(value: object) -> object:
    import yaml  # as above

    if isinstance(value, String):
        style = tagged(to_s(value))
        if style is None or (not value.text.isprintable() and style != '"'):
            raise Unsupported("method", "to_yaml of a long text")
        return yaml.ScalarEvent(None, None, (True, True), value.text, style=style or None)
    if isinstance(value, Symbol):
        shown = inspect(value)
        if '"' in shown:
            raise Unsupported("method", "to_yaml of an unusual Symbol")
        return yaml.ScalarEvent(None, None, (True, True), shown)
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        raise Unsupported("method", "to_yaml of a Float that is no number")
    if value is None or isinstance(value, bool | int | float):
        return yaml.ScalarEvent(None, None, (True, True), to_s(value))
    is_true(value)
    raise Unsupported("method", "to_yaml of another value")


def _top(value: object) -> object:
    if value is None:
        return String("---\n")
    is_plain = isinstance(value, list | Hash | bool | int | float)
    if not is_plain and not (isinstance(value, String) and tagged(value.text) is not None):
        raise Unsupported("method", "to_yaml of another value")
    _check_shared(value)
    return String(dumped(value))


def _check_shared(value: object) -> None:
    """Refuse equal Arrays or Hashes: Psych writes those that are one object as anchors and aliases, and which are is not known here."""
    seen: set[object] = set()
    stack = [value]
    while stack:
        each = stack.pop()
        if not isinstance(each, list | Hash):
            continue
        key = key_of(each)
        if key in seen:
            raise Unsupported("method", "to_yaml of a value that may occur twice")
        seen.add(key)
        stack += each if isinstance(each, list) else [inner for _, inner in each.items()]


@method("String Integer Float NilClass TrueClass FalseClass Array Hash", "to_yaml", result="String")
def _to_yaml(value: object, options: object = None) -> object:
    names = {each.name for each, _ in options.items() if isinstance(each, Symbol)} if isinstance(options, Hash) else set()
    if options is not None and (not isinstance(options, Hash) or not names.isdisjoint(OPTIONS)):
        raise Unsupported("method", "to_yaml with options")
    return _top(value)


@method("YAML. Psych.", "dump", more=2, result="String")
def _dump(module: object, value: object) -> object:
    return _top(value)
