"""Defaults that a class or define passes on to a parameter which refuses them.

The value of a parameter without a type, or with a wide one, is known only where its default is a literal. The finding is about the default:
the parameter must be passed on where it still has it, under conditions that the other defaults fulfil.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_check.rules.given_defaults import DEFINITIONS, LITERALS, known_default
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Message, Severity, issue
from puppet_typesys.infer.attribute_values import invalid_value
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, DEFINE, Definition, TypedName
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import ANY, UNDEF, Variant, generalize
from puppet_typesys.types.relate import is_accepted, is_assignable
from puppet_typesys.types.show import show
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import contains_unknown

BESIDE = ("data", "hiera.yaml")
"""Where a module has data of its own."""
BRANCH, CONDITION = 2000, 200
"""The numbers of characters within which a branch or a condition is looked through, so that no text takes long."""
DEFAULT_AT = {"lookup": 3, "hiera": 1}
"""The argument of a function that is the default."""


@issue(Severity.WARNING)
def refused_default(parameter: str, default: str, target: str, expected: str) -> str:
    """Default is passed on to a parameter that refuses it"""
    return f"the default {default} of `${parameter}` is passed on to {target}, which expects {expected}"


@refused_default.variant()
def invalid_default(parameter: str, default: str, target: str, reason: str) -> str:
    return f"the default {default} of `${parameter}` is passed on to {target}: {reason}"


@refused_default.variant()
def refused_default_of_lookup(default: str, target: str, expected: str) -> str:
    return f"the default {default} of this lookup is passed on to {target}, which expects {expected}"


@refused_default.variant()
def refused_alternative(value: str, target: str, expected: str) -> str:
    return f"{value} is passed on to {target}, which expects {expected}"


@rule(on=ast.ResourceExpression, whole=True)
def check_passed_defaults(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report parameters whose defaults are refused by what gets them."""
    for body in node.bodies if node.form == "regular" else ():
        for each in body.operations:
            if isinstance(each, ast.AttributeOperation):
                yield from _check_lookup(node, body, each, file)
                yield from _check_alternatives(node, body, each, file)
            passed = _passed(each, file) if isinstance(each, ast.AttributeOperation) else None
            if passed is not None and isinstance(each, ast.AttributeOperation):
                yield from _check(node, body, each, passed, file)


def _check_lookup(node: ast.ResourceExpression, body: ast.ResourceBody, given: ast.AttributeOperation, file: File) -> Iterator[Diagnostic]:
    """Report the default of a lookup that the parameter refuses which gets it."""
    default = default_of_lookup(given.value_expr)
    values = () if default is None or file.model is None else file.model.values.get(id(default), ())
    if default is None or len(values) != 1 or contains_unknown(values[0]):
        return
    target = declared_by(node, body, file)
    parameter = None if target is None else target.parameter(given.attribute_name)
    if target is None or parameter is None:
        return
    expected = type_from(parameter.type, file.known.external.type_named)
    if not is_accepted(expected, values[0]) and values[0] is not None and not is_in_data(given.value_expr, file):
        where = f"'{given.attribute_name}' of {target.name}"
        yield refused_default_of_lookup(f"`{file.source(default)}`", where, show(expected)).at(default.start, default.end)


def _check_alternatives(
    node: ast.ResourceExpression, body: ast.ResourceBody, given: ast.AttributeOperation, file: File
) -> Iterator[Diagnostic]:
    """Report the literals among the results of a selector that the parameter refuses which gets one of them."""
    choice = given.value_expr
    target = declared_by(node, body, file) if isinstance(choice, ast.SelectorExpression) else None
    parameter = None if target is None else target.parameter(given.attribute_name)
    if target is None or parameter is None or not isinstance(choice, ast.SelectorExpression) or file.model is None:
        return
    expected = type_from(parameter.type, file.known.external.type_named)
    refused = []
    for each in (entry.value_expr for entry in choice.selectors):
        values = file.model.values.get(id(each), ()) if isinstance(each, LITERALS) else ()
        if len(values) == 1 and values[0] is not None and not contains_unknown(values[0]) and not is_accepted(expected, values[0]):
            refused.append(each)
    if len(refused) < len(choice.selectors):  # The evaluation reports a choice among values that are all refused.
        for each in refused:
            message = refused_alternative(f"`{file.source(each)}`", f"'{given.attribute_name}' of {target.name}", show(expected))
            yield message.at(each.start, each.end)


