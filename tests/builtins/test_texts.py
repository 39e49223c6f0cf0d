"""Everything built into the language has a description, and the examples of functions evaluate to what the text says.

`tests/data/texts` lists the names of functions and settings of Puppet 8.10; the other names are in the project's own data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from puppet_check.workspace.hiera.interpolation import METHODS
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.facts import facts
from puppet_typesys.builtins.resource_types import NAMES, data, metaparameters
from puppet_typesys.types import model
from puppet_typesys.types.data import BUILTIN_ALIAS_NAMES
from puppet_typesys.types.parse import BUILTIN, BUILTIN_NAMES, parse_builtin
from tests.support.answers import own_answer

LISTS = Path(__file__).parents[1] / "data" / "texts"
FUNCTIONS = (LISTS / "functions.txt").read_text(encoding="utf-8").split()
SETTINGS = (LISTS / "settings.txt").read_text(encoding="utf-8").split()
LONGEST = 600
NOT_EVALUATED = frozenset({"Pcore::MemberName", "Puppet::LookupContext", "TypeReference"})
"""Names in messages and signatures that cannot be evaluated here."""
KEYWORDS = frozenset(
    """and apply attr case class default define else elsif false function if in inherits node or plan private true type undef
    unless""".split()
)


def content(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("puppet_typesys.builtins").joinpath("texts", f"{name}.json").read_text(encoding="utf-8"))
    return found


def texts_in(tree: object) -> Iterator[str]:
    """All strings in a tree of data."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for each in tree.values():
            yield from texts_in(each)


@pytest.mark.parametrize("type", sorted(NAMES))
def test_a_resource_type_has_a_text_for_each_attribute_and_provider(type: str) -> None:
    known: Any = data(f"resource_types/{type}.json")
    own = content(f"resource_types/{type}")
    assert own.keys() == {"text", "attributes", "values", "providers"}
    assert texts.resource_type(type) == own["text"]
    assert own["attributes"].keys() == {each["name"] for each in known["attributes"]}
    assert own["providers"].keys() == {each["name"] for each in known.get("providers", ())}
    assert {name: texts.attribute(type, name) for name in own["attributes"]} == own["attributes"]
    assert {name: texts.provider(type, name) for name in own["providers"]} == own["providers"]


@pytest.mark.parametrize("type", sorted(NAMES))
def test_values_with_a_text_are_values_of_the_attribute(type: str) -> None:
    known: Any = data(f"resource_types/{type}.json")
    words = {
        each["name"]: {word for literal in each["values"]["literals"] for word in (literal["value"], *literal.get("aliases", ()))}
        for each in known["attributes"]
        if each.get("values")
    }
    described = content(f"resource_types/{type}")["values"]
    for value, text in described.pop(texts.ALL_ATTRIBUTES, {}).items():
        of = [attribute for attribute, taken in words.items() if value in taken]
        assert of
        assert all(texts.attribute_value(type, each, value) == described.get(each, {}).get(value, text) for each in of)
    for attribute, values in described.items():
        assert values.keys() - words[attribute] == set()
        assert all(texts.attribute_value(type, attribute, value) == text for value, text in values.items())


@pytest.mark.parametrize("type", sorted(NAMES))
def test_each_value_of_ensure_has_a_text(type: str) -> None:
    known: Any = data(f"resource_types/{type}.json")
    for attribute in known["attributes"]:
        if attribute["name"] == "ensure":
            assert [
                each["value"] for each in attribute["values"]["literals"] if not texts.attribute_value(type, "ensure", each["value"])
            ] == []


def test_a_text_for_several_attributes_is_for_those_that_accept_the_value() -> None:
    assert texts.attribute_value("user", "role_membership", "minimum")
    assert texts.attribute_value("user", "shell", "minimum") is None
    assert texts.attribute_value("file", "ensure", "no_such_value") is None


def test_each_metaparameter_has_a_text() -> None:
    assert content("metaparameters").keys() == metaparameters()
    assert texts.attribute("file", "require") == texts.metaparameter("require")


def test_a_resource_can_be_named_by_name() -> None:
    assert texts.attribute("file", "name") == texts.attribute("file", "path")
    assert texts.attribute("file", "nothing") is None


def test_each_function_has_a_text() -> None:
    assert sorted(content("functions")) == FUNCTIONS


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_has_an_example_or_a_reason_for_none(name: str) -> None:
    found = texts.function(name)
    assert found is not None
    assert bool(found.examples) == (found.no_example is None)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_give_what_they_say(name: str) -> None:
    found = texts.function(name)
    assert found is not None
    for code, result in found.examples:
        answer = own_answer({"code": code})
        assert answer.get("error") is None and "failure" not in answer
        assert result is None or answer["value"] == result


