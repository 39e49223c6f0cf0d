"""Values that may be undef where undef alone is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puppet_grammar import ast
from puppet_typesys.builtins.value_reads import NODE_DATA
from puppet_typesys.evaluate.conditions import Conditions
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.frames import Path
from puppet_typesys.evaluate.paths import path_of
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import difference, members, names_undef
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.unknown import Unknown, UnknownValue


def refuses_undef(ev: Evaluator, scope: Scope, node: ast.Expression, user: str) -> None:
    """Note that a value of a path may be undef, which is refused: what follows is only evaluated where it is not."""
    path = path_of(ev, scope, node)
    if path is None:
        return
    found = Conditions(ev, scope)
    if _is_meant(found, path):
        ev.observer.undef_refused(node, user, scope)
    found.limit(path, lambda type: difference(type, model.UNDEF))
    scope.narrow({} if found.is_impossible else found.values())


def check_undef(
    ev: Evaluator, scope: Scope, operands: Sequence[tuple[ast.Expression, object]], user: str, use: Callable[[int], object]
) -> None:
    """Note the operands that may be undef where `use`, which is called with the number of an operand that is undef, fails."""
    for number, (node, value) in enumerate(operands):
        if isinstance(value, Unknown) and isinstance(value.type, Type) and names_undef(value.type):
            try:
                use(number)
            except (MessageError, Refusal):
                refuses_undef(ev, scope, node, user)
            except UnknownValue:
                continue


def _is_meant(conditions: Conditions, path: Path) -> bool:
    """Whether the code around says that a value may be undef, as opposed to a fact, a key of a Hash or a variable of another class."""
    name = str(path[0])
    if "::" in name or name in NODE_DATA or name in conditions.ev.compiler.top.variables:
        return False
    if len(path) == 1:
        return True
    if not isinstance(path[-1], str):
        return False
    around = conditions.type_at(path[:-1])
    return around is not None and all(isinstance(each, model.Struct | model.Undef) for each in members(around))
