"""What examples have looked at, as an editor shows it beside the code of manifests."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.specs.covering import coverage_of, declared_in
from puppet_check.specs.suite import Outcome

Rows = dict[str, list[dict[str, object]]]
"""By the path of a manifest, what can be covered in it: its kind, its line from 0, its name, and whether it is covered."""


def editor_rows(outcomes: Sequence[Outcome]) -> Rows:
    """The resources that a module's own code declares in the catalogs of its specs, and whether examples have looked at them.

    Then its branches, and whether an example has evaluated them; not those of which that is unknown.
    """
    rows: Rows = {}
    for each in declared_in(outcomes):
        path, _, line = each.place.rpartition(":")
        row = {"kind": "resource", "line": int(line) - 1, "name": f"{each.type}[{each.title}]", "isCovered": each.is_looked_at}
        rows.setdefault(path, []).append(row)
    for file in coverage_of(outcomes):
        for covered in file.branches:
            if not covered.is_open:
                start = file.text.position(covered.branch.start).line
                found = {"kind": "branch", "line": start, "name": covered.branch.kind, "isCovered": not covered.is_missed}
                rows.setdefault(file.path, []).append(found)
    return rows
