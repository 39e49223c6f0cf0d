"""Options of `case` and selectors that match no value of the tested type, or none that earlier options leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.rules.comparison_always_false import shown, why_never_equal
from puppet_check.rules.declared import selected
from puppet_check.rules.duplicate_option import key_of
from puppet_check.rules.equality import is_constant, may_equal, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.legacy_names import legacy_named
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.loader import TYPE, TypedName
from puppet_typesys.types.model import Enum, String, Type
from puppet_typesys.types.narrow import is_never

LITERAL = (
    ast.LiteralString,
    ast.QualifiedName,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralBoolean,
    ast.LiteralUndef,
)
TYPE_NAME = lazy_pattern(r"[A-Z]\w*(?:::[A-Z]\w*)+")
"""The name of a data type of a module."""


@issue(Severity.WARNING)
def option_never_matches(reason: str) -> str:
    """Option never matches a value of the tested type"""
    return f"this option never matches: {reason}"


@option_never_matches.variant()
def quoted_type(type: str) -> str:
    return f"this option is a string; expected the data type `{type}` without quotes"


@option_never_matches.variant()
def quoted_default() -> str:
    return "this option is the string 'default'; expected `default` without quotes"


@rule(on=(ast.CaseExpression, ast.SelectorExpression), whole=True)
def check_quoted_default(node: ast.CaseExpression | ast.SelectorExpression, file: File) -> Iterator[Diagnostic]:
    """Report the string 'default' as the last option for a fact, which never has this value, if there is no default."""
    options = _options(node)
    last = options[-1] if options else None
    if not isinstance(last, ast.LiteralString) or last.value != "default" or any(isinstance(each, ast.LiteralDefault) for each in options):
        return
    if _is_fact(node.test if isinstance(node, ast.CaseExpression) else node.left_expr, file):
        fix = Fix("Remove the quotes", (Edit(last.start, last.end, "default"),), "unsafe")
        yield quoted_default().at(last.start, last.end, fixes=(fix,))


def _is_fact(test: ast.Expression, file: File) -> bool:
    """Whether an expression reads a fact that every node has, or had."""
    read = file.path_of(test)
    if read is not None and read.variable == FACTS and read.keys:
        return fact(read.keys[0].name) is not None
    return (
        isinstance(test, ast.VariableExpression)
        and "::" not in test.name.removeprefix("::")
        and legacy_named(test.name.removeprefix("::")) is not None
    )


@rule(on=(ast.CaseExpression, ast.SelectorExpression), whole=True)
def check_quoted_types(node: ast.CaseExpression | ast.SelectorExpression, file: File) -> Iterator[Diagnostic]:
    """Report options that are names of data types in quotes, of a value that is not computed."""
    test = node.test if isinstance(node, ast.CaseExpression) else node.left_expr
    for option in _options(node) if isinstance(test, ast.VariableExpression) else ():
        name = option.value if isinstance(option, ast.LiteralString) and TYPE_NAME.fullmatch(option.value) is not None else None
        if name is not None and file.known.external.load(TypedName(TYPE, name.lower())) is not None and not _is_text(test, name, file):
            fix = Fix("Remove the quotes", (Edit(option.start, option.end, name),), "unsafe")
            yield quoted_type(name).at(option.start, option.end, fixes=(fix,))


def _is_text(test: ast.Expression, name: str, file: File) -> bool:
    """Whether the tested value is known to be a text, which may be the name of a type, or the file has this text as a value."""
    is_value = any(each.value == name and _is_value(each, file) for each in file.of_class(ast.LiteralString))
    return is_value or isinstance(type_seen(test, file), String | Enum)


def _is_value(node: ast.LiteralString, file: File) -> bool:
    return isinstance(file.parents.get(node), ast.Parameter | ast.AttributeOperation | ast.AssignmentExpression)


def _options(node: ast.CaseExpression | ast.SelectorExpression) -> list[ast.Expression]:
    if isinstance(node, ast.CaseExpression):
        return [each for option in node.options for each in option.values]
    return [each.matching_expr for each in node.selectors]


@rule(on=(ast.CaseExpression, ast.SelectorExpression), whole=True)
def check_options(node: ast.CaseExpression | ast.SelectorExpression, file: File) -> Iterator[Diagnostic]:
    """Report options that are of another type than the tested value."""
    test, options = node.test if isinstance(node, ast.CaseExpression) else node.left_expr, _options(node)
    type = type_seen(test, file)
    if type is None or is_constant(test, file):
        return
    unequal = [*_check_literals(test, type, options, file)]
    yield from unequal
    yield from (each for each in _check_selection(node, test, file) if all(each.start != other.start for other in unequal))


def _check_literals(test: ast.Expression, type: Type, options: Sequence[ast.Expression], file: File) -> Iterator[Diagnostic]:
    """Report literals that are not equal to any value of the tested type."""
    texts = {file.source(each) for each in options if isinstance(each, ast.LiteralBoolean)}
    for option in options:
        if isinstance(option, ast.LiteralString) and option.value in texts:
            continue  # `'true', true` covers a value of either type.
        other = type_seen(option, file) if isinstance(option, LITERAL) else None
        if other is not None and not may_equal(type, other):
            yield option_never_matches(why_never_equal(test, option, file)).at(option.start, option.end)


def _check_selection(node: ast.Expression, test: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report options for which no value of a declared type is left, unless their result is that of an earlier option."""
    before: set[str] = set()
    keys: set[object] = set()
    left: Type | None = None
    for option, values, result in _selections(node):
        outcome = "" if result is None else file.source(result)
        known = [key_of(each) for each in values]
        found = None if any(map(_is_precaution, values)) else selected(option, test, file)
        is_new = outcome not in before and not any(each in keys for each in known)
        if found is not None and is_new and isinstance(found.type, Type) and is_never(found.type):
            yield option_never_matches(_why(test, values, left, file)).at(values[0].start, values[-1].end)
        before.add(outcome)
        keys.update(each for each in known if each is not None)
        if found is not None and isinstance(found.rest, Type) and isinstance(found.type, Type) and not is_never(found.type):
            left = found.rest


def _why(test: ast.Expression, values: Sequence[ast.Expression], left: Type | None, file: File) -> str:
    if left is not None and is_never(left):
        return "earlier options match all values"
    if left is not None:
        return "earlier options match the same values"
    return f"{shown(test, file)} never matches {', '.join(f'`{file.source(each)}`' for each in values)}"


def _is_precaution(option: ast.Expression) -> bool:
    """Whether an option is one for undef or a default, which are written for values that should not occur."""
    match option:
        case ast.LiteralUndef() | ast.LiteralDefault():
            return True
        case ast.QualifiedReference(value=name):
            return name == "undef"
    return False


def _selections(
    node: ast.Expression,
) -> Iterator[tuple[ast.CaseOption | ast.SelectorEntry, Sequence[ast.Expression], ast.Expression | None]]:
    """The options, each with its values and its result."""
    if isinstance(node, ast.CaseExpression):
        yield from ((each, each.values, each.then_expr) for each in node.options)
    elif isinstance(node, ast.SelectorExpression):
        yield from ((each, (each.matching_expr,), each.value_expr) for each in node.selectors)
