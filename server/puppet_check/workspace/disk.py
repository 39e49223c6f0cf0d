"""Disk: a workspace's cache of questions about the file system, valid until a change is reported.

Which folders are modules, which files are below them and what these contain is asked often and costs system calls. A cache belongs to one
`Workspace`, which a single thread uses: no thread sees the listings of another, and a listing made during a change is discarded as soon as
its thread is told of the change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from puppet_check.reading.places import forget as forget_links

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
DIVISOR = 1
"""What benchmarks divide all limits by, to see what happens past them."""


class Disk:
    """The cached results of all functions decorated with `remembered`. Not to be shared between threads."""

    def __init__(self) -> None:
        self._answers: dict[object, dict[tuple[object, ...], object]] = {}

    def answers(self, function: object) -> dict[tuple[object, ...], object]:
        """The cached results of a function by its arguments, the oldest first."""
        return self._answers.setdefault(function, {})

    def forget(self, *functions: object) -> None:
        """Discard the cached results of these functions, or of all functions if none is given."""
        if not functions:
            forget_links()
        for each in functions or [*self._answers]:
            self._answers.pop(each, None)


def remembered(most: int) -> Callable[[Callable[[Disk, *Ts], T]], Callable[[Disk, *Ts], T]]:
    """Cache up to `most` results of a function in the `Disk` that is its first argument."""

    def decorate(function: Callable[[Disk, *Ts], T]) -> Callable[[Disk, *Ts], T]:
        @wraps(function)
        def remembering(disk: Disk, *arguments: *Ts) -> T:
            answers = disk.answers(remembering)
            if arguments in answers:
                return answers[arguments]  # type: ignore[return-value]  # only answers of this function are entered
            made = function(disk, *arguments)
            if len(answers) >= max(1, most // DIVISOR):
                del answers[next(iter(answers))]
            answers[arguments] = made
            return made

        return remembering

    return decorate
