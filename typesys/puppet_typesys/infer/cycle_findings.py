"""Reports of dependency cycles: of what a body certainly declares together, and of what it declares if one branch is taken."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.diagnostics import Severity
from puppet_typesys.evaluate.cycles import Containment, Dependencies, cycles, dependencies, describe_cycle
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.compiler import CheckCompiler
from puppet_typesys.infer.issues import cycle_in_branch, dependency_cycle

MOST_BRANCHES = 50
"""The number of branches of a body that are searched for cycles."""


def report_cycles(compiler: CheckCompiler) -> None:
    """Report dependency cycles of resources that are declared together."""
    catalog = compiler.catalog
    named = {pair: each for pair, each in dependencies(catalog).items() if each.by_title}
    if not named:
        return
    certain = {pair: each for pair, each in named.items() if not each.possible}
    edges = [pair for pair, is_certain in catalog.edges.items() if is_certain]
    found = cycles(catalog, certain, edges) if certain else []
    for group in found:
        places = _places(group, certain)
        if places:
            place = min(places, key=lambda each: each.offset)
            compiler.report_at(place, dependency_cycle(describe_cycle(group, certain, edges)))
    possible = {pair: each for pair, each in named.items() if each.possible and each.branch}
    if possible and not found and cycles(catalog, certain | possible, edges):
        _report_in_branches(compiler, certain, possible, edges)


def _report_in_branches(compiler: CheckCompiler, certain: Dependencies, possible: Dependencies, edges: Containment) -> None:
    """Report the cycles of resources and dependencies that exist if one branch is taken, for each cycle the outermost."""
    seen: list[set[Resource]] = []
    branches = sorted({each.branch for each in possible.values() if each.branch}, key=len)
    for branch in branches[:MOST_BRANCHES]:
        inside = {pair: each for pair, each in possible.items() if each.branch == branch[: len(each.branch or ())]}
        together = {**certain, **inside}
        for group in cycles(compiler.catalog, together, edges):
            places = _places(group, inside)
            if places and not any(each <= {*group} for each in seen):
                seen.append({*group})
                message = cycle_in_branch(describe_cycle(group, together, edges))
                compiler.report_at(min(places, key=lambda each: each.offset), message, Severity.WARNING)


def _places(group: Sequence[Resource], known: Dependencies) -> list[Place]:
    """The places where the dependencies among some resources are declared."""
    return [each.place for (first, second), each in known.items() if first in group and second in group and each.place is not None]
