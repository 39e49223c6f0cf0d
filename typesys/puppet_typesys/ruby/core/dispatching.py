"""Which dispatch of a function accepts its arguments, and the dispatcher that functions with a `call` of their own use."""

from __future__ import annotations

from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.convert import to_puppet
from puppet_typesys.ruby.core.puppet import FUNCTION, SCOPE, Dispatching, signatures
from puppet_typesys.ruby.machine import Machine, method_of
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import describe_signatures
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.signature import Signature
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import UnknownValue, contains_unknown


def accepting(
    name: str, known: list[tuple[Dispatching, Signature]], arguments: tuple[object, ...], block: Block | None
) -> tuple[Dispatching, Signature]:
    """The first dispatch whose signature accepts the arguments."""
    has_unknown = any(map(contains_unknown, arguments))
    types: tuple[Type, ...] = tuple(map(infer_set, arguments)) if has_unknown else ()
    possible = []
    for each in known:
        if has_unknown:
            if each[1].may_accept(types, block):
                possible.append(each)
        elif each[1].accepts(arguments, block):
            return each
    if len(possible) == 1:
        return possible[0]
    if possible:
        raise UnknownValue
    given = infer_set((*arguments, block)) if block is not None else infer_set(arguments)
    if not arguments and block is None:
        given = model.Tuple((), model.Integer(0, 0))
    raise ArgumentError(describe_signatures(name, [signature for each, signature in known if not each.is_mismatch], given))


@yields(f"{FUNCTION}.", "dispatcher")
def _dispatcher(machine: Machine, proc: AnyProc | None, function: Module) -> object:
    return Object(CLASSES["Puppet::Pops::Functions::Dispatcher"], function)


@yields("Puppet::Pops::Functions::Dispatcher", "dispatch")
def _dispatch(machine: Machine, proc: AnyProc | None, dispatcher: Object, function: Object, scope: object, arguments: object) -> object:
    """Call the method of a function whose parameters accept some arguments, among which may be the scope of its caller."""
    dispatched = dispatcher.holding(Module)
    if not isinstance(arguments, list) or proc is not None:
        raise Unsupported("method", "dispatch of a function")
    name = next(name for name, each in machine.functions.items() if each is dispatched)
    values = tuple(None if _is_scope(each) else to_puppet(each) for each in arguments)
    _, signature = accepted = accepting(name, signatures(machine, dispatched), values, None)
    method = method_of(dispatched, accepted[0].method)
    if method is None or accepted[0].takes_scope or signature.type.returns is not None:
        raise Unsupported("method", "dispatch of a function")
    return machine.invoke(method, function, arguments, None)


def _is_scope(value: object) -> bool:
    return isinstance(value, Object) and value.kind is CLASSES[SCOPE]
