"""Puts one fault after another into working modules, and counts how many of those that the reference refuses are found.

    python -m bench.mutation --seed N --reference COMMAND MODULES

A fault counts when the catalog of a class compiled before, the faulty expression was evaluated in it, and the reference refuses it now.
It is found when the file gets an error or warning that it did not have. COMMAND answers lines of JSON with `modulepath` and `code`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.mutations import KINDS, Mutant

from puppet_check.analysis import Analysis
from puppet_check.config.configuration import Configuration, Given
from puppet_check.reports.findings import report
from puppet_check.workspace.workspace import Workspace
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_typesys.loader import CLASS
from tests.support.answers import with_stack

Answer = dict[str, object]
Spans = dict[str, set[tuple[int, int]]]
TRIED = 4
"""The number of faults to try for each one that is wanted."""
SPARE = 2
"""How many more faults of a kind are asked about at once than are still wanted."""


class Fault(NamedTuple):
    """A fault in a file of a module."""

    kind: str
    path: Path
    mutant: Mutant
    source: bytes
    code: str
    """The code that makes the reference evaluate the fault."""

    @property
    def changed(self) -> bytes:
        """The source with the fault."""
        return self.source[: self.mutant.start] + self.mutant.text.encode() + self.source[self.mutant.end :]


def main() -> None:
    """Find code that compiles, insert faults, ask the reference, check, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--reference", default="reference compile", metavar="COMMAND")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--classes", type=int, default=300, help="how many classes are compiled")
    parser.add_argument("--each", type=int, default=30, help="how many faults of each kind are wanted")
    parser.add_argument("--list", type=Path, metavar="FILE", help="write what is missed")
    parser.add_argument("--alone", action="store_true", help="also check each module alone, without its dependencies")
    options = parser.parse_args()
    with_stack(lambda: _run(options))


def _run(options: argparse.Namespace) -> None:
    random = Random(options.seed)
    modules: Path = options.modules.resolve()
    evaluated = _evaluated(modules, options, random)
    print(f"{len(evaluated)} classes compile", file=sys.stderr)
    faults = _faults(modules, evaluated, options.each * TRIED, random)
    found, alone, wanted = Counter[str](), Counter[str](), Counter[str]()
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        for overlay, fault, answer in _refused(faults, modules, Path(folder), options):
            wanted[fault.kind] += 1
            original = modules / overlay.name
            places = {fault.path.relative_to(original), *_named(answer, overlay)}
            copy = _copy(overlay, Path(folder, "copy"))
            if options.alone and _is_found(copy, _alone(Path(folder), original), places, []):
                alone[fault.kind] += 1
            elif options.alone:
                missed.append(_told("alone", fault, answer))
            if _is_found(copy, original, places, [str(modules)]):
                found[fault.kind] += 1
            else:
                missed.append(_told("with the others", fault, answer))
    found["all"], alone["all"], wanted["all"] = found.total(), alone.total(), wanted.total()
    for kind in (*KINDS, "all"):
        shares = [f"{each[kind]} of {wanted[kind]} | {100 * each[kind] / max(wanted[kind], 1):.1f} %" for each in (found, alone)]
        print(f"| {kind} | {' | '.join(shares if options.alone else shares[:1])} |")
    if options.list:
        options.list.write_text("".join(missed), encoding="utf-8")


def _evaluated(modules: Path, options: argparse.Namespace, random: Random) -> dict[str, Spans]:
    """For each piece of code that the reference compiles, the spans that it evaluates in each file."""
    known = _workspace([str(modules)]).known(str(modules / "x"))
    classes = [each for each in known.loader.names(CLASS) if not each.startswith("::")]
    chosen = random.sample(classes, min(options.classes, len(classes)))
    jobs = [{"modulepath": [str(modules)], "code": f"include {name}", "ral": True, "coverage": True} for name in chosen]
    result = {}
    for job, answer in zip(jobs, _ask(jobs, options.reference), strict=True):
        coverage = answer.get("coverage")
        if answer.get("ok") and isinstance(coverage, dict):
            result[str(job["code"])] = {path: {(start, length) for start, length, _ in spans} for path, spans in coverage.items()}
    return result


def _faults(modules: Path, evaluated: dict[str, Spans], each: int, random: Random) -> list[Fault]:
    candidates: dict[str, list[Fault]] = defaultdict(list)
    seen: set[str] = set()
    for code, files in evaluated.items():
        for name, spans in files.items():
            path = Path(name)
            if name in seen or not path.is_relative_to(modules) or not path.exists():
                continue
            seen.add(name)
            source = path.read_bytes()
            program, _ = lower(parse(source, mode_of(name)))
            for kind, mutate in KINDS.items():
                for mutant in mutate(program, source, random):
                    if _is_evaluated(mutant, spans, program.definitions):
                        candidates[kind].append(Fault(kind, path, mutant, source, code))
    return [fault for kind in KINDS for fault in random.sample(candidates[kind], min(each, len(candidates[kind])))]


