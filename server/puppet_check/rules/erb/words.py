"""The words for syntax errors of Ruby, in templates and in a Puppetfile."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puppet_check.workspace.ruby.errors import RubyError, RubyFault

WORDS: Mapping[RubyFault, Callable[[str, str], str]] = {
    "unclosed_string": lambda word, closing: "this string is not closed on its line, and the text after it is not valid Ruby",
    "missing": lambda word, closing: f"expected '{word}' after this",
    "early_end": lambda word, closing: "unexpected end of file after this",
    "near": lambda word, closing: f"syntax error near '{word}'",
    "unexpected": lambda word, closing: f"unexpected '{word}'",
    "unclosed_before": lambda word, closing: f"'{word}' is not closed before '{closing}'",
    "unclosed": lambda word, closing: f"'{word}' is never closed",
}
"""By kind of error: its message for the word that it is about, and the one before which that is not closed."""


def words(kind: RubyFault, word: str, closing: str) -> str:
    """The message for an error of a kind."""
    return WORDS[kind](word, closing)


def arguments(error: RubyError) -> tuple[RubyFault, str, str]:
    """The arguments of the message for an error."""
    return error.kind, error.word, error.closing
