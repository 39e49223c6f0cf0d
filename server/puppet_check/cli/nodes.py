"""Compiles the catalogs of nodes from the modules, the main manifest and the data of a project, as options name them."""

from __future__ import annotations

import gc
import os
import traceback
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from puppet_check.cli.snippet import BUDGET
from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.error import ConfigError
from puppet_check.config.node_facts import NodeFacts, read_hash, read_nodes
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.reading.files import METER
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.project import Project
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.catalogs.library import Source
from puppet_typesys.catalogs.node import Node, NodeCompiler
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.values.errors import BudgetError, InternalError, MessageError
from puppet_typesys.values.hash import EMPTY, Hash


@dataclass(frozen=True)
class Compiled:
    """The outcome of a compilation: the compiler has the catalog, as far as it came, and the log."""

    node: Node
    compiler: NodeCompiler
    error: EvaluationError | None = None

    @property
    def place(self) -> str:
        """The path of the file in which the error is; the name of the node if it is in none."""
        error = self.error
        paths = (each.path for each in self.compiler.sources.values() if error is not None and each.text is error.text)
        return next(paths, self.node.name)


class Environment(NamedTuple):
    """Where code and data are; all paths are absolute."""

    folder: str
    modulepath: tuple[str, ...] | None = None
    """In place of the one of the environment."""
    hiera: str | None = None
    """In place of its `hiera.yaml`."""


class Compilation(NamedTuple):
    """A project in which catalogs are compiled; the files of Puppet code that are named stand for the main manifest."""

    library: ProjectLibrary
    manifests: tuple[Source, ...]
    compiler: type[NodeCompiler] = NodeCompiler

    def of(self, node: Node, manifests: Sequence[Source] = ()) -> Compiled:
        """The catalog of a node."""
        return self.run(node, self.compiler(NodeWorld(self.library.known), self.library, node), manifests)

    def run(self, node: Node, compiler: NodeCompiler, manifests: Sequence[Source] = ()) -> Compiled:
        """The catalog that a compiler makes of a node."""
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


def environment_of(options: Namespace) -> Environment:
    """The environment that the options name, by default the one of the current folder."""
    modulepath = None
    if options.modulepath is not None:
        modulepath = tuple(os.path.abspath(each) for each in options.modulepath.split(os.pathsep) if each)
    return Environment(os.path.abspath(options.environment or os.getcwd()), modulepath, options.hiera and os.path.abspath(options.hiera))


def opened(environment: Environment, manifests: Sequence[Source] = ()) -> Compilation:
    """The project of an environment; the manifests stand for its main manifest."""
    known = _known(environment)
    if manifests:
        return Compilation(ProjectLibrary(known, hiera=environment.hiera), tuple(manifests))
    return compilation_of(known, environment.hiera)


def compilation_of(known: Known, hiera: str | None = None) -> Compilation:
    """The compilation of catalogs of a project; `hiera` is the `hiera.yaml` that the user has named."""
    library = ProjectLibrary(known, hiera=hiera)
    sites = (library.source(path) for path in known.project.sites)
    return Compilation(library, tuple(each for each in sites if each is not None))


def project_of(environment: Environment) -> Project:
    """The modules of an environment."""
    return _known(environment).project


def _known(environment: Environment) -> Known:
    replaced: list[tuple[str, object]] = []
    if environment.modulepath is not None:
        replaced.append(("modulepath", environment.modulepath))
    if environment.hiera is not None:
        replaced.append(("hiera", environment.hiera))
    return Workspace(Configuration(Given(replaced=tuple(replaced)))).known(os.path.join(environment.folder, "site.pp"))


def nodes_of(options: Namespace) -> Iterator[Node]:
    """The nodes that the options name; facts may be the path of a file or folder. Raises ConfigError."""
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


def in_time(compilation: Compilation, node: Node, deadline: Deadline, manifests: Sequence[Source] = ()) -> Compiled | str:
    """The catalog of a node, or the reason why there is none: it takes too long for what was read, or too much memory, or we fail."""
    # What was read for earlier nodes is not read again.
    seconds = allowed(METER.total)
    try:
        return deadline.run(lambda: compilation.of(node, manifests), seconds)
    except GivenUp:
        return f"the compilation was given up: {too_long(seconds)}"
    except MemoryError:
        return "the compilation was given up: it takes too much memory"
    except Exception:  # A failure of ours must not take the catalogs of other nodes down.
        return f"internal error\n{traceback.format_exc()}"


def collect_garbage() -> None:
    """Free the catalogs that are not used any more, which have reference cycles while the collector is off.

    What is left is cached for further catalogs, and need not be looked at again: it took half of the time of a catalog.
    """
    gc.collect()
    gc.freeze()
