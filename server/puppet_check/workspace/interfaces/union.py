"""The union of the definitions of a name in several releases: what any of them accepts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeVar

from puppet_typesys.loader import FUNCTION, Attribute, Definition, Parameter

T = TypeVar("T", Parameter, Attribute)


def union(found: Sequence[Definition]) -> Definition:
    """One definition that accepts what any of some accepts, the newest last; a parameter is required if all require it."""
    newest = found[-1]
    if all(each == newest for each in found):
        return newest
    made = newest._replace(
        parameters=_parameters([each.parameters for each in found]),
        attributes=_attributes([each.attributes for each in found]),
        variables=tuple(sorted({name for each in found for name in each.variables})),
        variable_types=newest.variable_types if all(each.variable_types == newest.variable_types for each in found) else (),
        forgotten_variables=(),
        requires=tuple(group for group in newest.requires if all(_has(each, group) for each in found)),
        features=_all(each.features for each in found),
        providers=_all(each.providers for each in found),
        has_open_variables=any(each.has_open_variables for each in found) or len({each.parent for each in found}) > 1,
        text=_type([each.text for each in found]),
        returns=_same([each.returns for each in found]),
        is_open=any(each.is_open for each in found),
        isomorphic=all(each.isomorphic for each in found),
        is_private=all(each.is_private for each in found),
        deprecated=_same([each.deprecated for each in found]),
        forwards=_same([each.forwards for each in found]),
    )
    return _function(made, found) if made.kind == FUNCTION else made


def opened(found: Definition, *, lacks_others: bool) -> Definition:
    """A definition of which only the names are known; with `lacks_others` it has no other parameters."""
    return found._replace(
        parameters=tuple(each._replace(type=None, default="", deprecated=None, forwarded=()) for each in found.parameters),
        attributes=tuple(each._replace(values=None, patterns=(), type=None, required=False) for each in found.attributes),
        variable_types=(),
        forgotten_variables=(),
        requires=(),
        has_open_variables=True,
        is_open=found.is_open or found.kind == FUNCTION or not lacks_others,
        isomorphic=False,
        deprecated=None,
        forwards=None,
    )


def _function(made: Definition, found: Sequence[Definition]) -> Definition:
    """A function with the signatures of all releases. The result is unknown where they differ."""
    if any(each.arity != made.arity or each.most != made.most for each in found):
        return made._replace(is_open=True)
    if all(each.signatures == made.signatures for each in found):
        return made
    signatures = (signature._replace(returns=None) for each in reversed(found) for signature in each.signatures)
    return made._replace(signatures=tuple(dict.fromkeys(signatures)), returns=None)


def _parameters(lists: Sequence[Sequence[Parameter]]) -> tuple[Parameter, ...]:
    return tuple(_parameter(each, len(lists)) for each in _by_name(lists))


def _parameter(found: list[Parameter], releases: int) -> Parameter:
    newest = found[-1]
    is_required = len(found) == releases and all(each.is_required for each in found)
    return newest._replace(
        type=_type([each.type for each in found]),
        default=None if is_required or newest.captures_rest else "",
        deprecated=_same([each.deprecated for each in found]),
        forwarded=newest.forwarded if all(each.forwarded == newest.forwarded for each in found) else (),
    )


def _has(found: Definition, group: tuple[str, ...]) -> bool:
    """Whether a resource without any attribute of a group is always refused."""
    return any(set(each) <= set(group) for each in found.requires)


def _attributes(lists: Sequence[Sequence[Attribute]]) -> tuple[Attribute, ...]:
    return tuple(_attribute(each, len(lists)) for each in _by_name(lists))


def _attribute(found: list[Attribute], releases: int) -> Attribute:
    values = [each.values for each in found]
    return found[-1]._replace(
        values=None if None in values else _all(each or () for each in values),
        patterns=_all(each.patterns for each in found),
        type=_same([each.type for each in found]),
        required=len(found) == releases and all(each.required for each in found),
        boolean=any(each.boolean for each in found),
        read_only=all(each.read_only for each in found),
    )


def _by_name(lists: Sequence[Sequence[T]]) -> list[list[T]]:
    """The members of some lists by name; those of the newest list come first."""
    found: dict[str, list[T]] = {each.name: [] for members in reversed(lists) for each in members}
    for members in lists:
        for each in members:
            found[each.name].append(each)
    return list(found.values())


def _all(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


def _same(texts: Sequence[str | None]) -> str | None:
    return texts[-1] if len(set(texts)) == 1 else None


def _type(texts: Sequence[str | None]) -> str | None:
    """The union of some types in text, without those that are the same; None accepts any value."""
    known = [each for each in dict.fromkeys(texts) if each is not None]
    return None if None in texts or not known else known[0] if len(known) == 1 else f"Variant[{', '.join(known)}]"
