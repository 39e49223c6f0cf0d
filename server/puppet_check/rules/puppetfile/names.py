"""The names and sources of the modules in a Puppetfile."""

from __future__ import annotations

from puppet_check.workspace.ruby.tree import RubyCall, word
from puppet_grammar.patterns import lazy_pattern

NAME = lazy_pattern(r"(?:(\w+)[-/])?(\w+)")
SOURCES = ("git", "svn", "hg", "local", "type", "source", "path")


def name_of(call: RubyCall) -> str | None:
    """The name of a module as it is written; None unless it is a literal string."""
    title = call.arguments[0] if call.arguments else None
    return word(title) if title is not None and title.type in ("string", "simple_symbol", "delimited_symbol") else None


def keys_of(call: RubyCall) -> set[str]:
    """The keys of the options of a module, with underscores."""
    return {key.replace("-", "_") for key, _, _ in call.options}


def is_from_forge(call: RubyCall) -> bool:
    """Whether the Forge is where a module comes from."""
    if any(key == "type" and word(value) == "forge" for key, _, value in call.options):
        return True
    return not keys_of(call) & set(SOURCES)
