"""Calls of EPP templates without a parameter list that do not pass a variable which the template always reads.

What no call of a template passes is reported in the template.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.epp_callers import assigned_names, given_names
from puppet_check.rules.epp_unset_variable import epp_unset_variable, is_meant_for, is_of_top
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.evaluate.templates import unconditional_reads
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.spelling import closest

LISTED = 5
"""How many variables are listed."""


@epp_unset_variable.variant()
def variable_not_passed(variables: str, template: str) -> str:
    return f"the template '{template}' reads {variables}, which this call does not pass"


@epp_unset_variable.variant()
def key_not_read(name: str) -> str:
    return f"the template does not read `${name}`"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_call(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report a call that does not pass the variables which its template reads."""
    if called(call) != "epp" or not 1 <= len(call.arguments) <= 2:
        return
    given = _keys(call)
    if given is None:
        return
    argument = call.arguments[0]
    for name in _templates(argument, file):
        body = _body(name, file)
        if body is None:
            continue
        misspelt = [*_misspelt(call, body, file)]
        if misspelt:
            yield from misspelt
            return
        missing = [each for each in _reads(body) if each not in given and not is_of_top(each, file)]
        passed = given_names(file.known.world.find_template(name) or "", file.known) if missing else None
        if passed is not None and is_meant_for(passed, {each.name for each in ast.of_class(body, ast.VariableExpression)}):
            missing = [each for each in missing if each in passed]
        if missing:
            words = ", ".join(f"${each}" for each in missing[:LISTED])
            more = f" and {len(missing) - LISTED} more" if len(missing) > LISTED else ""
            yield variable_not_passed(words + more, name).at(argument.start, argument.end)
            return


def _misspelt(call: ast.CallNamedFunctionExpression, body: ast.EppExpression, file: File) -> Iterator[Diagnostic]:
    """The keys of a call that the template does not read, each with nearly the name of a variable that it reads and does not get."""
    given = call.arguments[1] if len(call.arguments) > 1 else None
    if not isinstance(given, ast.LiteralHash):
        return
    keys = {each.key.value: each.key for each in given.entries if isinstance(each.key, ast.LiteralString | ast.QualifiedName)}
    # The template is wrong where the key is that of the variable with the value.
    right = {each.value.name for each in given.entries if isinstance(each.value, ast.VariableExpression)}
    read = {each.name for each in ast.of_class(body, ast.VariableExpression)}
    lacking = [each for each in _reads(body) if each not in keys]
    values = {each.key: each.value.name for each in given.entries if isinstance(each.value, ast.VariableExpression)}
    for name, node in keys.items():
        own = values.get(node)
        meant = (own if own in lacking and _is_local(own, file) else closest(name, lacking)) if name not in read | right else None
        if meant is not None:
            fixes = respelled(file.text, node.start, node.end, name, meant)
            yield key_not_read(name).suggesting(meant).at(node.start, node.end, fixes=fixes)


def _is_local(name: str | None, file: File) -> bool:
    """Whether the file sets a variable; others, such as facts, are there in templates as well."""
    return any(name in each.names for each in file.scopes.all)


def _keys(call: ast.CallNamedFunctionExpression) -> set[str] | None:
    """The names that a call passes; None if they are not literal, or if the evaluation checks the call."""
    if len(call.arguments) == 1:
        return set() if isinstance(call.arguments[0], ast.VariableExpression) else None
    given = call.arguments[1]
    if not isinstance(given, ast.LiteralHash):
        return None
    keys = [each.key for each in given.entries]
    names = {each.value for each in keys if isinstance(each, ast.LiteralString | ast.QualifiedName)}
    return names if len(names) == len(keys) else None


def _templates(argument: ast.Expression, file: File) -> list[str]:
    """The names of the templates that a call may name."""
    match argument:
        case ast.LiteralString(value=name):
            return [_with_suffix(name)]
        case ast.VariableExpression(name=name):
            module = file.known.project.module_of(file.path)
            own = file.text.source.decode("utf-8", "replace") if any(name in each.names for each in file.scopes.all) else None
            return [] if module is None else [_with_suffix(each) for each in assigned_names(name, own, module, file.known)]
    return []


def _with_suffix(name: str) -> str:
    return name if name.endswith(".epp") else f"{name}.epp"


def _body(name: str, file: File) -> ast.EppExpression | None:
    """The body of a template that has no parameter list; None for others, and for those that are not valid."""
    text = file.known.world.read_template(name)
    if text is None:
        return None
    program, problems = lower(parse(text, Mode(epp=True)))
    body = program.body.body if isinstance(program.body, ast.LambdaExpression) else None
    is_valid = all(each.severity != "error" for each in problems)
    return body if isinstance(body, ast.EppExpression) and is_valid and not body.parameters_specified else None


def _reads(body: ast.EppExpression) -> list[str]:
    """The variables that a template always reads and does not assign."""
    own = assigned_variables(body)
    reads = dict.fromkeys(each.name for each in unconditional_reads(body))
    return [each for each in reads if each not in own and "::" not in each]
