"""Fixing: applies the fixes of a file's findings, and takes back those that make a new finding or change the meaning of the code.

The fixes of a round do not overlap and are applied together; the result is checked like any file. If it has a finding more of any code than
before, or if fixes that claim to keep the syntax tree change it, the round is tried with those of findings of one code, then with the first
half of them, down to the single fix that is refused; many at once are refused if there are as many new findings. Only fixes of errors may
show more findings about style, which the error can have kept from being looked for. Rounds follow until no fix is left, and what was
refused is tried again, so that a second run changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from puppet_check.analysis import Analysis, CheckedFile
from puppet_check.config.profiles import is_style
from puppet_check.document import selected
from puppet_check.rules.bounded import MOST_FINDINGS
from puppet_check.writing import Allowed
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.edits import fix_all, with_breaks_of
from puppet_typesys.issues import PROBLEMS

MOST_CHECKS = 200
"""How often a file is checked at most until its fixes are given up that have not been applied by then."""
MOST_BYTES, MOST_TIMES = 2 << 20, 20
"""The bytes that are checked at most in all of these checks, and how many times those of the file there may be in addition."""
MANY = 8
"""How many fixes for findings of one code are refused together if they make as many new findings; fewer are tried one by one."""

LAST = (("meaning", True), ("meaning", False))
"""What fixes keep that are applied last, and whether they are safe."""
ORDER = (("tree", True), ("tree", False), *LAST)
"""The same for all fixes, in the order in which they are applied."""


class Fixing(NamedTuple):
    """How files are fixed."""

    is_unsafe: bool = False
    """Whether fixes are applied that are not safe."""
    writes: bool = True
    """Whether files are written; otherwise it is only told what would change."""
    codes: frozenset[str] | None = None
    """The codes of the findings that are fixed; None: all that are selected."""
    allowed: Allowed = Allowed()
    """Where files may be written."""


class Proposal(NamedTuple):
    """A fix of a finding."""

    finding: Diagnostic
    fix: Fix

    @property
    def span(self) -> tuple[int, int]:
        """From the first to the last of its edits, in bytes."""
        return min(each.start for each in self.fix.edits), max(each.end for each in self.fix.edits)


class Fixed(NamedTuple):
    """What fixing a file comes to."""

    before: CheckedFile
    after: CheckedFile
    """The check of the fixed text; the one before if nothing was changed."""
    applied: tuple[str, ...]
    """The codes of the findings whose fixes were applied."""


def fixed(path: str, analysis: Analysis, before: CheckedFile, fixing: Fixing = Fixing()) -> Fixed:
    """Apply the fixes of a file that was checked to its text, not to the file.

    A file that is not Puppet code stays open in the analysis with its fixed text; the caller closes it.
    """
    return _Fixer(path, analysis, fixing).run(before)


def safe_edits(path: str, source: bytes, diagnostics: Iterable[Diagnostic], analysis: Analysis) -> tuple[Edit, ...]:
    """The edits of all safe fixes of a text, as far as the text that they make has no new findings. For other files see `fixed`."""
    edits = tuple(each for each in fix_all(diagnostics) if each.path is None)
    if not edits:
        return ()
    after = fixed(path, analysis, analysis.check_text(path, source)).after.text.source
    return edits if edited(source, edits) == after else edits_between(source, after)


def of_code(path: str, code: str, source: bytes, analysis: Analysis) -> tuple[Edit, ...]:
    """The edits of all safe fixes of one code, as far as the text that they make has no new findings."""
    before = analysis.check_text(path, source)
    return edits_between(source, fixed(path, analysis, before, Fixing(codes=frozenset((code,)))).after.text.source)


def completed(
    path: str, source: bytes, edits: Sequence[Edit], diagnostics: Iterable[Diagnostic], analysis: Analysis
) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
    """Edits of a text with the safe fixes of what they cause, such as arrows that are not aligned any more, and the codes of what is left.

    `diagnostics` are the selected ones of the text.
    """
    old = Counter(each.code for each in diagnostics)
    after = analysis.check_text(path, edited(source, edits))
    if not (worse := _more(path, old, after, analysis)):
        return (*edits,), ()
    after = fixed(path, analysis, after, Fixing(codes=frozenset(worse))).after
    return edits_between(source, after.text.source), _more(path, old, after, analysis)


def _more(path: str, old: Counter[str], after: CheckedFile, analysis: Analysis) -> tuple[str, ...]:
    """The codes of which more findings are reported than before."""
    new = Counter(each.code for each in selected(path, after.diagnostics, analysis.workspace.configuration))
    return tuple(sorted(new - old))


def edits_between(before: bytes, after: bytes) -> tuple[Edit, ...]:
    """The replacements of whole lines that make one text of another."""
    from difflib import SequenceMatcher  # only an editor needs it

    old, new = (each.splitlines(keepends=True) for each in (before, after))
    starts = [0, *accumulate(map(len, old))]
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple(
        Edit(starts[first], starts[last], b"".join(new[start:end]).decode("utf-8", "replace"))
        for kind, first, last, start, end in changes
        if kind != "equal"
    )


def edited(source: bytes, edits: Sequence[Edit]) -> bytes:
    """A text after edits of it that do not overlap; a line break that they insert is as those in the text."""
    parts: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=lambda each: each[:2]):
        parts += (source[at : edit.start], with_breaks_of(source, edit.replacement).encode())
        at = edit.end
    return b"".join((*parts, source[at:]))


class _Fixer:
    """Applies the fixes of one file."""

    def __init__(self, path: str, analysis: Analysis, fixing: Fixing) -> None:
        self._path = path
        self._analysis = analysis
        self._fixing = fixing
        self._refused: set[object] = set()
        self._seen: set[bytes] = set()
        self._applied: list[str] = []
        self._checks = 0
        self._checked_bytes = 0

    def run(self, before: CheckedFile) -> Fixed:
        checked = before
        self._seen.add(checked.text.source)
        is_done = False
        while not is_done:
            start = checked
            while self._may_check(checked) and (proposals := self._proposals(checked)):
                checked = self._after(checked, proposals)
            # What was refused may be possible after other fixes, and a second run would apply it.
            is_done = checked is start or not self._refused
            self._refused.clear()
        return Fixed(before, checked, tuple(self._applied))

    def _proposals(self, checked: CheckedFile) -> list[Proposal]:
        """The fixes to apply next, in order: those that keep the syntax tree come before others, and safe ones before unsafe ones."""
        candidates = [*self._candidates(checked)]
        for keeps, is_safe in LAST if _is_broken(checked) else ORDER:
            found = [each for each in candidates if each.fix.keeps == keeps and each.fix.is_safe == is_safe]
            if found:
                return _apart(found)
        return []

    def _candidates(self, checked: CheckedFile) -> Iterator[Proposal]:
        codes = self._fixing.codes
        for finding in selected(self._path, checked.diagnostics, self._analysis.workspace.configuration):
            for fix in finding.fixes if codes is None or finding.code in codes else ():
                proposal = Proposal(finding, fix)
                if self._may_apply(fix) and self._key(checked, proposal) not in self._refused:
                    yield proposal
                    break

    def _may_apply(self, fix: Fix) -> bool:
        return bool(fix.edits) and (fix.is_safe or self._fixing.is_unsafe) and all(each.path is None for each in fix.edits)

    def _key(self, checked: CheckedFile, proposal: Proposal) -> object:
        """What identifies a fix although the text around it changes."""
        text = checked.text
        line = text.slice(*text.line_span(text.line_of(proposal.finding.start)))
        changes = tuple((text.slice(each.start, each.end), each.replacement) for each in proposal.fix.edits)
        return proposal.finding.code, line, proposal.fix.title, changes

    def _may_check(self, checked: CheckedFile) -> bool:
        size = len(checked.text.source)
        return self._checks < MOST_CHECKS and self._checked_bytes < MOST_BYTES + MOST_TIMES * size

    def _after(self, checked: CheckedFile, proposals: Sequence[Proposal]) -> CheckedFile:
        """The check of the text after the first of the fixes that can be applied together; unchanged if the first is refused."""
        while self._may_check(checked):
            source = edited(checked.text.source, [edit for each in proposals for edit in each.fix.edits])
            worse = 0  # how many more findings the text has
            if source not in self._seen:
                self._checks += 1
                self._checked_bytes += len(source)
                made = self._analysis.check_text(self._path, source)
                if _is_better(checked, made, proposals):
                    self._seen.add(source)
                    self._applied += [each.finding.code for each in proposals]
                    return made
                worse = (_counted(made) - _counted(checked)).total()
            alike = [each for each in proposals if each.finding.code == proposals[0].finding.code]
            if len(alike) < len(proposals):
                proposals = alike
            elif len(proposals) == 1 or MANY < len(proposals) <= worse:
                self._refused.update(self._key(checked, each) for each in proposals)
                break
            else:
                proposals = proposals[: len(proposals) // 2]
        return checked


def _apart(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Those of some fixes that do not overlap an earlier one, in order."""
    found: list[Proposal] = []
    end = -1
    for each in sorted(proposals, key=lambda each: each.span):
        start, stop = each.span
        # Two insertions at one place could be applied in the wrong order.
        if start > end or (start == end and start < stop):
            found.append(each)
            end = stop
    return found


