"""Refusal: raised by an operator that does not support its operands."""

from __future__ import annotations

from puppet_typesys.diagnostics import Message

LEFT, RIGHT, WHOLE = "left", "right", "whole"
"""The part of the expression that is to blame."""


class Refusal(Exception):  # noqa: N818 - it names what happened
    """An operator does not support its operands; `blame` is a part of the expression, or the index of a key between brackets."""

    def __init__(self, message: Message, blame: str | int = WHOLE) -> None:
        super().__init__()
        self.message = message
        self.blame = blame
