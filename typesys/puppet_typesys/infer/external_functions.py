"""Functions of other files: signatures with unknown results."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.modules.registry import module_rule
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch, Implementation
from puppet_typesys.functions.typed import TypedCall, TypeRule
from puppet_typesys.infer.declaring_functions import check_declared, declares
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import Definition, Parameter
from puppet_typesys.loader import Signature as TextSignature
from puppet_typesys.types import model
from puppet_typesys.types.elements import at_or_last
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import intersection, is_never
from puppet_typesys.types.parse import Names
from puppet_typesys.types.signature import Signature
from puppet_typesys.types.sizes import tuple_size
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown


def external_function(data: Definition, names: Names) -> BuiltinFunction:
    """A function of another file, with its signatures; calls return Unknown, unless it is written in Ruby and all arguments are known."""
    made = BuiltinFunction(data.name)
    check = _declaring(data) if declares(data.name) else None
    rule = module_rule(data.name.lower(), data.place.path)
    if rule is None and data.code is not None:
        made.written, rule = data, _written(data)
    for dispatch in _dispatches(data, names):
        made.dispatches.append(dispatch.with_rules(_types(dispatch, rule), check))
    return made


def _declaring(data: Definition) -> Implementation:
    return lambda call, *arguments: check_declared(data.name, call, arguments)


def _dispatches(data: Definition, names: Names) -> Iterator[Dispatch]:
    if data.is_open or (not data.signatures and data.arity is None):
        yield _dispatch(data, TextSignature((Parameter("args", captures_rest=True),), "Callable", True), names)
    elif data.arity is not None:
        yield _dispatch(data, _old_signature(data.arity, data.most), names)
    else:
        for each in data.signatures:
            yield _dispatch(data, each, names)


def _written(data: Definition) -> TypeRule:
    """The rule for what a function written in Puppet returns: what its body returns for arguments of the types."""
    return lambda call, *types: call.written(data, *types)


def _types(dispatch: Dispatch, rule: TypeRule | None) -> TypeRule | None:
    """The rule for what a signature returns: what is known of functions of its module, limited to what it declares."""
    if rule is None:
        return None
    declared = dispatch.signature.type.returns or model.ANY

    def both(call: TypedCall, *types: Type) -> Type:
        found = intersection(rule(call, *types), declared)
        return declared if is_never(found) else found

    return both


def _old_signature(arity: int, most: int | None) -> TextSignature:
    least = arity if arity >= 0 else -arity - 1
    given = tuple(Parameter(f"arg{index + 1}") for index in range(least))
    if arity < 0 and most is not None:
        return TextSignature((*given, *(Parameter(f"arg{index + 1}", default="") for index in range(least, most))), "Callable", True)
    return TextSignature(given if arity >= 0 else (*given, Parameter("args", captures_rest=True)), "Callable", True)


def _dispatch(data: Definition, given: TextSignature, names: Names) -> Dispatch:
    result = type_from(given.returns or data.returns, names)
    is_value = data.source != "" and not data.is_statement and not declares(data.name)

    def unknown(call: Call, *arguments: object) -> object:
        block = arguments[-1] if given.block is not None else None
        values = arguments[:-1] if given.block is not None else arguments
        check_declared(data.name, call, values)
        found: object = Unknown(result)
        if is_value and block is None and not any(map(contains_unknown, values)):
            found = _folded(data, call, values, names)
        if isinstance(found, Unknown):
            raise UnknownValue
        return found

    made = Dispatch("", unknown, given.returns or data.returns, False)
    # The signature is made here, not parsed from a text.
    made.__dict__["signature"] = _signature(given, names, None if result == model.ANY else result)
    return made


def _folded(data: Definition, call: Call, values: tuple[object, ...], names: Names) -> object:
    """The result of a function in Ruby for known arguments; an Unknown if it depends on anything else."""
    source = call.world.read_ruby(data.place.path)
    if source is None or not isinstance(call, Invocation):
        return Unknown(model.ANY)
    from puppet_typesys.bridges.folding import fold  # many files have no such call, and the interpreter is large

    return fold(source, data.name, call, values, names, declares)


def _signature(given: TextSignature, names: Names, returns: Type | None) -> Signature:
    types = tuple(type_from(each.type, names) for each in given.parameters)
    low = sum(each.is_required for each in given.parameters) + given.at_least_once
    rest = bool(given.parameters) and given.parameters[-1].captures_rest
    size = model.Integer(low, None if rest else len(types))
    block: Type | None = None if given.block is None else type_from(given.block, names)
    if block is not None and given.block_optional:
        block = model.Optional(block)
    return Signature(model.Callable(model.Tuple(types, size), block, returns), tuple(each.name for each in given.parameters), "block")


def argument_type(function: BuiltinFunction | None, index: int) -> Type:
    """Return the type that a function accepts as one of its arguments, as the union of its signatures."""
    types: list[Type] = []
    for each in () if function is None else function.signatures:
        parameters = each.type.parameters
        if parameters is None:
            return model.ANY
        high = tuple_size(parameters).high
        if parameters.types and (high is None or index < high):
            types.append(at_or_last(parameters.types, index))
    return join(*types) if types else model.ANY
