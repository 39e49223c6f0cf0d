"""For every error in a folder of modules: does the reference refuse the same statement with the same meaning?

    python -m bench.evidence [--reference COMMAND] [--output FILE] MODULES

Two ways are tried for each: the code as it is (1), and the statement lifted out of its file (2, `bench.evidence.statements`). Metadata is
given to the reference's installer (3). Prints the counts by code and way, and writes a table with a line for each error.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.evidence.attempts import Attempt, Error, attempts
from bench.evidence.install import COMMAND as PUPPET
from bench.evidence.install import refusal_to_install
from bench.evidence.match import is_same
from bench.evidence.reference import COMMAND, Job, Refusal, refusals

from puppet_check.analysis import Analysis
from puppet_check.config.configuration import Configuration, Given
from puppet_check.document import Document
from puppet_check.workspace.files import find
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.parse import mode_of, parse
from puppet_typesys.diagnostics import Severity
from tests.support.answers import with_stack

Row = tuple[Error, Attempt | None, Refusal | None]
TOGETHER = 500
"""The maximum number of catalogs that one process of the reference is asked for."""
SHOWN = 500
"""The maximum number of characters of a text in the table."""
COLUMNS = ("file", "line", "code", "message", "way", "compiled", "refused")
ACCEPTED = frozenset(("server-injection", "secret-redacted"))
"""Errors about what Puppet accepts, and does."""


def main() -> None:
    """Check the modules, ask the reference, and write the table."""
    parser = argparse.ArgumentParser(prog="bench.evidence", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--reference", default=COMMAND, metavar="COMMAND")
    parser.add_argument("--puppet", default=PUPPET, metavar="COMMAND", help="the reference's command line")
    parser.add_argument("--output", type=Path, metavar="FILE", help="the table, separated by tabs")
    parser.add_argument("--only", default="", metavar="TEXT", help="only errors of which the path or code has this text")
    options = parser.parse_args()
    with_stack(lambda: _run(options))


def _run(options: argparse.Namespace) -> None:
    modules = Path(options.modules).absolute()
    waiting = {error: tries for error, tries in _errors(modules) if options.only in f"{error.path} {error.code}"}
    rows = list(_uninstallable([error for error in waiting if error.path.endswith("metadata.json")], options.puppet))
    waiting = {error: tries for error, tries in waiting.items() if error not in {row[0] for row in rows}}
    last: dict[Error, Refusal | None] = {}
    while waiting:
        share = max(1, TOGETHER // len(waiting))
        tried = [(error, attempt) for error, tries in waiting.items() for attempt in islice(tries, share)]
        answers = refusals((attempt.job for _, attempt in tried), modules, options.reference)
        for (error, attempt), refusal in zip(tried, answers, strict=True):
            last[error] = refusal
            if error in waiting and refusal is not None and is_evidence(error, attempt, refusal):
                rows.append((error, attempt, refusal))
                del waiting[error]
        left = {error for error, _ in tried}
        rows += [(error, None, last.get(error)) for error in waiting if error not in left]
        waiting = {error: tries for error, tries in waiting.items() if error in left}
        print(f"{len(rows)} done, {len(waiting)} waiting", file=sys.stderr)
    rows.sort(key=lambda row: (row[0].path, row[0].start, row[0].code))
    _print(rows)
    if options.output:
        _write(options.output, rows, modules)


def _uninstallable(errors: list[Error], command: str) -> Iterator[Row]:
    """Errors in metadata because of which the module cannot be installed."""
    for error in errors:
        refusal = refusal_to_install(Path(error.path).parent, command)
        if refusal is not None:
            yield error, Attempt(3, Job("puppet module install"), error.line, error.line), refusal


def _errors(modules: Path) -> Iterator[tuple[Error, Iterator[Attempt]]]:
    workspace = Workspace(Configuration(Given(), is_read=False))
    analysis = Analysis(workspace)
    for path in sorted(find(str(modules))):
        checked = analysis.check(path)
        errors = [each for each in checked.diagnostics if each.severity is Severity.ERROR and each.code not in ACCEPTED]
        if not errors:
            continue
        model = Document(path, parse(checked.text.source, mode_of(path)), workspace).model if path.endswith((".pp", ".epp")) else None
        known = workspace.known(path)
        for each in errors:
            error = Error(path, checked.text.position(each.start).line + 1, each.start, each.end, each.code, each.message)
            yield error, iter(()) if model is None else attempts(error, model, known)


def is_evidence(error: Error, attempt: Attempt, refusal: Refusal) -> bool:
    """Whether a refusal concerns the statement with the error, and means the same."""
    here = refusal.file == error.path and refusal.line is not None and attempt.first <= refusal.line <= attempt.last
    # Errors about exported resources are raised at the end, without a position.
    nowhere = not refusal.file and " (line:" not in refusal.message
    return (here or nowhere) and is_same(error.code, error.message, refusal.message)


def _print(rows: list[Row]) -> None:
    found = Counter((row[0].code, row[1].way if row[1] else 0) for row in rows)
    for code in sorted({row[0].code for row in rows}):
        print(f"| {code} | {' | '.join(str(found[code, way]) for way in (1, 2, 3, 0))} |")
    print(f"| all | {' | '.join(str(sum(n for (_, w), n in found.items() if w == way)) for way in (1, 2, 3, 0))} |")


def _write(output: Path, rows: list[Row], modules: Path) -> None:
    with output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        for error, attempt, refusal in rows:
            place = str(Path(error.path).relative_to(modules))
            compiled = _compiled(attempt) if attempt else ""
            said = refusal.message.replace(f"{modules}/", "") if refusal else ""
            shown = (each.replace(f"{modules}/", "") for each in (error.message, compiled, said))
            message, compiled, said = (_short(each) for each in shown)
            writer.writerow((place, error.line, error.code, message, attempt.way if attempt else "none", compiled, said))


def _short(text: str) -> str:
    """A text on one line, truncated."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def _compiled(attempt: Attempt) -> str:
    job = attempt.job
    asked = job.code or "the file itself"
    lifted_text = job.files[0][1].strip() if job.files else ""
    return f"[{job.facts}] {asked}" + (f" with: {lifted_text}" if lifted_text else "")


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    main()
