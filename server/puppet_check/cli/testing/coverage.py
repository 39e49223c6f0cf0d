"""What no example looked at: the resources that a module's own code declares in the catalogs of its specs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.cli.paths import relative
from puppet_check.cli.untrusted import shown
from puppet_check.specs.suite import Outcome


def report(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The part of the resources that examples have looked at, and the others with their places."""
    declared: dict[tuple[str, str, str], str] = {}
    seen: set[tuple[str, str, str]] = set()
    for outcome in outcomes:
        folder = outcome.file.folder
        declared.update({(folder, type, title): place for type, title, place in outcome.declared})
        seen |= {(folder, type, title) for type, title in outcome.looked_at}
    missed = {key: place for key, place in declared.items() if key not in seen}
    total = len(declared)
    yield f"\nResources: {total - len(missed)} of {total} looked at"
    yield f" ({(total - len(missed)) / total:.1%})\n" if total else "\n"
    for (_, type, title), place in sorted(missed.items(), key=lambda each: (each[1], each[0])):
        yield f"  {shown(relative(place))}: {shown(f'{type}[{title}]')}\n"
