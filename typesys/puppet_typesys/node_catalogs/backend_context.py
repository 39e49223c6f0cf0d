"""The functions of the context that Hiera passes to backends, for backends in Puppet."""

from __future__ import annotations

from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.call import Call
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.lookup_context import KeyNotFound, LookupContext
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown


def context_member(call: Call, context: LookupContext, name: str, arguments: tuple[object, ...]) -> object:
    """The value of a function or attribute of a context."""
    match name, arguments:
        case "not_found", _:
            raise KeyNotFound
        case "explain", _:
            return None
        case "interpolate", (value,):
            return context.lookup.interpolate(value)
        case "cache", (key, value):
            return context.keep(key, value)
        case "cache_all", (Hash() as values,):
            for key, value in values.items():
                context.keep(key, value)
            return None
        case "cache_has_key", (key,):
            return context.has(key)
        case "cached_value", (key,):
            return context.value(key)
        case "cached_file_data", (str() as path,):
            return _of_file(call, context, path)
        case ("environment_name", ()):
            return context.values["environment_name"]
    return Unknown(model.ANY)


def _of_file(call: Call, context: LookupContext, path: str) -> object:
    assert isinstance(call, Invocation)
    node = call.node
    given = getattr(node, "lambda_", None)
    block = None if given is None else call.ev.evaluate(given, call.scope)
    try:
        return context.of_file("puppet", path, lambda text: block.call((text,)) if isinstance(block, Block) else text)
    except OSError:
        return Unknown(model.ANY)
