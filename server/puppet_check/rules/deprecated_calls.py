"""Fixes that replace calls of deprecated functions."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.calls import Call, call_of
from puppet_typesys.loader import FUNCTION, TypedName

MERGES = {"hiera": "first", "hiera_array": "unique", "hiera_hash": "hash", "hiera_include": "unique"}
"""How the functions of Hiera 3 merged values, whatever `lookup_options` say."""
STDLIB = "stdlib"
RENAMED = lazy_pattern(r"\b([a-z]\w*(?:::\w+)+)")
"""The name of the function that replaces another, in its documentation."""


def replacements(name: str, why: str, call: ast.Expression, file: File) -> tuple[Fix, ...]:
    """The fixes of a call of a deprecated function, for which its documentation gives a reason."""
    found = call_of(call, file.parents[call], file.text)
    if name in MERGES:
        return () if found is None else tuple(_lookup(name, found))
    if name == "validate_legacy":
        return () if found is None else tuple(_assert_type(found))
    return tuple(_documented(name, why, call, file))


def _documented(name: str, why: str, call: ast.Expression, file: File) -> Iterator[Fix]:
    """The function that the documentation names, if it exists. The old functions of stdlib call the new ones of the same name."""
    assert isinstance(call, ast.CallNamedFunctionExpression | ast.CallMethodExpression)
    named = RENAMED.search(why)
    if named is None or file.known.external.load(TypedName(FUNCTION, named[1])) is None:
        return
    functor = call.functor_expr.right_expr if isinstance(call, ast.CallMethodExpression) else call.functor_expr
    is_exact = named[1] == f"{STDLIB}::{name}"
    yield Fix(f"Use {named[1]}", (Edit(functor.start, functor.end, named[1]),), "safe" if is_exact else "unsafe")
    if name == "merge":
        yield from _plus(call, file)


def _plus(call: ast.Expression, file: File) -> Iterator[Fix]:
    """`+`, which refuses undef and joins arrays."""
    found = call_of(call, file.parents[call], file.text)
    if found is not None and len(found.arguments) > 1:
        yield found.replaced_by("Use +", found.enclosed_sum(" + ".join(map(found.operand, found.arguments))), is_safe=False)


def _lookup(name: str, call: Call) -> Iterator[Fix]:
    """The functions of Hiera look for keys with a module's name in data of modules only if the environment has data of its own."""
    merge = MERGES[name]
    match call.arguments:
        case (key, *default) if len(default) <= 1:
            is_exact = isinstance(key, ast.LiteralString | ast.QualifiedName) and "::" not in key.value
            given = f"lookup({call.source(key)}, {{ merge => '{merge}' }})"
            if default:
                given = f"lookup({call.source(key)}, undef, '{merge}', {call.source(default[0])})"
            if name == "hiera_include":
                given = f"include({given})"
            if name == "hiera":
                short = "".join(f", undef, undef, {call.source(each)}" for each in default)
                yield call.replaced_by("Use lookup", f"lookup({call.source(key)}{short})", is_safe=False)
            yield call.replaced_by(f"Use lookup with the merge '{merge}'", given, is_safe=is_exact)


def _assert_type(call: Call) -> Iterator[Fix]:
    match call.arguments:
        case (type, _, value, *_):
            text = f"assert_type({call.source(type)}, {call.source(value)})"
            yield call.replaced_by("Use assert_type", text, is_safe=call.is_statement)
