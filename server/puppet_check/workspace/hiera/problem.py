"""Problem: something wrong in a file of Hiera."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """A place in bytes, the code, and what is wrong."""

    start: int
    end: int
    code: str
    message: str


def hint(name: str, known: Iterable[str]) -> str:
    """The end of a message that names what was probably meant."""
    from difflib import get_close_matches  # only for the message

    close = get_close_matches(name, sorted(known), 1)
    return f", did you mean '{close[0]}'?" if close else ""
