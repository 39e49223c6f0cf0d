"""Makers of Strings, Regexps, Types, Binaries, URIs and Sensitives."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.convert.formats import convert
from puppet_typesys.convert.new.table import Caller, gives, makes
from puppet_typesys.convert.text import text_type
from puppet_typesys.types import model
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.uri import URI
from puppet_typesys.values.uri_text import build, parse

ESCAPES = {
    **{character: f"\\{character}" for character in "[]{}()|-*.\\?+^$# "},
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\f": "\\f",
    "\v": "\\v",
}


@makes(model.String)
def _string(call: Caller, source: object, formats: object = DEFAULT) -> str:
    return convert(source, formats)


@makes(model.Regexp)
def _regexp(call: Caller, pattern: str, escape: bool = False) -> Regexp:
    made = Regexp("".join(ESCAPES.get(character, character) for character in pattern) if escape else pattern)
    made.check()
    return made


@makes(model.TypeType)
def _type(call: Caller, text: str) -> object:
    return call.type_named(text)


@makes(model.Unit)
def _unit(call: Caller, source: object) -> object:
    return source


@makes(model.Sensitive)
def _sensitive_again(call: Caller, value: Sensitive) -> Sensitive:
    return value


@makes(model.Sensitive)
def _sensitive(call: Caller, value: object) -> Sensitive:
    return Sensitive(value)


@makes(model.Binary)
def _binary(call: Caller, text: str, form: str | None = None) -> Binary:
    return Binary.parse(text, form or "%B")


@makes(model.Binary)
def _binary_of_bytes(call: Caller, octets: tuple[int, ...]) -> Binary:
    return Binary(bytes(octets))


@makes(model.Binary)
def _binary_of_hash(call: Caller, given: Hash) -> Binary:
    value = given["value"]
    if isinstance(value, str):
        form = given.get("format")
        return _binary(call, value, form if isinstance(form, str) else None)
    assert isinstance(value, tuple)
    return _binary_of_bytes(call, value)


@makes(model.URI)
def _uri(call: Caller, text: str) -> URI:
    return parse(text)


@makes(model.URI)
def _uri_of_hash(call: Caller, parts: Hash) -> URI:
    return build({str(name): value for name, value in parts.items()})


# ---- over types


@gives(model.String)
def _string_type(types: Sequence[Type]) -> Type:
    exact = len(types) == 1 and isinstance(types[0], STATED)
    return text_type(types[0]) if exact else model.STRING


STATED = (model.String, model.Enum, model.Pattern, model.Integer, model.Boolean, model.Undef)
"""Types whose values are converted to the same text as in an interpolation."""


@gives(model.Sensitive)
def _sensitive_type(types: Sequence[Type]) -> Type:
    return types[0] if isinstance(types[0], model.Sensitive) else model.Sensitive(generalize(types[0]))
