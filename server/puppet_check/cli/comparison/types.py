"""Whether the types that a definition accepts became narrower or wider, each in the project that it is from."""

from __future__ import annotations

from itertools import product
from math import prod

from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.infer.external_functions import external_function
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import Definition
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.walk import alternatives

MOST_COMBINATIONS = 64
"""The largest number of combinations of types that are tried for a call."""
Projects = tuple[LoadedDefinitions, LoadedDefinitions]
"""The definitions before and after the change."""


def type_change(before: str | None, after: str | None, projects: Projects, *, has_default: bool = False) -> str | None:
    """The code of the change of a type: `type-narrowed`, `type-widened`, or None if both accept the same, or one is not known.

    With `has_default`, undef stands for the default, so that it makes no difference whether the type accepts it.
    """
    if _plain(before) == _plain(after):
        return None
    old, new = _known(before, projects[0]), _known(after, projects[1])
    if old is None or new is None:
        return None
    if has_default:
        new = model.Optional(new)
    if not is_assignable(new, old):
        return "type-narrowed"
    return None if is_assignable(model.Optional(old) if has_default else old, new) else "type-widened"


def returns_others(before: str | None, after: str | None, projects: Projects) -> bool:
    """Whether a function may return a value that its declared type excluded before."""
    old, new = _known(before, projects[0]), _known(after, projects[1])
    return before is not None and old is not None and new is not None and not is_assignable(old, new)


def removed_calls(before: Definition, after: Definition, projects: Projects) -> list[Type]:
    """The signatures of a function, as Callables, of which not all calls are accepted any more."""
    if before.is_open or after.is_open or not (_is_known(before, projects[0]) and _is_known(after, projects[1])):
        return []
    old = [each.type for each in external_function(before, projects[0].type_named).signatures]
    if before.arity is not None:
        # Functions of the old API accept blocks, and never call them.
        old = [model.Callable(each.parameters) for each in old]
    new = [each.type for each in external_function(after, projects[1].type_named).signatures]
    return [each for each in old if not all(any(is_assignable(call, other) for other in new) for call in _calls(each))]


def _calls(signature: model.Callable) -> list[model.Callable]:
    """A signature for each combination of the alternatives of its parameters, which may be accepted by several signatures."""
    parameters = signature.parameters
    if parameters is None:
        return [signature]
    members = [[*alternatives(each)] or [each] for each in parameters.types]
    if prod(map(len, members)) > MOST_COMBINATIONS:
        return [signature]
    return [model.Callable(model.Tuple(tuple(types), parameters.size), signature.block) for types in product(*members)]


def _is_known(definition: Definition, project: LoadedDefinitions) -> bool:
    texts = [each.type for signature in definition.signatures for each in signature.parameters]
    return all(_known(each, project) is not None for each in texts)


def _known(text: str | None, project: LoadedDefinitions) -> Type | None:
    """The type of a text; None if it mentions something that is not known."""
    found = type_from(text, project.type_named)
    return None if found == model.ANY and text is not None and _plain(text) != "Any" else found


def _plain(text: str | None) -> str:
    return "Any" if text is None else " ".join(text.split())
