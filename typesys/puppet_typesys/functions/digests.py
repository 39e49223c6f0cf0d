"""The functions md5, sha1, sha256, digest and fqdn_rand."""

from __future__ import annotations

import re

from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.collections import joined
from puppet_typesys.functions.elements import literal
from puppet_typesys.functions.legacy import converted
from puppet_typesys.functions.printf import text_only
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.random_numbers import random_integer
from puppet_typesys.values.unknown import Unknown, UnknownValue

ALGORITHMS = {"md5": "md5", "sha1": "sha1", "sha256": "sha256", "digest": "sha256"}
LENGTHS = {"md5": 32, "sha1": 40, "sha256": 64}


def _digest(call: Call, *arguments: object) -> object:
    import hashlib  # 7 ms, and most programs need no digest

    (value,) = converted(call.name, arguments[:-1], 1, 1)
    return hashlib.new(ALGORITHMS[call.name], text_only(value).encode("utf-8", "surrogatepass")).hexdigest()


for name, algorithm in ALGORITHMS.items():
    dispatch(name, "Any *$arguments, Optional[Callable] &$block", types=f"String[{LENGTHS[algorithm]}, {LENGTHS[algorithm]}]")(_digest)


def _fqdn_rand_type(call: TypedCall, *types: Type) -> Type:
    limit = literal(types[0]) if types else None
    return model.Integer(0, limit - 1 if isinstance(limit, int) and limit > 0 else None)


@dispatch("fqdn_rand", "Any *$arguments, Optional[Callable] &$block", types=_fqdn_rand_type)
def _fqdn_rand(call: Call, *arguments: object) -> object:
    """A pseudo-random number below the first argument, determined by the node and a seed."""
    import hashlib  # 7 ms, and most programs need no digest

    given = converted("fqdn_rand", arguments[:-1], 1)
    host = _host(call)
    if len(given) > 2 and given[2] is not False:
        host = host.lower()
    maximum = _leading_integer(given[0])
    text = joined(call, (host, str(maximum), given[1] if len(given) > 1 else ""), ":")
    return random_integer(int(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(), 16), maximum)


def _host(call: Call) -> str:
    facts = call.find_variable(FACTS)
    if facts is MISSING or isinstance(facts, Unknown):
        raise UnknownValue
    networking = _member(facts, "networking")
    host = _member(networking, "fqdn")
    if not isinstance(host, str):
        raise UnknownValue
    return host


def _member(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, Hash) else None


def _leading_integer(value: object) -> int:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return int(value)
    if not isinstance(value, str):
        raise InternalError("undefined method `to_i'")
    found = re.match(r"\s*([+-]?[0-9]+(?:_[0-9]+)*)", value)
    return 0 if found is None else int(found[1].replace("_", ""))
