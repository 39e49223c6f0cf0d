"""The values of calls of functions in Ruby whose arguments are all known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from time import thread_time

from puppet_typesys.evaluate.budget import CHUNK, Budget
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.legacy import converted
from puppet_typesys.functions.registry import BuiltinFunction
from puppet_typesys.ruby.alone import Alone
from puppet_typesys.ruby.attributes import REFUSING
from puppet_typesys.ruby.functions import call_function
from puppet_typesys.ruby.objects import Module
from puppet_typesys.ruby.outcome import Failed, RubyError, Unsupported
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Names
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.errors import BudgetError, MessageError
from puppet_typesys.values.unknown import Unknown

STEPS = 6000
"""The limit of the steps of a program in Ruby, in which its values are counted as well; usual functions take less than 200."""
STEPS_PER_EXPRESSION = 20
"""How many of them take as long as the evaluation of an expression."""
SLOW = 0.1
"""The seconds of processor time that only a hostile program takes for so many steps."""
FAMILY = "puppet_typesys.functions."
OF_A_NODE = frozenset(f"{FAMILY}{each}" for each in ("control", "logging", "lookup", "parts", "world"))
"""The modules of built-in functions that depend on more than their arguments, or do something."""


def fold(source: str, name: str, call: Invocation, arguments: Sequence[object], names: Names, declares: Callable[[str], bool]) -> object:
    """The result of a function in the text of a Ruby file for known arguments; an Unknown if it depends on anything else.

    `declares` tells whether a function declares resources. Raises ArgumentError if the function certainly refuses the arguments.
    """
    budget, outer = Budget(STEPS, seconds=inf), call.evaluator.budget
    started = thread_time()
    outer.enter()
    try:
        return call_function(source, name, arguments, FoldingHost(call, names, declares), budget)
    except RubyError as error:
        if isinstance(error.kind, Module) and not REFUSING.isdisjoint(each.name for each in error.kind.ancestors()):
            raise
        return Unknown(model.ANY)
    except (MessageError, BudgetError):
        # Other errors may only show that the interpreter lacks something.
        return Unknown(model.ANY)
    finally:
        outer.leave()
        is_slow = thread_time() - started > SLOW  # the time of a check is limited, and looked at after some steps
        outer.spend(CHUNK if is_slow else 1 + budget.used // STEPS_PER_EXPRESSION)


class FoldingHost(Alone):
    """A host that also knows the types of the project, and calls functions that depend on nothing but their arguments."""

    def __init__(self, call: Invocation, names: Names, declares: Callable[[str], bool]) -> None:
        self._call = call
        self._names = names
        self._declares = declares

    def as_legacy(self, name: str, arguments: Sequence[object]) -> list[object]:
        return converted(name, arguments, 0)

    def call(self, name: str, arguments: Sequence[object], block: Block | None = None) -> object:
        compiler = self._call.evaluator.compiler
        builtin = compiler.resolver.builtin_function(name)
        if self._declares(name) or compiler.function_named(name) is not None or (builtin is not None and not _computes(builtin)):
            raise Unsupported("check with", name)
        try:
            result = self._call.function(name, arguments, block)
        except RubyError:
            raise
        except (EvaluationError, MessageError) as error:
            raise Failed(error) from None
        if isinstance(result, Unknown):
            # The function may as well raise an exception, which a program can rescue.
            raise Unsupported("check with", name)
        return result

    def type_of_name(self, name: str) -> Type | None:
        found = self._names(name)
        if found is not None and _rests_on_any(found, set()):
            raise Unsupported("type", name)
        return found


def _computes(function: BuiltinFunction) -> bool:
    modules = {each.function.__module__ for each in function.dispatches}
    return all(each.startswith(FAMILY) for each in modules) and modules.isdisjoint(OF_A_NODE)


def _rests_on_any(type: Type, seen: set[str]) -> bool:
    """Whether a type contains an alias for `Any`, as those have whose type is not known."""
    if isinstance(type, model.TypeAlias):
        if type.name in seen:
            return False
        seen.add(type.name)
        return type.resolved is None or type.resolved == model.ANY or _rests_on_any(type.resolved, seen)
    return isinstance(type, model.TypeReference) or any(_rests_on_any(each, seen) for each in inner_types(type))
