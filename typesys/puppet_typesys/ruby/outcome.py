"""How a program ends that the interpreter cannot run to its end, and what it may ask of the evaluation around it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from puppet_grammar.dataclass import dataclass
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a program was not run to its end: a kind, such as `method` or `constant`, and the name that is not supported."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class Unsupported(Exception):  # noqa: N818 - no error of the program
    """Raised for what the interpreter does not support. No `rescue` of a program catches it."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"{kind} {name}")
        self.reason = Reason(kind, name)


class Unforeseen(Unsupported):
    """Raised where a function of the core fails on arguments that it does not foresee, in place of Python's exception.

    That is a gap of ours, which must not become an error of the program; tests fail at its reason.
    """

    KIND = "unforeseen arguments of"

    def __init__(self, name: str) -> None:
        super().__init__(self.KIND, name)


class Failed(Exception):  # noqa: N818 - it names what happened
    """Raised by a host for the error of a function that a program called, and may rescue."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class RubyError(ArgumentError):
    """The error of a function in Ruby; `kind` is the class of its exception."""

    def __init__(self, message: str, kind: object) -> None:
        super().__init__(message)
        self.kind = kind


class NotComputed(Unknown):
    """The unknown result of a program that was not run to its end, with the reason."""

    __slots__ = ("reason",)

    def __init__(self, type: object, reason: Reason) -> None:
        super().__init__(type)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Hole:
    """An unknown part of a text, and the bytes of the template's tag that gives it."""

    start: int
    end: int


class TextWithHoles(Unknown):
    """The text of a template of which only interpolated parts are unknown: `parts` in order."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[str | Hole, ...]) -> None:
        super().__init__(model.STRING)
        self.parts = parts


@dataclass(frozen=True, slots=True)
class ResourceData:
    """A resource of the catalog as it is while a program runs, with values of Puppet."""

    type: str
    title: str
    parameters: tuple[tuple[str, object], ...]
    """Those that are set, in order; undef for those that were passed as undef."""
    definition: tuple[str, str] | None = None
    """The kind and the name of its class or define: `hostclass` or `definition`; None for a resource type."""


class Host(Protocol):
    """What a Ruby program may ask of the evaluation that calls it. Values are Puppet values."""

    def call(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        """Call a function by name, as `call_function` and `function_x` do; raises Failed for its error."""

    def as_legacy(self, name: str, arguments: Sequence[object]) -> list[object]:
        """The arguments of a function of the legacy interface as it receives them: some kinds of values as text."""

    def variable(self, name: str) -> object:
        """The value of a variable in the calling scope, or by a qualified name (`::x` in the top scope); `MISSING` if there is none."""

    def variable_names(self) -> Sequence[str]:
        """The names of the variables with a value that are visible in the calling scope, the outermost first. Raises Unsupported if one
        of them is unknown."""

    def assign(self, name: str, value: object, held: object, *, is_global: bool) -> None:
        """Set a variable of the calling scope or the global one; `held` is the program's own value, which `held` returns."""

    def held(self, name: str) -> object:
        """The value that a program has assigned to a variable, which is named as for `variable`; `MISSING` if none has."""

    def methods_of_templates(self) -> dict[str, object]:
        """The methods that templates have defined, by name, which are those of all that are rendered after them; to be added to."""

    def type_of_name(self, name: str) -> Type | None:
        """The type that modules define for a name in lower case; None without one."""

    def library(self, path: str) -> str | None:
        """The text of a Ruby file below the `lib` of a module, such as `puppet_x/stdlib/toml_dumper`; None without one."""

    def has_file(self, path: str) -> bool | None:
        """Whether there is a file or folder at a path; None for one outside of the project."""

    def file_text(self, path: str) -> str | None:
        """The text of a file of the project that `has_file` has found; None if it is a folder or is not in UTF-8."""

    def has_function(self, name: str) -> bool | None:
        """Whether there is a function of a name; None if that is unknown."""

    def resource(self, type: str, title: str) -> ResourceData | None:
        """A resource of the catalog; None if it has none. Raises Unsupported if that is unknown."""

    def own_resource(self) -> ResourceData | None:
        """The class or resource whose body calls the program; None outside of any. Raises Unsupported if it is unknown."""

    def node_name(self) -> str:
        """The name of the node. Raises Unsupported if it is unknown."""

    def defaults(self, type: str) -> Sequence[str]:
        """The names of the attributes that resource defaults set which apply in the calling scope, of a type in upper case."""

    def setting(self, name: str) -> object:
        """The value of a setting of Puppet, or its `version`, as a program sees it; raises Unsupported if it is not known."""

    def yaml(self, text: str) -> object:
        """The value of a text in YAML; `MISSING` if it is empty or cannot be read."""

    def log(self, level: str, message: str) -> None:
        """Log a message: debug, info, notice, warning, err."""

    def now(self) -> int | None:
        """The current time in nanoseconds since the epoch; None if it is unknown."""

    def draw(self, limit: int) -> int | None:
        """A random number below a limit; None where results that depend on chance are not wanted."""

    def kept_of(self, name: str) -> dict[str, object] | None:
        """The instance variables that earlier calls of a function have left, to be replaced; None if they are not known."""

    def is_scratch(self, path: str) -> bool:
        """Whether a path is that of the server's folder for data, which is empty at first, or below it."""

    def write(self, path: str, text: str | None) -> None:
        """Note a file that a program has written there, or without a text a folder."""


class Meter(Protocol):
    """The budget of an evaluation (`evaluate.budget.Budget`)."""

    def spend(self, steps: int) -> None:
        """Charge for work or size; raises BudgetError if a limit is exceeded."""

    def metered(self) -> AbstractContextManager[None]:
        """Charge this budget for values made inside the `with` block."""
