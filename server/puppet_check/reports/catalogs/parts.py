"""Parts of what is looked for in the catalogs of files. None depends on another, so each is kept and computed again by itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from puppet_check.reports.findings import Finding, together
from puppet_check.reports.worker import Found, FoundPart, PartName
from puppet_check.workspace.answers import Asked, joined
from puppet_check.workspace.known import Known
from puppet_grammar.named import NamedTuple

ENTRIES, MODULE, MEETINGS, NODES, CLASSES = "entries", "module", "meetings", "nodes", "classes"
"""What is looked for: what stops node definitions, roles and profiles, or classes of a module; what definitions of a project declare twice;
what the analyses find in catalogs."""
ANALYSED = (NODES, CLASSES)
"""Those whose catalogs may have the same resources."""
MANIFESTS = "manifests"


class Part(NamedTuple):
    """What is looked for at once."""

    kind: str
    find: Callable[[], Found]
    known: Known
    """The project that it is about."""
    module: str = ""
    """The folder of the module that it is about, all manifests of which count."""
    is_noted: bool = True
    """Whether all that it depends on is asked of its project, which notes it; otherwise any file of all projects may matter."""

    @property
    def name(self) -> PartName:
        """What it is called in one run."""
        return self.kind, self.known.project.root, self.module

    def found(self, *, is_traced: bool) -> FoundPart:
        """What is found; `is_traced`: with what that depends on."""
        known = self.known
        if not (self.is_noted and is_traced):
            found = self.find()
            return FoundPart(self.name, found.findings, found.is_complete)
        asked = list[Asked]()
        with known.answers.recording(asked):
            if self.module:
                known.world.ask_below(self.module, (MANIFESTS,))
            found = self.find()
        return FoundPart(self.name, found.findings, found.is_complete, known.answers.trace(joined(asked)))


def put_together(parts: Sequence[FoundPart]) -> Found:
    """All that is found, by the absolute paths of files."""
    result = dict[str, list[Finding]]()
    analysed = (finding for part in parts if part.name[0] in ANALYSED for several in part.findings.values() for finding in several)
    stops = (each.findings for each in parts if each.name[0] not in (*ANALYSED, MEETINGS))
    meetings = (each.findings for each in parts if each.name[0] == MEETINGS)
    for findings in (*stops, together(analysed)):
        for path, more in findings.items():
            result.setdefault(path, []).extend(more)
    shown = {place for several in result.values() for each in several if each.severity == "error" for place in _places(each)}
    for path, more in ((path, more) for findings in meetings for path, more in findings.items()):
        result.setdefault(path, []).extend(each for each in more if shown.isdisjoint(_places(each)))
    return Found(result, all(each.is_complete for each in parts))


def _places(finding: Finding) -> set[tuple[str, int]]:
    """The files and lines of a finding and of what explains it."""
    pairs = ((finding.file, finding.line), *((each.file, each.line) for each in finding.related))
    return {(os.path.abspath(file), line) for file, line in pairs}
