"""Errors of values and conversions, raised without a location in a program."""

from __future__ import annotations

from typing import TypeVar

from puppet_typesys.diagnostics import Message
from puppet_typesys.issues.evaluation.general import evaluation_error

E = TypeVar("E", bound=Exception)


class MessageError(Exception):
    """An error with a message. A plain text is the reference's own, and becomes an `evaluation-error`.

    `reference` is the reference's text if it says more than the message, such as line numbers or node names.
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
    """An invalid argument of an operation or conversion."""


class CertainError(ArgumentError):
    """An ArgumentError that is certain even if some of the values are unknown."""


class InternalError(MessageError):
    """An error of the reference's own runtime; only its occurrence is reproduced, not its text."""


class BudgetError(Exception):
    """Raised if a computation takes too long or a value grows too large."""


class BareError(MessageError):
    """An error that the reference reports without a location and without naming what was being evaluated."""


def to_keep(error: E) -> E:
    """An exception without what it was raised from: with that, one that is stored would keep the evaluation, and itself, alive."""
    error.__traceback__ = error.__context__ = None
    return error


def is_too_long(error: ValueError) -> bool:
    """Whether an error is Python's limit for the conversion between integers and strings."""
    return "set_int_max_str_digits" in str(error)
