"""Functions of the module and its fixtures, called in the catalog of an example. Values are those of Puppet."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.reports.catalogs.compilation import NotMade
from puppet_check.specs.catalogs.compiling import Catalogs, Job, Made, reported
from puppet_check.specs.outcomes import Undecided
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.bridges.ruby_code import NodeHost, RubyCode
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.node_catalogs.declaring import DECLARING
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.ruby.functions import call_legacy, raise_error
from puppet_typesys.ruby.objects import Jump, Raised
from puppet_typesys.ruby.outcome import NotComputed, RubyError, Unsupported
from puppet_typesys.types.block import Block
from puppet_typesys.values.errors import BudgetError, InternalError, MessageError
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

MISMATCH = lazy_pattern(r"'[\w:]+' (?:expect|parameter|block)|The function '[\w:]+' was called with arguments it does not accept")
"""How messages begin that say that arguments do not fit a function in Ruby, the one that is called or one that it calls."""


class FunctionError(Exception):
    """Raised for the error of a function: its text, and the class of the exception, of which None is not known."""

    def __init__(self, message: str, kind: object) -> None:
        super().__init__(message)
        self.text = message
        self.kind = kind


class Scope:
    """A catalog that was compiled for one example, in whose top scope functions are called."""

    def __init__(self, catalogs: Catalogs, job: Job) -> None:
        self._catalogs = catalogs
        self.made: Made = catalogs.anew(job)
        self._source = catalogs.source_of("undef")

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

    def call_legacy(self, name: str, arguments: Sequence[object]) -> object:
        """The value of a function of the legacy interface, as one of Ruby. Raises as `call` does."""
        compiler = self._compiler
        found = compiler.library.ruby(name)
        assert found is not None
        code = RubyCode(compiler.library, compiler.causes)
        host = NodeHost(Invocation(compiler.evaluator(self._source.text), self._source.program.body, compiler.top), code)
        try:
            return call_legacy(found.text, name, arguments, host, compiler.budget)
        except Raised as raised:
            try:
                raise_error(raised)
            except (RubyError, EvaluationError, MessageError, InternalError) as error:
                raise self._error(name, error) from None
        except Unsupported as reason:
            raise Undecided(f"function {name} ({reason.reason})") from None
        except (UnknownValue, RecursionError, Jump):
            raise Undecided(f"the value of {name}") from None
        except (RubyError, EvaluationError, MessageError, InternalError, BudgetError) as error:
            raise self._error(name, error) from None

    def is_of_core(self, name: str) -> bool:
        """Whether a function is computed without its file, as those of stdlib are that read or change the catalog."""
        return name in DECLARING

    def is_ruby(self, name: str) -> bool:
        """Whether a function is written in Ruby in a module."""
        return self._compiler.library.ruby(name) is not None

    def variable(self, name: str) -> object:
        """The value of a variable of the top scope. Raises Undecided if it is unknown or not set."""
        compiler = self._compiler
        invocation = Invocation(compiler.evaluator(self._source.text), self._source.program.body, compiler.top)
        found = invocation.find_variable(name)
        if found is MISSING or contains_unknown(found):
            raise Undecided(f"variable {name}")
        return found

    def call(self, name: str, arguments: Sequence[object], block: Block | None) -> object:
        """The value of a function. Raises FunctionError for its error, and Undecided if the value is not computed."""
        compiler = self._compiler
        with compiler.budget.metered():
            made = self._catalogs.in_time(lambda: self._answer(compiler, name, arguments, block))
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
        except ControlFlow:
            raise Undecided("a jump out of a function") from None
        except (RubyError, EvaluationError, InternalError, BudgetError, MessageError) as error:
            raise self._error(name, error) from None

    def _error(self, name: str, error: Exception) -> FunctionError | Undecided:
        """The exception that stands for the error of a function."""
        match error:
            case RubyError():
                return FunctionError(str(error), error.kind)
            case EvaluationError() if error.code != BUDGET:
                assert self.made.compiled is not None
                text = reported(error, self.made.compiled).removesuffix(f" on node {self._compiler.given.node_name}")
                return FunctionError(text, "Puppet::PreformattedError" if error.text is not None else None)
            case InternalError():
                return Undecided(f"the error of {name}")
            case MessageError() if not isinstance(error, BudgetError):
                message = str(error.reference)
                return FunctionError(message, "ArgumentError" if MISMATCH.match(message) else None)
        return Undecided(str(error))
