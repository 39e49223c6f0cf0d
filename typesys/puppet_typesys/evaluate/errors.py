"""EvaluationError: an error that ends an evaluation."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message
from puppet_typesys.values.errors import MessageError

RUNTIME_ERROR = "RUNTIME_ERROR"
"""The reference's issue code for errors without a code of their own."""
BUDGET = "BUDGET"
"""The code of evaluations that exceeded their budget; the reference has no such code."""


class EvaluationError(MessageError):
    """An error of the program: a message, and how the reference presents it.

    `offset` is a byte offset in `text`, None where the reference reports no position. `code` is the reference's issue code. `during` names
    what was being evaluated; empty if the reference does not name it, None if its text does not begin with `Evaluation Error:`.
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
        """`line_only` means that the reference reports no column."""
        super().__init__(message, reference)
        self.code = code
        self.offset = offset
        self.text = text
        self.during = during
        self.internal = internal
        self.line_only = line_only
        self.calls: list[tuple[str, int, Text]] = []
        """The calls around the error, the innermost first: the function, and the byte offset and text of the call."""
        self.inner: EvaluationError | None = None
        """The error in the body of a define, of which this one tells at the place of the resource."""
        self.resource = ""
        """That resource, if there is an inner error."""
        self.span: tuple[int, int] | None = None
        """The byte offsets of the erroneous code, if known."""
        self.node: ast.Node | None = None
        """The expression at that span."""
        self.is_placed = False
        """Whether the span is more precise than that of the expression that was being evaluated."""
        self.is_uncertain = False
        """Whether it may not occur, as something unknown decides whether the code is evaluated; noted in whole catalogs."""

    @property
    def reference_text(self) -> str:
        """The reference's complete text."""
        if self.during is None:
            return self.reference
        during = f"Error while evaluating {self.during}, " if self.during else ""
        return f"Evaluation Error: {during}{self.reference}"

    def at(self, node: ast.Node) -> EvaluationError:
        """Return this error with an expression as its location."""
        self.node, self.span = node, (node.start, node.end)
        return self

    def exactly_at(self, node: ast.Node) -> EvaluationError:
        """Return this error with a location that is more precise than the expression which is being evaluated."""
        self.is_placed = True
        return self.at(node)

    def moved_to(self, start: int, end: int, text: Text) -> EvaluationError:
        """Return this error at a span of a text."""
        self.span, self.offset, self.text = (start, end), start, text
        return self

    def around(self, inner: EvaluationError, resource: str) -> EvaluationError:
        """Return this error as that of a resource, in whose body another one has occurred."""
        self.inner, self.resource = inner.with_traceback(None), resource
        return self

    def doubt(self) -> None:
        """Note that it may not occur."""
        self.is_uncertain = True

    def of_line(self) -> EvaluationError:
        """Return this error without a column: the reference reports only its line."""
        self.line_only = True
        return self

    def with_reference(self, reference: str) -> EvaluationError:
        """Set the reference's text where it differs from the message; return this error."""
        self._reference = reference
        return self

    def position(self) -> tuple[int, int | None] | None:
        """Line and column from 1, the column in code points; the column is None if the reference reports none."""
        if self.offset is None or self.text is None:
            return None
        line, column = self.text.position(self.offset)
        return line + 1, None if self.line_only else column + 1

    def located(self) -> str:
        """The reference's text followed by the position, as it is embedded in another message."""
        place = self.position()
        if place is None:
            return self.reference_text
        line, column = place
        where = f"line: {line}" if column is None else f"line: {line}, column: {column}"
        return f"{self.reference_text} ({where})"
