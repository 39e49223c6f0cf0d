"""The function new, also written as a call of a type."""

from __future__ import annotations

from puppet_typesys.convert.new.make import new
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type


@dispatch("new", "Type $type, Any *$args, Optional[Callable] &$block", types="Any")
def _new(call: Call, type: Type, *arguments: object) -> object:
    block = arguments[-1]
    return new(call, type, arguments[:-1], block if isinstance(block, Block) else None)
