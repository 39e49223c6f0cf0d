"""The subject of specs of functions."""

from __future__ import annotations

from puppet_check.specs.catalogs.functions import FunctionError, Scope
from puppet_check.specs.groups import BASE, MEMORY
from puppet_check.specs.jobs import job_of
from puppet_check.specs.lets import group_of
from puppet_check.specs.machine import DYNAMIC, SpecMachine, of
from puppet_check.specs.manifest import SENSITIVE
from puppet_check.specs.outcomes import Undecided
from puppet_check.specs.subjects import CATALOGS, SUBJECTS, type_of
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.convert import OTHER, block_for_puppet, from_puppet, to_puppet
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, Object, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.hash import Hash as PuppetHash
from puppet_typesys.values.runtime_object import RuntimeSymbol
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import UnknownValue

FUNCTION = "RSpec::Puppet::Function"
KIND = Module(FUNCTION, CLASSES["Object"])
SCOPE = "Puppet::Parser::ScopeOfSpecs"
SCOPE_KIND = Module(SCOPE, CLASSES["Object"])


class Function:
    """A function with the catalog in which it is called."""

    def __init__(self, name: str, scope: Scope) -> None:
        self.name = name
        self.scope = scope


def scope_of(machine: SpecMachine, receiver: Object) -> Scope:
    """The catalog of an example, compiled once for it."""
    known = receiver.state.setdefault(MEMORY, {})
    assert isinstance(known, dict)
    if "@scope" not in known:
        known["@scope"] = Scope(machine.catalogs, job_of(machine, receiver, "function", None))
    found = known["@scope"]
    assert isinstance(found, Scope)
    return found


def function_subject(machine: SpecMachine, receiver: Object) -> object:
    """The function that the outermost group describes; nil if it does not exist."""
    return found_function(machine, receiver, group_of(receiver).outermost.description)


SUBJECTS["function"] = function_subject
CATALOGS["function"] = lambda machine, receiver: scope_of(machine, receiver).made


def found_function(machine: SpecMachine, receiver: Object, name: str) -> object:
    """A function by its name; nil if it does not exist."""
    scope = scope_of(machine, receiver)
    try:
        return Object(KIND, Function(name, scope)) if scope.exists(name) else None
    except FunctionError as error:
        raise raised_by(error) from None


def raised_by(error: FunctionError) -> Raised:
    """The exception of a program that stands for the error of a function."""
    kind = error.kind
    if isinstance(kind, Module):
        return Raised(Object(kind, error.text))
    return Raised(Object(CLASSES[kind if isinstance(kind, str) else OTHER], error.text))


@yields(BASE, "find_function", keeps=True)
def find_function(machine: Machine, block: AnyProc | None, receiver: Object, name: object = None) -> object:
    """A function by its name."""
    if name is None:
        return function_subject(of(machine), receiver)
    return found_function(of(machine), receiver, to_s(name))


@yields(BASE, "call_function", keeps=True)
def call_function(machine: Machine, block: AnyProc | None, receiver: Object, name: object, *arguments: object) -> object:
    """The value of a function."""
    found = found_function(of(machine), receiver, to_s(name))
    if not isinstance(found, Object):
        raise Unsupported("function", to_s(name))
    return executed(of(machine), found.holding(Function), list(arguments), block)


@yields(FUNCTION, "execute", keeps=True)
def execute(machine: Machine, block: AnyProc | None, receiver: Object, *arguments: object) -> object:
    """The value of the function."""
    return executed(of(machine), receiver.holding(Function), list(arguments), block)


@yields(FUNCTION, "call", keeps=True)
def call(machine: Machine, block: AnyProc | None, receiver: Object, scope: object, *arguments: object) -> object:
    """The value of the function, in the old form of the call."""
    function = receiver.holding(Function)
    if function.scope.is_legacy(function.name) or block is not None:
        raise Unsupported("method", "call of a function of the legacy interface")
    return executed(of(machine), function, list(arguments), None)


@yields(BASE, "scope", keeps=True)
def scope(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The top scope of the catalog in which functions are called."""
    if type_of(group_of(receiver)) != "function":
        raise Unsupported("method", "scope")
    return Object(SCOPE_KIND, scope_of(of(machine), receiver))


def _of_scope(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    assert isinstance(receiver, Object)
    held = receiver.holding(Scope)
    given = arguments[1] if name == "call_function" and len(arguments) == 2 else arguments[0] if arguments else None
    if name == "call_function" and len(arguments) == 2:
        return executed(machine, Function(to_s(arguments[0]), held), given if isinstance(given, list) else [given], block)
    if name.startswith("function_") and isinstance(given, list) and len(arguments) == 1:
        if not all(isinstance(each, String | bool | int | float) for each in given):
            # The arguments are not converted.
            raise Unsupported("arguments of", name)
        return executed(machine, Function(name.removeprefix("function_"), held), given, block)
    if name in ("lookupvar", "[]") and len(arguments) == 1:
        return from_puppet(held.variable(to_s(given)))
    raise Unsupported("method", f"scope.{name}")


DYNAMIC[SCOPE] = _of_scope


@yields(FUNCTION, "func_name", keeps=True)
def func_name(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The name of the function."""
    return String(receiver.holding(Function).name)


def executed(machine: SpecMachine, function: Function, arguments: list[object], block: AnyProc | None) -> object:
    """The value of a function as a value of Ruby. Raises its error as an exception of the program."""
    try:
        given = [argument(each) for each in arguments]
        if function.scope.is_legacy(function.name) and block is not None:
            raise Unsupported("arguments of", "a function of the legacy interface")
        if function.scope.is_legacy(function.name) and not function.scope.is_of_core(function.name):
            return function.scope.call_legacy(function.name, given)
        made = from_puppet(function.scope.call(function.name, given, block_for_puppet(machine, block)))
        if function.scope.is_ruby(function.name) and any(map(_has_undef, arguments)):
            # The function gets the Symbol, which is not nil to it.
            raise Unsupported("argument", "that is :undef")
        return made
    except FunctionError as error:
        raise raised_by(error) from None
    except UnknownValue:
        raise Undecided(f"the value of {function.name}") from None


def _has_undef(value: object) -> bool:
    """Whether a value contains `:undef`, which the types of parameters take for undef."""
    if isinstance(value, list):
        return any(map(_has_undef, value))
    if isinstance(value, Hash):
        return any(_has_undef(each) for entry in value.items() for each in entry)
    if isinstance(value, Object) and value.kind.name == SENSITIVE:
        return _has_undef(value.held)
    return isinstance(value, Symbol) and value.name == "undef"


def argument(value: object) -> object:
    """A value of Ruby as an argument of a function."""
    if isinstance(value, Object) and value.kind.name == SENSITIVE:
        return Sensitive(argument(value.held))
    if isinstance(value, list):
        return tuple(map(argument, value))
    if isinstance(value, Hash):
        return PuppetHash([(argument(key), argument(each)) for key, each in value.items()])
    if isinstance(value, Symbol) and value.name not in ("undef", "default"):
        return RuntimeSymbol(value.name)
    return to_puppet(value)
