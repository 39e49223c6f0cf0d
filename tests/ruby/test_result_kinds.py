"""The methods of Ruby's core that state the kind of their result return values of that kind, in the runtime and in the interpreter.

`bench/ruby_kinds.py` records what the runtime returns.
"""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest

from puppet_check.workspace.ruby.result_expressions import EVERYWHERE, EVERYWHERE_WITH_BLOCK, REPLACING
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.classes import name_of_class
from puppet_typesys.ruby.compiling.file import compiled
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.objects import Raised
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.results import common_result, result_of
from puppet_typesys.values.errors import BudgetError
from tests.support.ruby_kinds import KINDS, RECEIVERS, Stated, calls, stated

DATA = Path(__file__).parent.parent / "data/ruby/result_kinds.jsonl"
RECORDED = {(kind, method, block): found for kind, method, block, found in map(json.loads, DATA.read_text("utf-8").splitlines())}
STATED = stated()


def computed(code: str) -> str | None:
    """The kind of a value that the interpreter computes; None without one."""
    try:
        with Machine(Alone(), Budget(100_000, seconds=inf), compiled) as machine:
            made = name_of_class(machine.run(f"({code})"))
    except (Raised, Unsupported, BudgetError):
        return None
    return KINDS.get(made, made)


@pytest.mark.parametrize("each", STATED, ids=[f"{each.kind}#{each.method}{'{}' * each.has_block}" for each in STATED])
def test_a_method_returns_what_it_states(each: Stated) -> None:
    assert RECORDED[each.kind, each.method, each.has_block] == [each.result]
    assert {computed(code) for code in calls(each.kind, each.method, each.has_block)} <= {each.result, None}


def test_all_methods_are_recorded() -> None:
    assert {(each.kind, each.method, each.has_block) for each in STATED} == set(RECORDED)


@pytest.mark.parametrize(
    ("method", "has_block"),
    [*((each, False) for each in sorted(EVERYWHERE)), *((each, True) for each in sorted(EVERYWHERE_WITH_BLOCK | REPLACING))],
)
def test_a_method_has_one_kind_of_result_for_all_receivers(method: str, has_block: bool) -> None:
    expected = common_result(method, has_block)
    assert expected is not None
    assert {result_of(kind, method, has_block) for kind in RECEIVERS} <= {expected, None}


@pytest.mark.parametrize("arguments", ["('a', 'b')", "(/a/, 'b')", "(/x/, 'y')"])
@pytest.mark.parametrize("method", sorted(REPLACING))
def test_a_replacement_gives_what_a_block_gives(method: str, arguments: str) -> None:
    assert computed(f"'abc'.{method}{arguments}") == common_result(method, has_block=True)
