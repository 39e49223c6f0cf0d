"""Functions that are on their way out, as they say themselves or as the language says."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.reason import reason
from puppet_check.rules.rule import Found, rule
from puppet_check.rules.scopes import called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.functions.registry import builtin_function
from puppet_typesys.loader import FUNCTION, TypedName

BUILT_IN = dict.fromkeys(("hiera", "hiera_array", "hiera_hash", "hiera_include"), "use lookup() instead")
"""Functions of the language that warn when they are called, with what to use instead."""


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), severity=Severity.WARNING, tags=("deprecated",), safe=True)
def deprecated_function(call: ast.Expression, file: File) -> Iterator[Found]:
    """A function is called that is deprecated."""
    name = called(call)
    if not name:
        return
    why = BUILT_IN.get(name) or (None if builtin_function(name) else _told(name, file))
    if why is None:
        return
    assert isinstance(call, ast.CallNamedFunctionExpression | ast.CallMethodExpression)
    functor = call.functor_expr.right_expr if isinstance(call, ast.CallMethodExpression) else call.functor_expr
    yield Found(functor.start, functor.end, f"the function {name} is deprecated{reason(why)}")


def _told(name: str, file: File) -> str | None:
    """Why a function of another module is deprecated, if it is."""
    found = file.known.foreign.load(TypedName(FUNCTION, name))
    if found is None or found.deprecated is None or _is_own(found.place.path, file):
        return None
    return found.deprecated


def _is_own(path: str, file: File) -> bool:
    """Whether the module of this file defines it, which may go on using it."""
    own = file.known.project.module_of(file.path)
    return own is not None and own is file.known.project.module_of(path)
