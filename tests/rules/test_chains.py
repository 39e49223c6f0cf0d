"""Chains of `and` and `or`: what is found does not depend on their length, and the work grows with it, not with its square."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.cli.snippet import evaluate_in
from puppet_typesys.types.parse import parse
from puppet_typesys.values.unknown import Unknown
from tests.rules.places import findings
from tests.support.function_calls import Reporting, compiler_with

LONG = 480


def chain(operator: str, last: str, count: int) -> str:
    """A chain of conditions about different variables, of which one is repeated and one is about `$number`."""
    others = (f"$p{number} {operator} $facts['f{number}'] =~ /a{number}/" for number in range(count))
    return f" {operator} ".join((last, *others, "$p0"))


def manifest(count: int) -> str:
    """A class with two chains: what they say of `$number` holds after them."""
    parameters = ", ".join(f"Boolean $p{number}" for number in range(count))
    return f"""class m (Optional[Integer] $number, Optional[Integer] $other, {parameters}) {{
  if {chain("and", "$number =~ NotUndef", count)} {{
    notice($number + 1)
    notice($other + 1)
  }}
  unless {chain("or", "$other =~ Undef", count)} {{
    notice($other + 1)
    notice($number + 1)
  }}
}}
"""


def found(folder: Path, count: int) -> list[tuple[str, int]]:
    """The findings in the manifest by their codes and lines."""
    several = findings(folder, {"modules/m/manifests/init.pp": manifest(count)})
    return sorted((each.code, each.line) for each in several)


def test_a_long_chain_says_what_a_short_one_says(tmp_path: Path) -> None:
    short = found(tmp_path / "short", 3)
    assert [each for each in short if each[0] == "self-comparison"] == [("self-comparison", 2), ("self-comparison", 6)]
    assert [each for each in short if each[0] == "possibly-undef"] == [("possibly-undef", 4), ("possibly-undef", 8)]
    assert found(tmp_path / "long", LONG) == short


@pytest.mark.parametrize("operator", ["and", "or"])
@pytest.mark.parametrize("around", ["if {} {{ 1 }} else {{ 2 }}", "{} ? {{ true => 1, default => 2 }}", "[{}]"])
def test_the_steps_of_a_chain_grow_with_its_length(operator: str, around: str) -> None:
    short, long = (steps(around.format(chain(operator, "$number == 1", count))) for count in (LONG // 4, LONG))
    assert long <= 4 * short


def steps(code: str) -> int:
    """How many steps the evaluation of code takes in which variables have types."""
    given = {f"p{number}": Unknown(parse("Boolean")) for number in range(LONG)}
    compiler = compiler_with({**given, "number": Unknown(parse("Integer")), "facts": Unknown(parse("Hash"))}, Reporting())
    outcome = evaluate_in(compiler, code)
    assert outcome.error is None
    return compiler.budget.used
