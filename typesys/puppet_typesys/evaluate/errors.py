"""What ends an evaluation."""

from __future__ import annotations

from puppet_grammar.text import Text


class EvaluationError(Exception):
    """An error of the program, in the reference's words.

    `offset` is a byte offset in `text`, None where the reference gives no place; `calls` are the functions that were being called,
    the innermost first, each with the place of its call.
    """

    def __init__(self, message: str, code: str | None, offset: int | None, text: Text | None, *, internal: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.offset = offset
        self.text = text
        self.internal = internal
        self.calls: list[tuple[str, int, Text]] = []

    def position(self) -> tuple[int, int] | None:
        """Line and column, both from 1, the column in characters."""
        if self.offset is None or self.text is None:
            return None
        line, column = self.text.position(self.offset)
        return line + 1, column + 1

