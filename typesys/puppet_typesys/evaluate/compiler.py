"""Compiler: evaluates a program and holds the functions, types, classes and defines that it defines."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.evaluate.aliases import define_alias
from puppet_typesys.evaluate.catalog import redefined
from puppet_typesys.evaluate.classes import misplaced_control_flow
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.completion import complete
from puppet_typesys.evaluate.context import Context, Parts
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.issues.evaluation.resources import duplicate_definition
from puppet_typesys.types.data import BUILTIN_ALIASES
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import BUILTIN
from puppet_typesys.validate.anchor import anchor


def _refuse_builtin(name: str) -> None:
    """Raise an error for an alias whose name is that of a built-in type."""
    if name in BUILTIN:
        origin = "Originally set by Puppet-Type-System/Static-Loader."
    elif name in BUILTIN_ALIASES or native_type(name) is not None:
        origin = "Set at unknown location"
    else:
        return
    raise EvaluationError(duplicate_definition("type", name, origin))


class Compiler(Context):
    """Evaluates one or more programs into one catalog."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._functions: dict[str, PuppetFunction] = {}
        self._aliases: dict[str, tuple[ast.TypeAlias, Text]] = {}
        self._types: dict[str, Type | None] = {}

    def evaluator(self, text: Text, module_name: str | None = None) -> Evaluator:
        """Return the evaluator of the expressions of a text."""
        return Evaluator(self, text, module_name)

    def evaluate(self, program: ast.Program, text: Text) -> object:
        """Add a program's definitions and evaluate its body in the top scope; return the value of the last expression."""
        ev = self.evaluator(text)
        self.define(ev, program)
        try:
            value = ev.evaluate(program.body, self.top)
        except ControlFlow as signal:
            raise misplaced_control_flow(signal, text) from None
        complete(self)
        return value

    def define(self, ev: Evaluator, program: ast.Program) -> None:
        """Add a program's functions, types, classes, defines and nodes."""
        for definition in program.definitions:
            match definition:
                case ast.FunctionDefinition():
                    if definition.name in self._functions:
                        raise redefined("function", definition.name, ev.text, self._functions[definition.name].node.span.start)
                    self._functions[definition.name] = PuppetFunction(ev, definition, self.top)
                case ast.TypeAlias():
                    name = definition.name.lower()
                    _refuse_builtin(name)
                    if name in self._aliases:
                        first, text = self._aliases[name]
                        raise redefined("type", name, text, anchor(first))
                    self._aliases[name] = (definition, ev.text)
                case ast.HostClassDefinition() | ast.ResourceTypeDefinition() | ast.NodeDefinition():
                    self.catalog.define(ev, definition)

    def function_named(self, name: str) -> PuppetFunction | None:
        """Return a function written in Puppet; None without one of that name."""
        name = name.removeprefix("::")
        if name not in self._functions and not self.resolver.external.include_function(name):
            return None
        found = self._functions.get(name)
        if found is not None:
            self.looked_up(found.node)
        return found

    def names(self) -> set[str]:
        """The names of the functions, types, classes and defines of the program."""
        types = {definition.name for definition, _ in self._aliases.values()}
        return {*self._functions, *types, *self.catalog.classes, *self.catalog.defines}

    def type_of_name(self, name: str) -> Type | None:
        """The type that a name denotes if the language does not define it: an alias, a resource type or a define."""
        name = name.removeprefix("::")
        alias = self._aliases.get(name)
        if alias is None:
            return self.catalog.reference_to(name) or self.resolver.external.alias(name)
        self.looked_up(alias[0])
        if name not in self._types:
            define_alias(*alias, self._types, self.type_of_name)
        return self._types[name]
