"""Ways out of a block or function: `break`, `next` and `return`."""

from __future__ import annotations


class ControlFlow(Exception):  # noqa: N818 - these are no errors
    """`value` is what the block or function gives; `name` is the function that jumped, `offset` the byte offset of its call."""

    name = ""

    def __init__(self, value: object = None) -> None:
        super().__init__()
        self.value = value
        self.offset: int | None = None


class BreakIteration(ControlFlow):
    """`break()`: the iterating function ends."""

    name = "break"


class NextIteration(ControlFlow):
    """`next(value)`: the block ends with a value."""

    name = "next"


class ReturnFromFunction(ControlFlow):
    """`return(value)`: the function, class or define around all blocks ends with a value."""

    name = "return"
