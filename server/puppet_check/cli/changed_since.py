"""`--changed-since`: the findings of a change, which are in new lines, new in a changed file, or in files that the change affects."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.analysis import Analysis
from puppet_check.cli.changed_files import Changed, ChangedFile, changed_since
from puppet_check.cli.files import STDIN, first_path
from puppet_check.cli.impact import Impact
from puppet_check.cli.options import Command
from puppet_check.config.error import ConfigError
from puppet_check.deadline import Deadline, GivenUp, allowed
from puppet_check.reading.places import is_folder, real, state
from puppet_check.reports.findings import Finding, Report
from puppet_check.reports.parallel import check_files
from puppet_check.reports.records import cached_report, check_with_trace, stored_trace
from puppet_check.reports.worker import Options
from puppet_check.stack import run_deep

Key = tuple[str, str]
"""What identifies a finding in another version of its file: its code and the text of its line."""


class Changes(NamedTuple):
    """What has changed since a revision, for the option `--changed-since`."""

    changed: Changed

    def only(self, reports: Iterable[Report], options: Options) -> Iterator[Report]:
        """The reports with the findings of the change; those of files whose check failed or was given up are left as they are."""
        found = [*reports]
        yield from run_deep(lambda: [*_Filter(self.changed, options, found).reports()])


def changes_of(revision: str, options: Command, asked: Sequence[str]) -> Changes:
    """What has changed since a revision. Raises ConfigError, also for options that it cannot be combined with."""
    others = {
        "--fix": options.fix,
        "--fix-only": options.fix_only,
        "--diff": options.diff,
        "--update-baseline": options.update_baseline,
        "--watch": options.watch,
        f"the path {STDIN}": STDIN in asked,
    }
    wrong = [name for name, is_given in others.items() if is_given]
    if wrong:
        raise ConfigError(f"--changed-since and {wrong[0]} cannot be combined")
    first = first_path(asked)
    return Changes(changed_since(first if is_folder(first) else os.path.dirname(first) or os.curdir, revision))


class _Filter:
    """Used on one thread, whose stack is deep."""

    def __init__(self, changed: Changed, options: Options, reports: Sequence[Report]) -> None:
        self._changed = changed
        self._options = options._replace(fixing=None, is_recorded=False)
        self._reports = reports
        self._deadline = Deadline()
        self._analysis = Analysis(self._options.workspace())
        self._impact = Impact(changed, self._analysis.workspace)

    def reports(self) -> Iterator[Report]:
        """All reports, in their order."""
        for each in self._reports:
            file = self._changed.files.get(real(each.file))
            if self._is_whole(each, file) or self._is_affected(each.file):
                yield each
            else:
                yield each._replace(findings=() if file is None else tuple(self._of_file(each.findings, file)))

    def _is_whole(self, report: Report, file: ChangedFile | None) -> bool:
        """Whether nothing can be left out of a report: there is nothing in it, it tells of a failure, or all of it is about new lines."""
        if not report.findings or report.failed or report.refusal is not None:
            return True
        return file is not None and all(file.is_new(each.line, each.end_line) for each in report.findings)

    def _of_file(self, findings: Sequence[Finding], file: ChangedFile) -> Iterator[Finding]:
        """The findings that are in new lines, or that the file did not have at the revision."""
        others = [each for each in findings if not file.is_new(each.line, each.end_line)]
        known = self._findings_before(file) if others else Counter()
        for each in findings:
            key = _key(each)
            if file.is_new(each.line, each.end_line) or not known[key]:
                yield each
            else:
                known[key] -= 1

    def _findings_before(self, file: ChangedFile) -> Counter[Key]:
        source = file.source
        if source is None or file.before is None:
            return Counter()
        earlier = cached_report(file.before, source, self._analysis.workspace)
        if earlier is not None:
            return Counter(map(_key, earlier.findings))
        options = self._options._replace(store=None, unsaved=((file.before, source),))
        return Counter(_key(each) for report in check_files([file.before], 1, options) for each in report.findings)

    def _is_affected(self, path: str) -> bool:
        """Whether the check of a file depends on what other files have changed; also if that cannot be found out."""
        if not self._impact.has_others(path):
            return False
        try:
            status = state(path)
            return self._deadline.run(lambda: self._depends(path), 2 * allowed(0 if status is None else status.st_size))
        except (GivenUp, MemoryError):
            self._analysis = Analysis(self._options.workspace())
            self._impact = Impact(self._changed, self._analysis.workspace)
            return True
        except OSError:
            return False

    def _depends(self, path: str) -> bool:
        trace = stored_trace(path, self._analysis.workspace) or check_with_trace(path, self._analysis)[1]
        return trace is not None and self._impact.concerns(path, trace)


def _key(finding: Finding) -> Key:
    return finding.code, finding.source.strip()
