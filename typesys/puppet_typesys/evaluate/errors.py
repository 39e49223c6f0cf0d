"""What ends an evaluation."""

from __future__ import annotations

from puppet_grammar.text import Text


class EvaluationError(Exception):
    """An error of the program, in the reference's words.

    `offset` is a byte offset in `text`, None where the reference gives no place; `calls` are the functions that were being called,
    the innermost first, each with the place of its call. `line_only` says that the reference gives no column.
    """

    def __init__(
        self,
        message: str,
        code: str | None,
        offset: int | None,
        text: Text | None,
        *,
        internal: bool = False,
        line_only: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.offset = offset
        self.text = text
        self.internal = internal
        self.line_only = line_only
        self.calls: list[tuple[str, int, Text]] = []
        self.span: tuple[int, int] | None = None
        """Byte offsets of the part of the text that is to blame, where it is known."""

    def position(self) -> tuple[int, int | None] | None:
        """Line and column, both from 1, the column in characters and None where only the line is known."""
        if self.offset is None or self.text is None:
            return None
        line, column = self.text.position(self.offset)
        return line + 1, None if self.line_only else column + 1

    def located(self) -> str:
        """The message with its place behind it, as it stands inside of another message."""
        place = self.position()
        if place is None:
            return self.message
        return f"{self.message} (line: {place[0]})" if place[1] is None else f"{self.message} (line: {place[0]}, column: {place[1]})"
