"""Attributes and functions of values: of instances of Object types, and of URIs."""

from __future__ import annotations

from collections.abc import Callable

from puppet_typesys.types import model
from puppet_typesys.types.describe import describe_signatures
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance, Missing, Object
from puppet_typesys.types.signature import Signature
from puppet_typesys.types.walk import unaliased
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown
from puppet_typesys.values.uri import URI

NO_MEMBER = Missing()
"""Returned by `invoke_member` if the value has no member of that name."""
URI_PARTS = frozenset(("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"))


def invoke_member(receiver: object, name: str, arguments: Callable[[], tuple[object, ...]]) -> object:
    """Evaluate `receiver.name(arguments)`; the arguments are evaluated only if the receiver has such a member."""
    if isinstance(receiver, URI) and name in URI_PARTS:
        arguments()
        return getattr(receiver, name)
    if isinstance(receiver, Unknown):
        kind = unaliased(receiver.type) if isinstance(receiver.type, Type) else None
        if (isinstance(kind, Object) and kind.member(name) is not None) or (isinstance(kind, model.URI) and name in URI_PARTS):
            arguments()
            return Unknown(model.ANY)
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
        raise ArgumentError(f"no method is implemented for {member.kind or ''}{' ' if member.kind else ''}{member.label}")
    _no_arguments(member.label, given)
    if member.is_constant:
        return member.value
    return receiver.values.get(name)


def _no_arguments(label: str, given: tuple[object, ...]) -> None:
    if given:
        none = Signature(model.Callable(model.Tuple((), model.Integer(0, 0))))
        raise ArgumentError(describe_signatures(label, [none], infer_set(given)))
