"""The types of `$facts`, `$trusted` and `$server_facts`.

Facts are open Structs: nodes have further facts, and later releases of Facter more parts of them. Parts that all systems have are required.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import facts, is_always_present
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import BUILTIN

TRUSTED = (
    "Struct[{authenticated => Enum[remote, local, 'false'], certname => Optional[String], domain => Optional[String],"
    " hostname => Optional[String], extensions => Hash[String, Any], external => Hash[String, Any]}]"
)
SERVER_FACTS = (
    "Struct[{serverversion => String, servername => String, Optional[serverip] => String, Optional[serverip6] => String,"
    " Optional[environment] => String}]"
)
TOKEN = lazy_pattern(r"(?P<hash>Hash\[String, )|Struct\[\{|Optional\['(?P<key>[^']*)'\] => |(?P<name>\w+)|(?P<end>\}\])|\]|, ")


@cache
def facts_type() -> Type:
    """The type of `$facts`: the facts of Facter, and others that are unknown."""
    found = [(each.name, fact_type(each.name)) for each in facts().values() if each.pattern is None]
    return model.Struct(tuple(model.StructElement(_key(name), type) for name, type in found), is_open=True)


@cache
def fact_type(name: str) -> Type:
    """The type of a fact of Facter by its name in the data."""
    return _type(TOKEN.finditer(facts()[name].type), name)


def _type(tokens: Iterator[re.Match[str]], path: str) -> Type:
    """The type that the next of some tokens begin, of a fact or of a part of one.

    They are names, Hashes of texts, and Structs whose keys are all Optional, which the parser of Puppet takes ten times as long to read.
    """
    token = next(tokens)
    if token["name"] is not None:
        return BUILTIN[token["name"].lower()]
    if token["hash"] is not None:
        inner = _type(tokens, f"{path}.*")
        next(tokens)
        return model.Hash(model.STRING, inner)
    elements = []
    while (token := next(tokens))["end"] is None:
        if token["key"] is not None:
            inside = f"{path}.{token['key']}"
            elements.append(model.StructElement(_key(inside), _type(tokens, inside)))
    return model.Struct(tuple(elements), is_open=True)


def _key(path: str) -> Type:
    key = model.String(path.rpartition(".")[2])
    return key if is_always_present(path) else model.Optional(key)
