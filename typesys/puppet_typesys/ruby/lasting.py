"""What calls of functions leave for later ones: instance variables, changed arguments and constants."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import Hash, Module, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.types import model
from puppet_typesys.values.meter import spend
from puppet_typesys.values.unknown import Unknown

VARIABLE = lazy_pattern(r"(?<!@)@[a-zA-Z_]\w*")
SIMPLE = (Symbol, int, float, bool, type(None), Unknown)
"""The classes of values without parts that do not belong to one run of a program."""


class Lasting:
    """Watches the call of a function, which may leave something for later calls that use the same values."""

    def __init__(self, machine: Machine, source: str, function: Module | None, name: str) -> None:
        self._machine = machine
        self._names = {*VARIABLE.findall(source)} if "@" in source and function is not None else frozenset[str]()
        self._modules = [each for each in (function, machine.top, *machine.defined.values()) if each is not None]
        self._state = machine.host.kept_of(name) if self._names else None
        self._arguments = list[object]()
        self._before: object = None

    def begin(self, function: Object | None, arguments: list[object]) -> None:
        """Give the object of a function the instance variables of earlier calls; those that are not known are unknown."""
        if function is not None and self._names:
            function.state.update(dict.fromkeys(self._names, Unknown(model.ANY)) if self._state is None else self._state)
            self._machine.note(list(function.state.values()))
        self._arguments = list(arguments)
        self._before = self._now()

    def end(self, function: Object | None) -> None:
        """Keep the instance variables, and raise Unsupported if anything else has changed that others see."""
        if function is not None and self._state is not None:
            self._state.clear()
            self._state.update((name, value if is_data(value) else Unknown(model.ANY)) for name, value in function.state.items())
        if self._now() != self._before:
            raise Unsupported("state", "that calls share")

    def lose(self) -> None:
        """Note that a call was not run to its end, so that what it has left is not known."""
        if self._state is not None:
            self._state.update(dict.fromkeys(self._names, Unknown(model.ANY)))

    def _now(self) -> object:
        return shape(self._arguments, set()), [parts_of(each, set()) for each in self._modules]


def is_data(value: object, depth: int = 20) -> bool:
    """Whether a value is the same in another run of the program."""
    if isinstance(value, list) and depth:
        return all(is_data(each, depth - 1) for each in value)
    if isinstance(value, Hash) and depth:
        items = value.items()
        return value.default_proc is None and is_data(value.default) and all(is_data(k, 0) and is_data(v, depth - 1) for k, v in items)
    return isinstance(value, (String, *SIMPLE))


def shape(value: object, above: set[int]) -> object:
    """A copy of the parts of a value that can change. `above` has the identities of the values around it."""
    if isinstance(value, String):
        return value.text
    if not isinstance(value, list | Hash | Object | Module) or id(value) in above:
        return id(value) if isinstance(value, Object | Module) else None
    spend(1)
    inside = {*above, id(value)}
    if isinstance(value, list):
        return [shape(each, inside) if each.__class__ is not int else each for each in value]
    if isinstance(value, Hash):
        return [(key, shape(each, inside)) for key, (_, each) in value.entries.items()]
    return parts_of(value, inside)


def parts_of(value: Object | Module, above: set[int]) -> object:
    """The parts of an object or module: its instance variables and constants."""
    named: Iterable[tuple[str, object]] = value.state.items()
    constants = value.constants.items() if isinstance(value, Module) else ()
    return [(name, each if isinstance(each, SIMPLE) else shape(each, above)) for name, each in (*named, *constants)]
