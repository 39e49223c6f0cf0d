"""What expectations of errors say of their messages."""

from __future__ import annotations

from puppet_typesys.ruby.objects import String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.values.regexp import Regexp


def is_expected(text: str, words: object, unsupported: Unsupported) -> bool:
    """Whether a message is a text, or matches a regular expression; None expects any. Raises `unsupported` for anything else."""
    match words:
        case None:
            return True
        case Regexp():
            return words.match(text) is not None
        case String():
            return words.text == text
    raise unsupported
