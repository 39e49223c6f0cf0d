"""The types of `$facts`, `$trusted` and `$server_facts`.

Facts are open Structs: nodes have further facts, and later releases of Facter more parts of them. Parts that all systems have are required.
"""

from __future__ import annotations

from functools import cache

from puppet_typesys.builtins.facts import facts, is_always_present
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin

TRUSTED = (
    "Struct[{authenticated => Enum[remote, local, 'false'], certname => Optional[String], domain => Optional[String],"
    " hostname => Optional[String], extensions => Hash[String, Any], external => Hash[String, Any]}]"
)
SERVER_FACTS = (
    "Struct[{serverversion => String, servername => String, Optional[serverip] => String, Optional[serverip6] => String,"
    " Optional[environment] => String}]"
)


@cache
def facts_type() -> Type:
    """The type of `$facts`: the facts of Facter, and others that are unknown."""
    found = [(each.name, fact_type(each.name)) for each in facts().values() if each.pattern is None]
    return model.Struct(tuple(model.StructElement(_key(name), type) for name, type in found), is_open=True)


@cache
def fact_type(name: str) -> Type:
    """The type of a fact of Facter by its name in the data."""
    return _with_required_parts(parse_builtin(facts()[name].type), name)


def _key(path: str) -> Type:
    key = model.String(path.rpartition(".")[2])
    return key if is_always_present(path) else model.Optional(key)


def _with_required_parts(type: Type, path: str) -> Type:
    if not isinstance(type, model.Struct):
        return type.with_inner(lambda inner: _with_required_parts(inner, f"{path}.*")) if isinstance(type, model.Hash) else type
    parts = ((f"{path}.{each.name}", each.value) for each in type.elements)
    elements = (model.StructElement(_key(inside), _with_required_parts(value, inside)) for inside, value in parts)
    return model.Struct(tuple(elements), is_open=True)
