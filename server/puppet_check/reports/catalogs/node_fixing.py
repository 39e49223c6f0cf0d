"""Applies the fixes of findings about the catalogs of many nodes: tried with a few of them, and checked with all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.deadline import Deadline
from puppet_check.fixing import Fixing
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.analyses import shown_about
from puppet_check.reports.catalogs.begun import Begun
from puppet_check.reports.catalogs.checked_fixes import Changed, Checked, with_others_fix
from puppet_check.reports.catalogs.compilation import NotMade, in_time
from puppet_check.reports.catalogs.fixer import Outcome, fixed
from puppet_check.reports.catalogs.subject import Texts
from puppet_check.reports.parallel import in_processes

FEW = 12
"""How many nodes fixes are tried with at most, before they are checked with all."""
ROUNDS = 3
"""How often they are tried again, together with nodes whose catalogs they changed otherwise."""
NOTHING = Outcome({}, {}, [])
Key = tuple[str, str, int]
"""A finding with fixes: the path of its file, its code and its offset."""


def fixed_for_nodes(
    nodes: Sequence[Begun], before: Texts, shown: set[str], analysis: Analysis, fixing: Fixing, deadline: Deadline
) -> Outcome | NotMade:
    """What applying the fixes comes to, in files of which some have other texts already; findings that are left are not looked for."""
    configuration = analysis.workspace.configuration
    jobs, numbers = configuration.of(min(shown, default=".")).jobs, range(len(nodes))
    noted = [*in_processes(numbers, jobs, _Noting(nodes, configuration, before, frozenset(shown)))]
    chosen = _covering(noted)
    for _ in range(ROUNDS if chosen else 0):
        checked = (_checked(nodes[each], configuration, before) for each in chosen)
        outcome = in_time(partial(fixed, checked, shown, analysis, fixing), deadline)
        if isinstance(outcome, NotMade):
            return outcome
        verified = in_processes(numbers, jobs, _Verifying(nodes, configuration, before, outcome.texts, outcome.changed))
        refusing = [number for number, is_kept in enumerate(verified) if not is_kept]
        if not refusing:
            return Outcome(outcome.texts, outcome.codes, [])
        chosen = [*dict.fromkeys((*chosen, *refusing[:FEW]))]
    return NOTHING


def _covering(noted: Sequence[frozenset[Key]]) -> list[int]:
    """The numbers of a few nodes that have the findings of all, as far as these can."""
    chosen: list[int] = []
    seen: set[Key] = set()
    while len(chosen) < FEW:
        best = max(range(len(noted)), key=lambda number: len(noted[number] - seen), default=None)
        if best is None or not noted[best] - seen:
            break
        chosen.append(best)
        seen |= noted[best]
    return chosen


def _checked(node: Begun, configuration: Configuration, texts: Texts) -> Checked:
    subject = node.subject(configuration)
    assert subject.with_texts is not None
    return Checked(subject.with_texts(texts), texts)


class _Noting(NamedTuple):
    """Which findings with fixes the catalog of each node has, as the `Work` of processes. Items are indices of the nodes."""

    nodes: Sequence[Begun]
    configuration: Configuration
    texts: Texts
    shown: frozenset[str]

    def started(self) -> Callable[[int], frozenset[Key]]:
        """The function that compiles the catalog of a node."""
        deadline = Deadline(guards_process=True)

        def keys(number: int) -> frozenset[Key]:
            subject = _checked(self.nodes[number], self.configuration, self.texts).subject
            found = in_time(lambda: [*shown_about(subject, self.shown.__contains__)], deadline)
            collect_garbage()
            some = () if isinstance(found, NotMade) else found
            return frozenset((source.path, each.diagnostic.code, each.diagnostic.start) for source, each in some if each.diagnostic.fixes)

        return keys

    def ended(self, item: int, reason: str, *, is_slow: bool) -> frozenset[Key]:
        """Nothing is known of a node with whose catalog the process ended."""
        return frozenset()


class _Verifying(NamedTuple):
    """Whether fixes change in the catalog of each node only what they are for, as the `Work` of processes."""

    nodes: Sequence[Begun]
    configuration: Configuration
    before: Texts
    texts: Texts
    changed: Changed

    def started(self) -> Callable[[int], bool]:
        """The function that compiles the catalogs of a node."""
        deadline = Deadline(guards_process=True)

        def is_kept(number: int) -> bool:
            checked = _checked(self.nodes[number], self.configuration, self.before)
            after = in_time(lambda: with_others_fix(checked, self.texts, self.changed), deadline)
            collect_garbage()
            return isinstance(after, Checked)

        return is_kept

    def ended(self, item: int, reason: str, *, is_slow: bool) -> bool:
        """A catalog with which the process ended is not known to be kept."""
        return False
