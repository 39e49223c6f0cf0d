"""`new`: selects the signature of a type's constructor, calls its maker, and checks the result."""

from __future__ import annotations

import re

from puppet_typesys.convert.new.table import REFUSALS, Caller, makers, type_rule
from puppet_typesys.convert.objects import create
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.constructors import CONSTRUCTORS, init_of, made_like
from puppet_typesys.types.describe import assert_instance, describe_signatures
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.init import accepted_arguments, constructor_of
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.narrow import intersection, is_never, joined
from puppet_typesys.types.objects import Object, ObjectExtension
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.types.spread import spread
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.errors import ArgumentError, CertainError, InternalError
from puppet_typesys.values.unknown import Unknown, contains_unknown

Arguments = tuple[object, ...]
PLAIN_PATTERNS = {
    model.Integer: re.compile(r"[+-]?(?:0|[1-9][0-9]*)\Z"),
    model.Float: re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?\Z"),
    model.Numeric: re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?\Z"),
    model.SemVer: re.compile(r"(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2}\Z"),
}
"""Patterns of strings that the first signature certainly accepts, which avoids importing the package for regular expressions (30 ms)."""


SCALARS = frozenset((model.Integer, model.Float, model.Numeric, model.Boolean, model.SemVer, model.Timespan, model.Timestamp, model.Binary))
"""Types whose values contain no parts that could be unknown."""


def new(call: Caller, type: Type, arguments: Arguments, block: Block | None = None) -> object:
    """Make a value of a type from arguments. A single argument that is an instance already is returned, and the block is not called."""
    if any(isinstance(each, Unknown) for each in arguments) or (contains_unknown(arguments) and made_like(type) in SCALARS):
        return _unknown(type, arguments, block)
    if len(arguments) == 1 and not isinstance(type, model.Init) and is_instance(type, arguments[0]):
        return arguments[0]
    try:
        value = _made(call, type, arguments)
        if not isinstance(value, Unknown):
            assert_instance(f"Converted value from {show(type)}.new()", type, value)
    except (ArgumentError, InternalError):
        if contains_unknown(arguments):
            return _unknown(type, arguments, block)
        raise
    return value if block is None else block.call((value,))


def _unknown(type: Type, arguments: Arguments, block: Block | None) -> object:
    made = Unknown(new_type(type, tuple(map(infer_set, arguments))))
    return made if block is None else block.call((made,))


def new_type(type: Type, types: tuple[Type, ...]) -> Type:
    """The type of what `new` makes of arguments that are known by their types; raises CertainError if nothing can be made of them."""
    try:
        kind = made_like(type)
    except (ArgumentError, InternalError):
        return type
    if kind is model.Init or kind not in CONSTRUCTORS or not types:
        return type
    signatures = constructor_of(type).signatures
    rule = type_rule(kind)
    found: list[Type] = []
    for value_kind, each in spread(types[0]):
        if len(types) == 1:
            instances = intersection(each, type)
            found.append(instances)
            if is_superset(type, each):
                continue
        if value_kind != "object" and not any(signature.may_accept((each, *types[1:])) for signature in signatures):
            continue
        found.append(type if rule is None else intersection(rule((each, *types[1:])), type))
    result = joined(found)
    if is_never(result) and not any(map(is_never, types)):
        label = show(generalize(type))
        raise CertainError(f"'{constructor_of(type).name}' Value of type {show(generalize(types[0]))} cannot be converted to {label}")
    return result


def _made(call: Caller, type: Type, arguments: Arguments) -> object:
    target = type
    while isinstance(target, model.TypeAlias | model.Optional | model.NotUndef):
        inner = target.target if isinstance(target, model.TypeAlias) else target.type
        if inner is None:
            break
        target = inner
    if isinstance(target, Object | ObjectExtension):
        return create(target, arguments)
    constructor = constructor_of(type)
    kind = made_like(type)
    if kind is model.Init:
        return _from_init(call, type, arguments)
    if len(arguments) == 1 and isinstance(arguments[0], str) and kind in PLAIN_PATTERNS and PLAIN_PATTERNS[kind].match(arguments[0]):
        return makers(kind)[0](call, *arguments)
    for signature, maker in zip(constructor.signatures, makers(kind), strict=True):
        if signature.accepts(arguments):
            return maker(call, *arguments)
    for signature, explain in zip(constructor.mismatches, REFUSALS.get(kind, ()), strict=True):
        if signature.accepts(arguments):
            raise ArgumentError(f"'{constructor.name}' {explain(call, *arguments)}")
    raise _mismatch(type, arguments)


def _mismatch(type: Type, arguments: Arguments) -> ArgumentError:
    constructor = constructor_of(type)
    types = infer_set(arguments) if arguments else model.Tuple((), model.Integer(0, 0))
    return ArgumentError(describe_signatures(constructor.name, constructor.signatures, types))


def _from_init(call: Caller, type: Type, arguments: Arguments) -> object:
    init = init_of(type)
    assert init.type is not None
    if len(arguments) != 1:
        raise _mismatch(type, arguments)
    (value,) = arguments
    if init.arguments:
        return new(call, init.type, (value, *init.arguments))
    if not isinstance(value, tuple):
        return new(call, init.type, (value,))
    whole = any(is_instance(each, value) for each in accepted_arguments(init).single)
    return new(call, init.type, (value,) if whole else value)
