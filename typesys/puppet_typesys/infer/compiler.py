"""CheckCompiler: a compiler that knows other files only through a Loader, and reports errors instead of stopping at the first."""

from __future__ import annotations

import re
from functools import cache, partial
from math import inf

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.allowed import Allowed, allowed
from puppet_typesys.builtins.facts import fact, facts
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.diagnostics import Message, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.collectors import Collector
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.definitions import Definition as EvaluatedDefinition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import NotEvaluatedYet, Scope
from puppet_typesys.functions.call import Call, World
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch
from puppet_typesys.infer.attribute_values import Wrong
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.fixes.table import fixes_of
from puppet_typesys.infer.foreign import Foreign, ForeignDefinition
from puppet_typesys.infer.hints import with_hint
from puppet_typesys.infer.issues import wrong_value
from puppet_typesys.infer.model import FileModel
from puppet_typesys.infer.observation import CheckObservation
from puppet_typesys.infer.places import line_part, place_of
from puppet_typesys.infer.related import related
from puppet_typesys.issues.evaluation.general import stack_too_deep
from puppet_typesys.loader import CLASS, DEFINE, FACT, TYPE, Loader, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

STEPS = 60_000
"""How many expressions of one body are evaluated before it counts as examined."""
ANY_TIME = inf
"""Only steps are counted: what is found must not depend on how busy a machine is."""
TOP_VARIABLES = frozenset(
    """facts trusted server_facts environment clientcert clientversion clientnoop agent_specified_environment puppetversion serverversion
    servername serverip serverip6 module_name caller_module_name""".split()
)
SETTINGS = re.compile(r"settings::\w+")


