"""What an agent refuses of a whole catalog: resources that their types do not accept."""

from __future__ import annotations

from puppet_check.specs.catalogs.compiling import Made


def refusal(made: Made) -> str | None:
    """Why a resource of a catalog is refused; None if none is. Raises Undecided if that is not known."""
    return None
