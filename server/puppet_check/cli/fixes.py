"""What fixes change, for the command line: the options, the diff, and the number of fixed findings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from puppet_check.cli.files import STDIN
from puppet_check.cli.options import Command
from puppet_check.cli.paths import relative
from puppet_check.cli.untrusted import quoted_path, write_data
from puppet_check.config import ConfigError, Configuration
from puppet_check.fixing import Fixing
from puppet_check.reports.findings import Changes, Report, fixable
from puppet_check.reports.selected import selected
from puppet_check.writing import allowed_by
from puppet_grammar.dataclass import dataclass


def fixing(options: Command) -> Fixing | None:
    """How files are to be fixed; None: not at all. Raises ConfigError for options that cannot be combined."""
    if options.fix and options.diff:
        raise ConfigError("--fix and --diff cannot be combined: --diff writes nothing")
    if (options.fix_only or options.fix or options.diff) and (options.watch or options.update_baseline):
        raise ConfigError("fixes cannot be combined with --watch or --update-baseline")
    if options.output_file and (options.fix_only or options.diff or (options.fix and STDIN in options.paths)):
        raise ConfigError("--output-file needs a report, which there is not with --fix-only, --diff or fixes of the standard input")
    if not (options.fix or options.fix_only or options.diff):
        if options.unsafe_fixes:
            raise ConfigError("--unsafe-fixes needs --fix, --fix-only or --diff")
        return None
    return Fixing(options.unsafe_fixes, writes=not options.diff, allowed=allowed_by(options.asked))


@dataclass()
class Count:
    """The findings that were fixed so far."""

    config: Configuration
    fixing: Fixing
    findings: int = 0
    files: int = 0
    unsafe: int = 0
    """The selected findings that are left and have only a fix that is not safe."""
    refused: int = 0
    """The selected findings that are left because their fixes would cause others."""

    def watch(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The same reports, counted, with the fixes that were applied."""
        for report in reports:
            if report.changes is not None:
                self.findings += len(report.changes.codes)
                self.files += 1
            fixed = report._replace(fixed="unsafe" if self.fixing.is_unsafe else "safe")
            for shown in selected([fixed], self.config):
                self.unsafe += sum(fixable(each, shown) == "unsafe" for each in shown.findings)
                self.refused += sum(each.fixable is not None and fixable(each, shown) is None for each in shown.findings)
            yield fixed

    def sentence(self) -> str:
        """What was fixed, or would be, and what only fixes would fix that are not safe."""
        refused = ""
        if self.refused:
            fixes = "1 fix was" if self.refused == 1 else f"{self.refused} fixes were"
            refused = f"; {fixes} refused, as other findings would follow"
        if not self.files and not self.unsafe:
            return f"Nothing to fix{refused}"
        if not self.files:
            fixes, applies = ("1 fix is", "applies it") if self.unsafe == 1 else (f"{self.unsafe} fixes are", "applies them")
            return f"Nothing to fix safely; {fixes} unsafe: --unsafe-fixes {applies}{refused}"
        findings = f"{self.findings} {'finding' if self.findings == 1 else 'findings'}"
        files = f"{self.files} {'file' if self.files == 1 else 'files'}"
        more = f"; {self.unsafe} more fixable with --unsafe-fixes" if self.unsafe else ""
        return f"{'Fixed' if self.fixing.writes else 'Would fix'} {findings} in {files}{more}{refused}"


def diffs(reports: Iterable[Report]) -> Iterator[str]:
    """The changes as a unified diff, with the bytes that are not UTF-8 as surrogates."""
    for report in reports:
        if report.changes is not None:
            yield from diff(report.file, report.changes)


def diff(path: str, changes: Changes) -> Iterator[str]:
    """The changes of a file as a unified diff."""
    from difflib import unified_diff  # measured: 2 ms, and most runs show no diff

    before, after = (each.decode("utf-8", "surrogateescape").split("\n") for each in (changes.before, changes.after))
    name = relative(path).replace(os.sep, "/")
    name = quoted_path(name)
    lines = unified_diff(_with_ends(before), _with_ends(after), name, name)
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _with_ends(lines: list[str]) -> list[str]:
    return [f"{each}\n" for each in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def write_diffs(reports: Iterable[Report]) -> None:
    """Write the changes as a unified diff: as bytes, whatever the encoding of the output, but visible on a terminal."""
    for piece in diffs(reports):
        write_data(piece.encode("utf-8", "surrogateescape"))