class CheckCompiler(Compiler):
    """Evaluates what is known; see `infer/__init__.py`."""

    def __init__(
        self,
        world: World,
        loader: Loader,
        *,
        foreign: Foreign | None = None,
        strict: bool = False,
        facts: Hash | None = None,
        target: Target = PUPPET_8,
    ) -> None:
        """`strict` says that all files and all data of an environment are there, and that its classes are evaluated as a server does.

        `facts` are those of a node for which the code is checked, instead of any.
        """
        super().__init__(world, node_name="localhost", budget=Budget(STEPS, seconds=ANY_TIME), observation=CheckObservation(self))
        self.node_name = None
        self.evaluates_templates = False
        self.loader = loader
        self.foreign = foreign or Foreign(loader)
        self.strict = strict
        self.models: dict[int, FileModel] = {}
        self.last_scope: Scope | None = None
        """Where a variable was looked for last."""
        variables = self.top.variables
        self.target = target
        variables["facts"] = Unknown(facts_type(target.legacy_facts)) if facts is None else facts
        if facts is not None:
            variables.update((str(name), value) for name, value in facts.items())
        variables["trusted"] = Unknown(parse_builtin(TRUSTED))
        variables["server_facts"] = Unknown(parse_builtin(SERVER_FACTS))
        variables["environment"] = Unknown(model.STRING)

    def close(self) -> None:
        """Let go of everything: what was evaluated goes in circles, which would only be freed when circles are looked for."""
        self.top.resource = None
        _let_go(self.catalog)
        self.__dict__.clear()

    def begin(self) -> None:
        """Go on with an empty catalog, of which the definitions are the same."""
        before = self.catalog
        self.catalog = before.renewed()
        self.catalog.is_partial = True
        _let_go(before)

    # ---- findings

    def open(self, model_: FileModel) -> None:
        """Findings and values of a text go into this model."""
        self.models[id(model_.text)] = model_

    def report(
        self,
        error: EvaluationError,
        node: ast.Node | None = None,
        resource: Resource | None = None,
        text: Text | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Enter an error into the model of the text that is to blame; errors of texts that nobody looks at are dropped."""
        if error.message.wording is stack_too_deep:
            return
        spot = place_of(error, node, resource, text)
        found = self.models.get(id(spot.text))
        if found is not None:
            others = related(self.catalog, error.message, spot.text)
            message = with_hint(self, error.message, resource)
            # An error of the evaluation is one, whatever the severity of its rule.
            context = Context(self, message, found.text, found.program, spot.start, spot.end, spot.node)
            severity = severity or Severity.ERROR
            found.report(message.at(spot.start, spot.end, related=others, fixes=fixes_of(context), severity=severity))

    def report_value(self, resource: Resource, wrong: Wrong) -> None:
        """Enter a value that an attribute never takes."""
        parameter = resource.parameters.get(wrong.attribute or "")
        place = parameter.place if parameter is not None and parameter.place is not None else resource.place
        if place is not None:
            severity = Severity.WARNING if wrong.may_be_default and not self.strict else Severity.ERROR
            message = wrong_value(wrong.attribute, str(resource), wrong.message).suggesting(wrong.meant)
            self.report_at(place, message, severity, wrong.written)

    def report_at(self, place: Place, message: Message, severity: Severity | None = None, written: str = "") -> None:
        """Enter something that is about a place; `written` is what is perhaps misspelled there."""
        found = self.models.get(id(place.text))
        if found is not None:
            end = line_part(place.text, place.offset)
            fixes = respelled(place.text, place.offset, end, written, message.meant)
            found.report(message.at(place.offset, end, fixes=fixes, severity=severity))

    def allowed(self, type: str, attribute: str) -> Allowed | None:
        """What an attribute of a resource type takes; None if it may be anything."""
        return self.target.allowed(type, attribute, allowed(type, attribute)) or self.foreign.allowed(type, attribute)

    # ---- names

    def builtin_function(self, name: str) -> BuiltinFunction | None:
        found = super().builtin_function(name)
        changed = self.target.functions.get(name)
        return found if changed is None or found is None else _changed(found, tuple(changed))

    def native_type(self, name: str) -> NativeType | None:
        found = super().native_type(name)
        more = self.target.attributes.get(name)
        return found if more is None or found is None else found._replace(attributes=found.attributes | set(more))

    def foreign_class(self, name: str) -> EvaluatedDefinition | None:
        return self.foreign.class_named(name.removeprefix("::"))

    def foreign_type(self, name: str) -> EvaluatedDefinition | NativeType | None:
        return self.foreign.resource_type(name)

    def foreign_function(self, name: str) -> BuiltinFunction | None:
        return self.foreign.function(name.removeprefix("::"))

    def foreign_alias(self, name: str) -> Type | None:
        return self.foreign.alias(name)

    def unknown_type(self, name: str) -> Unknown | None:
        return None if self.foreign.is_complete(TypedName(TYPE, name.lower().removeprefix("::"))) else Unknown(model.TypeType())

    def is_class_unknown(self, name: str) -> bool:
        return not self.foreign.is_complete(TypedName(CLASS, name.removeprefix("::")))

    def is_type_unknown(self, name: str) -> bool:
        return not self.foreign.is_complete(TypedName(DEFINE, name.removeprefix("::").lower()))

    # ---- variables

    def qualified_variable(self, name: str) -> object:
        try:
            return super().qualified_variable(name)
        except NotEvaluatedYet:
            # A parameter whose default is itself has its value from the data.
            return Unknown(model.ANY)

    def missing_variable(self, name: str, scope: Scope) -> Unknown | None:
        plain = name.removeprefix("::")
        self.last_scope = scope
        if plain in TOP_VARIABLES or SETTINGS.fullmatch(plain):
            return Unknown(model.ANY)
        qualifier, _, leaf = plain.rpartition("::")
        if qualifier:
            return self._of_class(qualifier, leaf)
        known = fact(plain)
        if known is not None and (self.target.legacy_facts or not known.legacy):
            return Unknown(model.Optional(parse_builtin(known.type)))
        if self.foreign.load(TypedName(FACT, plain)) is not None:
            return Unknown(model.ANY)
        # A variable of the top scope may come from a file or a classifier that nobody showed us.
        return Unknown(model.ANY) if name.startswith("::") else None

    def _of_class(self, name: str, leaf: str) -> Unknown | None:
        """A variable of a class that has not been evaluated: most code may rely on someone having included it."""
        if self.strict:
            return None
        found = self.catalog.class_named(name.lower())
        while found is not None:
            if isinstance(found, ForeignDefinition):
                data = found.data
                if data.is_open or data.has_open_variables or leaf in data.variables or leaf in ("title", "name", "module_name"):
                    return Unknown(model.ANY)
                if data.parameter(leaf) is not None:
                    return Unknown(found.foreign_types[leaf])
            elif leaf in found.types:
                return Unknown(found.types[leaf])
            elif found.body is None or leaf in assigned(found.body) or leaf in ("title", "name", "module_name"):
                return Unknown(model.ANY)
            if found.parent is None:
                return None
            above = self.catalog.class_named(found.parent)
            if above is None:
                return Unknown(model.ANY)
            found = above
        return Unknown(model.ANY) if self.is_class_unknown(name) else None


TRUSTED = (
    "Struct[{authenticated => Enum[remote, local, 'false'], certname => Optional[String], domain => Optional[String],"
    " hostname => Optional[String], extensions => Hash[String, Any], external => Hash[String, Any]}]"
)
SERVER_FACTS = (
    "Struct[{serverversion => String, servername => String, Optional[serverip] => String, Optional[serverip6] => String,"
    " Optional[environment] => String}]"
)


_CHANGED: dict[tuple[str, tuple[str, ...]], BuiltinFunction] = {}
"""By name and parameters. Threads share it: a function is entered when it is complete."""


def _changed(function: BuiltinFunction, parameters: tuple[str, ...]) -> BuiltinFunction:
    """A function that is called in other ways, in the same order; what it gives is only known for what Puppet 8 takes as well."""
    found = _CHANGED.get((function.name, parameters))
    if found is None:
        found = BuiltinFunction(function.name)
        for before, given in zip(function.dispatches, parameters, strict=False):
            found.dispatches.append(Dispatch(given, partial(_as_before, before), None, False))
        _CHANGED[function.name, parameters] = found
    return found


def _as_before(dispatch: Dispatch, call: Call, *arguments: object) -> object:
    return dispatch.function(call, *arguments) if dispatch.signature.accepts(arguments, None) else Unknown(model.ANY)


@cache
def facts_type(legacy: bool = True) -> Type:
    """The type of `$facts`: what facter knows, any of which a node may lack. Other facts are unknown."""
    elements = []
    for each in facts().values():
        if each.pattern is None and (legacy or not each.legacy):
            elements.append(model.StructElement(model.Optional(model.String(each.name)), parse_builtin(each.type)))
    return model.Struct(tuple(elements))


def assigned(body: ast.Node) -> set[str]:
    """The variables that a body assigns, those of its lambdas as well."""
    names: set[str] = set()
    waiting: list[ast.Node] = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AssignmentExpression):
            names |= _targets(node.left_expr)
        waiting += ast.children(node)
    return names


def _targets(node: ast.Node) -> set[str]:
    if isinstance(node, ast.VariableExpression):
        return {node.name}
    if isinstance(node, ast.LiteralList):
        return set[str]().union(*map(_targets, node.values))
    return set()


def _let_go(catalog: Catalog) -> None:
    for each in catalog.collectors:
        if isinstance(each, Collector):
            each.query = each.override = None
    vars(catalog).clear()
