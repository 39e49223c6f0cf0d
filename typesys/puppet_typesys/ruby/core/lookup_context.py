"""The context that Hiera passes to its backends: `Puppet::LookupContext`."""

from __future__ import annotations

from puppet_typesys.ruby.classes import string_of
from puppet_typesys.ruby.convert import from_puppet, to_puppet
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.types.lookup_context import KeyNotFound, LookupContext

CONTEXT = "Puppet::LookupContext"


def _held(context: Object) -> LookupContext:
    return context.holding(LookupContext)


def _seen(machine: Machine, value: object) -> object:
    made = from_puppet(value)
    machine.note(made)
    return made


@yields(CONTEXT, "not_found")
def _not_found(machine: Machine, block: AnyProc | None, context: Object) -> object:
    raise KeyNotFound


@yields(CONTEXT, "explain")
def _explain(machine: Machine, block: AnyProc | None, context: Object) -> object:
    """Nothing: its text is for those who ask for an explanation."""
    return None


@yields(CONTEXT, "interpolate")
def _interpolate(machine: Machine, block: AnyProc | None, context: Object, value: object) -> object:
    return _seen(machine, _held(context).lookup.interpolate(to_puppet(value)))


@yields(CONTEXT, "cache")
def _cache(machine: Machine, block: AnyProc | None, context: Object, key: object, value: object) -> object:
    _held(context).keep(to_puppet(key), to_puppet(value))
    return value


@yields(CONTEXT, "cache_all")
def _cache_all(machine: Machine, block: AnyProc | None, context: Object, values: object) -> object:
    if not isinstance(values, Hash):
        raise Unsupported("method", f"{CONTEXT}#cache_all of another value")
    for key, value in values.items():
        _held(context).keep(to_puppet(key), to_puppet(value))
    return None


@yields(CONTEXT, "cache_has_key")
def _cache_has_key(machine: Machine, block: AnyProc | None, context: Object, key: object) -> object:
    return _held(context).has(to_puppet(key))


@yields(CONTEXT, "cached_value")
def _cached_value(machine: Machine, block: AnyProc | None, context: Object, key: object) -> object:
    return _seen(machine, _held(context).value(to_puppet(key)))


@yields(CONTEXT, "cached_file_data")
def _cached_file_data(machine: Machine, block: AnyProc | None, context: Object, path: object) -> object:
    def made(text: str) -> object:
        return String(text) if block is None else machine.call_proc(block, [String(text)])

    name = string_of(path)
    try:
        return _held(context).of_file("ruby", name, made)
    except OSError:
        raise Unsupported("file", name) from None


@yields(CONTEXT, "environment_name")
def _environment_name(machine: Machine, block: AnyProc | None, context: Object) -> object:
    name = _held(context).values["environment_name"]
    return Symbol.named(name) if isinstance(name, str) else _seen(machine, name)


@yields(CONTEXT, "module_name")
def _module_name(machine: Machine, block: AnyProc | None, context: Object) -> object:
    return _seen(machine, _held(context).values["module_name"])
