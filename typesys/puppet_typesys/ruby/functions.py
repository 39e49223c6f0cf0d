"""Calls of functions that a Ruby file defines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from puppet_typesys.ruby.compiling.file import compiled
from puppet_typesys.ruby.convert import argument, block_of_puppet, from_puppet, to_puppet
from puppet_typesys.ruby.core.dispatching import accepting
from puppet_typesys.ruby.core.puppet import Dispatching, LegacyFunction, check_arity, scope_object, signatures
from puppet_typesys.ruby.lasting import Lasting
from puppet_typesys.ruby.machine import Machine, method_of
from puppet_typesys.ruby.objects import AnyProc, Jump, Method, Module, Object, Raised, String
from puppet_typesys.ruby.outcome import Host, Meter, NotComputed, Reason, RubyError, Unsupported
from puppet_typesys.ruby.shown import message_of
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import assert_instance
from puppet_typesys.types.signature import Signature
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

UNKNOWN_ARGUMENT = Reason("value", "unknown")


def call_function(source: str, name: str, arguments: Sequence[object], host: Host, meter: Meter, block: Block | None = None) -> object:
    """The result of a function that the text of a Ruby file defines: a value of Puppet, or an Unknown.

    The Unknown is a `NotComputed`, with the reason, if the function does what is not supported. Raises ArgumentError if the function raises
    an exception or does not accept the arguments, and BudgetError if it does not end.
    """
    with meter.metered():
        try:
            with Machine(host, meter, compiled) as machine:
                machine.run(source)
                found = machine.functions.get(name)
                if isinstance(found, LegacyFunction):
                    _require_last(machine, name)
                    return _call_legacy(machine, found, arguments)
                if not isinstance(found, Module):
                    raise Unsupported("function", name)
                return _call(machine, found, name, tuple(arguments), block, Lasting(machine, source, found, name))
        except Unsupported as failure:
            return NotComputed(model.ANY, failure.reason)
        except UnknownValue:
            return NotComputed(model.ANY, UNKNOWN_ARGUMENT)
        except RecursionError:
            return NotComputed(model.ANY, Reason("depth of", "calls"))
        except Raised as raised:
            return raise_error(raised)
        except Jump:
            return NotComputed(model.ANY, Reason("syntax", "jump out of a function"))


def call_legacy(source: str, name: str, arguments: Sequence[object], host: Host, meter: Meter) -> object:
    """The result of a function of the legacy interface as a value of Ruby.

    Raises what a program can raise: Raised, Unsupported, UnknownValue, RecursionError and Jump; and ArgumentError and BudgetError.
    """
    with meter.metered(), Machine(host, meter, compiled) as machine:
        machine.run(source)
        found = machine.functions.get(name)
        if not isinstance(found, LegacyFunction):
            raise Unsupported("function", name)
        _require_last(machine, name)
        result = _result_of_legacy(machine, found, host.as_legacy(name, arguments))
        return result if found.is_rvalue else None


def _require_last(machine: Machine, name: str) -> None:
    """Raise Unsupported if the last function of a file is another one: the reference refuses the file unless it has loaded it before."""
    if next(reversed(machine.functions)) != name:
        raise Unsupported("function", f"{name} before others in its file")


def raise_error(raised: Raised) -> NoReturn:
    """Raise the exception of a program as one of ours; only that it is one, if its message is not known."""
    value = raised.value
    if raised.origin is not None:
        raise raised.origin
    try:
        if method_of(value.kind, "message") is not None or method_of(value.kind, "to_s") is not None:
            raise Unsupported("text of", value.kind.name)
        raise RubyError(message_of(value), value.kind)
    except Unsupported:
        raise InternalError(value.kind.name) from None


def _call_legacy(machine: Machine, function: LegacyFunction, arguments: Sequence[object]) -> object:
    given = list(arguments) if any(map(contains_unknown, arguments)) else machine.host.as_legacy(function.name, arguments)
    result = _result_of_legacy(machine, function, given)
    return to_puppet(result) if function.is_rvalue else None


def _result_of_legacy(machine: Machine, function: LegacyFunction, given: Sequence[object]) -> object:
    check_arity(function, len(given))
    values = list(map(argument, given))
    machine.begin(values)
    lasting = Lasting(machine, "", None, function.name)
    lasting.begin(None, [each for each in values if isinstance(each, String)])  # Arrays and Hashes are copies.
    result = machine.call_with_self(function.body, scope_object(), [values], strict=True)
    lasting.end(None)
    return result


def _call(machine: Machine, function: Module, name: str, arguments: tuple[object, ...], block: Block | None, lasting: Lasting) -> object:
    known = signatures(machine, function)
    if not known:
        known = [_default(function, name)]
    own = function.methods.get("call")
    if own is not None:
        values = list(map(from_puppet, arguments))
        return to_puppet(_invoked(machine, own, Object(function), values, [scope_object(), *values], None, lasting))
    return _dispatched(machine, Object(function), name, known, arguments, block, lasting)


def _invoked(
    machine: Machine,
    method: Method,
    function: Object,
    arguments: list[object],
    values: list[object],
    block: AnyProc | None,
    lasting: Lasting,
) -> object:
    """Call the method of a function. `arguments` are those of its values that the caller knows as well."""
    lasting.begin(function, arguments)
    is_done = False
    try:
        result = machine.invoke(method, function, values, block)
        is_done = True
    finally:
        if not is_done:
            lasting.lose()
    lasting.end(function)
    return result


def _dispatched(
    machine: Machine,
    function: Object,
    name: str,
    known: list[tuple[Dispatching, Signature]],
    arguments: tuple[object, ...],
    block: Block | None,
    lasting: Lasting,
) -> object:
    dispatching, signature = accepting(name, known, arguments, block)
    method = method_of(function.kind, dispatching.method)
    if method is None:
        raise Unsupported("function", f"{name} without method {dispatching.method}")
    values = list(map(argument, arguments))
    machine.begin(values)
    given = list(values)
    for place in dispatching.takes_scope:
        values.insert(place, scope_object())
    proc = None if block is None else block_of_puppet(block)
    result = to_puppet(_invoked(machine, method, function, given, values, proc, lasting))
    if dispatching.is_mismatch:
        raise ArgumentError(f"'{name}' {result}")
    if signature.type.returns is not None and not isinstance(result, Unknown):
        assert_instance(f"value returned from function '{dispatching.method}'", signature.type.returns, result)
    return result


def _default(function: Module, name: str) -> tuple[Dispatching, Signature]:
    """The signature of a function without `dispatch`: that of the method with its name."""
    simple = name.rpartition("::")[2]
    method = method_of(function, simple)
    if method is None:
        raise Unsupported("function", name)
    parameters = method.parameters
    low = len(parameters.required) + len(parameters.after)
    high = None if parameters.rest is not None else low + len(parameters.optional)
    names = [str(each) for each in parameters.required] + [each for each, _ in parameters.optional]
    names += [parameters.rest] if parameters.rest is not None else []
    names += [str(each) for each in parameters.after] + ([parameters.block] if parameters.block else [])
    size = model.Integer(low, high)
    return Dispatching(simple), Signature(model.Callable(model.Tuple((model.ANY,), size), None, None), tuple(names))
