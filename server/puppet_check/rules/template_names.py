"""The names of the templates that a call of `template` or `epp` fills in, as far as they are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from puppet_check.rules.file import File
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.types.model import Enum
from puppet_typesys.values.unknown import Unknown

MOST_NAMES = 8
"""The number of names that one string with interpolations may give."""


def template_name(argument: ast.Expression, call: ast.Expression, file: File) -> str | None:
    """The name of a template that an argument certainly or by default gives; None for another value."""
    names = template_names(argument, call, file)
    return names[0] if len(names) == 1 else None


def template_names(argument: ast.Expression, call: ast.Expression, file: File) -> tuple[str, ...]:
    """The names of the templates that an argument can give, or gives by default; empty if any other value is possible."""
    match argument:
        case ast.LiteralString(value=name):
            found: tuple[str, ...] = (name,)
        case ast.ConcatenatedString(segments=segments):
            found = _seen(argument, file) or _interpolated(segments, file)
        case ast.VariableExpression():
            found = _seen(argument, file) or _by_default(argument, file)
        case _:
            found = ()
    names = [_of_call(each, call) for each in found]
    return tuple(each for each in names if each is not None) if None not in names else ()


def _interpolated(segments: Sequence[ast.Expression], file: File) -> tuple[str, ...]:
    """All texts that interpolations of a few known values can give."""
    parts = [(each.value,) if isinstance(each, ast.LiteralString) else _seen(_inner(each), file) for each in segments]
    return tuple("".join(each) for each in product(*parts)) if prod(map(len, parts)) <= MOST_NAMES else ()


def _inner(segment: ast.Expression) -> ast.Expression:
    return segment.expr if isinstance(segment, ast.TextExpression) else segment


def _seen(node: ast.Expression, file: File) -> tuple[str, ...]:
    """The texts that are the only values of an expression; empty if it may have others."""
    texts: list[str] = []
    for each in () if file.model is None else file.model.values.get(id(node), ()):
        type = each.type if isinstance(each, Unknown) else None
        if isinstance(each, str):
            texts.append(each)
        elif isinstance(type, Enum) and not type.case_insensitive:
            texts += type.values
        else:
            return ()
    return tuple(dict.fromkeys(texts))


def _by_default(argument: ast.VariableExpression, file: File) -> tuple[str, ...]:
    from puppet_check.rules.passed_names import literal_of  # few templates are named by a variable

    default = literal_of(argument, file)
    return () if default is None else (default,)


def _of_call(name: str, call: ast.Expression) -> str | None:
    """The name of a template of ERB: `template` takes any file for one."""
    return name if called(call) == "template" or name.endswith(".erb") else None
