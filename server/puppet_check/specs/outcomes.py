"""How examples end: results as data, and the exceptions that end the run of an example."""

from __future__ import annotations

from typing import Literal, NamedTuple

Status = Literal["passed", "failed", "pending", "unknown", "unsupported"]


class Result(NamedTuple):
    """The result of an example."""

    id: str
    """As RSpec gives it: `./spec/classes/x_spec.rb[1:2:1]`."""
    file: str
    line: int
    description: str
    status: Status
    message: str = ""
    """Why it has failed, is pending, unknown or not supported."""
    place: str = ""
    """The place of the expectation that has failed."""
    declared: str = ""
    """The place in a manifest of the resource that it is about."""
    expected: str = ""
    actual: str = ""
    seconds: float = 0.0


class NotMet(Exception):  # noqa: N818 - it is the example that fails
    """Raised where an expectation is not met. No `rescue` of a program catches it."""

    def __init__(self, message: str, *, expected: str = "", actual: str = "", declared: str = "") -> None:
        super().__init__(message)
        self.text = message
        self.expected = expected
        self.actual = actual
        self.declared = declared


class Broken(NotMet):
    """Raised where an example fails whatever it expects, since what is set up for it cannot be undone after an error."""


class Skipped(Exception):  # noqa: N818 - no error
    """Raised by `skip` and by `pending` without a reason to go on."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Undecided(Exception):  # noqa: N818 - no error
    """Raised where a verdict depends on what is unknown; the text says on what."""
