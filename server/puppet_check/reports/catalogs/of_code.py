"""What stops the catalogs of code, without facts of nodes: of an environment and of the classes of modules, for files that are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from puppet_check.reports.catalogs.beginnings import beginnings, whole_modules
from puppet_check.reports.catalogs.module_graph import manifests_by_module, suspects
from puppet_check.reports.catalogs.parts import ENTRIES, MEETINGS, MODULE, Part, put_together
from puppet_check.reports.findings import Finding, Report
from puppet_check.reports.parallel import check_files, check_with_catalogs
from puppet_check.reports.states import ProjectNames
from puppet_check.reports.worker import Earlier, Found, FoundPart, Options
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.named import NamedTuple

if TYPE_CHECKING:
    from puppet_check.reports.catalogs.modules_together import ModulesTogether


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
    known: tuple[FoundPart, ...] = ()
    """What is known of them."""

    def __hash__(self) -> int:
        return hash(self.paths)  # What is known cannot be hashed.

    def found(self, workspace: Workspace) -> Found:
        """What is wrong with them."""
        known = {each.name: each for each in self.known}
        is_traced = workspace.store is not None
        parts = [
            known.get(each.name) or each.found(is_traced=is_traced) for each in parts_of(self.paths, workspace, has_facts=self.has_facts)
        ]
        return put_together(parts)._replace(parts=tuple(each for each in parts if each.name not in known))

    def earlier(self, workspace: Workspace, names: ProjectNames) -> Earlier:
        """What an earlier run has found."""
        from puppet_check.reports.catalogs.cached_parts import CachedParts  # few runs compile catalogs

        parts = [*parts_of(self.paths, workspace, has_facts=self.has_facts)]
        return CachedParts(parts, self.paths, workspace, names, has_facts=self.has_facts)

    def beside(self, known: Sequence[FoundPart]) -> OfCode:
        """The same of which some parts are known."""
        return self._replace(known=tuple(known))


def has_catalogs(paths: Sequence[str], *, has_facts: bool = False) -> bool:
    """Whether catalogs may begin in some files that are checked.

    `has_facts`: the facts of a node are given, whose catalog is analysed whatever files are checked.
    """
    return has_facts or bool(beginnings(paths) or whole_modules(paths)) or any(suspects(paths))


def catalog_findings(paths: Sequence[str], *, has_facts: bool = False) -> Callable[[Workspace], Found] | None:
    """What computes the findings about catalogs of some files; None if no catalog begins in them that may fail."""
    if not has_catalogs(paths, has_facts=has_facts):
        return None

    def compute(workspace: Workspace) -> Found:
        return put_together([each.found(is_traced=False) for each in parts_of(paths, workspace, has_facts=has_facts)])

    return compute


def parts_of(paths: Sequence[str], workspace: Workspace, *, has_facts: bool) -> Iterator[Part]:
    """What is looked for in the catalogs that begin in some files; nothing is read of them yet."""
    begin, whole, modules = beginnings(paths), whole_modules(paths), manifests_by_module(paths)
    if begin:
        projects = [*dict.fromkeys(map(workspace.known, begin))]
        yield Part(ENTRIES, partial(_of_entries, paths, workspace), projects[0], is_noted=len(projects) == 1)
    for folder, files in modules.items():
        known = workspace.known(min(files))
        if not known.is_peripheral(min(files)):
            yield Part(MODULE, partial(_of_module, files, workspace), known, folder)
    if begin or modules:
        from puppet_check.reports.catalogs.modules_together import together_by_modules  # a manifest by itself has no modules beside it

        for several in together_by_modules(paths, workspace):
            yield Part(MEETINGS, partial(_of_meetings, several, workspace), several.known, is_noted=several.is_project)
    if begin or whole or has_facts:
        from puppet_check.reports.catalogs.subjects import subject_parts  # most files have no catalogs to analyse

        yield from subject_parts(paths, workspace, whole)


def _of_entries(paths: Sequence[str], workspace: Workspace) -> Found:
    from puppet_check.reports.catalogs.entry_errors import entry_findings  # most files have no beginnings of catalogs

    return Found(entry_findings(paths, workspace))


def _of_module(files: Sequence[str], workspace: Workspace) -> Found:
    suspected = [*suspects(files)]
    if not suspected:
        return Found({})
    from puppet_check.reports.catalogs.module_errors import module_findings  # most modules have nothing to evaluate

    return Found(module_findings(suspected, workspace))


def _of_meetings(several: ModulesTogether, workspace: Workspace) -> Found:
    from puppet_check.reports.catalogs.manifest_texts import ManifestTexts  # a manifest by itself has no modules beside it

    texts = ManifestTexts(several)
    if not texts.may_meet():
        return Found({})
    from puppet_check.reports.catalogs.meetings import meeting_findings  # most files declare nothing that others do

    return Found(meeting_findings(several, texts, workspace))
