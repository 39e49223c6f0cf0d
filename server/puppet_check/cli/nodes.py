"""`puppet-eval --catalog`: compiles the catalogs of nodes from the modules, the main manifest and the data of a project."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
import traceback
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from puppet_check.cli.catalog_text import catalog_text, causes_text
from puppet_check.cli.outcome import error_text
from puppet_check.cli.snippet import BUDGET, error_of
from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.error import ConfigError
from puppet_check.config.node_facts import NodeFacts, read_hash, read_nodes
from puppet_check.deadline import Deadline, GivenUp, slowness, too_long
from puppet_check.features.catalog_document import catalog_document
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.catalogs.library import Source
from puppet_typesys.catalogs.node import Node, NodeCompiler
from puppet_typesys.catalogs.reading import read_source
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.values.errors import BudgetError, InternalError, MessageError
from puppet_typesys.values.hash import EMPTY, Hash

DONE, REFUSED, WRONG = 0, 1, 2
SECONDS = 60.0
"""The processor time in seconds that a catalog may take, on a machine as fast as `deadline` knows."""


@dataclass(frozen=True)
class Compiled:
    """The outcome of a compilation: the compiler has the catalog, as far as it came, and the log."""

    node: Node
    compiler: NodeCompiler
    error: EvaluationError | None = None


class Compilation(NamedTuple):
    """A project in which catalogs are compiled; the files of Puppet code that are named stand for the main manifest."""

    library: ProjectLibrary
    manifests: tuple[Source, ...]

    def of(self, node: Node, manifests: Sequence[Source] = ()) -> Compiled:
        """The catalog of a node."""
        compiler = NodeCompiler(NodeWorld(self.library.known), self.library, node)
        try:
            compiler.run(manifests or self.manifests)
        except EvaluationError as error:
            return Compiled(node, compiler, error.with_traceback(None))
        except ControlFlow as signal:
            return Compiled(node, compiler, EvaluationError(f"{signal.name}() from context where this is illegal"))
        except BudgetError as error:
            return Compiled(node, compiler, EvaluationError(str(error), BUDGET, during=""))
        except RecursionError:
            return Compiled(node, compiler, EvaluationError("the program is nested too deeply", BUDGET, during=""))
        except MessageError as error:
            return Compiled(node, compiler, EvaluationError(error.message, internal=isinstance(error, InternalError)))
        return Compiled(node, compiler)


def compile_nodes(options: Namespace, sources: Sequence[tuple[str, bytes]]) -> int:
    """Compile and print the catalogs that the options ask for; return the exit code. Raises ConfigError."""
    compilation = opened(options, sources)
    code, deadline = DONE, Deadline(guards_process=True)
    nodes = list(nodes_of(options))
    for node in nodes:
        compiled = in_time(compilation, node, deadline)
        if compiled is None:
            code = WRONG
            continue
        code = max(code, DONE if compiled.error is None else REFUSED)
        show(compiled, options, is_one=len(nodes) == 1)
        if len(nodes) > 1:
            del compiled
            gc.collect()  # A catalog has reference cycles, and the collector is off.
    return code


def opened(options: Namespace, sources: Sequence[tuple[str, bytes]] = ()) -> Compilation:
    """The project that the options name, by default the one of the current folder."""
    folder = os.path.abspath(options.environment or os.getcwd())
    replaced: list[tuple[str, object]] = []
    if options.modulepath is not None:
        replaced.append(("modulepath", tuple(os.path.abspath(each) for each in options.modulepath.split(os.pathsep) if each)))
    if options.hiera is not None:
        replaced.append(("hiera", os.path.abspath(options.hiera)))
    known = Workspace(Configuration(Given(replaced=tuple(replaced)))).known(os.path.join(folder, "site.pp"))
    library = ProjectLibrary(known, hiera=options.hiera and os.path.abspath(options.hiera))
    if sources:
        return Compilation(library, tuple(read_source(name, text) for name, text in sources))
    sites = (library.source(path) for path in known.project.sites)
    return Compilation(library, tuple(each for each in sites if each is not None))


def nodes_of(options: Namespace) -> Iterator[Node]:
    """The nodes that the options name. Raises ConfigError."""
    given = [NodeFacts("", EMPTY)] if options.facts is None else read_nodes(options.facts)
    if options.node is not None:
        given = [each for each in given if each.name == options.node] or [each._replace(name=options.node) for each in given[:1]]
    trusted = EMPTY if options.trusted is None else read_hash(options.trusted)
    settings = Hash(map(_setting, options.setting or ()))
    for each in given:
        name = options.node or each.name or "localhost"
        environment = str(settings.get("environment") or each.environment or "production")
        facts = None if options.facts is None else each.facts
        yield Node(name, facts, each.trusted.merged(trusted), environment, settings, tuple(options.classes or ()))


def _setting(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"'{text}' is not a setting; expected `name=value`")
    return name, WORDS.get(value, int(value) if value.isdecimal() else value)


WORDS: dict[str, object] = {"true": True, "false": False}


def in_time(compilation: Compilation, node: Node, deadline: Deadline) -> Compiled | None:
    """The catalog of a node; None, after a message, if that takes too long or too much memory."""
    seconds = SECONDS * slowness()
    try:
        return deadline.run(lambda: compilation.of(node), seconds)
    except GivenUp:
        print(f"puppet-eval: error: {node.name}: the compilation was given up: {too_long(seconds)}", file=sys.stderr)
    except MemoryError:
        print(f"puppet-eval: error: {node.name}: the compilation was given up: it takes too much memory", file=sys.stderr)
    except Exception:  # A failure of ours must not take the catalogs of other nodes down.
        print(f"puppet-eval: error: {node.name}: internal error\n{traceback.format_exc()}", file=sys.stderr)
    return None


def show(compiled: Compiled, options: Namespace, *, is_one: bool) -> None:
    """Print a catalog."""
    if options.json:
        print(json.dumps(document(compiled, explains=options.explain_unknown), ensure_ascii=False))
        return
    if not is_one:
        print(f"# {compiled.node.name}")
    for level, message in (each for each in compiled.compiler.log if each[0] != "debug"):
        print(f"{level.capitalize()}: {message}")
    if compiled.error is None:
        print(catalog_text(compiled.compiler.catalog), end="")
    else:
        sys.stdout.flush()
        print(error_text(_place(compiled), compiled.error), file=sys.stderr)
    if options.explain_unknown:
        print(causes_text(compiled.compiler.causes), end="")


def _place(compiled: Compiled) -> str:
    """The path of the file in which an error is; the name of the node if it is in none."""
    error = compiled.error
    paths = (each.path for each in compiled.compiler.sources.values() if error is not None and each.text is error.text)
    return next(paths, compiled.node.name)


def document(compiled: Compiled, *, explains: bool = False) -> dict[str, object]:
    """A catalog as data; in place of one that cannot be compiled, the error."""
    made: dict[str, object] = {"name": compiled.node.name, "environment": compiled.node.environment}
    if compiled.error is None:
        made = catalog_document(compiled.compiler, compiled.node)
    else:
        made["error"] = error_of(compiled.error) | {"file": _place(compiled)}
    made["log"] = [list(each) for each in compiled.compiler.log]
    if explains:
        made["unknown"] = [
            {"kind": each.kind, "name": each.name, "reason": each.reason, "count": count}
            for each, count in compiled.compiler.causes.counts.most_common()
        ]
    return made


def answer_jobs(lines: Iterable[str], options: Namespace) -> None:
    """Answer lines of JSON, each a job with `code` or `classes` and optionally `node`, `facts`, `trusted`, `environment` and `settings`."""
    compilation = opened(options)
    for line in lines:
        if not line.strip():
            continue
        job = json.loads(line)
        started = time.process_time()
        compiled = _job(compilation, job)
        seconds = round(time.process_time() - started, 3)
        print(json.dumps({"id": job.get("id"), **compiled, "seconds": seconds}, ensure_ascii=False), flush=True)
        gc.collect()


def _job(compilation: Compilation, job: dict[str, object]) -> dict[str, object]:
    from puppet_check.config.facts import value_of

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
    seconds = SECONDS * slowness()
    try:
        return document(Deadline().run(lambda: compilation.of(node, own), seconds), explains=True)
    except GivenUp:
        return {"name": node.name, "error": {"message": too_long(seconds), "issue_code": BUDGET}}
    except Exception as error:  # A failure of ours must not take the other jobs down.
        return {"name": node.name, "error": {"message": f"internal error: {error!r}", "internal": True}}
