"""Signatures of functions and lambdas, with the parameter names that error messages use.

Those of built-in functions are written as Puppet parameters: `Array $list, Optional[Integer] $count = undef, Callable[1, 1] &$block`.
"""

from __future__ import annotations

from functools import lru_cache

from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.elements import at_or_last
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Names, Reader, builtin_name, parse_builtin
from puppet_typesys.types.record import record
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.sizes import tuple_size


@record
class Signature:
    """A Callable with the names of its parameters."""

    type: model.Callable
    names: tuple[str, ...] = ()
    block_name: str | None = None

    @property
    def block(self) -> Type | None:
        """The type of the block: an Optional if the block can be omitted, None if no block is accepted."""
        return self.type.block

    def accepts(self, arguments: tuple[object, ...], block: object = None) -> bool:
        """Whether it accepts arguments and a block (None: no block)."""
        parameters = self.type.parameters
        if parameters is None:
            return True
        if not is_instance(parameters, arguments):
            return False
        return block is None if self.type.block is None else is_instance(self.type.block, block)

    def may_accept(self, types: tuple[Type, ...], block: object = None) -> bool:
        """Whether it may accept arguments of given types: none is disjoint from the type of its parameter."""
        parameters = self.type.parameters
        if parameters is None:
            return True
        size = tuple_size(parameters)
        if len(types) < (size.low or 0) or (size.high is not None and len(types) > size.high):
            return False
        known = parameters.types
        if any(disjoint(at_or_last(known, index), each) for index, each in enumerate(types) if known):
            return False
        return block is None if self.type.block is None else is_instance(self.type.block, block)


@lru_cache(1024)
def signature(text: str, returns: str | None = None, names: Names = builtin_name) -> Signature:
    """Parse a signature; `&$name` marks the block, `*+` a last parameter that captures the rest and needs at least one value.

    `names` resolves the names of types that are not built-in.
    """
    at_least_once = "*+$" in text
    source = f"|{text.replace('&$', '$block__').replace('*+$', '*$')}| {{ }}"
    program, _ = read(f"f() {source}")
    call = program.body
    assert isinstance(call, ast.CallNamedFunctionExpression) and call.lambda_ is not None, text
    reader = Reader(names, f"f() {source}")
    types: list[Type] = []
    parameter_names: list[str] = []
    block: Type | None = None
    block_name: str | None = None
    low = 0
    high: int | None = 0
    for each in call.lambda_.parameters:
        kind = model.ANY if each.type_expr is None else reader.type(each.type_expr)
        if each.name.startswith("block__"):
            block_name = each.name.removeprefix("block__")
            block = kind if each.value is None else model.Optional(kind)
            continue
        types.append(kind)
        parameter_names.append(each.name)
        if each.captures_rest:
            high = None
            low += at_least_once
        else:
            low += each.value is None
            high = None if high is None else high + 1
    plain = low == high == len(types)
    parameters = model.Tuple(tuple(types), None if plain and types else model.Integer(low, high))
    return Signature(
        model.Callable(parameters, block, None if returns is None else parse_builtin(returns)), tuple(parameter_names), block_name
    )
