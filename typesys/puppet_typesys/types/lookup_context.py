"""The context that Hiera passes to its backends, a value of the type `Puppet::LookupContext`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puppet_typesys.types.objects import Instance, Object
from puppet_typesys.types.parse import BUILTIN_NAMES
from puppet_typesys.values.hash import identity


class KeyNotFound(Exception):  # noqa: N818 - no error of the program
    """Raised by `not_found` of a context: it ends the backend, which has no value for the key. No `rescue` catches it."""


class Lookup(Protocol):
    """The lookup for which a backend is called."""

    def interpolate(self, value: object) -> object:
        """A value with its interpolations evaluated."""

    def file_text(self, path: str) -> str | None:
        """The text of a data file; None if it may not be read."""


class LookupContext(Instance):
    """The context of one level and location; what backends keep in it lasts as long as the catalog is compiled."""

    __slots__ = ("files", "kept", "lookup")

    def __init__(self, lookup: Lookup, module_name: str | None, environment_name: object, files: dict[tuple[str, str], object]) -> None:
        """`files` has what was made of files, by language and path; the contexts of an environment share it."""
        type = BUILTIN_NAMES["puppet::lookupcontext"]()
        assert isinstance(type, Object)
        super().__init__(type, {"module_name": module_name, "environment_name": environment_name})
        self.lookup = lookup
        self.kept: dict[object, tuple[object, object]] = {}
        self.files = files

    def keep(self, key: object, value: object) -> object:
        """Keep a value."""
        self.kept[identity(key)] = (key, value)
        return value

    def has(self, key: object) -> bool:
        """Whether a value was kept."""
        return identity(key) in self.kept

    def value(self, key: object) -> object:
        """The value that was kept; undef without one."""
        return self.kept.get(identity(key), (None, None))[1]

    def of_file(self, language: str, path: str, make: Callable[[str], object]) -> object:
        """What is made of the text of a file, once. Raises OSError for a file that may not be read."""
        if (language, path) not in self.files:
            text = self.lookup.file_text(path)
            if text is None:
                raise PermissionError
            self.files[language, path] = make(text)
        return self.files[language, path]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)
