"""Compiles the catalogs of nodes of a project."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.reading.files import METER
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import ProjectLibrary
from puppet_typesys.evaluate.context import Data
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.values.errors import BudgetError, InternalError, MessageError

T = TypeVar("T")
TOO_LARGE = "the compilation was given up: it takes too much memory"


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


class NotMade(NamedTuple):
    """Why nothing was made of a catalog."""

    reason: str
    traceback: str = ""
    """Where an internal error has occurred."""

    @property
    def text(self) -> str:
        """The reason with the traceback."""
        return "\n".join(filter(None, self))


class Compilation(NamedTuple):
    """A project in which catalogs are compiled; the files of Puppet code that are named stand for the main manifest."""

    library: ProjectLibrary
    manifests: tuple[Source, ...]
    data: Callable[[Data], Data] | None = None
    """What makes the data that is used of the data of a node."""

    def of(self, node: Node, manifests: Sequence[Source] = ()) -> Compiled:
        """The catalog of a node."""
        return self.run(node, self.compiler(node), manifests)

    def compiler(self, node: Node) -> NodeCompiler:
        """The compiler of the catalog of a node."""
        return NodeCompiler(self.library.world(), self.library, node, data=self.data)

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


def compilation_of(known: Known, library: ProjectLibrary | None = None) -> Compilation:
    """The compilation of catalogs of a project, whose files a library may have read already."""
    library = library or ProjectLibrary(known)
    sites = (library.source(path) for path in known.project.sites)
    return Compilation(library, tuple(each for each in sites if each is not None))


def in_time(make: Callable[[], T], deadline: Deadline) -> T | NotMade:
    """What is made of a catalog, or why it is not: it takes too long for what was read, or too much memory, or an internal error occurs."""
    # What was read for earlier nodes is not read again.
    seconds = allowed(METER.total)
    try:
        return deadline.run(make, seconds, watches_memory=True)
    except GivenUp:
        return NotMade(TOO_LARGE if deadline.was_large else f"the compilation was given up: {too_long(seconds)}")
    except MemoryError:
        return NotMade(TOO_LARGE)
    except Exception:  # A failure of ours must not take the catalogs of other nodes down.
        return NotMade("internal error", traceback.format_exc())
