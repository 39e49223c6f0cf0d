"""The function new, also written as a call of a type."""

from __future__ import annotations

from puppet_typesys.convert.new.make import new
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import joined
from puppet_typesys.types.superset import is_superset
from puppet_typesys.values.unknown import UnknownValue, contains_unknown

MADE = (
    *(model.Integer, model.Float, model.Numeric, model.Boolean, model.String, model.Binary, model.SemVer, model.SemVerRange),
    *(model.Timespan, model.Timestamp, model.URI, model.Array, model.Tuple, model.Hash, model.Struct),
)
"""Types whose `new` makes an instance of exactly the type that it is called on, or fails."""


def _new_type(call: TypedCall, type: Type, *arguments: Type) -> Type:
    made = type.type if isinstance(type, model.TypeType) else None
    found = made if isinstance(made, MADE) and is_superset(made, made) else model.ANY
    if call.arity is None:
        return found
    # The block does not get an argument that is an instance already.
    return joined((found, call.block(found)))


@dispatch("new", "Type $type, Any *$args, Optional[Callable] &$block", types=_new_type)
def _new(call: Call, type: Type, *arguments: object) -> object:
    *given, block = arguments
    if block is not None and contains_unknown((*given,)):
        raise UnknownValue  # Whether the block is called depends on the arguments.
    return new(call, type, (*given,), block if isinstance(block, Block) else None)
