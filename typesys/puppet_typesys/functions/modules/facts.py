"""The function `fact`, which follows a path of names through the facts."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.fact_types import facts_type
from puppet_typesys.functions.modules.registry import returns
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.dig import dig
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never, joined
from puppet_typesys.types.spread import texts_of

PART = lazy_pattern(r'([^."]+)|"([^"]+)"')
INDEX = lazy_pattern(r"[0-9]+")


@returns("fact")
def _fact(call: TypedCall, name: Type, *types: Type) -> Type:
    """The fact at a path; undef for an unknown fact, or where a value on the way is not a collection."""
    names = texts_of(name)
    return model.ANY if names is None else joined(_at(each) for each in names)


def _at(path: str) -> Type:
    keys: list[Type] = []
    for plain, quoted in PART.findall(path):
        if INDEX.fullmatch(plain):
            return model.ANY  # an index of an array, or a key of a hash
        keys.append(model.String(plain or quoted))
    found = dig(facts_type(), keys)
    return model.UNDEF if is_never(found) else found
