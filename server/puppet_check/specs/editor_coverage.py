"""What examples have looked at, as an editor shows it beside the code of manifests."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.specs.covering import coverage_of
from puppet_check.specs.suite import Outcome

Rows = dict[str, list[dict[str, object]]]
"""By the path of a manifest, what can be covered in it: its kind, its line from 0, its name, and whether it is covered."""


def covered(outcomes: Sequence[Outcome]) -> Rows:
    """The resources that a module's own code declares in the catalogs of its specs, and whether examples have looked at them.

    Then its branches, and whether an example has evaluated them; not those of which that is unknown.
    """
    places: dict[tuple[str, str, str], str] = {}
    seen: set[tuple[str, str, str]] = set()
    for outcome in outcomes:
        folder = outcome.file.folder
        for type, title, place in outcome.declared:
            places.setdefault((folder, type, title), place)
        seen |= {(folder, type, title) for type, title in outcome.looked_at}
    rows: Rows = {}
    for (folder, type, title), place in sorted(places.items(), key=lambda each: each[1]):
        path, _, line = place.rpartition(":")
        row = {"kind": "resource", "line": int(line) - 1, "name": f"{type}[{title}]", "isCovered": (folder, type, title) in seen}
        rows.setdefault(path, []).append(row)
    for file in coverage_of(outcomes):
        for each in file.branches:
            if not each.is_open:
                start = file.text.position(each.branch.start).line
                found = {"kind": "branch", "line": start, "name": each.branch.kind, "isCovered": not each.is_missed}
                rows.setdefault(file.path, []).append(found)
    return rows