def _refused(faults: list[Fault], modules: Path, folder: Path, options: argparse.Namespace) -> Iterator[tuple[Path, Fault, Answer]]:
    """The faults that the reference refuses, with the changed modules and its answers: as many of each kind as are wanted."""
    counts, number = Counter[str](), 0
    waiting = faults
    while asked := _next(waiting, counts, options.each):
        taken = set(map(id, asked))
        waiting = [each for each in waiting if id(each) not in taken]
        overlays = [_overlay(folder / str(number + index), modules, each) for index, each in enumerate(asked)]
        number += len(asked)
        jobs = (
            {"modulepath": [str(overlay.parent), str(modules)], "code": each.code, "ral": True}
            for overlay, each in zip(overlays, asked, strict=True)
        )
        for overlay, fault, answer in zip(overlays, asked, _ask(jobs, options.reference), strict=True):
            if not answer.get("ok") and answer.get("phase") != "timeout" and counts[fault.kind] < options.each:
                counts[fault.kind] += 1
                yield overlay, fault, answer


def _next(waiting: list[Fault], counts: Counter[str], wanted: int) -> list[Fault]:
    """The faults to ask about next: a few more of each kind than are still missing."""
    numbers = {kind: wanted - counts[kind] + SPARE for kind in KINDS if counts[kind] < wanted}
    return [each for kind, number in numbers.items() for each in [fault for fault in waiting if fault.kind == kind][:number]]


def _is_evaluated(mutant: Mutant, spans: set[tuple[int, int]], definitions: Iterable[object]) -> bool:
    node = mutant.node
    if node in definitions:
        return any(node.start <= start and start + length <= node.end for start, length in spans)
    if isinstance(node, ast.BinaryExpression):
        # The reference reports an operation at its operator.
        return any(start == node.operator_start for start, _ in spans) or any(start == node.start for start, _ in spans)
    if isinstance(node, ast.LambdaExpression):
        return any(node.start <= start and start + length <= node.end for start, length in spans)
    return any(start == node.start and start + length == node.end for start, length in spans)


def _overlay(folder: Path, modules: Path, fault: Fault) -> Path:
    """Create a module that is the original except for one file."""
    inner = fault.path.relative_to(modules)
    module = folder / inner.parts[0]
    here, there = module, modules / inner.parts[0]
    for part in inner.parts[1:]:
        here.mkdir(parents=True, exist_ok=True)
        for entry in os.scandir(there):
            if entry.name != part:
                os.symlink(entry.path, here / entry.name)
        here, there = here / part, there / part
    here.write_bytes(fault.changed)
    return module


def _alone(folder: Path, original: Path) -> Path:
    """A module in a folder that has nothing else."""
    made = folder / "alone" / original.name / original.name
    if not made.exists():
        made.parent.mkdir(parents=True)
        made.symlink_to(original)
    return made


def _copy(module: Path, folder: Path) -> Path:
    """A copy of a module without links, of which the checker follows none that lead elsewhere."""
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(module, folder / module.name, ignore=shutil.ignore_patterns("spec", "locales", "*.md")))


def _is_found(module: Path, original: Path, places: set[Path], modulepath: list[str]) -> bool:
    """Whether one of some files of the faulty module has a new finding: the changed one, and those that the reference names.

    `modulepath` has the other modules; if it is empty, the checker looks for them.
    """
    for each in places:
        before = _findings(original / each, modulepath)
        after = _findings(module / each, modulepath and [str(module.parent), *modulepath])
        if any(count > before[finding] for finding, count in after.items()):
            return True
    return False


def _named(answer: Answer, module: Path) -> set[Path]:
    """The files of a module that the reference's error names, relative to it: the place of the error, and those it was reached from."""
    error = answer.get("error")
    text = str(error.get("message")) if isinstance(error, dict) else ""
    files = {str(error.get("file")) if isinstance(error, dict) else "", *re.findall(r"\(file: ([^,)]+)", text)}
    return {Path(each).relative_to(module) for each in files if Path(each).is_relative_to(module)}


def _findings(path: Path, modulepath: list[str]) -> Counter[tuple[str, str]]:
    checked = Analysis(_workspace(modulepath)).check(str(path))
    found = report(str(path), checked.text, checked.diagnostics).findings
    return Counter((each.code, each.message.replace(str(path), "")) for each in found if each.severity != "info")


def _workspace(modulepath: list[str]) -> Workspace:
    return Workspace(Configuration(Given(replaced=(("modulepath", tuple(modulepath)),)), is_read=False))


def _ask(jobs: Iterable[Answer], command: str) -> Iterator[Answer]:
    """The answers, in the order of the jobs."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as asked:
        asked.writelines(json.dumps({"id": number, **job}) + "\n" for number, job in enumerate(jobs))
        asked.seek(0)
        with subprocess.Popen(
            shlex.split(command), stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield json.loads(line)


def _told(how: str, fault: Fault, answer: Answer) -> str:
    line = fault.source[: fault.mutant.start].count(b"\n") + 1
    error = answer["error"]
    message = error["message"] if isinstance(error, dict) else error
    now = fault.changed.decode(errors="replace").splitlines()[line - 1 : line + 1]
    return f"{fault.kind}, {how}: {fault.path}:{line}\n    {message}\n    | {now}\n"


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    main()
