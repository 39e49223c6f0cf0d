"""Attributes and functions of values: of instances of Object types, and of URIs."""

from __future__ import annotations

from collections.abc import Callable

from puppet_typesys.types import model
from puppet_typesys.types.describe import assert_instance, describe_signatures
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance, Member, Missing, Object
from puppet_typesys.types.signature import Signature
from puppet_typesys.types.walk import unaliased
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown, contains_unknown
from puppet_typesys.values.uri import URI

NO_MEMBER = Missing()
"""Returned by `invoke_member` if the value has no member of that name."""
URI_PARTS = frozenset(("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"))


Arguments = tuple[object, ...]
Implementation = Callable[[Instance, Member, Arguments], object]
"""Returns the value of a function or derived attribute of an instance."""


def invoke_member(receiver: object, name: str, arguments: Callable[[], Arguments], implementation: Implementation) -> object:
    """Evaluate `receiver.name(arguments)`; the arguments are evaluated only if the receiver has such a member."""
    if isinstance(receiver, URI) and name in URI_PARTS:
        arguments()
        return getattr(receiver, name)
    if isinstance(receiver, Unknown):
        kind = unaliased(receiver.type) if isinstance(receiver.type, Type) else None
        member = kind.member(name) if isinstance(kind, Object) else None
        if member is not None:
            return Unknown(_result(member, arguments()))
        if isinstance(kind, model.URI) and name in URI_PARTS:
            arguments()
            return Unknown(model.Optional(model.Integer(0, None) if name == "port" else model.STRING))
    if not isinstance(receiver, Instance):
        return NO_MEMBER
    member = receiver.type.member(name)
    if member is None:
        return NO_MEMBER
    given = arguments()
    if receiver.type.name == "Error" and name == "message":
        _no_arguments(member.label, given)
        return receiver.values["msg"]
    if member.feature == "function" or member.kind == "derived":
        returns = _result(member, given)
        found = implementation(receiver, member, given)
        if isinstance(found, Unknown):
            return Unknown(returns)
        if member.feature == "function":
            assert_instance(f"value returned from function '{name}'", returns, found)
        return found
    _no_arguments(member.label, given)
    if member.is_constant:
        return member.value
    return receiver.values.get(name)


def _result(member: Member, given: Arguments) -> Type:
    """The type of a member's value; raises ArgumentError if a function does not accept the arguments."""
    if member.feature != "function" or not isinstance(member.type, model.Callable):
        _no_arguments(member.label, given)
        return member.type if member.feature != "function" else model.ANY
    signature = Signature(member.type)
    types = tuple(map(infer_set, given))
    if not (signature.may_accept(types) if any(map(contains_unknown, given)) else signature.accepts(given)):
        none = model.Tuple((), model.Integer(0, 0))
        raise ArgumentError(describe_signatures(member.label, [signature], infer_set(given) if given else none))
    return member.type.returns or model.ANY


def not_implemented(receiver: Instance, member: Member, given: Arguments) -> object:
    """Raise the reference's error for a function or derived attribute that nothing implements."""
    raise ArgumentError(f"no method is implemented for {member.kind or ''}{' ' if member.kind else ''}{member.label}")


def _no_arguments(label: str, given: tuple[object, ...]) -> None:
    if given:
        none = Signature(model.Callable(model.Tuple((), model.Integer(0, 0))))
        raise ArgumentError(describe_signatures(label, [none], infer_set(given)))
