"""Dependency cycles in one body of resources whose titles have variables, by the text of these, and with what agents add to the order.

The evaluation finds the cycles of resources with known titles that are ordered by relationships alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from puppet_check.rules.body_order import Body, Edge, Named, body_of
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.infer.issues import cycle_in_branch, dependency_cycle
from puppet_typesys.types.show import capitalize_segments

MOST_PATHS = 20
"""The number of branches of a body that are searched for cycles."""


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.NodeDefinition), whole=True)
def check_body(definition: ast.Definition, file: File) -> Iterator[Diagnostic]:
    """Report one cycle among what is declared under no condition, else one of each branch."""
    body = body_of(definition, file)
    if body is None or _has_cycle(definition, file):
        return
    for path in sorted({each.path for each in body.edges}, key=len)[:MOST_PATHS]:
        inside = [each for each in body.edges if each.path == path[: len(each.path)]]
        cycle = _cycle(inside)
        if cycle is not None and any(each.path == path for each in cycle):
            yield from _reported(cycle, body, file)
            if not path:
                return


def _has_cycle(definition: ast.Node, file: File) -> bool:
    """Whether the evaluation, or another rule by the references, finds a cycle in a definition."""
    findings = () if file.model is None else file.model.findings.values()
    return any(each.code == dependency_cycle.issue.code and definition.start <= each.start <= definition.end for each in findings)


def _reported(cycle: list[Edge], body: Body, file: File) -> Iterator[Diagnostic]:
    written = [each for each in cycle if each.node is not None]
    # Those of a resource and itself, or of two that each other's attributes name, are reported where they are written.
    if not written or len(cycle) < 2 or (len(cycle) == 2 and len(written) == 2 and written[0].owner is written[1].owner):
        return
    place = min((each.node for each in written if each.node is not None), key=lambda each: each.start)
    path = f"({' => '.join(map(_shown, (*(each.first for each in cycle), cycle[0].first)))})"
    if any(each.path for each in cycle):
        yield cycle_in_branch(path).at(place.start, place.end, severity=Severity.WARNING)
    else:
        yield dependency_cycle(path).at(place.start, place.end)


def _shown(named: Named) -> str:
    return f"{capitalize_segments(named.type)}[{named.title}]"


def _cycle(edges: Iterable[Edge]) -> list[Edge] | None:
    """The edges of the shortest cycle, from the first that is written; None without one."""
    following: dict[Named, dict[Named, Edge]] = {}
    for each in edges:
        following.setdefault(each.first, {}).setdefault(each.second, each)
    left = _in_cycles(following)
    best: list[Edge] | None = None
    for start in left:
        found = _around(start, left, following)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
    return best


def _in_cycles(following: Mapping[Named, Mapping[Named, Edge]]) -> list[Named]:
    """The resources that are left if those without anything after them are taken away, again and again."""
    left = dict.fromkeys(following)
    while True:
        leaving = [each for each in left if not any(after in left for after in following[each])]
        if not leaving:
            return [*left]
        for each in leaving:
            del left[each]


def _around(start: Named, inside: Iterable[Named], following: Mapping[Named, Mapping[Named, Edge]]) -> list[Edge] | None:
    """The shortest way from a resource to itself."""
    allowed, before = {*inside}, dict[Named, Edge]()
    waiting = deque([start])
    while waiting:
        for after, edge in following[waiting[0]].items():
            if after == start:
                path = [edge]
                while path[-1].first != start:
                    path.append(before[path[-1].first])
                return path[::-1]
            if after in allowed and after not in before:
                before[after] = edge
                waiting.append(after)
        waiting.popleft()
    return None
