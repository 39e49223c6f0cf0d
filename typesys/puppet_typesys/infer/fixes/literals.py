"""Fixes that rewrite a literal as one of another type, or as the value of an Enum that was probably meant.

The first are safe, because the reference rejects the code as it is; the others are guesses.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.spelling import closest
from puppet_typesys.types.mismatches import Path, TypeMismatch
from puppet_typesys.types.model import Enum, Type
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.walk import alternatives

NUMBER = lazy_pattern(r"-?(?:0|[1-9]\d*)(?:\.\d+)?\Z")
QUOTED = lazy_pattern(r"""(['"])([\w:.-]+)\1""")
MODE = lazy_pattern(r"mode\s*=>\s*(?P<mode>0?[0-7]{3})\b(?![.'\"])")
SIMPLE = lazy_pattern(r"[\w.-]+\Z")
WHOLE_VALUE = ("parameter", "subject")
"""The first step of a path, which leads to a whole value."""


class Form(NamedTuple):
    """Another form of a literal: its description, its value and its text."""

    title: str
    value: object
    text: str
    is_guess: bool = False


def forms_of_text(value: str) -> Iterator[Form]:
    """The number or Boolean that a string is written like."""
    if NUMBER.match(value):
        yield Form("Convert to a number", float(value) if "." in value else int(value), value)
    elif value in ("true", "false"):
        yield Form("Convert to a Boolean", value == "true", value)


def meant_value(value: str, expected: Type) -> str | None:
    """The value of an Enum that was probably meant."""
    enums = (each for each in alternatives(expected) if isinstance(each, Enum))
    values = [each for enum in enums for each in enum.values if SIMPLE.match(each)]
    return closest(value, values) or closest(value.lower(), values) or next((each for each in values if each == value.lower()), None)


def as_expected(context: Context) -> Iterator[Fix]:
    """Rewrite Strings as numbers or Booleans, or the reverse, so that all values are of the expected types."""
    details = context.message.arguments.get("details")
    forms: list[tuple[ast.Expression, Form]] = []
    for mismatch in details if isinstance(details, tuple) else ():
        path = mismatch.canonical_path() if isinstance(mismatch, TypeMismatch) else ()
        if not isinstance(mismatch, TypeMismatch) or not path or path[0].kind not in WHOLE_VALUE:
            return
        node = _element(_whole_value(context, path), path[1:])
        if isinstance(node, ast.LiteralUndef) and len(path) == 1:
            yield from _optional(node, context)
        form = None if node is None else _form(node, mismatch.expected, context.text)
        if node is None or form is None:
            return
        forms.append((node, form))
    if forms:
        titles = {form.title for _, form in forms}
        title = titles.pop() if len(titles) == 1 else "Convert the values"
        is_guess = any(form.is_guess for _, form in forms)
        yield Fix(title, tuple(Edit(node.start, node.end, form.text) for node, form in forms), "unsafe" if is_guess else "safe")


def without_quotes(context: Context) -> Iterator[Fix]:
    """Remove the quotes of a number."""
    quoted = QUOTED.fullmatch(context.text.slice(context.start, context.end))
    if quoted is not None:
        yield Fix("Remove the quotes", (Edit(context.start, context.end, quoted[2]),), "safe")


def quoted_mode(text: Text, start: int, end: int) -> tuple[Fix, ...]:
    """Quote the number that is the mode of a file; without a leading zero it may be meant otherwise."""
    found = MODE.match(text.slice(start, end))
    if found is None:
        return ()
    mode, is_octal = found["mode"], found["mode"].startswith("0")
    at = start + found.start("mode")
    quoted = f"'{mode}'" if is_octal else f"'0{mode}'"
    return (Fix("Add quotes", (Edit(at, at + len(mode), quoted),), "safe" if is_octal else "unsafe"),)


def _form(node: ast.Expression, expected: Type, text: Text) -> Form | None:
    return next((form for form in _forms(node, text.slice(node.start, node.end), expected) if is_instance(expected, form.value)), None)


def _forms(node: ast.Expression, written: str, expected: Type) -> Iterator[Form]:
    match node:
        case ast.LiteralString(value=value) | ast.QualifiedName(value=value):
            yield from forms_of_text(value)
            meant = meant_value(value, expected)
            if meant is not None and written.count(value) == 1:
                yield Form(f"Change to '{meant}'", meant, written.replace(value, meant), is_guess=True)
        case ast.LiteralInteger() | ast.LiteralFloat() | ast.LiteralBoolean():
            yield Form("Convert to a string", written, f"'{written}'")


def _whole_value(context: Context, path: Path) -> ast.Expression | None:
    """The value that a finding is about: its own node, or the value of the attribute or argument that the path names."""
    match context.node:
        case ast.AttributeOperation(attribute_name=name, value_expr=value):
            return value if path[0].key in (name, "") else _beside(context, context.node, path[0].key)
        case ast.CallNamedFunctionExpression(arguments=arguments):
            return _argument(context, arguments)
        case ast.CallMethodExpression(functor_expr=functor, arguments=arguments):
            return _argument(context, (functor.left_expr, *arguments))
        case ast.LiteralValue() | ast.LiteralList() | ast.LiteralHash() as literal:
            return literal
    return None


def _beside(context: Context, operation: ast.AttributeOperation, name: str | int) -> ast.Expression | None:
    """The value of another attribute of the same resource."""
    for body in context.of_class(ast.ResourceBody):
        if operation in body.operations:
            several = (each for each in body.operations if isinstance(each, ast.AttributeOperation))
            return next((each.value_expr for each in several if each.attribute_name == name), None)
    return None


def _element(node: ast.Expression | None, path: Path) -> ast.Expression | None:
    """The element of a literal array or hash that a path leads to."""
    for step in path:
        match node, step.kind:
            case ast.LiteralList(values=values), "index" if isinstance(step.key, int) and step.key < len(values):
                node = values[step.key]
            case ast.LiteralHash(entries=entries), "entry":
                node = next((each.value for each in entries if _key(each.key) == step.key), None)
            case _:
                return None
    return node


def _key(node: ast.Expression) -> object:
    return node.value if isinstance(node, ast.LiteralString | ast.QualifiedName) else None


def _optional(node: ast.LiteralUndef, context: Context) -> Iterator[Fix]:
    """Make the type of a parameter with the default `undef` Optional. Its absence may be meant to be an error."""
    of = next((each for each in context.of_class(ast.Parameter) if each.value is node), None)
    if of is not None and of.type_expr is not None:
        start, end = of.type_expr.start, of.type_expr.end
        yield Fix("Make the type Optional", (Edit(start, start, "Optional["), Edit(end, end, "]")))


def _argument(context: Context, arguments: tuple[ast.Expression, ...]) -> ast.Expression | None:
    """The argument for the parameter of a function that a message names."""
    name, parameter = str(context.message.arguments.get("function")), context.message.arguments.get("parameter")
    compiler = context.compiler
    own = compiler.function_named(name)
    found = compiler.resolver.function(name)
    signatures = [own.signature] if own is not None else found.signatures if found is not None else []
    index = next((each.names.index(parameter) for each in signatures if parameter in each.names), len(arguments))
    return arguments[index] if index < len(arguments) else None
