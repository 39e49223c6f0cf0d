"""Reach: whether the code that is being evaluated is reached, as far as that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from puppet_typesys.evaluate.certainty import Certainty
from puppet_typesys.evaluate.restored import Restored
from puppet_typesys.functions.control_flow import ControlFlow


class Reach:
    """The unknown conditions, and the lambdas that may not be called, around the code that is being evaluated.

    One belongs to each `Context`.
    """

    def __init__(self, *, marks_all: bool = False) -> None:
        self.marks_all = marks_all
        """Whether the catalog is that of a node, in which all that is not certain is marked."""
        self.possible = 0
        """The number of unknown conditions, and of statements before that may have left the body."""
        self.uncalled = 0
        """The number of lambdas around that the program may not call."""
        self.branch: tuple[int, ...] = ()
        """The branches around under an unknown condition."""
        self.exits: list[ControlFlow] = []
        """The `break`, `next` and `return` that may have left the block being called."""

    @property
    def certainty(self) -> Certainty:
        """That of what the code declares."""
        return Certainty(self.possible > 0, self.uncalled > 0)

    @property
    def is_marked_possible(self) -> bool:
        """Whether what the code does to other resources has to be marked as possible."""
        return self.marks_all and self.possible > 0

    def inside(self, branch: tuple[int, ...]) -> Inside:
        """Return a context manager for the evaluation of a branch under an unknown condition."""
        return Inside(self, branch)

    def enter(self, branch: tuple[int, ...]) -> tuple[int, ...]:
        """Enter a branch under an unknown condition; return the branches around, for `leave`."""
        around, self.branch = self.branch, branch
        self.possible += 1
        return around

    def leave(self, around: tuple[int, ...]) -> None:
        """Leave a branch. What has left the body in it remains: it is possible that what follows is not reached."""
        self.possible -= 1
        self.branch = around

    @contextmanager
    def uncalled_block(self) -> Iterator[None]:
        """Return a context manager for the evaluation of a lambda that the program may not call."""
        self.uncalled += 1
        try:
            yield
        finally:
            self.uncalled -= 1

    def body(self) -> Body:
        """Return a context manager for a body: what follows a statement that may have left it is possible up to its end."""
        return Body(self)

    def end_body(self, possible: int, branch: tuple[int, ...]) -> None:
        """Be as before a body."""
        self.possible, self.branch = possible, branch

    def may_have_left(self, signals: Sequence[ControlFlow]) -> None:
        """Note how a statement may have left the enclosing body, if it may."""
        self.exits += signals
        if self.marks_all and signals:
            self.possible += 1
            self.branch = (*self.branch, -1)

    def note_exits(self, signals: Iterable[ControlFlow]) -> None:
        """Note how a block may have left the body around the call that got it."""
        self.exits += signals

    def collecting_exits(self) -> Restored:
        """Begin to collect in `exits` what may leave a block; return a context manager that ends this."""
        before = Restored(self, "exits")
        self.exits = []
        return before


class Body:
    """The time in a body. It is entered for every lambda and definition, so it is no generator."""

    __slots__ = ("_branch", "_possible", "_reach")

    def __init__(self, reach: Reach) -> None:
        self._reach, self._possible, self._branch = reach, reach.possible, reach.branch

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._reach.end_body(self._possible, self._branch)


class Inside:
    """The time in a branch under an unknown condition. It is entered for every such branch, so it is no generator."""

    __slots__ = ("_around", "_branch", "_reach")

    def __init__(self, reach: Reach, branch: tuple[int, ...]) -> None:
        self._reach = reach
        self._branch = branch

    def __enter__(self) -> None:
        self._around = self._reach.enter(self._branch)

    def __exit__(self, *_: object) -> None:
        self._reach.leave(self._around)
