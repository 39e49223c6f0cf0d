"""What was probably meant: a name that exists and is much like one that does not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from puppet_typesys.builtins.resource_types import NAMES, metaparameters
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Frame, Scope
from puppet_typesys.functions.registry import function_names
from puppet_typesys.infer.blame import Blame
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, TYPE
from puppet_typesys.spelling import MEANT, near
from puppet_typesys.types.data import BUILTIN_ALIASES
from puppet_typesys.types.parse import BUILTIN

if TYPE_CHECKING:
    from puppet_typesys.infer.compiler import CheckCompiler

QUOTED = re.compile(r"(?:named|variable:|function:|type:|class) '?((?:::)?[\w:]+)'?")


def with_hint(compiler: CheckCompiler, place: Blame, resource: Resource | None) -> str:
    """The message, with the name that was probably meant."""
    meant = _meant(compiler, place, resource)
    return place.message if meant is None else f"{place.message.removesuffix('.')}{MEANT}'{meant}'?"


def _meant(compiler: CheckCompiler, place: Blame, resource: Resource | None) -> str | None:
    found = QUOTED.findall(place.message)
    if len(found) != 1:
        return None
    name = found[0]
    candidates = _candidates(compiler, place.code, name, resource)
    return near(name.removeprefix("::"), candidates) if candidates is not None else None


def _candidates(compiler: CheckCompiler, code: str, name: str, resource: Resource | None) -> Iterable[str] | None:
    match code:
        case "unknown-variable" if "::" not in name and compiler.last_scope is not None:
            return _variables(compiler.last_scope)
        case "unknown-parameter" if resource is not None:
            known = resource.kind.parameter_types if isinstance(resource.kind, Definition) else getattr(resource.kind, "attributes", ())
            return [*known, *metaparameters()]
        case "unknown-function":
            return [*function_names(), *compiler.names(), *compiler.loader.likely_names(FUNCTION)]
        case "unknown-class":
            return [*compiler.catalog.classes, *compiler.loader.likely_names(CLASS)]
        case "unknown-resource-type":
            return [*NAMES, *compiler.catalog.defines, *compiler.loader.likely_names(DEFINE)]
        case "unknown-type":
            return [*BUILTIN, *BUILTIN_ALIASES, *map(_capitalized, compiler.loader.likely_names(TYPE))]
    return None


def _variables(scope: Scope) -> set[str]:
    names: set[str] = set()
    following: Scope | None = scope
    while following is not None:
        frame: Frame | None = following.frame
        while frame is not None:
            names.update(frame.variables)
            frame = frame.parent
        following = following.inherited or following.enclosing()
    return names - {"title", "name", "module_name", "caller_module_name"} - set(metaparameters())


def _capitalized(name: str) -> str:
    return "::".join(part[:1].upper() + part[1:] for part in name.split("::"))
