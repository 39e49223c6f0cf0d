"""Unknown: a value of which only the type is known."""

from __future__ import annotations


class Unknown:
    """Stands for a fact or data that nobody gave; `type` is what can be said about it, by those who know types."""

    __slots__ = ("type",)

    def __init__(self, type: object) -> None:
        self.type = type

    def __repr__(self) -> str:
        return f"Unknown({self.type!r})"
