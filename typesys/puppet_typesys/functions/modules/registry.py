"""The rules by the module and the name of a function; those of further files are imported for the first name that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TypeVar

from puppet_grammar.table import Table
from puppet_typesys.builtins.resource_types import table_of
from puppet_typesys.functions.typed import TypedCall, TypeRule
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin

R = TypeVar("R", bound=TypeRule)

FAMILIES = ("arrays", "choices", "facts", "hashes", "texts")
RULES: Table[str, TypeRule] = Table("the rules for functions of modules")
"""By the name of the function. Threads share it: it is filled while the families are imported and only read afterwards."""


def returns(*names: str) -> Callable[[R], R]:
    """Register the rule of some functions, which says nothing of calls with fewer arguments than it takes."""

    def enter(rule: R) -> R:
        least = getattr(rule, "__code__").co_argcount - 1  # noqa: B009  # a rule is a function; `inspect` takes 5 milliseconds to import

        def of_enough(call: TypedCall, *types: Type) -> Type:
            return rule(call, *types) if len(types) >= least else model.ANY

        for name in names:
            RULES[name] = of_enough
        return rule

    return enter


def module_rule(name: str, path: str) -> TypeRule | None:
    """The rule for a function that a file defines (an empty path: a module that is not installed); None without one.

    A function without a module in its name is only the one of stdlib if stdlib defines it.
    """
    if "::" not in name and path and not _is_of_stdlib(path):
        return None
    return _load_rules().get(name)


def _is_of_stdlib(path: str) -> bool:
    return any(part == "stdlib" or part.endswith("-stdlib") for part in path.replace("\\", "/").split("/"))


@cache
def _load_rules() -> dict[str, TypeRule]:
    package = __name__.rpartition(".")[0]
    for family in FAMILIES:
        import_module(f"{package}.{family}")
    rows = table_of("function_results.json")
    for text, names in rows.items():
        for name in names:
            RULES[name] = _always(text)
    return RULES.entries


def _always(text: str) -> TypeRule:
    def rule(call: TypedCall, *types: Type) -> Type:
        return parse_builtin(text)

    return rule


def rule_names() -> list[str]:
    """The names of all functions with a rule."""
    return sorted(_load_rules())
