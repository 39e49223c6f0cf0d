"""What the order of the resources in a catalog lacks, as findings: the analysis of `typesys/puppet_typesys/ordering`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from puppet_check.reports.catalogs.subject import InText, Subject
from puppet_check.rules import order
from puppet_check.workspace.autorelations import autorelations_of
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Fix, Message, Related, Severity
from puppet_typesys.evaluate.cycles import Found
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.issues import dependency_cycle
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.ordering.arrow_fixes import with_arrow
from puppet_typesys.ordering.autorelations import Rows
from puppet_typesys.ordering.conflicts import conflicts
from puppet_typesys.ordering.fixes import body_of, contained, declared_by, related_by
from puppet_typesys.ordering.graph import graph_of
from puppet_typesys.ordering.inclusion import container
from puppet_typesys.ordering.missing_order import MissingOrder, missing_orders
from puppet_typesys.ordering.shortest_cycle import Cycle, shortest_cycle
from puppet_typesys.ordering.unfinished import missing_notifications, missing_parents, never_run
from puppet_typesys.ordering.view import View

CODES = {
    order.missing_order.issue.code: "warning",
    order.conflict.issue.code: "warning",
    dependency_cycle.issue.code: "error",
    order.missing_notify.issue.code: "info",
    order.missing_parent.issue.code: "info",
    order.never_runs.issue.code: "info",
}
RELATIONS = frozenset(("before", "notify", "require", "subscribe"))
"""The parameters of which fixes set one."""


def analysed(subject: Subject) -> Iterator[InText]:
    """The findings about the order of a catalog that was compiled to its end."""
    if not subject.has_order:
        return
    compiled = subject.compiled
    if compiled.error is not None:
        return
    compiler = compiled.compiler
    graph = graph_of(compiler.catalog, relations(compiler))
    cycle = shortest_cycle(graph)
    if cycle is not None:
        yield from _of_cycle(compiler, cycle, is_whole=subject.is_whole)
        return
    view = View(graph, compiler.world.read_file)
    declared = declared_by(compiler.catalog)
    if subject.wants(order.missing_order.issue.code, "info"):
        for each in missing_orders(view, compiler.inclusions):
            yield from _of_order(compiler, each, declared)
    if subject.wants(order.conflict.issue.code, "warning"):
        for conflict in conflicts(view):
            message = order.conflict(str(conflict.first), str(conflict.second), conflict.why)
            yield from _at(compiler, conflict.second, message, related=[(conflict.first, "the other one")])
    yield from _strict(subject, view, declared)


def unmet_needs(compiler: NodeCompiler, found: Found | None = None) -> dict[tuple[str, str], str]:
    """The resources of a whole catalog that need others without an order: the first, the second, and why it needs that.

    `found` is what resources depend on, if that was looked for already.
    """
    missing = missing_orders(View(graph_of(compiler.catalog, relations(compiler), found)), compiler.inclusions)
    return {(str(each.need.first), str(each.need.second)): each.need.why for each in missing}


def relations(compiler: NodeCompiler) -> Callable[[str], Rows]:
    """The autorelations of resource types, in the project of a compiler."""
    return autorelations_of(compiler.library)


def _of_order(compiler: NodeCompiler, found: MissingOrder, declared: Counter[int]) -> Iterator[InText]:
    need, around = found.need, found.uncontained
    second = _declared_outside(compiler, need.second)
    first = str(need.first)
    message = order.missing_order(first, str(second), need.why, fails=found.fails_now)
    related = [(need.first, f"`{first}` is declared here")]
    places = []
    if around is not None:
        message = order.missing_containment(first, str(second), need.why, str(around.outer), str(around.inner), fails=found.fails_now)
        places.append((around.place.text, around.place.offset, f"`{around.outer}` includes `{around.inner}` here"))
    severity = Severity.WARNING if found.fails_now else Severity.INFO
    fixes = [*with_arrow(need.first, second), *related_by(declared, second, "require", need.first)]
    changed = {first: RELATIONS, str(second): RELATIONS}
    if around is not None and second.place is not None:
        changed[str(around.inner)] = changed[str(around.outer)] = RELATIONS
        fixes = [*_in_file(compiler, around.place.text, second.place.text, contained(around)), *fixes]
    yield from _at(compiler, second, message, related=related, places=places, severity=severity, fixes=tuple(fixes), changed=changed)


def _in_file(compiler: NodeCompiler, text: Text, own: Text, fixes: Iterable[Fix]) -> Iterator[Fix]:
    """Fixes in a text that may be that of another file than the finding."""
    source = compiler.source_of(text)
    for each in fixes:
        if text is own:
            yield each
        elif source is not None:
            yield each._replace(edits=tuple(edit._replace(path=os.path.abspath(source.path)) for edit in each.edits))


def _strict(subject: Subject, view: View, declared: Counter[int]) -> Iterator[InText]:
    compiler = subject.compiled.compiler
    if subject.wants(order.missing_notify.issue.code, "info"):
        for each in missing_notifications(view):
            file = _declared_outside(compiler, each.file)
            fixes = tuple(related_by(declared, each.service, "subscribe", file))
            message = order.missing_notify(str(file), str(each.service))
            changed = {str(each.service): RELATIONS}
            yield from _at(compiler, each.service, message, related=[(file, "the file")], fixes=fixes, changed=changed)
    if subject.wants(order.missing_parent.issue.code, "info"):
        for orphan in missing_parents(view):
            message = order.missing_parent(str(orphan.file), orphan.folder)
            yield from _at(compiler, orphan.file, message, related=[(orphan.above, "the folder above is managed here")])
    if subject.is_whole and subject.wants(order.never_runs.issue.code, "info"):
        for idle in never_run(view):
            yield from _at(compiler, idle, order.never_runs(str(idle)))


def _of_cycle(compiler: NodeCompiler, cycle: Cycle, *, is_whole: bool) -> Iterator[InText]:
    """A cycle that no check of a file finds: one with an autorelation, or of several files."""
    texts = {id(each.place.text) for each in cycle.resources if each.place is not None}
    if not cycle.has_automatic and not (is_whole and len(texts) > 1):
        return
    path = "(" + " => ".join(map(str, (*cycle.resources, cycle.resources[0]))) + ")"
    native = [each for each in cycle.resources if each.place is not None]
    if native:
        yield from _at(compiler, native[0], dependency_cycle(path), related=[(each, f"`{each}` is declared here") for each in native[1:]])


def _declared_outside(compiler: NodeCompiler, resource: Resource) -> Resource:
    """The resource itself, or the define that declares it for the code of another module."""
    while (around := container(resource)) is not None and not around.is_class and around.place is not None and resource.place is not None:
        inner, outer = compiler.source_of(resource.place.text), compiler.source_of(around.place.text)
        if inner is None or outer is None or inner.module_name == outer.module_name:
            return resource
        resource = around
    return resource


def _at(
    compiler: NodeCompiler,
    resource: Resource,
    message: Message,
    *,
    related: Sequence[tuple[Resource, str]] = (),
    places: Sequence[tuple[Text, int, str]] = (),
    severity: Severity | None = None,
    fixes: tuple[Fix, ...] = (),
    changed: Mapping[str, frozenset[str]] | None = None,
) -> Iterator[InText]:
    place = resource.place
    if place is None:
        return
    body = body_of(resource)
    start, end = (place.offset, place.offset) if body is None else (body.title.start, body.title.end)
    others = [(at.text, at.offset, words) for each, words in related if (at := _place(compiler, each)) is not None]
    shown = tuple(_related(compiler, place.text, *each) for each in (*others, *places) if compiler.source_of(each[0]) is not None)
    diagnostic: Diagnostic = message.at(start, end, related=shown, severity=severity, fixes=fixes)
    yield InText(place.text, diagnostic, changed=tuple((changed or {}).items()))


def _place(compiler: NodeCompiler, resource: Resource) -> Place | None:
    if resource.place is not None or not resource.is_class:
        return resource.place
    found = compiler.inclusions.places.get(resource.title.lower())
    return None if found is None else Place(found.text, found.offset)


def _related(compiler: NodeCompiler, own: Text, text: Text, offset: int, words: str) -> Related:
    source = compiler.source_of(text)
    return Related(offset, offset, words, None if source is None or text is own else source.path)
