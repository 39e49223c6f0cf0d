"""What a built-in function may ask of the evaluator that calls it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puppet_typesys.types.block import Block
from puppet_typesys.values.hash import Hash


class World(Protocol):
    """What lies outside of the program. None means that nobody knows, and the function's result is Unknown."""

    def read_file(self, name: str) -> bytes | None:
        """The content of a file: an absolute path, or `module/file` below a module's `files`."""

    def find_file(self, name: str) -> str | None:
        """The path of a file, named likewise; an empty string when it is known not to exist."""

    def find_template(self, name: str) -> str | None:
        """The path of a template, likewise."""

    def read_template(self, name: str) -> str | None:
        """The text of `module/template`, or of an absolute path."""

    def module_directory(self, name: str) -> str | None:
        """The folder of a module; an empty string when it is known not to exist."""

    def lookup(self, key: str, options: Hash) -> object:
        """What Hiera says about a key: a value, `MISSING`, or `Unknown`."""

    def now(self) -> int | None:
        """Nanoseconds since the epoch."""


class Missing:
    """What a lookup gives for a key that is known not to be there."""

    __slots__ = ()


MISSING = Missing()


class Call(Protocol):
    """One call of a built-in function."""

    @property
    def name(self) -> str:
        """The function's name, for errors."""

    @property
    def world(self) -> World:
        """What lies outside of the program."""

    @property
    def line(self) -> int:
        """The line of the call, from 1."""

    @property
    def scope(self) -> object:
        """The scope of the caller; only functions about variables and the catalog look into it."""

    def function(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        """Call another function, built-in or not."""

    def variable(self, name: str) -> object:
        """A variable as the caller sees it; raises the reference's error when there is none."""

    def find_variable(self, name: str) -> object:
        """The same, but MISSING when there is none."""

    def log(self, level: str, message: str) -> None:
        """Log a message: debug info notice warning err alert emerg crit."""

    def warn(self, code: str, message: str) -> None:
        """Report that something is deprecated or doubtful, as a warning; the same is said once."""

    def spend(self, steps: int) -> None:
        """Account for work or size; raises BudgetError when the budget is spent."""

    def type_named(self, text: str) -> object:
        """The type that a text denotes, with the names that the program knows."""
