"""Functions of stdlib that load a data file, which functions in Ruby do by reading files of the server: here, those of the project only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puppet_typesys.functions.call import Call
from puppet_typesys.node_catalogs.library import Library
from puppet_typesys.types import model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown

Function = Callable[..., object]
FORMATS: Mapping[str, str] = {"loadyaml": "yaml", "loadjson": "json"}
"""The functions by name, where a module defines them, and the formats of their files."""


def loading(name: str, library: Library) -> Function:
    """The function of a name in `FORMATS`."""

    def load(call: Call, *given: object) -> object:
        *arguments, _ = given
        if not arguments:
            raise ArgumentError("Wrong number of arguments. 1 or 2 arguments should be provided.")
        path, default = arguments[0], arguments[1] if len(arguments) > 1 else None
        if len(arguments) > 1 and default is None:
            default = ""  # As functions of the legacy interface get undef.
        if isinstance(path, Unknown):
            return Unknown(model.ANY)
        if not isinstance(path, str | None):
            if default is None or default is False:
                raise InternalError(f"undefined method `start_with?' for an instance of {ruby_class(path)}")
            return default
        found = library.data(path, FORMATS[name]) if path else MISSING
        return default if found is MISSING or found is None or found is False else found

    return load
