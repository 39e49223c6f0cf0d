"""Functions that their documentation or the language calls deprecated."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.deprecated_calls import RENAMED, replacements
from puppet_check.rules.file import File
from puppet_check.rules.reason import reason
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.builtins.removed import DEPRECATED_FUNCTIONS
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.functions.registry import builtin_function
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange


@issue(Severity.WARNING, tags=("deprecated",))
def deprecated_function(name: str, why: str) -> str:
    """Deprecated function"""
    return f"the function '{name}' is deprecated{reason(why)}"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression))
def check_call(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report calls of deprecated functions."""
    name = called(call)
    if not name:
        return
    why = DEPRECATED_FUNCTIONS.get(name) or (None if builtin_function(name) else _documented(name, file))
    if why is None:
        return
    assert isinstance(call, ast.CallNamedFunctionExpression | ast.CallMethodExpression)
    functor = call.functor_expr.right_expr if isinstance(call, ast.CallMethodExpression) else call.functor_expr
    yield deprecated_function(name, why).at(functor.start, functor.end, fixes=replacements(name, why, call, file))


def _documented(name: str, file: File) -> str | None:
    """Why a function of another module is deprecated, if it is."""
    found = file.known.external.load(TypedName(FUNCTION, name))
    if found is None or found.deprecated is None or _is_own(found.place.path, file):
        return None
    named = RENAMED.search(found.deprecated)
    if named is not None and _may_lack(found.place.path, named.group(1), file):
        return None
    return found.deprecated


def _may_lack(path: str, name: str, file: File) -> bool:
    """Whether this file's module also supports releases of another from before the one that is there, which may lack a function."""
    own, other = file.known.project.module_of(file.path), file.known.project.module_of(path)
    if own is None or own.metadata is None or other is None or other.metadata is None:
        return False
    if not name.startswith(f"{other.name}::"):
        return False
    requirement = next((each.requirement for each in own.metadata.dependencies if each.short_name == other.name), None)
    try:
        first = SemVer.parse(f"{SemVer.parse(other.metadata.version or '').major}.0.0")
    except (ArgumentError, InternalError):
        return False
    accepted = None if requirement is None else SemVerRange.read(requirement)
    return accepted is not None and any(span.begin < first for span in accepted.spans)


def _is_own(path: str, file: File) -> bool:
    """Whether the module of this file defines it, which may go on using it."""
    own = file.known.project.module_of(file.path)
    return own is not None and own is file.known.project.module_of(path)
