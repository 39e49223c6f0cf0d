"""The functions then, lest, with, call, fail, assert_type, break, next, return and import."""

from __future__ import annotations

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.control_flow import BreakIteration, NextIteration, ReturnFromFunction
from puppet_typesys.functions.elements import literal
from puppet_typesys.functions.legacy import converted, runtime_text
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall, never
from puppet_typesys.issues.evaluation.general import discontinued_import
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, difference, intersection, is_never, joined
from puppet_typesys.types.objects import Instance
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

# ---- calls


def _then_type(call: TypedCall, type: Type) -> Type:
    rest = difference(type, model.UNDEF)
    undef = model.UNDEF if not disjoint(type, model.UNDEF) else NEVER
    return joined((undef, NEVER if is_never(rest) else call.block(rest)))


def _lest_type(call: TypedCall, type: Type) -> Type:
    rest = difference(type, model.UNDEF)
    return rest if disjoint(type, model.UNDEF) else joined((rest, call.block()))


@dispatch("then", "Any $arg, Callable[1, 1] &$block", types=_then_type)
def _then(call: Call, value: object, block: Block) -> object:
    _known(value)
    return None if value is None else block.call((value,))


@dispatch("lest", "Any $arg, Callable[0, 0] &$block", types=_lest_type)
def _lest(call: Call, value: object, block: Block) -> object:
    _known(value)
    return block.call(()) if value is None else value


def _known(value: object) -> None:
    if isinstance(value, Unknown):
        raise UnknownValue


def _with_type(call: TypedCall, *types: Type) -> Type:
    return call.block(*types)


def _call_type(call: TypedCall, name: Type, *types: Type) -> Type:
    text = literal(name)
    return call.function(text, *types) if isinstance(text, str) and call.arity is None else model.ANY


@dispatch("with", "Any *$arg, Callable &$block", types=_with_type)
def _with(call: Call, *arguments: object) -> object:
    block = arguments[-1]
    assert isinstance(block, Block)
    return block.call(arguments[:-1])


@dispatch("call", "String $function_name, Any *$arguments, Optional[Callable] &$block", types=_call_type)
def _call(call: Call, name: str, *arguments: object) -> object:
    block = arguments[-1]
    return call.function(name, arguments[:-1], block if isinstance(block, Block) else None)


@dispatch("call", "Deferred $deferred", types="Any")
def _call_deferred(call: Call, deferred: Instance) -> object:
    return resolved(call, deferred)


def resolved(call: Call, value: object) -> object:
    """A value in which Deferred values are replaced by the results of their calls."""
    match value:
        case Instance() if value.type.name == "Deferred":
            return _resolved_call(call, value)
        case tuple():
            return tuple(resolved(call, each) for each in value)
        case Hash():
            return Hash((key, resolved(call, each)) for key, each in value.items())
        case Sensitive():
            return Sensitive(resolved(call, value.value))
    return value


def _resolved_call(call: Call, deferred: Instance) -> object:
    name = deferred.values["name"]
    given = deferred.values.get("arguments")
    arguments = [resolved(call, each) for each in given] if isinstance(given, tuple) else []
    assert isinstance(name, str)
    if name.startswith("$"):
        found = call.find_variable(name[1:])
        return call.function("dig", [None if found is MISSING else found, *arguments])
    return call.function(name, arguments)


# ---- control flow


@dispatch("break", "", types=never)
def _break(call: Call) -> object:
    raise BreakIteration


@dispatch("next", "Any $value = undef", types=never)
def _next(call: Call, value: object = None) -> object:
    raise NextIteration(value)


@dispatch("return", "Any $value = undef", types=never)
def _return(call: Call, value: object = None) -> object:
    raise ReturnFromFunction(value)


@dispatch("fail", "Any *$arguments, Optional[Callable] &$block", types=never)
def _fail(call: Call, *arguments: object) -> object:
    try:
        message = " ".join(map(runtime_text, converted("fail", arguments[:-1], 0)))
    except UnknownValue:
        message = "with a message that is not known"
    raise ArgumentError(message)


@dispatch("import", "Any *$args", types=never)
def _import(call: Call, *arguments: object) -> object:
    raise Refusal(discontinued_import())


def _assert_type_type(call: TypedCall, expected: Type, value: Type) -> Type:
    wanted = expected.type if isinstance(expected, model.TypeType) else None
    return _asserted(call, wanted, value)


def _assert_type_text_type(call: TypedCall, text: Type, value: Type) -> Type:
    known = literal(text)
    return _asserted(call, call.type_of_name(known) if isinstance(known, str) else None, value)


def _asserted(call: TypedCall, wanted: Type | None, value: Type) -> Type:
    """The value if it is an instance of a type, which may be narrower than the one that is known, or else the value of the block."""
    # Of some types, such as an Optional without a type, more is assignable to them than their instances.
    found = intersection(value, wanted) if wanted is not None and is_superset(wanted, wanted) else value
    return found if call.arity is None else joined((found, call.block(model.TypeType(wanted), model.TypeType())))


@dispatch("assert_type", "Type $type, Any $value, Optional[Callable[Type, Type]] &$block", types=_assert_type_type)
def _assert_type(call: Call, type: Type, value: object, block: Block | None = None) -> object:
    actual = infer_set(value)
    if contains_unknown(value):
        if is_superset(type, actual):
            return value
        if block is not None:
            raise UnknownValue  # It is unknown whether the block is called, which may leave the code around it.
        if isinstance(value, Unknown):
            return Unknown(type)
    elif is_instance(type, value):
        return value
    if block is not None:
        return block.call((type, actual))
    raise ArgumentError(describe_mismatch("assert_type():", type, actual))


@dispatch("assert_type", "String $type_string, Any $value, Optional[Callable[Type, Type]] &$block", types=_assert_type_text_type)
def _assert_type_text(call: Call, text: str, value: object, block: Block | None = None) -> object:
    type = call.type_named(text)
    assert isinstance(type, Type)
    return _assert_type(call, type, value, block)
