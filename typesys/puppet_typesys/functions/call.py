"""Call and World: the interface of built-in functions to the evaluator and the outside world."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puppet_typesys.builtins.targets import Target
from puppet_typesys.types.block import Block
from puppet_typesys.values.hash import Hash


class World(Protocol):
    """What lies outside of a program. Methods return None where it is unknown, and the result of the function is then Unknown."""

    def read_file(self, name: str) -> bytes | None:
        """The content of a file, by an absolute path or by `module/file` below the module's `files`."""

    def find_file(self, name: str) -> str | None:
        """The path of a file, named as for `read_file`; empty if it is known not to exist."""

    def find_template(self, name: str) -> str | None:
        """The path of a template, named as for `read_template`; empty if it is known not to exist."""

    def read_template(self, name: str) -> str | None:
        """The text of a template, by an absolute path or by `module/template`."""

    def read_ruby(self, path: str) -> str | None:
        """The text of a Ruby file that defines a function, by its path; None as well if results for known arguments are not wanted."""

    def module_directory(self, name: str) -> str | None:
        """The directory of a module; empty if the module is known not to exist."""

    def lookup(self, key: str, options: Hash) -> object:
        """The value that Hiera finds for a key: a value, `MISSING`, or an Unknown."""

    def now(self) -> int | None:
        """The current time in nanoseconds since the epoch."""


class Call(Protocol):
    """A call of a built-in function."""

    @property
    def name(self) -> str:
        """The name of the function, for errors."""

    @property
    def world(self) -> World:
        """What lies outside of the program."""

    @property
    def target(self) -> Target:
        """The version that is evaluated for."""

    @property
    def line(self) -> int:
        """The line of the call, from 1."""

    @property
    def scope(self) -> object:
        """The scope of the caller, for functions about variables and the catalog."""

    def function(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        """Call another function, built-in or not."""

    def look_up(self, key: str, options: Hash) -> object:
        """The value that Hiera finds for a key in the caller's scope: a value, `MISSING`, or an Unknown."""

    def variable(self, name: str) -> object:
        """The value of a variable in the caller's scope; raises the reference's error if it does not exist."""

    def find_variable(self, name: str) -> object:
        """The value of a variable in the caller's scope; MISSING if it does not exist."""

    def log(self, level: str, message: str) -> None:
        """Log a message at a level: debug, info, notice, warning, err, alert, emerg or crit."""

    def warn(self, code: str, message: str) -> None:
        """Log a warning about deprecated or doubtful code; the same message is logged only once."""

    def spend(self, steps: int) -> None:
        """Charge the budget for work or size; raises BudgetError if it is exhausted."""

    def type_named(self, text: str) -> object:
        """The type that a text denotes, with the names that the program defines."""
