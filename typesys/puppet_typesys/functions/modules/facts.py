"""The function `fact`, which follows a path of names through the facts."""

from __future__ import annotations

import re

from puppet_typesys.builtins.fact_types import facts_type
from puppet_typesys.functions.modules.registry import returns
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.dig import dig, known_strings
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import joined

PART = re.compile(r'([^."]+)|"([^"]+)"')
INDEX = re.compile(r"\d+", re.ASCII)


@returns("fact")
def _fact(call: TypedCall, name: Type) -> Type:
    """The fact at a path; undef where there is none, and where a value on the way is not a collection."""
    names = known_strings(name)
    return model.ANY if names is None else joined((model.UNDEF, *(_at(each) for each in names)))


def _at(path: str) -> Type:
    keys: list[Type] = []
    for plain, quoted in PART.findall(path):
        if INDEX.fullmatch(plain):
            return model.ANY  # an index of an array, or a key of a hash
        keys.append(model.String(plain or quoted))
    return dig(facts_type(), keys)
