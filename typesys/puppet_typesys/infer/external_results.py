"""What functions of other files that are written in Puppet return, by the types of their arguments.

They are evaluated by a compiler that has no definitions of the checked program. What is found is kept for all files of the project, with
the names that were looked up, as the check of each caller depends on them.
"""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import parse
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.infer.function_types import FunctionTypes
from puppet_typesys.infer.results import MANY, Result
from puppet_typesys.loader import Definition
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.errors import BudgetError

STEPS = 4000
"""The limit of the steps of an evaluation, with those of the functions that are called inside; usual functions take less than 100."""
STEPS_PER_STEP = 2
"""How many of them are charged to the caller as one; the result of most calls is known already."""


class ExternalResults:
    """Evaluates functions of other files."""

    def __init__(self, compiler: Compiler, loaded: LoadedDefinitions) -> None:
        """The compiler is used for nothing else."""
        self.compiler = compiler
        self._loaded = loaded
        self._functions: dict[str, PuppetFunction | None] = {}
        self._types = FunctionTypes(compiler, loaded, loaded.results)
        compiler.budget.limit_parts(STEPS)

    def type_of(self, data: Definition, types: tuple[Type, ...] | None, caller: Budget) -> Type:
        """The type of what a function returns. The caller is charged in the same way whether or not that was known before."""
        if self._types.is_running:
            return self._known(data, types).type
        found = self._loaded.results.get((data.name, types))
        if found is None:
            found = self._evaluated(data, types)
        else:
            self._loaded.ask_again(found.asked)
        caller.spend(1 + found.steps // STEPS_PER_STEP)
        return found.type

    def _evaluated(self, data: Definition, types: tuple[Type, ...] | None) -> Result:
        """The result of a function that is not called by another one that is being evaluated."""
        compiler, loaded = self.compiler, self._loaded
        compiler.start_over()
        compiler.budget.renew()

        def limited() -> Result | None:
            try:
                with compiler.budget.metered():
                    return self._known(data, types)
            except (BudgetError, RecursionError):
                return None

        found, asked = loaded.recorded(limited)
        if found is None:
            found = Result(model.ANY, asked, STEPS)
            if len(loaded.results) < MANY:
                loaded.results[data.name, types] = found
        return found

    def _known(self, data: Definition, types: tuple[Type, ...] | None) -> Result:
        if data.name not in self._functions:
            self._functions[data.name] = self._function(data)
        function = self._functions[data.name]
        return Result(model.ANY, frozenset(), 1) if function is None else self._types.known(function, types)

    def _function(self, data: Definition) -> PuppetFunction | None:
        """A function, which does not become one of the compiler: calls of it look it up as one of another file."""
        tree = parse(data.code or "")
        ev = self.compiler.evaluator(tree.text, data.name.removeprefix("::").partition("::")[0])
        found = (each for each in lower(tree)[0].definitions if isinstance(each, ast.FunctionDefinition))
        return next((PuppetFunction(ev, each, self.compiler.top) for each in found), None)
