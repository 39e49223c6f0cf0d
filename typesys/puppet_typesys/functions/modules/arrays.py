"""Functions that compute arrays from arrays."""

from __future__ import annotations

from puppet_typesys.functions.modules.arguments import (
    MAX_ELEMENTS,
    array,
    arrays,
    element,
    exact_elements,
    min_size,
    passed,
    same_size,
    some_of,
    tuple_of,
    without,
)
from puppet_typesys.functions.modules.registry import returns
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import intersection, is_never, joined, members


@returns("concat")
def _concat(call: TypedCall, *types: Type) -> Type:
    """The elements of the first argument, and the others or their elements if they are arrays."""
    parts = [arrays(types[0]), *(joined(_spread(each) for each in members(passed(given))) for given in types[1:])] if types else []
    known = [exact_elements(each) for each in parts]
    exact = [one for each in known if each is not None for one in each]
    if None not in known and len(exact) <= MAX_ELEMENTS:
        return tuple_of(exact)
    return array(joined(map(element, parts)), Integer(sum(map(min_size, parts)), None))


def _spread(type: Type) -> Type:
    part = intersection(type, model.ARRAY)
    if is_never(part):
        return model.Tuple((type,))
    return type if isinstance(type, (model.Array, model.Tuple)) else model.Array(model.ANY)


@returns("reject", "grep")
def _matching(call: TypedCall, first: Type, *types: Type) -> Type:
    """Elements of an array; of a hash they are its pairs."""
    may_be_hash = not is_never(intersection(passed(first), model.HASH))
    return model.ARRAY if may_be_hash else some_of(arrays(first))


@returns("difference", "delete_at")
def _some(call: TypedCall, first: Type, *types: Type) -> Type:
    return some_of(arrays(first))


@returns("values_at")
def _values_at(call: TypedCall, first: Type, *types: Type) -> Type:
    return array(without(element(arrays(first)), model.UNDEF))


@returns("intersection")
def _intersection(call: TypedCall, first: Type, second: Type, *types: Type) -> Type:
    """Elements of the first array that the second one has as well."""
    one, other = arrays(first), arrays(second)
    return array(intersection(element(one), element(other)))


@returns("union")
def _union(call: TypedCall, *types: Type) -> Type:
    """The elements of all arrays; there are at least some if one of the arrays has any."""
    given = [arrays(each) for each in types]
    return array(joined(map(element, given)), Integer(min(1, max(map(min_size, given), default=0)), None))


@returns("range")
def _range(call: TypedCall, first: Type, *types: Type) -> Type:
    """Integers if the first argument is one; parts of a String decide by their text."""
    if types and isinstance(first, model.Integer) and first.low is not None and first.low >= 0:
        return model.Array(model.Integer(0, None))
    return model.Array(model.Variant((model.INTEGER, model.STRING)))


@returns("fqdn_rotate", "stdlib::fqdn_rotate", "reverse", "shuffle")
def _reordered(call: TypedCall, first: Type, *types: Type) -> Type:
    """The same elements, or characters, in another order."""
    return joined(_in_any_order(each) for each in members(passed(first)))


def _in_any_order(type: Type) -> Type:
    found: list[Type] = []
    text, rest = intersection(type, model.STRING), intersection(type, model.ARRAY)
    if not is_never(text):
        found.append(model.STRING)
    if not is_never(rest):
        found.append(same_size(rest, element(rest)))
    return joined(found) if found else model.ANY


@returns("swapcase", "regexpescape", "uriescape")
def _each_text(call: TypedCall, first: Type, *types: Type) -> Type:
    """A changed String, or an array whose Strings are changed and whose other elements are kept."""
    return joined(_changed(each) for each in members(passed(first)))


def _changed(type: Type) -> Type:
    found: list[Type] = []
    if not is_never(intersection(type, model.STRING)):
        found.append(model.STRING)
    rest = intersection(type, model.ARRAY)
    if not is_never(rest):
        elements = joined(_changed_element(each) for each in members(element(rest)))
        found.append(same_size(rest, elements))
    return joined(found) if found else model.ANY


def _changed_element(type: Type) -> Type:
    text = intersection(type, model.STRING)
    return type if is_never(text) or isinstance(type, model.Any) else joined((type, model.STRING))
