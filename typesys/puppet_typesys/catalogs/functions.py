"""The definitions and functions of a project, as the evaluation of a whole catalog uses them."""

from __future__ import annotations

from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.catalogs.declaring import DECLARING
from puppet_typesys.catalogs.library import IncludedDefinitions, Includes, Library
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch, Implementation
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.types import model
from puppet_typesys.values.unknown import Unknown

ANY_ARGUMENTS = "Any *$arguments, Optional[Callable] &$block"


class NodeDefinitions(IncludedDefinitions):
    """Functions in Ruby are interpreted; those of modules that are not installed have an unknown result."""

    def __init__(self, library: Library, program: Includes) -> None:
        super().__init__(library, program)
        self._functions: dict[str, BuiltinFunction | None] = {}

    def class_named(self, name: str) -> Definition | None:
        return self.included_class(name)

    def resource_type(self, name: str) -> Definition | NativeType | None:
        found = super().resource_type(name)
        return None if isinstance(found, ExternalDefinition) else found

    def function(self, name: str) -> BuiltinFunction | None:
        if name not in self._functions:
            self._functions[name] = self._function(name)
        return self._functions[name]

    def _function(self, name: str) -> BuiltinFunction | None:
        found = self.library.ruby(name)
        if found is None:
            return _function_of(name, _unknown) if self.library.is_absent(TypedName(FUNCTION, name)) else None
        if name in DECLARING:
            return _function_of(name, DECLARING[name])
        return _function_of(name, _unknown)


def _function_of(name: str, call: Implementation) -> BuiltinFunction:
    made = BuiltinFunction(name)
    made.dispatches.append(Dispatch(ANY_ARGUMENTS, call, None, False))
    return made


def _unknown(call: Call, *arguments: object) -> object:
    """The result of a function that is not evaluated, and may declare resources."""
    assert isinstance(call, Invocation)
    call.evaluator.compiler.catalog.is_partial = True
    return Unknown(model.ANY)
