"""Disk: a workspace's cache of questions about the file system, valid until a change is reported.

Which folders are modules, which files are below them and what these contain is asked often and costs system calls. A cache belongs to one
`Workspace`, which a single thread uses: no thread sees the listings of another, and a listing made during a change is discarded as soon as
its thread is told of the change.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeVar, TypeVarTuple

from puppet_check.reading.folders import LINKS
from puppet_check.reading.places import forget as forget_links
from puppet_check.reading.places import real

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
DIVISOR = 1
"""What benchmarks divide all limits by, to see what happens past them."""
NAMES = 32 << 20
"""The characters and entries that the answers of a function about the names in folders may have: about so many bytes."""


def _one(made: object) -> int:
    return 1


class Answers(dict[tuple[object, ...], object]):
    """The cached results of a function by its arguments, the oldest first."""

    def __init__(self, weigh: Callable[[object], int]) -> None:
        super().__init__()
        self._weigh = weigh
        self._weight = 0
        """The sum of their weights."""

    def keep(self, arguments: tuple[object, ...], made: object, most: int) -> None:
        """Add a result, and drop the oldest ones as long as all weigh more than a limit."""
        self._weight += self._weigh(made)
        while self._weight > most and self:
            self._drop(next(iter(self)))
        self[arguments] = made

    def forget_contents(self, path: str) -> None:
        """Drop the results that may depend on the contents of a file."""
        inside = os.path.join(os.path.dirname(path), "")
        for arguments in [each for each in self if not _is_apart(path, inside, each)]:
            self._drop(arguments)

    def _drop(self, arguments: tuple[object, ...]) -> None:
        self._weight -= self._weigh(self.pop(arguments))


def _is_apart(path: str, inside: str, arguments: object) -> bool:
    """Whether arguments name files and folders, none of which has a file in it, or is in its folder `inside`."""
    named = [*_paths_in(arguments)]
    return bool(named) and not any(path == each or path.startswith(os.path.join(each, "")) or each.startswith(inside) for each in named)


def _paths_in(arguments: object) -> Iterator[str]:
    """The absolute paths in the arguments of a function."""
    if isinstance(arguments, str):
        if os.path.isabs(arguments):
            yield arguments
    elif isinstance(arguments, tuple | frozenset):
        for each in arguments:
            yield from _paths_in(each)


def names_of(path: str) -> set[str]:
    """The absolute paths by which functions may have named a file: its own, that without symbolic links, and those of links to it."""
    found = {path, real(path)}
    return found | {each for each in (*LINKS,) if real(each) in found}


class Disk:
    """The cached results of all functions decorated with `remembered`. Not to be shared between threads."""

    def __init__(self) -> None:
        self._answers: dict[object, Answers] = {}

    def answers(self, function: object, weigh: Callable[[object], int] = _one) -> Answers:
        """The cached results of a function."""
        known = self._answers.get(function)
        if known is None:
            known = self._answers[function] = Answers(weigh)
        return known

    def forget(self, *functions: object) -> None:
        """Discard the cached results of these functions, or of all functions if none is given."""
        if not functions:
            forget_links()
        for each in functions or [*self._answers]:
            self._answers.pop(each, None)

    def forget_contents(self, path: str) -> None:
        """Discard what may depend on the contents of a file that existed before, and has been written: all listings stay.

        The functions name by absolute paths which files they read: one that contains the file, or is in its folder.
        """
        for name in names_of(path):
            for each in self._answers.values():
                each.forget_contents(name)


def remembered(most: int) -> Callable[[Callable[[Disk, *Ts], T]], Callable[[Disk, *Ts], T]]:
    """Cache up to `most` results of a function in the `Disk` that is its first argument."""
    return lambda function: _remembering(function, most, _one)


def remembered_by_size(most: int) -> Callable[[Callable[[Disk, *Ts], T]], Callable[[Disk, *Ts], T]]:
    """The same for results of any size: texts and collections, with up to `most` characters and entries in all."""
    return lambda function: _remembering(function, most, size_of)


def _remembering(function: Callable[[Disk, *Ts], T], most: int, weigh: Callable[[object], int]) -> Callable[[Disk, *Ts], T]:
    @wraps(function)
    def remembering(disk: Disk, *arguments: *Ts) -> T:
        answers = disk.answers(remembering, weigh)
        if arguments in answers:
            return answers[arguments]  # type: ignore[return-value]  # only answers of this function are entered
        made = function(disk, *arguments)
        answers.keep(arguments, made, max(1, most // DIVISOR))
        return made

    return remembering


def size_of(made: object) -> int:
    """The number of characters of a text, or of the entries of a collection with those in them; one for anything else."""
    match made:
        case str() | array():
            return 1 + len(made)
        case dict():
            return 1 + sum(map(size_of, made.values())) + sum(map(size_of, made))
        case tuple() | frozenset():
            return 1 + sum(map(size_of, made))
    return 1
