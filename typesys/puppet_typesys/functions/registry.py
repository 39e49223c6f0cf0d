"""The table of built-in functions.

```python @dispatch("abs", "Numeric $val") def absolute(call: Call, value: int | float) -> object: ... ```

A function is a list of dispatches; the first whose signature accepts the arguments is called. A dispatch with `mismatch=True` takes part
as well, and returns the error message for arguments that no other dispatch accepts.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache, cached_property, lru_cache
from importlib import import_module
from threading import RLock
from typing import TypeVar

from puppet_grammar.package import modules_in
from puppet_grammar.table import DuplicateEntryError, Table
from puppet_typesys import functions
from puppet_typesys.builtins.targets import Target
from puppet_typesys.functions.typed import TypedCall, TypeRule
from puppet_typesys.loader import Definition
from puppet_typesys.types.aliases import resolve_alias
from puppet_typesys.types.model import Type, TypeAlias
from puppet_typesys.types.parse import builtin_name, parse, parse_builtin
from puppet_typesys.types.signature import Signature, signature

Implementation = Callable[..., object]
"""Takes the Call, the arguments, and the block last if the signature has one (None if it is omitted)."""
F = TypeVar("F", bound=Implementation)


class Dispatch:
    """An implementation with its signature, which is parsed on first use."""

    def __init__(
        self, parameters: str, function: Implementation, returns: str | None, mismatch: bool, types: TypeRule | None = None
    ) -> None:
        self.parameters = parameters
        self.function = function
        self.returns = returns
        self.mismatch = mismatch
        self.types = types
        self.check: Implementation | None = None
        """What is certain of a call with unknown arguments, of which it is not known whether the signature accepts them."""

    def with_rules(self, types: TypeRule | None, check: Implementation | None) -> Dispatch:
        """A copy with a rule for what it returns, and what is certain of its calls with unknown arguments."""
        made = copy(self)
        made.types, made.check = types, check
        return made

    def with_parameters(self, parameters: str) -> Dispatch:
        """The same implementation for other parameters."""
        made = Dispatch(parameters, self.function, self.returns, self.mismatch, self.types)
        made.check = self.check
        return made

    @cached_property
    def signature(self) -> Signature:
        """The signature."""
        return signature(self.parameters, self.returns, _type_named)


class BuiltinFunction:
    """A built-in function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dispatches: list[Dispatch] = []
        self.written: Definition | None = None
        """The definition of a function of another file that is written in Puppet and has no other rule."""

    @property
    def signatures(self) -> list[Signature]:
        """The signatures that error messages list."""
        return [each.signature for each in self.dispatches if not each.mismatch]


REGISTRY: dict[str, BuiltinFunction] = {}
"""The functions by name. Threads share it: `LOADING` is held to read it, so that a family which another thread is importing is
complete."""
LOADING = RLock()
LOCAL_TYPES: Table[str, str | Type] = Table("the types of signatures")
"""Types that only signatures use, by name in lower case; they are texts until first needed.

Threads share them: an alias is complete when it is added. Two threads may each make it; both are equal.
"""


def local_type(name: str, text: str) -> None:
    """Define a type for use in the signatures of functions; error messages show its name."""
    LOCAL_TYPES[name.lower()] = f"{name} = {text}"


def _type_named(name: str) -> Type | None:
    found = LOCAL_TYPES.get(name)
    if found is None:
        return builtin_name(name)
    if isinstance(found, Type):
        return found
    known, text = found.split(" = ", 1)
    alias = TypeAlias(known)
    resolve_alias(alias, lambda: parse(text, lambda inner: alias if inner == name else _type_named(inner)))
    LOCAL_TYPES.override(name, alias)
    return alias


def dispatch(
    name: str, parameters: str, *, returns: str | None = None, mismatch: bool = False, types: TypeRule | str | None = None
) -> Callable[[F], F]:
    """Register a Python function as a dispatch of a Puppet function; `returns` is checked, and shown as in the reference.

    `types` is the type of the results for arguments that are known by their types: a rule (`functions/typed.py`), or the text of a type
    that all results have.
    """

    def enter(function: F) -> F:
        made = REGISTRY.setdefault(name, BuiltinFunction(name))
        if any(each.parameters == parameters for each in made.dispatches):
            raise DuplicateEntryError(f"{name} already has a dispatch for ({parameters})")
        made.dispatches.append(Dispatch(parameters, function, returns, mismatch, _always(types) if isinstance(types, str) else types))
        return function

    return enter


def _always(text: str) -> TypeRule:
    """The rule of a function whose results all have one type, which is parsed on first use."""

    def rule(call: TypedCall, *types: Type) -> Type:
        return parse_builtin(text)

    return rule


def builtin_function(name: str) -> BuiltinFunction | None:
    """Return the function of a name. All families are imported for the first name that the evaluator's own do not have: 40 ms."""
    with LOADING:
        if name not in REGISTRY:
            _load_families()
        return REGISTRY.get(name)


def function_of(name: str, target: Target) -> BuiltinFunction | None:
    """The function of a name as a version has it."""
    found = builtin_function(name)
    changed, absent = target.functions.get(name), target.absent_dispatches.get(name)
    if found is not None and absent is not None:
        return without_types(found, tuple(absent))
    return found if changed is None or found is None else with_parameters(found, tuple(changed))


@lru_cache(64)
def with_parameters(function: BuiltinFunction, parameters: tuple[str, ...]) -> BuiltinFunction:
    """A function with other parameters, one text for each of its first dispatches; the implementations take them as well."""
    made = BuiltinFunction(function.name)
    made.dispatches += [each.with_parameters(text) for each, text in zip(function.dispatches, parameters, strict=False)]
    return made


@lru_cache(64)
def without_types(function: BuiltinFunction, types: tuple[str, ...]) -> BuiltinFunction:
    """A function without the dispatches for values of some types, and for Arrays of these."""
    starts = tuple(f"{start} " for each in types for start in (each, f"Array[{each}]"))
    made = BuiltinFunction(function.name)
    made.dispatches += [each for each in function.dispatches if not each.parameters.startswith(starts)]
    return made


def function_names() -> list[str]:
    """The names of all functions."""
    with LOADING:
        _load_families()
        return list(REGISTRY)


@cache
def _load_families() -> None:
    for module in modules_in(functions.__path__):
        import_module(f"{functions.__name__}.{module}")
