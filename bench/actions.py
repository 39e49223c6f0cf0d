"""Applies code actions to real files with faults, and compares what is found before and after.

    python -m bench.actions MODULES [--seed S] [--count N] [--profile NAME] [--list]

Each request puts one fault into a copy of a manifest or template (`bench.mutations`), or takes a file as it is, and applies one action of a
finding: its preferred fix, the comment that suppresses it, all fixes of its code, or all safe fixes. The finding has to disappear, none may
be new, and the text has to parse; a comment may hide nothing but findings of its code on its line. `--profile` selects the findings.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.mutations import KINDS

from puppet_check.analysis import Analysis, CheckedFile
from puppet_check.document import selected
from puppet_check.features.actions import Action
from puppet_check.fixing import edited, safe_edits
from puppet_check.workspace.kinds import is_checked
from puppet_grammar.lower import read
from puppet_grammar.parse import mode_of
from puppet_typesys.diagnostics import Diagnostic, Severity

Kind = str
PREFERRED, SUPPRESS, SAME_CODE, ALL = "preferred fix", "suppress", "fix all of a code", "fix all"
WEIGHTS = {PREFERRED: 4, SUPPRESS: 1, SAME_CODE: 2, ALL: 2}
"""How often one of the kinds that a file offers is chosen."""
SUFFIXES = (".pp", ".epp", ".yaml", ".json", ".erb")
PLACE = re.compile(r"line: \d+")
MOST = 60_000
"""The largest file in bytes."""
SHARE = 0.7
"""The share of manifests that get a fault."""


class Requested(NamedTuple):
    """An action of a finding in a text."""

    kind: Kind
    finding: Diagnostic
    action: Action


def main() -> int:
    """Copy, and ask until there are enough actions."""
    parser = argparse.ArgumentParser(prog="bench.actions", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--profile", default="default")
    parser.add_argument("--list", action="store_true", help="print every action that fails")
    options = parser.parse_args()
    applied, failed = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "env"
        for module in sorted(options.modules.resolve().iterdir()):
            shutil.copytree(module.resolve(), folder / "modules" / module.name, ignore_dangling_symlinks=True)
        (folder / "environment.conf").touch()
        (folder / ".puppet-check.toml").write_text(f'profile = "{options.profile}"\n')
        for kind, code, path, reason in run(folder, options.seed, options.count):
            applied[kind] += 1
            if reason is not None:
                failed[f"{kind}, {code}"] += 1
                if options.list:
                    print(f"{kind} of {code} in {path.relative_to(folder)}: {reason}", flush=True)
    for kind, count in sorted(applied.items()):
        print(f"{kind}: {count} applied")
    for kind, count in failed.most_common():
        print(f"failed: {kind}: {count}")
    print(f"{applied.total()} actions, {failed.total()} with new findings or broken files")
    return 1 if failed else 0


def run(folder: Path, seed: int, count: int) -> Iterator[tuple[Kind, str, Path, str | None]]:
    """The actions that a seed chooses, each with the code of the finding, the file, and what is wrong with the result."""
    choose = random.Random(seed)
    paths = [each for each in sorted(folder.rglob("*")) if each.suffix in SUFFIXES and is_checked(str(each))]
    analysis = Analysis()
    wanted = [PREFERRED, SUPPRESS, SAME_CODE, ALL]
    done = tried = 0
    while done < count and tried < count * 20:
        tried += 1
        path = choose.choice(paths)
        source = _with_fault(path, choose)
        if len(source) > MOST:
            continue
        before = analysis.check_text(str(path), source)
        requests = list(requested(str(path), before, analysis))
        kinds = [each for each in wanted if any(request.kind == each for request in requests)]
        if kinds:
            kind = choose.choice([each for each in kinds for _ in range(WEIGHTS[each])])
            request = choose.choice([each for each in requests if each.kind == kind])
            reason = outcome(str(path), before, request, analysis)
            done += 1
            yield request.kind, request.finding.code, path, reason
        if str(path) in analysis.paths():
            analysis.close(str(path))


def _with_fault(path: Path, choose: random.Random) -> bytes:
    source = path.read_bytes()
    if path.suffix not in (".pp", ".epp") or choose.random() > SHARE:
        return source
    program, problems = read(source, mode_of(str(path)))
    if problems:
        return source
    mutants = list(KINDS[choose.choice(sorted(KINDS))](program, source, choose))
    if not mutants:
        return source
    mutant = choose.choice(mutants)
    return source[: mutant.start] + mutant.text.encode() + source[mutant.end :]


def requested(path: str, checked: CheckedFile, analysis: Analysis) -> Iterator[Requested]:
    """The actions that may be applied without asking, of all findings of a text."""
    document = checked.document
    found = selected(path, checked.diagnostics, analysis.workspace.configuration)
    for finding in found if document is not None else ():
        assert document is not None
        for action in document.answers.actions(finding.start, finding.end, found):
            if any(each.path is not None for each in action.edits) or action.file is not None or not action.edits:
                continue
            if action.resolves == finding and action.is_preferred:
                yield Requested(PREFERRED, finding, action)
            elif action.resolves == finding and action.title.startswith("Suppress "):
                yield Requested(SUPPRESS, finding, action)
            elif action.title == f"Fix all {finding.code}":
                yield Requested(SAME_CODE, finding, action)
    if found and (edits := safe_edits(path, checked.text.source, found, analysis)):
        yield Requested(ALL, found[0], Action("Apply all safe fixes", "source.fixAll", edits))


def outcome(path: str, before: CheckedFile, request: Requested, analysis: Analysis) -> str | None:
    """What is wrong with the text that an action makes; None if nothing is."""
    after = analysis.check_text(path, edited(before.text.source, request.action.edits))
    old, new = (
        Counter(_key(each) for each in selected(path, one.diagnostics, analysis.workspace.configuration)) for one in (before, after)
    )
    if _errors(after) > _errors(before):
        return "the text no longer parses"
    if new - old:
        return f"new: {'; '.join(f'{code}: {message}' for code, message in new - old)}"
    if request.kind == PREFERRED and new[_key(request.finding)] >= old[_key(request.finding)]:
        return "the finding is still there"
    if request.kind == SUPPRESS:
        return _suppressed(before, old - new, request.finding)
    return None


def _suppressed(before: CheckedFile, gone: Counter[tuple[str, str]], finding: Diagnostic) -> str | None:
    line = before.text.line_of(finding.start)
    same = {_key(each) for each in before.diagnostics if each.code == finding.code and before.text.line_of(each.start) == line}
    if _key(finding) not in gone:
        return "the finding is still there"
    others = [message for code, message in gone if (code, message) not in same]
    return f"also hidden: {'; '.join(others)}" if others else None


def _key(each: Diagnostic) -> tuple[str, str]:
    return each.code, PLACE.sub("line", each.message)


def _errors(checked: CheckedFile) -> int:
    document = checked.document
    problems = () if document is None or not document.is_code else document.lowered[1]
    return sum(each.severity == Severity.ERROR.text for each in problems)


if __name__ == "__main__":
    sys.exit(main())
