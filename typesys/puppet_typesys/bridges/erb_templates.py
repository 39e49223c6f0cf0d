"""Calls of `template`: what an ERB template does with the variables of its caller, as far as it does so whenever it is filled in."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import cache

from puppet_typesys.bridges.known_conditions import OF_TYPES, Find, hold, ruby_classes
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch, Implementation
from puppet_typesys.ruby.native import existing
from puppet_typesys.ruby.template_uses import Use, certain_uses
from puppet_typesys.values.errors import CertainError
from puppet_typesys.values.missing import MISSING

BYTES_PER_STEP = 100
"""How many bytes of a template take as long to read as the evaluation of an expression."""
SHOWN = {"TrueClass": "true", "FalseClass": "false", "NilClass": "nil"}


Wording = Callable[[str, int, str], Message]
"""What words the error of a template: by its name, the line, and the runtime's error."""


@cache
def with_checked_templates(function: BuiltinFunction, wording: Wording) -> BuiltinFunction:
    """The function `template`, which checks the templates that it fills in."""
    made = BuiltinFunction(function.name)
    for each in function.dispatches:
        made.dispatches.append(Dispatch(each.parameters, _checking(each, wording), each.returns, each.mismatch, each.types))
    return made


def _checking(dispatch: Dispatch, wording: Wording) -> Implementation:
    def template(call: Call, *arguments: object) -> object:
        result = dispatch.function(call, *arguments)
        for name in arguments[:-1]:
            if isinstance(name, str) and isinstance(call, Invocation):
                _check(call, name, wording)
        return result

    return template


def _check(call: Invocation, name: str, wording: Wording) -> None:
    """Raise CertainError if a template fails with the variables of the calling scope."""
    text = call.world.read_template(name)
    if text is None:
        return
    call.spend(len(text) // BYTES_PER_STEP)
    found = failing(text, call.find_variable)
    if found is not None:
        raise CertainError(wording(name, found[0].line, found[1]))


def failing(template: str, find: Find, variables: Container[str] | None = None) -> tuple[Use, str] | None:
    """The first use of one of some variables, or of any, with which a template certainly fails, and the error."""
    for use in certain_uses(template):
        # A variable that is looked up under a condition is judged with the template, whoever calls it.
        if (variables is None or use.variable in variables) and not (use.is_looked_up and use.when):
            error = failing_use(use, find(use.variable))
            if error is not None and hold(use.when, find):
                return use, error
    return None


def failing_use(use: Use, value: object) -> str | None:
    """The runtime's error for a use of a variable; None if it may succeed."""
    if value is MISSING:
        return f"undefined variable '{use.variable}'" if use.is_looked_up else None
    classes = None if use.is_looked_up else ruby_classes(value)
    if not classes:
        return None
    if use.is_added:
        return None if "String" in classes else f"no implicit conversion of {_shown(classes[0])} into String"
    # Libraries may add methods to classes, but hardly ones that other classes have.
    known = use.method is not None and any(use.method in existing(each) for names in OF_TYPES for each in names[1])
    if use.method is None or not known or any(use.method in existing(each) or use.method in existing("Object") for each in classes):
        return None
    return f"undefined method `{use.method}` for {_subject(classes[0])}"


def _shown(name: str) -> str:
    return SHOWN.get(name, name)


def _subject(name: str) -> str:
    return SHOWN.get(name) or f"an instance of {name}"
