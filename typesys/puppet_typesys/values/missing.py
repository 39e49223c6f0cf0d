"""`MISSING`: what stands for a value that is known not to exist, where undef is a value."""

from __future__ import annotations


class Missing:
    """The result of a lookup for a key that is known not to exist."""

    __slots__ = ()


MISSING = Missing()
