"""Disk: the answers about folders and files that a workspace remembers until it is told of a change.

Which folders are modules, which files lie below them and what they say is looked up often and costs system calls. The answers belong to one
`Workspace`, which one thread uses. So a listing that one thread makes while another hears of a change can never outlive the
moment at which the first one hears of it, too, and no thread sees what another has listed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Disk:
    """The remembered answers of all functions that are decorated with `remembered`. Not to be shared between threads."""

    def __init__(self) -> None:
        self._answers: dict[object, dict[tuple[object, ...], object]] = {}

    def answers(self, function: object) -> dict[tuple[object, ...], object]:
        """The answers of a function by its arguments, the oldest first."""
        return self._answers.setdefault(function, {})

    def forget(self, *functions: object) -> None:
        """Forget the answers of these functions; without any, all answers."""
        for each in functions or [*self._answers]:
            self._answers.pop(each, None)


def remembered(most: int) -> Callable[[Callable[[Disk, *Ts], T]], Callable[[Disk, *Ts], T]]:
    """Remember up to `most` answers of a function in the `Disk` that it is given."""

    def decorate(function: Callable[[Disk, *Ts], T]) -> Callable[[Disk, *Ts], T]:
        @wraps(function)
        def remembering(disk: Disk, *arguments: *Ts) -> T:
            answers = disk.answers(remembering)
            if arguments in answers:
                return answers[arguments]  # type: ignore[return-value]  # only answers of this function are entered
            made = function(disk, *arguments)
            if len(answers) >= most:
                del answers[next(iter(answers))]
            answers[arguments] = made
            return made

        return remembering

    return decorate
