"""The tables of the type algebra are filled whichever of its modules is imported first."""

from __future__ import annotations

import subprocess
import sys
from pkgutil import iter_modules

import pytest

from puppet_typesys import types

MODULES = sorted(each.name for each in iter_modules(types.__path__))
USE = """
import importlib, sys
importlib.import_module(sys.argv[1])
from puppet_typesys.types.parse import parse, builtin_name
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.show import show
from puppet_typesys.values.hash import Hash
named = "Object[{name => 'Box', type_parameters => {'t' => Type}, attributes => {'content' => Any}}]"
box = parse(named)
names = lambda name: box if name == "box" else builtin_name(name)
print(is_assignable(parse("Hash[String, Integer]"), parse("Struct[{a => Integer[1, 2]}]")))
print(is_assignable(parse("Init[Integer]"), parse("Integer")), is_instance(parse("Init[Timespan]"), 3.5))
print(is_instance(parse("Data"), Hash([("a", (1, None))])), is_instance(parse("Callable"), 1))
print(show(parse("Box[String]", names)), show(box), show(parse("URI['http://a.b/']")), show(parse("Deferred", builtin_name)))
"""
EXPECTED = """True
True True
True False
Box[String] Object[{name => 'Box', type_parameters => {'t' => Type}, attributes => {'content' => Any}}] """


@pytest.fixture(scope="module")
def expected() -> str:
    """What the use prints when the whole package is imported."""
    answer = _used("puppet_typesys.types")
    assert answer.startswith(EXPECTED)
    return answer


@pytest.mark.parametrize("module", MODULES)
def test_it_works_with_only_one_module_imported(module: str, expected: str) -> None:
    assert _used(f"puppet_typesys.types.{module}") == expected


def _used(module: str) -> str:
    return subprocess.run([sys.executable, "-c", USE, module], capture_output=True, text=True, check=True).stdout
