"""Applies the fixes of findings about catalogs, after those of the findings in each file; each is checked by compiling."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache, partial

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.config.node_facts import read_nodes
from puppet_check.deadline import Deadline
from puppet_check.fixing import Fixing
from puppet_check.reports.catalogs.beginnings import whole_modules
from puppet_check.reports.catalogs.checked_fixes import Checked
from puppet_check.reports.catalogs.compilation import NotMade, in_time
from puppet_check.reports.catalogs.extent import extent_of_check
from puppet_check.reports.catalogs.fixer import fixed
from puppet_check.reports.catalogs.node_fixing import fixed_for_nodes
from puppet_check.reports.catalogs.nodes import nodes_of
from puppet_check.reports.catalogs.subjects import by_project, not_made, subjects_of
from puppet_check.reports.findings import Changes, Finding, Report, report, together, unwritable
from puppet_check.workspace.workspace import Workspace
from puppet_check.writing import replace


def with_catalogs_fixed(reports: Sequence[Report], configuration: Configuration, fixing: Fixing) -> list[Report]:
    """The reports of files that were fixed, with the findings about catalogs of them, as far as those are not fixed as well.

    What is left in the catalogs of nodes whose facts are in a folder is not among them.
    """
    paths = {os.path.abspath(each.file): each for each in reports}
    changed = {path: each.changes.after for path, each in paths.items() if each.changes is not None}
    workspace = Workspace(configuration)
    analysis = Analysis(workspace)
    deadline = Deadline()
    found: dict[str, Report] = {}
    left: list[Finding] = []
    read = cache(read_nodes)
    projects = by_project([*paths], workspace)
    extent = extent_of_check(whole_modules(paths), len(projects))
    for known, own in projects:
        shown = {each for each in own if not known.is_peripheral(each)}
        facts = known.settings.facts_dir
        nodes = [] if facts is None else [*nodes_of(known, read(facts))]
        if nodes:
            outcome = fixed_for_nodes(nodes, changed, shown, analysis, fixing, deadline)
        else:
            subjects = subjects_of(known, shown, configuration, extent) if shown else iter(())
            checked = (Checked(each.with_texts(changed), changed) for each in subjects if each.with_texts is not None)
            outcome = in_time(partial(fixed, checked, shown, analysis, fixing), deadline)
        if isinstance(outcome, NotMade):
            left += not_made(outcome, shown)
            continue
        left += outcome.left
        for path, text in outcome.texts.items():
            found[path] = _report(paths[path], path, text, outcome.codes.get(path, ()), analysis, fixing)
    about = together(left)
    return [
        each._replace(findings=(*each.findings, *about.get(path, ())))
        for path, before in paths.items()
        for each in (found.get(path, before),)
    ]


def _report(before: Report, path: str, text: bytes, codes: Sequence[str], analysis: Analysis, fixing: Fixing) -> Report:
    """The report of a file with another text, which is written if files are."""
    given = before.changes
    old = analysis.workspace.known(path).contents(path) if given is None else given.after
    first = old if given is None else given.before
    if fixing.writes:
        try:
            replace(path, old, text, fixing.allowed)
        except OSError as error:
            return unwritable(before.file, error.strerror or str(error))
    after = analysis.check_text(path, text)
    applied = (*(() if given is None else given.codes), *codes)
    return report(before.file, after.text, after.diagnostics)._replace(changes=Changes(applied, first, text))
