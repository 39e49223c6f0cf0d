"""Definition: a class, define or node of the program."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.parameter import Source
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.names import unknown_parent
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Match, Regexp

HOSTCLASS, DEFINITION, NODE = "hostclass", "definition", "node"


class Evaluates(Protocol):
    """The evaluator of the text that a definition is written in; see `Evaluator`."""

    text: Text
    module_name: str | None

    def evaluate(self, node: ast.Expression | None, scope: Scope) -> object:
        """Evaluate an expression."""

    def top_value(self, node: ast.Expression) -> object:
        """Evaluate an expression in the top scope."""

    def default_failed(self, parameter: ast.Parameter, message: Message) -> MessageError:
        """The error for a default that cannot be evaluated."""


class Definitions(Protocol):
    """The definitions in which parents are looked up; see `Catalog`."""

    def class_named(self, name: str) -> Definition | None:
        """The class of a name in lower case."""

    def node_named(self, name: str) -> Definition | None:
        """The node definition for a host."""

    def is_class_unknown(self, name: str) -> bool:
        """Whether a class that is not found may exist."""


class Definition:
    """A class, define or node definition. The program itself is the class with an empty name."""

    def __init__(
        self,
        kind: str,
        name: str,
        ev: Evaluates | None = None,
        node: ast.Node | None = None,
        *,
        parameters: tuple[ast.Parameter, ...] = (),
        body: ast.Expression | None = None,
        parent: str | None = None,
        pattern: Regexp | None = None,
    ) -> None:
        self.kind = kind
        self.name = name
        self.ev = ev
        self.node = node
        self.parameters = parameters
        self.body = body
        self.parent = parent
        self.pattern = pattern
        self.match: Match | None = None
        self.overrides_all = False
        self.types = {each.name: self._type(each) for each in parameters}
        self._required = frozenset(each.name for each in parameters if each.value is None)
        self._struct: model.Struct | None = None

    def _type(self, parameter: ast.Parameter) -> Type:
        if parameter.type_expr is None:
            return model.ANY
        assert self.ev is not None
        value = self.ev.top_value(parameter.type_expr)
        return value if isinstance(value, Type) else model.ANY

    @property
    def module_name(self) -> str | None:
        """The module that it belongs to, empty for code outside of modules; None if that is not known."""
        return None if self.ev is None else self.ev.module_name

    @property
    def parameter_types(self) -> dict[str, Type]:
        """The types of the parameters, by name."""
        return self.types

    def is_required(self, name: str) -> bool:
        """Whether a parameter is required."""
        return name in self._required

    def matches(self, name: str) -> bool:
        """Whether the regular expression of a node definition matches a host, whose match its body can then read."""
        self.match = None if self.pattern is None else self.pattern.match(name)
        return self.match is not None

    @property
    def is_named(self) -> bool:
        """Whether a node definition is found by its name, in which Puppet 8.10 has capitals for groups like `(?...)` of a pattern."""
        return self.pattern is None or self.name.islower() or self.pattern.match(self.name.lower()) is not None

    def override_all(self) -> None:
        """Allow overrides of resources declared anywhere, as collectors make them."""
        self.overrides_all = True

    def add_variables(self, scope: Scope) -> None:
        """Set further variables of a scope after the parameters are bound; for definitions of other files."""

    @property
    def line(self) -> int | None:
        """The line on which the definition begins, from 1."""
        if self.ev is None or self.node is None:
            return None
        return self.ev.text.position(self.node.span.start)[0] + 1

    def has_parameter(self, name: str) -> bool:
        """Whether a resource of this kind can have a parameter, including metaparameters."""
        return name == "name" or name in self.types or name in metaparameters()

    @property
    def struct(self) -> model.Struct:
        """The Struct type of the parameters of a resource of this kind."""
        if self._struct is None:
            elements = [*_of_all()]
            for each in self.parameters:
                key: Type = model.String(each.name)
                elements.append(model.StructElement(key if each.value is None else model.Optional(key), self.types[each.name]))
            self._struct = model.Struct(tuple(elements))
        return self._struct

    def struct_for(self, given: Hash) -> model.Struct:
        """The Struct type of the parameters, given the values that are passed."""
        return self.struct

    def parent_in(self, catalog: Definitions) -> Definition | None:
        """The class or node definition that this one inherits from; None also for a class that may exist elsewhere."""
        # It is not kept: a definition of another file outlives the catalog, in which its parent may be a class of the checked file.
        if self.parent is None:
            return None
        found = catalog.class_named(self.parent) if self.kind == HOSTCLASS else catalog.node_named(self.parent)
        if found is None and not (self.kind == HOSTCLASS and catalog.is_class_unknown(self.parent)):
            name = f"::{self.parent}" if self.kind == HOSTCLASS else self.parent
            raise self.failed(unknown_parent(name, self.kind))
        return found

    def is_child_of(self, other: Source | None, catalog: Definitions) -> bool:
        """Whether this definition may override resources declared in `other`."""
        if self.overrides_all:
            return True
        parent = self.parent_in(catalog)
        return parent is not None and (parent is other or parent.is_child_of(other, catalog))

    def failed(self, message: Message) -> EvaluationError:
        """An error at the line on which the definition begins."""
        if self.ev is None or self.node is None:
            return EvaluationError(message)
        return EvaluationError(message, None, self.node.span.start, self.ev.text, line_only=True)


@cache
def _of_all() -> tuple[model.StructElement, ...]:
    """The elements of the Struct types of all definitions: the name and the metaparameters."""
    return tuple(model.StructElement(model.Optional(model.String(each)), model.ANY) for each in ("name", *sorted(metaparameters())))
