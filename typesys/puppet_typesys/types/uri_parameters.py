"""The parameters of the URI type: URI parts, each with the pattern or value to match."""

from __future__ import annotations

from functools import cache

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.uri import URI
from puppet_typesys.values.uri_text import parse

TEXT = "Optional[Variant[String[1], Regexp, Type[Pattern], Type[Enum], Type[NotUndef], Type[Undef]]]"
NUMBER = "Optional[Variant[Integer[0], Type[NotUndef], Type[Undef]]]"
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque")

SCHEME = lazy_pattern(r"[a-zA-Z][\-+.a-zA-Z0-9]*:")


@cache
def _parameters() -> Type:
    entries = ", ".join(f"Optional[{part}] => {NUMBER if part == 'port' else TEXT}" for part in PARTS)
    return parse_builtin(f"Variant[String[1], Struct[{{{entries}}}]]")


def is_uri_parameter(value: object) -> bool:
    """Whether a value can be a parameter of the URI type."""
    return is_instance(_parameters(), value)


def uri_type(value: object) -> model.URI:
    """The URI type for an address or a hash of parts."""
    if isinstance(value, str):
        return model.URI(_absolute(value).parameters())
    if isinstance(value, URI):
        return model.URI(value.parameters())
    if not isinstance(value, Hash) or not is_uri_parameter(value):
        raise ArgumentError("The expression is not a valid URI-Type parameter")
    return model.URI(value if len(value) else None)


def _absolute(text: str) -> URI:
    if SCHEME.search(text) is None:
        raise ArgumentError(f"URI-Type parameter has wrong type, expects a match for Pattern[/(?x-mi:{SCHEME.pattern})/], got '{text}'")
    return parse(text)
