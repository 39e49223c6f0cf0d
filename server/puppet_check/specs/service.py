"""Lists and runs specs for another process: requests and answers are lines of JSON on standard input and output.

Requests are answered one after the other; the last line of each answer is an object with `end`. The process has a low priority, and ends
with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import NamedTuple

from puppet_check.free_memory import keep_little
from puppet_check.garbage import collect_seldom
from puppet_check.reading.folders import walk
from puppet_check.reading.places import forget, is_file, is_folder, is_there
from puppet_check.reports.ending import end_all, lead_group
from puppet_check.reports.parallel import in_processes
from puppet_check.specs.editor_coverage import editor_rows
from puppet_check.specs.families import load
from puppet_check.specs.listing import Item, Listed, Listing, refusal
from puppet_check.specs.machine import Options
from puppet_check.specs.outcomes import Result
from puppet_check.specs.suite import Outcome, Running, SpecFile, module_of, run, spec_files
from puppet_check.stack import RECURSION

LOW = 10
"""The nice value of this process."""
Data = dict[str, object]


class Request(NamedTuple):
    """What is asked."""

    kind: str
    """`files` for the spec files of all targets, `list` for the groups and examples of the first one, `run` for the results of all."""
    targets: list[tuple[str, list[str] | None]]
    """Spec files, or folders of modules or specs, each with the ids of the examples and groups that are wanted; None for all."""
    texts: dict[str, str]
    """The texts of open documents, by path."""
    jobs: int = 0
    """The number of processes; 0 for one per processor."""


def main() -> None:
    """Answer requests until the input ends."""
    sys.setrecursionlimit(RECURSION)
    collect_seldom()
    keep_little()
    lead_group()
    with suppress(AttributeError, OSError):
        os.nice(LOW)
    load()
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    try:
        while True:
            for answer in answers(Request(**json.loads(requests.get()))):
                sys.stdout.write(json.dumps(answer) + "\n")
                sys.stdout.flush()
    except BrokenPipeError:
        end_all()


def _read(requests: SimpleQueue[str]) -> None:
    """Hand over the lines of the input, and end all when it ends."""
    # The descriptor itself: a thread that waits for `sys.stdin` would hold its lock when Python ends.
    rest = b""
    while data := os.read(0, 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            requests.put(line.decode())
    end_all()


def answers(request: Request) -> Iterator[Data]:
    """The lines of the answer to a request."""
    forget()
    unsaved = {path: text.encode("utf-8", "surrogatepass") for path, text in request.texts.items()}
    if request.kind == "files":
        yield {"end": True, "files": [each.path for each in _all_files(request)]}
        return
    if request.kind == "list":
        yield {"end": True, **_listed(request.targets[0][0], Options(unsaved=unsaved))}
        return
    ids = {path: frozenset(wanted) for path, wanted in request.targets if wanted is not None}
    files = _all_files(request)
    outcomes: list[Outcome] = []
    yield {"total": len(files)}
    for outcome in run(files, Running(Options(ids=ids, unsaved=unsaved), counts=True), request.jobs):
        outcomes.append(outcome._replace(results=()))
        yield {"file": outcome.file.path, "results": [_result(outcome.file, each) for each in outcome.results]}
    yield {"end": True, "coverage": editor_rows(outcomes)}


def _all_files(request: Request) -> list[SpecFile]:
    return [*dict.fromkeys(file for path, _ in request.targets for file in _files(path))]


def _files(path: str) -> list[SpecFile]:
    """The spec files that a target names; one that an editor has not saved yet has no place on the disk."""
    folder = module_of(path)
    if folder is None:
        return [*_below(path)] if is_folder(path) else []
    return spec_files(path) if is_there(path) else [SpecFile(path, folder)]


def _below(path: str) -> Iterator[SpecFile]:
    """The spec files of the modules below a folder that is in none."""
    for each, folders, names in walk(path):
        if "metadata.json" in names or is_file(os.path.join(each, "spec", "spec_helper.rb")):
            folders.clear()
            yield from spec_files(each)
        folders[:] = sorted(name for name in folders if not name.startswith("."))


def _listed(path: str, options: Options) -> Data:
    """The groups and examples of a file, and why these may not be all."""
    found = _files(path)
    if not found:
        return {"items": [], "problem": "not in a module; expected a folder with a metadata.json or spec/spec_helper.rb around it"}
    problem = refusal(found[0])
    if problem:
        return {"items": [], "problem": problem, "module": found[0].folder}
    listed: Listed = next(in_processes(found[:1], 1, Listing(options)))
    return {"items": [*map(_item, listed.items)], "problem": listed.problem, "module": listed.file.folder}


def _item(item: Item) -> Data:
    made: Data = {"id": item.id, "label": item.label, "file": item.file, "line": item.line - 1, "hasCatalog": item.has_catalog}
    return made if item.children is None else {**made, "children": [*map(_item, item.children)]}


def _result(file: SpecFile, result: Result) -> Data:
    """A result with absolute paths and lines from 0."""
    made: Data = {
        "id": result.id,
        "description": result.description,
        "status": result.status,
        "message": result.message,
        "expected": result.expected,
        "actual": result.actual,
        "seconds": round(result.seconds, 4),
    }
    path = os.path.normpath(os.path.join(file.folder, result.file))
    made["place"] = _place(result.place, file.folder) if result.place else [path, max(0, result.line - 1)]
    if result.declared:
        made["declared"] = _place(result.declared, file.folder)
    return made


def _place(place: str, folder: str) -> list[object]:
    """The absolute path and the line from 0 of a place as results have it: `PATH:LINE`."""
    path, _, line = place.rpartition(":")
    return [os.path.normpath(os.path.join(folder, path)), int(line) - 1 if line.isdecimal() else 0]


if __name__ == "__main__":
    main()
