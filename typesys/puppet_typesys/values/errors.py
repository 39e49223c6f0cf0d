"""What goes wrong with values, before anyone knows where in a program that was."""

from __future__ import annotations


class ArgumentError(Exception):
    """An argument that a value or conversion refuses; the text is the reference's."""


class CertainError(ArgumentError):
    """The same, whatever those arguments may be that nobody knows."""


class InternalError(Exception):
    """Where the reference fails with an error of its own runtime; that there is an error counts, its text does not."""


class BudgetError(Exception):
    """A computation that was stopped, since it took too long or grew too large."""


class BareError(Exception):
    """An error that the reference reports as it is, without its place and without what was being evaluated."""
