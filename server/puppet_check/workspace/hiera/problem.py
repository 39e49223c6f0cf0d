"""Problem: something wrong in a file of Hiera."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """A place in bytes, the code, and what is wrong."""

    start: int
    end: int
    code: str
    message: str
