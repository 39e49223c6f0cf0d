"""The types of facts are what the parser of types reads, with the parts that all systems have."""

from __future__ import annotations

import pytest

from puppet_typesys.builtins.fact_types import fact_type, facts_type
from puppet_typesys.builtins.facts import fact, facts, is_always_present
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin


def with_parts(type: Type, path: str) -> Type:
    """The type of a fact in which required parts are."""
    if isinstance(type, model.Hash):
        return model.Hash(type.key, with_parts(type.value, f"{path}.*")) if type.value is not None else type
    if not isinstance(type, model.Struct):
        return type
    parts = ((f"{path}.{each.name}", each.name, each.value) for each in type.elements)
    return model.Struct(
        tuple(
            model.StructElement(
                model.String(name) if is_always_present(inside) else model.Optional(model.String(name)), with_parts(value, inside)
            )
            for inside, name, value in parts
        ),
        is_open=True,
    )


@pytest.mark.parametrize("name", [each.name for each in facts().values() if each.pattern is None])
def test_the_type_of_a_fact_is_what_its_text_says(name: str) -> None:
    assert fact_type(name) == with_parts(parse_builtin(facts()[name].type), name)


def test_all_facts_have_a_type_in_one_struct() -> None:
    found = facts_type()
    assert isinstance(found, model.Struct)
    assert found.is_open
    assert {each.name: each.value for each in found.elements} == {
        each.name: fact_type(each.name) for each in facts().values() if each.pattern is None
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ipaddress6_eth0", "ipaddress6_<interface>"),
        ("processor12", "processor<N>"),
        ("sshrsakey", "ssh<algorithm>key"),
        ("zone_a-b.c_brand", "zone_<name>_brand"),
        ("zone_a_colour", None),
        ("processors12", None),
        ("blockdevice_sda_size", "blockdevice_<devicename>_size"),
    ],
)
def test_a_fact_whose_name_varies_is_found(name: str, expected: str | None) -> None:
    found = fact(name)
    assert (None if found is None else found.name) == expected
