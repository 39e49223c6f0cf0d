"""Applies code actions to real files with faults, and compares what is found before and after.

    python -m bench.actions MODULES [--seed S] [--count N] [--profile NAME] [--list]

Each request puts one fault into a copy of a manifest or template (`bench.mutations`), or takes a file as it is, and applies one action of a
finding: its preferred fix, another one, the comment that suppresses it, all fixes of its code, all safe fixes, or a refactoring at its
place. The finding has to disappear, none may be new, and the text has to parse; a comment may hide nothing but findings of its code on its
line. `--profile` selects the findings.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.copies import copied
from bench.mutations import KINDS

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.workspace.kinds import is_checked
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.lower import read
from puppet_grammar.parse import mode_of
from tests.support.actions import ALL, FIX, PREFERRED, REFACTORING, SAME_CODE, SUPPRESS, Kind, outcome, requested

WEIGHTS = {PREFERRED: 4, FIX: 2, SUPPRESS: 2, SAME_CODE: 2, ALL: 2, REFACTORING: 1}
"""How often one of the kinds that a file offers is chosen."""
SUFFIXES = (".pp", ".epp", ".yaml", ".json", ".erb")
MOST = 60_000
"""The largest file in bytes."""
SHARE = 0.7
"""The share of manifests that get a fault."""


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
        copied(options.modules, folder)
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
    analysis = Analysis(Workspace(Configuration()))
    wanted = [*WEIGHTS]
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


if __name__ == "__main__":
    sys.exit(main())
