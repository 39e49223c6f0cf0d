"""What functions of modules returned in the reference is an instance of what their rules say."""

import json
from pathlib import Path

import pytest

from puppet_check.config.facts import value_of
from puppet_typesys.functions.modules.registry import module_rule, rule_names
from puppet_typesys.types.show import show
from tests.support.module_functions import given_types, result_types

DATA = Path(__file__).parents[1] / "data" / "functions" / "module_functions.jsonl"
ANSWERS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", sorted({each["name"] for each in ANSWERS}))
def test_recorded_values_are_instances_of_the_results_of_rules(name: str) -> None:
    rule = module_rule(name, "")
    assert rule is not None
    for each in (each for each in ANSWERS if each["name"] == name):
        for types in given_types([*map(value_of, each["args"])]):
            wrong = [*map(show, result_types(name, rule, types, each["value"]))]
            assert not wrong, (each, [*map(show, types)])


def test_most_functions_with_a_rule_have_recorded_values() -> None:
    recorded = {each["name"] for each in ANSWERS}
    assert len(recorded & {*rule_names()}) >= 60


def test_a_function_of_another_module_has_no_rule_of_stdlib() -> None:
    assert module_rule("pick", "/modules/stdlib/lib/puppet/parser/functions/pick.rb") is not None
    assert module_rule("pick", "/modules/other/lib/puppet/parser/functions/pick.rb") is None
