"""What stops the catalogs of code, without facts of nodes: of an environment and of the classes of modules, for files that are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from puppet_check.reports.catalogs.beginnings import beginnings, whole_modules
from puppet_check.reports.catalogs.module_graph import suspects
from puppet_check.reports.findings import Finding, Report
from puppet_check.reports.parallel import check_files, check_with_catalogs
from puppet_check.reports.worker import Earlier, Found, Options
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.named import NamedTuple


def check_files_and_catalogs(
    paths: Sequence[str], jobs: int, options: Options, about: Sequence[str], *, has_facts: bool = False
) -> Iterator[Report]:
    """The reports of files as `check_files` gives them, with what is found about the catalogs that begin in some of them."""
    if not any(each.endswith(".pp") for each in about):
        return check_files(paths, jobs, options)
    return _with_found(check_with_catalogs(paths, jobs, options, OfCode(tuple(about), has_facts)))


def _with_found(results: Iterator[Report | Found]) -> Iterator[Report]:
    """The reports, each with what is found about catalogs in its file: those that come before that wait for it."""
    before, found = list[Report](), dict[str, list[Finding]]()
    for each in results:
        if isinstance(each, Found):
            found = each.findings
            break
        before.append(each)
    reports = chain(before, (each for each in results if isinstance(each, Report)))
    if not found:
        yield from reports
        return
    from puppet_check.reports.catalogs.stops import with_findings  # few runs find anything

    yield from with_findings(reports, found)


class OfCode(NamedTuple):
    """The catalogs that begin in some files, and those of the nodes whose facts are given."""

    paths: tuple[str, ...]
    has_facts: bool

    def found(self, workspace: Workspace) -> Found:
        """What is wrong with them."""
        compute = catalog_findings(self.paths, has_facts=self.has_facts)
        return Found({}) if compute is None else compute(workspace)

    def earlier(self, workspace: Workspace) -> Earlier:
        """What an earlier run has found."""
        from puppet_check.reports.catalogs.cached_findings import CachedFindings  # few runs compile catalogs

        return CachedFindings(self.paths, workspace, has_facts=self.has_facts)


def has_catalogs(paths: Sequence[str], *, has_facts: bool = False) -> bool:
    """Whether catalogs may begin in some files that are checked."""
    return catalog_findings(paths, has_facts=has_facts) is not None


def catalog_findings(paths: Sequence[str], *, has_facts: bool = False) -> Callable[[Workspace], Found] | None:
    """What computes the findings about catalogs of some files; None if no catalog begins in them that may fail.

    `has_facts`: the facts of a node are given, whose catalog is analysed whatever files are checked.
    """
    begin, suspected = bool(beginnings(paths)), [*suspects(paths)]
    whole = whole_modules(paths)
    if not begin and not suspected and not whole and not has_facts:
        return None

    def compute(workspace: Workspace) -> Found:
        found, is_complete = dict[str, list[Finding]](), True
        if begin:
            from puppet_check.reports.catalogs.entry_errors import entry_findings  # most files have no beginnings of catalogs

            found = entry_findings(paths, workspace)
        if suspected:
            from puppet_check.reports.catalogs.module_errors import module_findings  # most modules have nothing to evaluate

            for path, more in module_findings(suspected, workspace).items():
                found.setdefault(path, []).extend(more)
        if begin or whole or has_facts:
            from puppet_check.reports.catalogs.subjects import subject_findings  # as above

            analysed = subject_findings(paths, workspace, whole)
            is_complete = analysed.is_complete
            for path, more in analysed.findings.items():
                found.setdefault(path, []).extend(more)
        return Found(found, is_complete)

    return compute
