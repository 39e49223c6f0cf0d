"""The signatures of functions, as puppet-strings shows them."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.documentation.docstring import Docstring

OF_SIGNATURES = ("param", "option", "enum", "return", "example")
"""The tags of a function that belong to its signature."""


def signature(name: str, parameters: Iterable[tuple[str, str | None]], docstring: Docstring) -> str:
    """The signature of a function with parameters, which are names (with `*` or `&`) and default values; types are in the tags."""
    types = {each.name: each.types[0] for each in reversed(docstring.of("param")) if each.types}
    return f"{name}({', '.join(_parameter(each, default, types.get(each, 'Any')) for each, default in parameters)})"


def _parameter(name: str, default: str | None, type: str) -> str:
    prefix = name[0] if name.startswith(("*", "&")) else ""
    return f"{type} {prefix}${name.removeprefix(prefix)}" + (f" = {default}" if default is not None else "")
