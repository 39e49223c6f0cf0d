"""What goes wrong with values, before its place in a program is known."""

from __future__ import annotations

from puppet_typesys.diagnostics import Message
from puppet_typesys.issues.evaluation.general import evaluation_error


class MessageError(Exception):
    """An error with a message; a plain text, which is the reference's, is that of an `evaluation-error`.

    `reference` is the reference's text where it says more than the message, such as lines and nodes.
    """

    def __init__(self, message: Message | str, reference: str | None = None) -> None:
        super().__init__()
        self.message = message if isinstance(message, Message) else evaluation_error(message)
        self._reference = reference

    @property
    def reference(self) -> str:
        """The reference's text."""
        return self.message.text if self._reference is None else self._reference

    def __str__(self) -> str:
        return self.reference


class ArgumentError(MessageError):
    """An argument that a value or conversion refuses."""


class CertainError(ArgumentError):
    """The same, whatever the values are that are unknown."""


class InternalError(MessageError):
    """Where the reference fails with an error of its own runtime; that there is an error counts, its text does not."""


class BudgetError(Exception):
    """A computation that was stopped, since it took too long or grew too large."""


class BareError(MessageError):
    """An error that the reference reports as it is, without its place and without what was being evaluated."""
