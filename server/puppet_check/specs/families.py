"""Imports all modules that enter methods of RSpec in the tables of the interpreter."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

MODULES = tuple(
    "arguments configuration dsl shared_examples examples facts files subjects catalogue puppet functions calls its mocks".split()
)


@cache
def load() -> None:
    """Import them, once."""
    for name in MODULES:
        import_module(f"puppet_check.specs.{name}")
    matchers = import_module("puppet_check.specs.matchers")
    for each in iter_modules(matchers.__path__):
        import_module(f"{matchers.__name__}.{each.name}")
