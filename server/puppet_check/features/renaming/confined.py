"""Renames beside other checkouts: what is outside of the open folders is changed only if the user confirms it."""

from __future__ import annotations

from puppet_check.features.boundary import Boundary
from puppet_check.features.renaming.draft import Edits, Refusal, Renamed, Unsure

OUTSIDE = "outside of the workspace"


def confined(found: Renamed, boundary: Boundary, *, can_confirm: bool) -> Renamed | Refusal:
    """The same changes, with those outside to be confirmed; a refusal if the user cannot be asked, or a file would move outside."""
    for path in (each for move in found.moves for each in move):
        if not boundary.contains(path):
            return Refusal(f"{path} is {OUTSIDE}")
    outside: Edits = {path: edits for path, edits in found.edits.items() if not boundary.contains(path)}
    if not outside:
        return found
    if not can_confirm:
        return Refusal(f"{next(iter(outside))}, which is {OUTSIDE}, would have to be changed as well; open its folder too")
    inside = {path: edits for path, edits in found.edits.items() if path not in outside}
    unsure = tuple(Unsure(f"{path} is {OUTSIDE}", {path: edits}) for path, edits in outside.items())
    return found._replace(edits=inside, unsure=(*found.unsure, *unsure))