def is_in_data(lookup: ast.Expression, file: File) -> bool:
    """Whether the data of the environment may have the key that a call looks up."""
    key = next(iter(arguments(lookup)), None)
    if not file.known.project.has_data:
        return False
    return not isinstance(key, ast.LiteralString) or file.known.world.lookup(key.value, EMPTY) is not MISSING


def default_of_lookup(value: ast.Expression) -> ast.Expression | None:
    """The literal that a lookup gives if no data has its key."""
    function = called(value)
    if function not in DEFAULT_AT:
        return None
    given = arguments(value)
    options = given[-1] if len(given) > 1 and function == "lookup" else None
    if isinstance(options, ast.LiteralHash):
        entries = (each for each in options.entries if getattr(each.key, "value", "") == "default_value")
        found = next((each.value for each in entries), None)
    else:
        found = given[DEFAULT_AT[function]] if len(given) > DEFAULT_AT[function] else None
    return found if isinstance(found, LITERALS) else None


@refused_default.variant()
def refused_in_branch(parameter: str, variable: str, actual: str, expected: str) -> str:
    return f"in one branch, the default `${variable}` of `${parameter}` is {actual}, and the parameter expects {expected}"


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition), whole=True)
def check_branches(definition: ast.HostClassDefinition | ast.ResourceTypeDefinition, file: File) -> Iterator[Diagnostic]:
    """Report a variable of a class as a default that one branch of that class sets to a value which the parameter refuses."""
    external = file.known.external
    own: Definition | None = None
    fails: dict[str, bool] = {}
    for each in definition.parameters:
        if each.type_expr is None or not isinstance(each.value, ast.VariableExpression) or "::" not in each.value.name:
            continue
        owner, _, variable = each.value.name.removeprefix("::").rpartition("::")
        found = external.load(TypedName(CLASS, owner)) if owner else None
        text = None if found is None else dict(found.variable_types).get(variable)
        if text is None or not text.startswith("Variant["):
            continue
        kind = CLASS if isinstance(definition, ast.HostClassDefinition) else DEFINE
        own = own or external.load(TypedName(kind, definition.name.lower().removeprefix("::")))
        parameter = None if own is None else own.parameter(each.name)
        if parameter is None:
            continue
        expected, actual = type_from(parameter.type, external.type_named), type_from(text, external.type_named)
        several = actual.types if isinstance(actual, Variant) else ()
        refused = [one for one in several if one != UNDEF and disjoint(expected, one)]
        if len(refused) != 1 or not any(is_assignable(expected, one) for one in several) or found is None:
            continue
        if has_data(definition, each, file):
            continue
        if each.value.name not in fails:
            fails[each.value.name] = _fails(found, variable, file)
        if not fails[each.value.name]:
            message = refused_in_branch(each.name, each.value.name, show(generalize(refused[0])), show(expected))
            severity = Severity.INFO if is_accepted(refused[0], "") else None  # It often says that callers have to give a value.
            yield message.at(each.value.start, each.value.end, severity=severity)


def has_data(definition: ast.NamedDefinition, parameter: ast.Parameter, file: File) -> bool:
    """Whether some data have a value for a parameter of a class, so that its default may not matter."""
    world, own = file.known.world, file.known.project.module_of(file.path)
    if own is not None:
        world.ask_below(own.folder, BESIDE)
    key = f"{definition.name.lower().removeprefix('::')}::{parameter.name}"
    if world.lookup(key, EMPTY) is MISSING:
        return False
    return any(key in each.by_key for each in file.known.hiera().layers_of(key))


def _fails(owner: Definition, variable: str, file: File) -> bool:
    """Whether the class of a variable may stop in the branch that sets it, or where it has some value."""
    text = file.known.world.text_of(owner.place.path)
    if text is None:
        return False
    name = re.escape(variable)
    in_branch = rf"\${name}\s*=(?!=)[^{{}}]{{0,{BRANCH}}}\bfail\b"
    by_value = rf"\b(?:if|elsif|unless)\b[^{{}}]{{0,{CONDITION}}}\${name}\b[^{{}}]{{0,{CONDITION}}}\{{\s*fail\b"
    return re.search(f"{in_branch}|{by_value}", text) is not None


