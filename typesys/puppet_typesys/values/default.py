"""The value `default`."""

from __future__ import annotations

from typing import Final


class Default:
    """The only value of the type Default."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "default"


DEFAULT: Final = Default()
