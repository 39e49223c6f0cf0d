"""What stops the catalogs of code, without facts of nodes: of an environment and of the classes of modules, for files that are checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puppet_check.config import Configuration
from puppet_check.reports.catalogs.beginnings import beginnings, whole_modules
from puppet_check.reports.catalogs.module_graph import suspects
from puppet_check.reports.findings import Finding


def catalog_findings(paths: Sequence[str], *, has_facts: bool = False) -> Callable[[Configuration], dict[str, list[Finding]]] | None:
    """What computes the findings about catalogs of some files, by absolute path; None if no catalog begins in them that may fail.

    `has_facts`: the facts of a node are given, whose catalog is looked at whatever files are checked.
    """
    begin, suspected = bool(beginnings(paths)), [*suspects(paths)]
    whole = whole_modules(paths)
    if not begin and not suspected and not whole and not has_facts:
        return None

    def compute(configuration: Configuration) -> dict[str, list[Finding]]:
        from puppet_check.workspace.workspace import Workspace  # most runs have no catalogs

        workspace, found = Workspace(configuration), dict[str, list[Finding]]()
        if begin:
            from puppet_check.reports.catalogs.entry_errors import entry_findings  # most files have no beginnings of catalogs

            found = entry_findings(paths, workspace)
        if suspected:
            from puppet_check.reports.catalogs.module_errors import module_findings  # most modules have nothing to evaluate

            for path, more in module_findings(suspected, workspace).items():
                found.setdefault(path, []).extend(more)
        if begin or whole or has_facts:
            from puppet_check.reports.catalogs.subjects import subject_findings  # as above

            for path, more in subject_findings(paths, workspace, whole).items():
                found.setdefault(path, []).extend(more)
        return found

    return compute
