"""The coverage of branches and lines as JSON, with keys like those of coverage.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.cli.json_rows import row
from puppet_check.cli.paths import relative
from puppet_check.cli.testing.coverage import Totals, head_of, rounded, totals_of
from puppet_check.specs.covering import Covered, FileCoverage, declared_in
from puppet_check.specs.suite import Outcome


def render(files: Sequence[FileCoverage], outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A document: an object for each file, then the totals. Lines and columns begin at 1; columns are characters."""
    yield '{"files": {'
    separator = "\n"
    for each in files:
        yield f"{separator}{row(relative(each.path))}: {row(_file(each))}"
        separator = ",\n"
    declared = declared_in(outcomes)
    missed = [{"resource": f"{each.type}[{each.title}]", "declared": relative(each.place)} for each in declared if not each.is_looked_at]
    resources = {"declared": len(declared), "looked_at": len(declared) - len(missed), "missed": missed}
    yield f'\n}}, "totals": {row(_totals(totals_of(files)))}, "resources": {row(resources)}}}\n'


def _file(file: FileCoverage) -> dict[str, object]:
    lines = {str(line): times for line, times in file.times.items()}
    branches = [_branch(each, file) for each in sorted(file.branches, key=lambda each: each.branch.start)]
    return {"summary": _totals(totals_of([file])), "branches": branches, "lines": lines}


def _branch(covered: Covered, file: FileCoverage) -> dict[str, object]:
    branch = covered.branch
    start, end = file.text.position(branch.start), file.text.position(branch.end)
    return {
        "kind": branch.kind,
        "code": head_of(covered, file.text),
        "line": start.line + 1,
        "column": start.column + 1,
        "end_line": end.line + 1,
        "end_column": end.column + 1,
        "status": "missed" if covered.is_missed else "unknown" if covered.is_open else "covered",
        "count": covered.counted.times,
    }


def _totals(totals: Totals) -> dict[str, object]:
    return {
        "num_branches": totals.branches,
        "covered_branches": totals.covered,
        "missing_branches": totals.missed,
        "unknown_branches": totals.open,
        "percent_covered": rounded(totals.percent),
    }
