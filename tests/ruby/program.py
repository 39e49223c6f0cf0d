"""Runs programs in Ruby: the only module of these tests that knows the API."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from puppet_typesys.bridges.ruby_code import setting
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.functions.legacy import converted
from puppet_typesys.ruby.functions import call_function
from puppet_typesys.ruby.outcome import Failed, NotComputed, ResourceData, Unforeseen
from puppet_typesys.ruby.templates import render_erb
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.values.errors import ArgumentError, BudgetError, MessageError
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown

STACK = 64 << 20
FUNCTION = "Puppet::Functions.create_function(:tried) do\n  def tried(*arguments)\n    {}\n  end\nend\n"


class Outcome(NamedTuple):
    """The value of a program, its error, or the reason for which it was not run to its end."""

    value: object = None
    error: str | None = None
    reason: str | None = None


class Host:
    """A host with variables and the sources of functions."""

    def __init__(self, variables: dict[str, object], functions: dict[str, str], budget: Budget) -> None:
        self.variables = variables
        self.functions = functions
        self.budget = budget
        self.depth = 0

    def call(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        if name not in self.functions:
            raise Failed(ArgumentError(f"Unknown function '{name}'"))
        self.budget.enter()
        try:
            return call_function(self.functions[name], name, arguments, self, self.budget, block)
        finally:
            self.budget.leave()

    def as_legacy(self, name: str, arguments: Sequence[object]) -> list[object]:
        return converted(name, arguments, 0)

    def variable(self, name: str) -> object:
        return self.variables.get(name.removeprefix("::"), MISSING)

    def variable_names(self) -> Sequence[str]:
        return list(self.variables)

    def assign(self, name: str, value: object, held: object, *, is_global: bool) -> None:
        self.variables[name] = value

    def held(self, name: str) -> object:
        return MISSING

    def methods_of_templates(self) -> dict[str, object]:
        return {}

    def type_of_name(self, name: str) -> Type | None:
        return None

    def library(self, path: str) -> str | None:
        return None

    def has_file(self, path: str) -> bool | None:
        return None

    def file_text(self, path: str) -> str | None:
        return None

    def has_function(self, name: str) -> bool | None:
        return name in self.functions

    def resource(self, type: str, title: str) -> ResourceData | None:
        return None

    def own_resource(self) -> ResourceData | None:
        return ResourceData("Class", "Site", (("port", 80), ("owner", None)), ("hostclass", "site"))

    def node_name(self) -> str:
        return "node.example.com"

    def defaults(self, type: str) -> Sequence[str]:
        return ()

    def setting(self, name: str) -> object:
        return setting(name)

    def yaml(self, text: str) -> object:
        return MISSING

    def log(self, level: str, message: str) -> None:
        pass

    def now(self) -> int | None:
        return None

    def draw(self, limit: int) -> int | None:
        return None

    def kept_of(self, name: str) -> dict[str, object]:
        return {}

    def is_scratch(self, path: str) -> bool:
        return False

    def write(self, path: str, text: str | None) -> None:
        pass


def function(name: str, source: str, *arguments: object, variables: dict[str, object] | None = None, steps: int = 60_000) -> Outcome:
    """The outcome of a function that a file defines; it can call itself by name."""
    budget = Budget(steps, seconds=inf)
    host = Host(variables or {}, {name: source}, budget)
    return _outcome(lambda: call_function(source, name, arguments, host, budget))


def expression(code: str, *arguments: object, steps: int = 60_000) -> Outcome:
    """The outcome of statements, in a method that gets the arguments as `arguments`."""
    return function("tried", FUNCTION.replace("{}", code), *arguments, steps=steps)


def template(text: str, name: str | None = None, **variables: object) -> Outcome:
    """The outcome of an ERB template."""
    budget = Budget(60_000, seconds=inf)
    return _outcome(lambda: render_erb(text, Host(dict(variables), {}, budget), budget, name, "/site.erb"))


def _outcome(run: object) -> Outcome:
    outcomes: list[Outcome | BaseException] = []

    def body() -> None:
        try:
            value = run()  # type: ignore[operator]
            if isinstance(value, NotComputed):
                assert value.reason.kind != Unforeseen.KIND, f"a function of the core fails: {value.reason.name}"
            outcomes.append(Outcome(reason=str(value.reason)) if isinstance(value, NotComputed) else Outcome(value))
        except BudgetError as error:
            outcomes.append(Outcome(reason=f"budget: {error}"))
        except MessageError as error:
            outcomes.append(Outcome(error=str(error)))
        except BaseException as error:
            outcomes.append(error)

    before = threading.stack_size(STACK)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    thread = threading.Thread(target=body)
    thread.start()
    threading.stack_size(before)
    thread.join()
    (found,) = outcomes
    if isinstance(found, BaseException):
        raise found
    return found


__all__ = ["Unknown"]