def test_each_data_type_has_a_text() -> None:
    aliases = {name.lower() for name in BUILTIN_ALIAS_NAMES}
    assert {name.lower() for name in content("data_types")} == BUILTIN.keys() | aliases | BUILTIN_NAMES.keys()
    assert texts.data_type("integer") == texts.data_type("Integer") is not None


@pytest.mark.parametrize("name", sorted(name for name in content("data_types")))
def test_data_types_are_named_as_in_code(name: str) -> None:
    assert own_answer({"code": f"{name} =~ Type"}).get("error") is None or name in NOT_EVALUATED


def test_each_setting_has_a_text() -> None:
    assert sorted(content("settings")) == sorted(SETTINGS)


def test_each_keyword_has_a_text() -> None:
    assert content("keywords").keys() == KEYWORDS


def paths(name: str, found: model.Type) -> Iterator[tuple[str, ...]]:
    """The paths of a fact and of the facts inside it, by its type; `*` stands for any name."""
    yield (name,)
    for key, within in members(found):
        yield from ((name, *path) for path in paths(key, within))


def members(found: model.Type) -> Iterator[tuple[str, model.Type]]:
    if isinstance(found, model.Struct):
        yield from ((each.name, each.value) for each in found.elements)
    elif isinstance(found, model.Hash) and isinstance(found.value, model.Struct):
        yield "*", found.value


@pytest.mark.parametrize("name", sorted(facts()))
def test_a_fact_has_a_text_for_each_part(name: str) -> None:
    missing = [path for path in paths(name, parse_builtin(facts()[name].type)) if texts.fact(path) is None]
    assert missing == []


@pytest.mark.parametrize("name", sorted(facts()))
def test_a_fact_has_a_value_of_its_type(name: str) -> None:
    known, found = facts()[name], texts.fact((name,))
    assert found is not None
    if found.value is not None:
        assert own_answer({"code": f"{found.value} =~ {known.type}"})["value"] == "true"


def test_facts_with_a_text_exist() -> None:
    def described(parts: dict[str, Any], above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for name, node in parts.items():
            yield (*above, "*" if name.startswith("<") else name)
            yield from described(node.get("parts", {}), (*above, "*" if name.startswith("<") else name))

    known = {path for name, fact in facts().items() for path in paths(name, parse_builtin(fact.type))}
    assert {path for path in described(content("facts"), ()) if path not in known and path[0] != "dhcp_servers"} == set()


def test_old_names_of_facts_have_the_text_of_the_new_ones() -> None:
    old, new = texts.fact(("ipaddress_eth0",)), texts.fact(("networking", "interfaces", "eth0", "ip"))
    assert old is not None and new is not None
    assert old.text.startswith(new.text)
    assert texts.fact(("no_such_fact",)) is None
    assert texts.fact(("os", "no_such_part")) is None


@pytest.mark.parametrize(
    "name",
    [
        *(f"resource_types/{name}" for name in sorted(NAMES)),
        *"data_types facts functions keywords metaparameter_values metaparameters settings variables".split(),
    ],
)
def test_texts_are_short_and_end(name: str) -> None:
    read = list(texts_in(content(name))) if name not in ("functions", "facts") else list(prose(name))
    assert [text for text in read if not 0 < len(text) <= LONGEST] == []
    assert [text for text in read if text[-1] != "." or text != text.strip()] == []


def prose(name: str) -> Iterator[str]:
    """The texts of files that also contain code."""

    def walk(rows: dict[str, Any]) -> Iterator[str]:
        for row in rows.values():
            yield from (row[key] for key in ("summary", "text") if key in row)
            yield from walk(row.get("parts", {}))

    yield from walk(content(name))


def test_words_of_data_and_documentation_have_texts() -> None:
    assert all(map(texts.lookup_option, ("merge", "convert_to", "strategy", "knockout_prefix")))
    assert sorted(filter(texts.interpolation_function, METHODS)) == sorted(METHODS - {"hiera"})
    assert list(texts.documentation_tags())[:2] == ["param", "summary"]
    assert texts.documentation_tags().keys() >= {"example", "return", "see"}


@pytest.mark.parametrize("type", sorted(content("constructors")))
def test_types_with_a_described_constructor_have_a_text(type: str) -> None:
    assert texts.data_type(type)
    assert texts.constructor(type.capitalize()) == texts.constructor(type)
