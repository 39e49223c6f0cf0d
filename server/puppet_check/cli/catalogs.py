"""`puppet-eval --catalog`: prints the catalogs of nodes."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.catalog_text import catalog_lines, causes_text, folder_causes
from puppet_check.cli.going_on import going_on
from puppet_check.cli.node_options import NodeOptions
from puppet_check.cli.nodes import environment_of, fleet_of, opened, others_of
from puppet_check.cli.outcome import error_text
from puppet_check.cli.progress import with_progress
from puppet_check.cli.snippet import error_of
from puppet_check.cli.untrusted import shown, shown_lines
from puppet_check.config.facts import value_of
from puppet_check.deadline import Deadline, limit_memory
from puppet_check.features.catalog.document import catalog_document
from puppet_check.fleet.exports import with_exports
from puppet_check.fleet.unfinished import Row
from puppet_check.garbage import collect_garbage
from puppet_check.reading.files import METER
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, NotMade, in_time
from puppet_check.reports.parallel import in_processes
from puppet_typesys.evaluate.errors import BUDGET
from puppet_typesys.node_catalogs.causes import Cause
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.values.hash import EMPTY, Hash

DONE, REFUSED, WRONG = 0, 1, 2


class Printed(NamedTuple):
    """What is printed for a node, and the exit code."""

    out: Iterable[str]
    errors: str = ""
    code: int = DONE


class Style(NamedTuple):
    """How catalogs are printed."""

    json: bool
    explains_unknown: bool


class Printing(NamedTuple):
    """The printing of catalogs, as the `Work` of processes (`reports/forks.py`). Items are the indices of nodes."""

    compilation: Compilation
    nodes: Sequence[Node]
    style: Style

    def started(self) -> Callable[[int], Printed]:
        """The function that compiles the catalog of a node."""
        deadline = Deadline(guards_process=True)

        def printed(number: int) -> Printed:
            limit_memory(METER.total)
            compiled = in_time(lambda: self.compilation.of(self.nodes[number]), deadline)
            made = _failed(self.nodes[number], compiled.text) if isinstance(compiled, NotMade) else self._printed(compiled)
            if len(self.nodes) > 1:
                made = made._replace(out=["".join(made.out)])  # for another process, and without the catalog
                del compiled
                collect_garbage()
            return made

        return printed

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Printed:
        """What is printed for a node with whose catalog the process ended."""
        return _failed(self.nodes[item], f"the compilation was given up: {reason}" if is_slow else reason)

    def _printed(self, compiled: Compiled) -> Printed:
        code = DONE if compiled.error is None else REFUSED
        if self.style.json:
            made = document(compiled, self._folders() if self.style.explains_unknown else None)
            return Printed((json.dumps(made, ensure_ascii=False), "\n"), code=code)
        errors = "" if compiled.error is None else f"{error_text(compiled.place, compiled.error)}\n"
        return Printed(self._lines(compiled), errors, code)

    def _lines(self, compiled: Compiled) -> Iterator[str]:
        if len(self.nodes) > 1:
            yield f"# {compiled.node.name}\n"
        for level, message in compiled.compiler.log:
            if level != "debug":
                yield f"{level.capitalize()}: {shown_lines(message)}\n"
        if compiled.error is None:
            yield from catalog_lines(compiled.compiler.catalog)
        if self.style.explains_unknown:
            yield causes_text(compiled.compiler.causes, self._folders())

    def _folders(self) -> list[Cause]:
        return folder_causes(self.compilation.library.known.project)


def _failed(node: Node, reason: str) -> Printed:
    return Printed((), f"puppet-eval: error: {shown(node.name)}: {shown_lines(reason)}\n", WRONG)


def compile_nodes(options: NodeOptions, sources: Sequence[tuple[str, bytes]], style: Style) -> int:
    """Compile and print the catalogs that the options ask for; return the exit code. Raises ConfigError."""
    compilation = opened(environment_of(options), [read_source(name, text) for name, text in sources])
    fleet = fleet_of(options)
    nodes = with_exports(compilation, fleet.nodes, others_of(options), options.jobs, fleet.outside)
    printing = Printing(compilation, nodes, style)
    code = DONE
    results = map(printing.started(), (0,)) if len(nodes) == 1 else _of_many(printing, options, [each for _, each in sources])
    for each in with_progress(results, len(nodes), "compiled {} of {} catalogs", lambda _: sys.stdout.isatty()):
        sys.stdout.writelines(each.out)
        sys.stdout.flush()
        if each.errors:  # Even a write of nothing fails on a full device if Python does not buffer.
            sys.stderr.write(each.errors)
        code = max(code, each.code)
    return code


def _of_many(printing: Printing, options: NodeOptions, sources: list[bytes]) -> Iterator[Printed]:
    """What is printed for many nodes, without compiling those of a run that was interrupted."""

    def made(numbers: Sequence[int]) -> Iterator[Printed]:
        return in_processes(numbers, options.jobs, printing)

    about = ("catalog", sources, printing.style)
    return going_on((environment_of(options),), (printing.nodes,), about, made, lambda each: [[*each.out], each.errors, each.code], _read)


def _read(row: Row) -> Printed:
    out, errors, code = row
    return Printed([str(each) for each in out], str(errors), int(code))


def document(compiled: Compiled, folders: Sequence[Cause] | None = None) -> dict[str, object]:
    """A catalog as data; in place of one that cannot be compiled, the error. With folders that are not read, it says what is unknown."""
    made: dict[str, object] = {"name": compiled.node.name, "environment": compiled.node.environment}
    if compiled.error is None:
        made = catalog_document(compiled.compiler, compiled.node)
    else:
        made["error"] = error_of(compiled.error) | {"file": compiled.place}
    made["log"] = [list(each) for each in compiled.compiler.log]
    if folders is not None:
        made["unknown"] = [
            {"kind": each.kind, "name": each.name, "reason": each.reason, "count": count}
            for each, count in (*((each, 0) for each in folders), *compiled.compiler.causes.counts.most_common())
        ]
    return made


def answer_jobs(lines: Iterable[str], options: NodeOptions) -> None:
    """Answer lines of JSON, each a job with `code` or `classes` and optionally `node`, `facts`, `trusted`, `environment` and `settings`."""
    compilation = opened(environment_of(options))
    for line in lines:
        if not line.strip():
            continue
        job = json.loads(line)
        started = time.process_time()
        compiled = _job(compilation, job)
        seconds = round(time.process_time() - started, 3)
        print(json.dumps({"id": job.get("id"), **compiled, "seconds": seconds}, ensure_ascii=False), flush=True)
        collect_garbage()


def _job(compilation: Compilation, job: dict[str, object]) -> dict[str, object]:
    def given(name: str) -> Hash:
        found = value_of(job.get(name))
        return found if isinstance(found, Hash) else EMPTY

    classes = job.get("classes")
    node = Node(
        str(job.get("node") or "localhost"),
        given("facts") if "facts" in job else None,
        given("trusted"),
        str(job.get("environment") or "production"),
        given("settings"),
        tuple(map(str, classes)) if isinstance(classes, list) else (),
    )
    code = job.get("code")
    own = (read_source("-e", code.encode()),) if isinstance(code, str) else ()
    compiled = in_time(lambda: compilation.of(node, own), Deadline())
    if isinstance(compiled, NotMade):
        return {"name": node.name, "error": {"message": compiled.text, "issue_code": BUDGET}}
    return document(compiled, folder_causes(compilation.library.known.project))
