"""Functions of the module and its fixtures, called in the catalog of an example. Values are those of Puppet."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.deadline import Deadline
from puppet_check.reports.catalogs.compilation import NotMade, in_time
from puppet_check.specs.catalogs.compiling import Catalogs, Job, Made, reported
from puppet_check.specs.outcomes import Undecided
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.ruby.outcome import NotComputed, RubyError
from puppet_typesys.types.block import Block
from puppet_typesys.values.errors import BudgetError, InternalError, MessageError
from puppet_typesys.values.unknown import Unknown, contains_unknown


class FunctionError(Exception):
    """Raised for the error of a function: its text, and the class of the exception, of which None is not known."""

    def __init__(self, message: str, kind: object) -> None:
        super().__init__(message)
        self.text = message
        self.kind = kind


class Scope:
    """A catalog that was compiled for one example, in whose top scope functions are called."""

    def __init__(self, catalogs: Catalogs, job: Job) -> None:
        self.made: Made = catalogs.anew(job)
        self._source = read_source("", b"undef")

    @property
    def _compiler(self) -> NodeCompiler:
        made = self.made
        if made.error is not None:
            raise FunctionError(made.message, "Puppet::PreformattedError")
        if made.doubt:
            raise Undecided(made.doubt)
        assert made.compiled is not None
        return made.compiled.compiler

    def exists(self, name: str) -> bool:
        """Whether there is a function of a name."""
        compiler = self._compiler
        if compiler.function_named(name) is not None or compiler.resolver.function(name) is not None:
            return True
        if compiler.library.is_absent(TypedName(FUNCTION, name)):
            raise Undecided(f"whether there is a function {name}")
        return False

    def is_legacy(self, name: str) -> bool:
        """Whether a function is written for the legacy interface, which gets values as they are."""
        found = self._compiler.library.ruby(name)
        return found is not None and "newfunction" in found.text

    def call(self, name: str, arguments: Sequence[object], block: Block | None) -> object:
        """The value of a function. Raises FunctionError for its error, and Undecided if the value is not computed."""
        compiler = self._compiler
        with compiler.budget.metered():
            made = in_time(lambda: self._answer(compiler, name, arguments, block), Deadline())
        if isinstance(made, NotMade):
            raise Undecided(made.text)
        if isinstance(made, FunctionError | Undecided):
            raise made
        if isinstance(made, NotComputed):
            raise Undecided(f"function {name} ({made.reason})")
        if isinstance(made, Unknown) or contains_unknown(made):
            cause = next(iter(compiler.causes.counts), None)
            raise Undecided(f"the value of {name}" if cause is None else f"{cause.kind} {cause.name} {cause.reason}")
        return made

    def _answer(self, compiler: NodeCompiler, name: str, arguments: Sequence[object], block: Block | None) -> object:
        """The value of a function, or the exception that says why there is none."""
        try:
            return self._called(compiler, name, arguments, block)
        except (FunctionError, Undecided) as reason:
            return reason

    def _called(self, compiler: NodeCompiler, name: str, arguments: Sequence[object], block: Block | None) -> object:
        invocation = Invocation(compiler.evaluator(self._source.text), self._source.program.body, compiler.top)
        try:
            return invocation.function(name, arguments, block)
        except RubyError as error:
            raise FunctionError(str(error), error.kind) from None
        except EvaluationError as error:
            if error.code == BUDGET:
                raise Undecided(str(error)) from None
            assert self.made.compiled is not None
            text = reported(error, self.made.compiled).removesuffix(f" on node {compiler.given.node_name}")
            raise FunctionError(text, "Puppet::PreformattedError" if error.text is not None else None) from None
        except InternalError:
            raise Undecided(f"the error of {name}") from None
        except BudgetError as error:
            raise Undecided(str(error)) from None
        except ControlFlow:
            raise Undecided("a jump out of a function") from None
        except MessageError as error:
            message = str(error.reference)
            raise FunctionError(message, "ArgumentError" if message.startswith(_mismatches(name)) else None) from None


def _mismatches(name: str) -> tuple[str, ...]:
    """How messages begin that say that arguments do not fit."""
    return tuple(f"'{name}' {word}" for word in ("expect", "parameter", "block"))
