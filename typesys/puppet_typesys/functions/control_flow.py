"""Control flow: the exceptions raised by `break`, `next` and `return`."""

from __future__ import annotations


class ControlFlow(Exception):  # noqa: N818 - these are no errors
    """A block or function ends early.

    `value` is its result; `name` is the function that ended it, and `offset` the byte offset of that call.
    """

    name = ""

    def __init__(self, value: object = None) -> None:
        super().__init__()
        self.value = value
        self.offset: int | None = None

    def leave_at(self, offset: int) -> None:
        """Note the call that it leaves, unless that is noted already: the innermost call counts."""
        if self.offset is None:
            self.offset = offset


class BreakIteration(ControlFlow):
    """`break()` ends the function that iterates."""

    name = "break"


class NextIteration(ControlFlow):
    """`next(value)` ends the block with a value."""

    name = "next"


class ReturnFromFunction(ControlFlow):
    """`return(value)` ends the function, class or define around all blocks with a value."""

    name = "return"
