"""Defaults of parameters with which an ERB template fails: `$hosts = []` where it calls `@hosts.each_pair`.

Only what the template does whenever it is filled in counts. Undef and empty texts often say that callers have to give a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from puppet_check.rules.erb_unset_variable import template_names
from puppet_check.rules.file import File
from puppet_check.rules.given_defaults import DEFINITIONS, known_default
from puppet_check.rules.refused_default import has_data, refused_default
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.bridges.erb_templates import failing_use
from puppet_typesys.bridges.known_conditions import hold
from puppet_typesys.diagnostics import Diagnostic, Related
from puppet_typesys.ruby.template_uses import certain_uses
from puppet_typesys.types.model import ANY
from puppet_typesys.values.unknown import Unknown


@refused_default.variant()
def refused_by_template(parameter: str, default: str, template: str, line: int, reason: str) -> str:
    return f"with the default {default} of `${parameter}`, the template {template} fails in line {line}: {reason}"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_template(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report the default of a parameter of the class or define around a call with which the template fails."""
    scopes = file.scopes.around(call) if called(call) == "template" else []
    owner = scopes[0].node if scopes else None
    if not isinstance(owner, DEFINITIONS):
        return
    defaults = {name: value for name, each in scopes[0].parameters.items() if (value := known_default(each, file.model)) not in (None, "")}
    for argument in arguments(call) if defaults else ():
        for template in template_names(argument, call, file):
            text = file.known.world.read_template(template)
            for use in () if text is None else certain_uses(text):
                if use.variable not in defaults:
                    continue
                parameter, reason = scopes[0].parameters[use.variable], failing_use(use, defaults[use.variable])
                if reason is not None and not hold(use.when, partial(_default, scopes[0].parameters, file)):
                    continue
                if parameter.value is None or reason is None or has_data(owner, parameter, file):
                    continue
                given = file.given_defaults
                if given.is_reached(call, use.variable) and not given.is_declared_with(owner, use.variable):
                    message = refused_by_template(use.variable, f"`{file.source(parameter.value)}`", template, use.line, reason)
                    related = (Related(argument.start, argument.end, "filled in here"),)
                    yield message.at(parameter.value.start, parameter.value.end, related=related)
                    break


def _default(parameters: Mapping[str, ast.Parameter], file: File, name: str) -> object:
    """The default of a parameter; unknown if it is no literal, and for other variables."""
    parameter = parameters.get(name)
    found = None if parameter is None else known_default(parameter, file.model)
    is_undef = parameter is not None and isinstance(parameter.value, ast.LiteralUndef)
    return found if found is not None or is_undef else Unknown(ANY)
