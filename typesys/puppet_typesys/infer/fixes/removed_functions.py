"""Fixes that replace calls of functions that were removed.

What the functions of stdlib accepted was asked of stdlib 8.6, their last release. A replacement is safe if it has the same value for all
arguments. One of a validation is also safe if it refuses more: Puppet refuses the call as it is, and where the new one succeeds, it means
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from puppet_grammar import ast
from puppet_typesys.builtins.removed import PUPPET, TESTS, VALIDATIONS
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.calls import Call, call_at
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.fixes.validations import length, pattern
from puppet_typesys.infer.hints import removed_name

DIGITS = r"-?(?:[1-9]\d*|0)"
DECIMAL = rf"{DIGITS}(?:\.\d+)?(?:[eE]-?\d+)?"
EXACT = {
    "is_array": "Array",
    "is_bool": "Boolean",
    "is_hash": "Hash",
    "is_integer": f"Variant[Integer, Pattern[/^{DIGITS}$/]]",
    "is_numeric": f"Variant[Numeric, Pattern[/^{DECIMAL}$/]]",
}
"""Types of the values for which tests held; strings of digits were integers and numbers."""
ACCEPTED = {
    **VALIDATIONS,
    "validate_integer": rf"Variant[Integer, Pattern[/\A{DIGITS}\z/]]",
    "validate_numeric": rf"Variant[Numeric, Pattern[/\A{DECIMAL}\z/]]",
    "validate_string": "Optional[String]",
}
"""Types of values that validations accepted."""
TYPES_3X = frozenset("array boolean float hash integer string".split())
MATCHES = {"==": "=~", "!=": "!~"}
NONE = ("undef", "''", '""')
RANGES = {"validate_integer": "Integer", "validate_numeric": "Numeric"}


def replaced(context: Context) -> Iterator[Fix]:
    """Replace a call of a function that was removed, if something else does the same."""
    gone = removed_name(context.message)
    name = str(context.message.arguments["name"]).removeprefix("::")
    call = None if gone is None else call_at(context.program, context.text, context.start, name)
    if gone is None or call is None:
        return
    if gone.same is not None:
        # The functions that Puppet had before 4.0.0 took other arguments.
        yield call.renamed(gone.same, is_safe=gone.owner != PUPPET)
    elif name in TESTS:
        yield from _test(name, call)
    elif name in VALIDATIONS:
        yield from _validation(name, call)
    elif name in OTHERS:
        yield from OTHERS[name](call)


def _test(name: str, call: Call) -> Iterator[Fix]:
    if len(call.arguments) != 1:
        return
    operand = call.operand(call.arguments[0])
    for type in dict.fromkeys((EXACT.get(name), TESTS[name])):
        if type is not None:
            yield call.replaced_by(f"Use =~ {type}", call.enclosed(f"{operand} =~ {type}"), is_safe=type == EXACT.get(name))


def _validation(name: str, call: Call) -> Iterator[Fix]:
    match name, call.arguments:
        case "validate_re", (value, expected, *message) if len(message) <= 1:
            yield from pattern(call, value, expected, *message)
        case "validate_slength", (value, *limits) if 1 <= len(limits) <= 2:
            yield from length(call, value, *limits)
        case "validate_re" | "validate_slength", _:
            return
        case "validate_integer" | "validate_numeric", (value, *limits) if limits:
            yield from _range(RANGES[name], call, value, limits)
        case _, arguments if len(arguments) == 1 or (arguments and call.is_statement):
            statements = [f"assert_type({ACCEPTED[name]}, {call.source(each)})" for each in arguments]
            yield call.replaced_by("Use assert_type", *statements, is_safe=call.is_statement)


def _range(type: str, call: Call, value: ast.Expression, limits: list[ast.Expression]) -> Iterator[Fix]:
    """A validation with a greatest and a least value, which also accepted strings of digits and arrays."""
    if len(limits) > 2 or any(isinstance(each, ast.LiteralFloat) for each in limits):
        return
    greatest, least = ([*map(call.source, limits), "default"])[:2]
    of = f"[{least}, {'default' if greatest in NONE else greatest}]"
    of = f"Variant[Integer{of}, Float{of}]" if type == "Numeric" else f"Integer{of}"
    yield call.replaced_by("Use assert_type", f"assert_type({of}, {call.source(value)})", is_safe=False)


def _has_key(call: Call) -> Iterator[Fix]:
    """`in` ignores the case of letters, `has_key` did not."""
    if len(call.arguments) == 2:
        hash, key = map(call.operand, call.arguments)
        is_exact = isinstance(call.arguments[1], ast.LiteralString | ast.QualifiedName) and not _has_letters(call.arguments[1].value)
        yield call.replaced_by("Use in", call.enclosed(f"{key} in {hash}"), is_safe=is_exact)


def _has_letters(text: str) -> bool:
    return text.lower() != text.upper()


def _hash(call: Call) -> Iterator[Fix]:
    """The array was flattened before."""
    if len(call.arguments) == 1:
        yield call.replaced_by("Use Hash", f"Hash(flatten({call.source(call.arguments[0])}))", is_safe=True)


def _dig44(call: Call) -> Iterator[Fix]:
    """An array of keys and a default; `dig` refuses some data instead of returning the default."""
    match call.arguments:
        case (data, path, *default) if len(default) <= 1:
            keys = ", ".join(map(call.source, path.values)) if isinstance(path, ast.LiteralList) else f"*{call.operand(path)}"
            yield _dig(call, data, keys, default)


def _try_get_value(call: Call) -> Iterator[Fix]:
    """The keys in one string, separated by slashes."""
    match call.arguments:
        case (data, ast.LiteralString(value=path) | ast.QualifiedName(value=path), *rest) if path and len(rest) <= 2:
            separator = rest[1].value if len(rest) == 2 and isinstance(rest[1], ast.LiteralString) else "/"
            if separator and (len(rest) < 2 or isinstance(rest[1], ast.LiteralString)) and "'" not in path and "\\" not in path:
                keys = ", ".join(each if each.isdecimal() else f"'{each}'" for each in path.split(separator))
                yield _dig(call, data, keys, rest[:1])


def _dig(call: Call, data: ast.Expression, keys: str, default: list[ast.Expression]) -> Fix:
    lest = "".join(f".lest || {{ {call.source(each)} }}" for each in default)
    return call.replaced_by("Use dig", f"{call.operand(data)}.dig({keys}){lest}", is_safe=True)


def _type3x(call: Call) -> Iterator[Fix]:
    """A comparison with the name of a type, where strings of digits were integers and floats."""
    parent = call.parent
    if not isinstance(parent, ast.ComparisonExpression) or len(call.arguments) != 1 or parent.operator not in MATCHES:
        return
    name = parent.right_expr if parent.left_expr is call.node else parent.left_expr
    if isinstance(name, ast.LiteralString | ast.QualifiedName) and name.value in TYPES_3X:
        text = f"({call.operand(call.arguments[0])} {MATCHES[parent.operator]} {name.value.capitalize()})"
        safety: Literal["safe", "unsafe"] = "safe" if name.value in ("array", "boolean", "hash") else "unsafe"
        yield Fix(f"Use {MATCHES[parent.operator]}", (Edit(parent.start, parent.end, text),), safety)


OTHERS: dict[str, Callable[[Call], Iterator[Fix]]] = {
    "dig44": _dig44,
    "has_key": _has_key,
    "hash": _hash,
    "try_get_value": _try_get_value,
    "type3x": _type3x,
}
