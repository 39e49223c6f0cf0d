"""What ends an evaluation."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message
from puppet_typesys.values.errors import MessageError

RUNTIME_ERROR = "RUNTIME_ERROR"
"""The reference's code for errors that have no code of their own."""


class EvaluationError(MessageError):
    """An error of the program: a message, and how the reference presents it.

    `offset` is a byte offset in `text`, None where the reference gives no place. `code` is the reference's issue code. `during` is what
    was being evaluated; empty where the reference does not say, None where its text has no `Evaluation Error:` in front.
    """

    def __init__(
        self,
        message: Message | str,
        code: str | None = None,
        offset: int | None = None,
        text: Text | None = None,
        *,
        reference: str | None = None,
        during: str | None = None,
        internal: bool = False,
        line_only: bool = False,
    ) -> None:
        """`line_only` says that the reference gives no column."""
        super().__init__(message, reference)
        self.code = code
        self.offset = offset
        self.text = text
        self.during = during
        self.internal = internal
        self.line_only = line_only
        self.calls: list[tuple[str, int, Text]] = []
        """The functions that were being called, the innermost first, each with the place of its call."""
        self.span: tuple[int, int] | None = None
        """Byte offsets of the erroneous part of the text, if known."""
        self.node: ast.Node | None = None
        """The expression with that span."""
        self.is_placed = False
        """Whether the span is better than that of the node that was being evaluated."""

    @property
    def words(self) -> str:
        """The reference's whole text."""
        if self.during is None:
            return self.reference
        during = f"Error while evaluating {self.during}, " if self.during else ""
        return f"Evaluation Error: {during}{self.reference}"

    def at(self, node: ast.Node) -> EvaluationError:
        """Return this error with an expression as its location."""
        self.node, self.span = node, (node.start, node.end)
        return self

    def worded(self, reference: str) -> EvaluationError:
        """This error, for which the reference has a longer text."""
        self._reference = reference
        return self

    def position(self) -> tuple[int, int | None] | None:
        """Line and column, both from 1, the column in characters and None where only the line is known."""
        if self.offset is None or self.text is None:
            return None
        line, column = self.text.position(self.offset)
        return line + 1, None if self.line_only else column + 1

    def located(self) -> str:
        """The whole text with its place after it, as it is inside of another message."""
        place = self.position()
        if place is None:
            return self.words
        return f"{self.words} (line: {place[0]})" if place[1] is None else f"{self.words} (line: {place[0]}, column: {place[1]})"
