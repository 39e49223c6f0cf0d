"""Construction of instances of Object types from a Hash of attributes or from positional arguments."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.describe import describe_signatures
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.init import init_struct, may_be_missing
from puppet_typesys.types.objects import Instance, Object, ObjectExtension
from puppet_typesys.types.signature import Signature
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash


def create(type: Object | ObjectExtension, arguments: tuple[object, ...]) -> Instance:
    """Make an instance; raises ArgumentError for invalid arguments."""
    if isinstance(type, ObjectExtension):
        type = type.base
    if type.name is None:
        raise InternalError("an instance of a type without a name")
    attributes = type.parameters()
    from_hash = Signature(model.Callable(model.Tuple((init_struct(type),), model.Integer(1, 1))), ("hash",))
    required = sum(not may_be_missing(each) for each in attributes)
    size = model.Integer(required, len(attributes))
    in_order = Signature(
        model.Callable(model.Tuple(tuple(each.type for each in attributes), size)), tuple(each.name for each in attributes)
    )
    signatures = [from_hash, in_order]
    for signature in signatures:
        if signature.accepts(arguments):
            break
    else:
        raise ArgumentError(describe_signatures(f"new_{type.name}", signatures, infer_set(arguments)))
    if signature is from_hash:
        (given,) = arguments
        assert isinstance(given, Hash)
        named = {str(name): value for name, value in given.items()}
    else:
        if any(not each.has_value for each in attributes[len(arguments) :]):
            raise InternalError("wrong number of arguments")
        named = {each.name: value for each, value in zip(attributes, arguments, strict=False)}
    return Instance(type, {each.name: named.get(each.name, each.value if each.has_value else None) for each in attributes})