def _is_broken(checked: CheckedFile) -> bool:
    """Whether a text has syntax errors."""
    return any(each.severity is Severity.ERROR and each.code in PROBLEMS for each in checked.diagnostics)


def _is_better(before: CheckedFile, after: CheckedFile, proposals: Sequence[Proposal]) -> bool:
    """Whether no code has more findings than before, selected or not, those of the fixes have fewer, and trees are kept that have to be."""
    old, new = _counted(before), _counted(after)
    # Only so many findings of a code are reported.
    has_fewer = all(new[code] < old[code] or old[code] >= MOST_FINDINGS for code in {each.finding.code for each in proposals})
    more = new - old
    if any(each.finding.severity is not Severity.ERROR for each in proposals):
        is_worse = bool(more)
    else:
        # What is invalid, such as a byte order mark, may have kept the style of a text from being checked.
        is_worse = not all(map(is_style, more))
    if is_worse or not has_fewer:
        return False
    return any(each.fix.keeps != "tree" for each in proposals) or _has_same_tree(before, after)


def _counted(checked: CheckedFile) -> Counter[str]:
    """How many findings of each code a text has."""
    return Counter(each.code for each in checked.diagnostics)


def _has_same_tree(before: CheckedFile, after: CheckedFile) -> bool:
    from puppet_grammar.pn import is_same_tree  # measured: 2 ms, and most runs fix nothing

    one, other = (None if each.document is None or not each.document.is_code else each.document.lowered[0] for each in (before, after))
    return one is other if one is None or other is None else is_same_tree(one, other)