class Passed(NamedTuple):
    """A parameter that is passed on, and its default."""

    parameter: ast.Parameter
    default: ast.Expression
    value: object
    name: str
    """What is passed on, without its dollar."""

    def shown(self, file: File) -> str:
        """The default as written."""
        return f"`{file.source(self.default)}`"


def _variable(operation: ast.AttributeOperation) -> ast.Expression:
    """The value of an attribute, or what it is an element of."""
    given = operation.value_expr
    return given.left_expr if isinstance(given, ast.AccessExpression) else given


def _passed(operation: ast.AttributeOperation, file: File) -> Passed | None:
    """The parameter of the definition around an attribute, or its element, that is its value, if its default is known and not undef."""
    given, variable = operation.value_expr, _variable(operation)
    scopes = file.scopes.around(variable) if isinstance(variable, ast.VariableExpression) else []
    if not scopes or not isinstance(scopes[0].node, DEFINITIONS) or not isinstance(variable, ast.VariableExpression):
        return None
    parameter = scopes[0].parameters.get(variable.name)
    value = None if parameter is None else known_default(parameter, file.model)
    if parameter is None or parameter.value is None or value is None:
        return None
    if given is variable:
        return Passed(parameter, parameter.value, value, parameter.name)
    key = given.keys[0] if isinstance(given, ast.AccessExpression) and len(given.keys) == 1 else None
    entries = parameter.value.entries if isinstance(parameter.value, ast.LiteralHash) and isinstance(value, Hash) else ()
    if isinstance(key, ast.LiteralString | ast.QualifiedName) and isinstance(value, Hash) and value.get(key.value) is not None:
        found = next((each.value for each in entries if getattr(each.key, "value", None) == key.value), None)
        name = f"{parameter.name}{file.text.slice(variable.end, given.end)}"
        return None if not isinstance(found, LITERALS) else Passed(parameter, found, value.get(key.value), name)
    return None


def _check(
    node: ast.ResourceExpression, body: ast.ResourceBody, operation: ast.AttributeOperation, passed: Passed, file: File
) -> Iterator[Diagnostic]:
    target, name = declared_by(node, body, file), operation.attribute_name
    if target is not None:
        found = _refused_by_type(target, name, passed, file)
    else:
        found = _refused_by_attribute(node, name, passed, file)
    if found is None:
        return
    message, accepts_undef = found
    owner = file.scopes.around(_variable(operation))[0].node
    assert isinstance(owner, DEFINITIONS)
    defaults, parameter = file.given_defaults, passed.parameter.name
    if defaults.is_reached(operation, parameter) and not defaults.is_declared_with(owner, parameter):
        fixes: tuple[Fix, ...] = ()
        if accepts_undef and passed.parameter.type_expr is None and passed.default is passed.parameter.value:
            fixes = (Fix("Use undef as the default", (Edit(passed.default.start, passed.default.end, "undef"),)),)
        # Callers give a value where the default is an empty text, which authors write where Puppet has no sign for that.
        severity = Severity.INFO if passed.value == "" else None
        yield message.at(operation.value_expr.start, operation.value_expr.end, fixes=fixes, severity=severity)


def _refused_by_type(target: Definition, attribute: str, passed: Passed, file: File) -> tuple[Message, bool] | None:
    """The message about a default that the type of a parameter does not accept, and whether the type accepts undef."""
    parameter = target.parameter(attribute)
    expected = ANY if parameter is None else type_from(parameter.type, file.known.external.type_named)
    if is_accepted(expected, passed.value):
        return None
    message = refused_default(passed.name, passed.shown(file), f"'{attribute}' of {target.name}", show(expected))
    return message, is_assignable(expected, UNDEF)


def _refused_by_attribute(node: ast.ResourceExpression, attribute: str, passed: Passed, file: File) -> tuple[Message, bool] | None:
    """The same for an attribute of a built-in resource type, which always accepts undef."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value not in NAMES:
        return None
    reason = invalid_value(node.type_name.value, attribute, passed.value, file.known.target)
    if reason is None:
        return None
    return invalid_default(passed.name, passed.shown(file), f"'{attribute}' of a {node.type_name.value}", reason), True
