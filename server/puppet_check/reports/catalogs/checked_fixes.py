"""Checks fixes of findings about catalogs: the code is compiled with them, and the catalog may differ in nothing but what they are for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from puppet_check.analysis import Analysis
from puppet_check.document import selected
from puppet_check.features.catalog.changes import Catalogs, Comparison, changes, compared
from puppet_check.features.catalog.data import Data
from puppet_check.features.catalog.document import catalog_document, rich
from puppet_check.fixing import completed, edited
from puppet_check.reports.catalogs.analyses import shown_about
from puppet_check.reports.catalogs.compilation import Compiled
from puppet_check.reports.catalogs.order_findings import RELATIONS, relations
from puppet_check.reports.catalogs.secret_findings import secrets_of
from puppet_check.reports.catalogs.subject import InText, Subject, Texts
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.ordering.graph import graph_of
from puppet_typesys.ordering.shortest_cycle import shortest_cycle
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive

REPLACED = frozenset((*RELATIONS, "command"))
"""Parameters of which fixes change the value, not only whether it is Sensitive."""
Changed = Mapping[str, frozenset[str]]
"""Resources, and the names of their parameters that a fix changes."""


@dataclass(frozen=True)
class Checked:
    """A subject with some texts, and what is found in its catalog. Used by one thread."""

    subject: Subject
    texts: Texts = field(default_factory=dict)

    @cached_property
    def found(self) -> list[tuple[Source, InText]]:
        """The diagnostics in all of its files."""
        return [*shown_about(self.subject, lambda path: True)]

    @cached_property
    def counted(self) -> Counter[tuple[object, ...]]:
        """How often each file has each diagnostic."""
        return Counter((source.path, each.diagnostic.code, each.diagnostic.data) for source, each in self.found)

    def has_read(self, path: str) -> bool:
        """Whether a file was evaluated for its catalog."""
        return any(os.path.abspath(each) == path for each in self.subject.compiled.compiler.sources) or any(
            os.path.abspath(source.path) == path for source, _ in self.found
        )

    def with_texts(self, texts: Texts) -> Checked:
        """The same with other texts of some files, in addition to those that it has."""
        both = {**self.texts, **texts}
        assert self.subject.with_texts is not None
        return Checked(self.subject.with_texts(both), both)


def texts_with(fix: Fix, source: Source, found: InText, checked: Checked, analysis: Analysis) -> Texts | None:
    """The texts of the files that a fix edits; None if it causes other findings in them."""
    by_path: dict[str, list[Edit]] = {}
    for each in fix.edits:
        by_path.setdefault(os.path.abspath(each.path or source.path), []).append(each._replace(path=None))
    compiler = found.compiler or checked.subject.compiled.compiler
    made = {}
    for path, edits in by_path.items():
        text = next((each.text.source for each in compiler.sources.values() if os.path.abspath(each.path) == path), None)
        if text is None:
            return None
        configuration = analysis.workspace.configuration
        before = selected(path, analysis.check_text(path, text).diagnostics, configuration)
        whole, codes = completed(path, text, edits, before, analysis)
        if codes:
            return None
        made[path] = edited(text, whole)
    return made


def with_fix(texts: Texts, source: Source, found: InText, checked: Checked, others: Sequence[Checked]) -> list[Checked] | None:
    """The subjects with texts that a fix has made: first that of its finding, then others.

    None if a catalog differs in more than what the fix is for, a diagnostic is new, or the one that it is of is left.
    """
    changed = changed_by((found,))
    after = checked.with_texts(texts)
    classes = None if found.compiler is None or not checked.subject.module else found.compiler.resolver.node.classes
    if not _differ_only(_compiled(checked, classes), _compiled(after, classes), changed):
        return None
    if found.compiler is not None and not all(
        each.is_whole for each in secrets_of(after.subject) if classes is None or each.compiler.resolver.node.classes == classes
    ):
        # A Sensitive that the code now takes may be refused further on.
        return None
    key = source.path, found.diagnostic.code, found.diagnostic.data
    if after.counted - checked.counted or after.counted[key] >= checked.counted[key]:
        return None
    made = [after]
    for each in others:
        other = with_others_fix(each, texts, changed)
        if other is None:
            return None
        made.append(other)
    return made


def with_others_fix(checked: Checked, texts: Texts, changed: Changed) -> Checked | None:
    """A subject with the texts of fixes for findings in other catalogs; None if its own differs in more, or a diagnostic is new."""
    if not any(map(checked.has_read, texts)):
        return checked
    after = checked.with_texts(texts)
    if checked.subject.compiled.error is None and not _differ_only(checked.subject.compiled, after.subject.compiled, changed):
        return None
    return None if after.counted - checked.counted else after


def changed_by(found: Iterable[InText]) -> Changed:
    """What the fixes of some diagnostics change in a catalog."""
    changed: dict[str, frozenset[str]] = {}
    for each in found:
        for name, parameters in each.changed:
            changed[name] = changed.get(name, frozenset()) | parameters
    return changed


def _compiled(checked: Checked, classes: Sequence[str] | None) -> Compiled:
    return checked.subject.compiled if classes is None else checked.subject.compile(classes=classes)


def _differ_only(before: Compiled, after: Compiled, changed: Changed) -> bool:
    """Whether two catalogs are whole, differ in nothing but some parameters, and the second one has no cycle."""
    if before.error is not None or after.error is not None:
        return False
    one, other = (catalog_document(each.compiler, each.node) for each in (before, after))
    for each in changes(Catalogs(one, other, _nothing, _nothing)):
        if each.is_edge:
            continue
        names = changed.get(each.subject, frozenset())
        if each.kind in ("added", "removed") or not names.issuperset(difference.name for difference in each.differences):
            return False
    first, second = _by_name(before), _by_name(after)
    if first.keys() != second.keys() or any(not _is_kept(first.get(name), second.get(name), names) for name, names in changed.items()):
        return False
    compiler = after.compiler
    return _keeps_edges(one, other, changed) and shortest_cycle(graph_of(compiler.catalog, relations(compiler))) is None


def _nothing(name: str) -> None:
    return None


def _by_name(compiled: Compiled) -> dict[str, Resource]:
    return {str(each): each for each in compiled.compiler.catalog.resources}


def _is_kept(before: Resource | None, after: Resource | None, names: frozenset[str]) -> bool:
    """Whether parameters of a resource have the same values but for being Sensitive, unless the fix replaces or adds them."""
    if before is None or after is None:
        return before is after
    given = [name for name in names - REPLACED if before.get(name) is not None]
    return all(compared(rich(_plain(before.get(name))), rich(_plain(after.get(name)))) is Comparison.SAME for name in given)


def _plain(value: object) -> object:
    match value:
        case Sensitive():
            return _plain(value.value)
        case tuple():
            return tuple(map(_plain, value))
        case Hash():
            return Hash((key, _plain(each)) for key, each in value.items())
    return value


def _keeps_edges(before: Data, after: Data, changed: Changed) -> bool:
    """Whether a catalog has the edges of another one, and more only of some resources."""
    first, second = _edges(before), _edges(after)
    gone, new = first - second, second - first
    return all(each[0] == "contains" and each[2] in changed for each in gone) and all(
        each[1] in changed or each[2] in changed for each in new
    )


def _edges(catalog: Data) -> set[tuple[str, str, str]]:
    relationships, contained = catalog["relationships"], catalog["edges"]
    assert isinstance(relationships, list)
    assert isinstance(contained, list)
    return {(each["type"], each["source"], each["target"]) for each in relationships} | {
        ("contains", each["source"], each["target"]) for each in contained
    }
