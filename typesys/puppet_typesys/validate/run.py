"""`validate`: applies the rules of the language to a program.

Nodes are visited by class, so the cost depends on the number of nodes that have rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.rules import in_order
from puppet_typesys.validate import (  # noqa: F401 - each enters its rules
    assignments,
    definitions,
    expressions,
    heredocs,
    location,
    names,
    nodes,
    parameters,
    plans,
    resources,
)
from puppet_typesys.validate.file import File, ReadText
from puppet_typesys.validate.place import AutoloadPlace
from puppet_typesys.validate.table import PLACES, RULES


def validate(
    program: ast.Program,
    *,
    tasks: bool = False,
    whole: bool = True,
    place: AutoloadPlace | None = None,
    read: ReadText | None = None,
    by_class: ast.ByClass | None = None,
    target: Target = PUPPET_8,
) -> tuple[Diagnostic, ...]:
    """The diagnostics of the reference's validator for a program, sorted by position.

    `tasks` is set for a file of plans; `whole` if the text has no syntax errors, so that nesting can be trusted; `place` for a file that
    Puppet autoloads by name; `read` to check heredocs tagged as Puppet code; `by_class` if the nodes are already grouped; `target` is
    the version that words the messages.
    """
    file = File(program, tasks, whole, place, read, target)
    found: list[Diagnostic] = []
    for kind, several in (ast.by_class(program) if by_class is None else by_class).items():
        for function in PLACES.about(kind, whole=whole):
            for node in several:
                found += function(node, file)
        for function in RULES.about(kind, whole=whole):
            for node in _allowed(kind, several, file):
                found += function(node, file)
    return tuple(in_order(found))


def _allowed(kind: type[ast.Node], several: Sequence[ast.Node], file: File) -> Sequence[ast.Node]:
    """The nodes that other rules apply to: nodes that a plan may not contain are reported for that alone."""
    refusable = file.tasks and issubclass(kind, plans.CATALOG)
    return [each for each in several if not plans.is_refused(each, file)] if refusable else several
