"""CheckCompiler: a compiler that resolves the names of other files by a Loader, and continues after errors."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.fact_types import SERVER_FACTS, TRUSTED, facts_type
from puppet_typesys.builtins.resource_types import NAMES, NativeType
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.diagnostics import Message, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.collectors import Collector
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.context import NamedFunction, Parts
from puppet_typesys.evaluate.effects import DECLARING_FUNCTIONS, has_effects
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.given import Given
from puppet_typesys.evaluate.observer import Observation
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.resolver import ExternalDefinitions
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.functions.call import World
from puppet_typesys.infer.attribute_values import InvalidValue
from puppet_typesys.infer.closed_world import ClosedWorld
from puppet_typesys.infer.declaring_functions import declares
from puppet_typesys.infer.external import ExternalDefinition, LoadedDefinitions
from puppet_typesys.infer.external_results import ExternalResults
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.fixes.literals import quoted_mode
from puppet_typesys.infer.function_types import FunctionTypes
from puppet_typesys.infer.guards import GuardChecker, GuardObservation, values_key
from puppet_typesys.infer.hints import with_hint
from puppet_typesys.infer.issues import refused_values, wrong_value
from puppet_typesys.infer.model import FileModel
from puppet_typesys.infer.observation import CheckObservation
from puppet_typesys.infer.places import line_part, place_of
from puppet_typesys.infer.related import related
from puppet_typesys.infer.resolution import CheckResolver
from puppet_typesys.infer.results import Results
from puppet_typesys.infer.watched_world import WatchedWorld
from puppet_typesys.issues.evaluation.general import stack_too_deep
from puppet_typesys.issues.evaluation.parameters import missing_parameter
from puppet_typesys.loader import Definition, Loader
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, UnknownLater

STEPS = 60_000
"""The maximum number of expressions that are evaluated of one body; the rest is not checked."""
ERROR_STEPS = 20
"""The number of steps that reporting an error takes."""
MANY = 1000
"""The number of findings of a file after which others are reported without hints and fixes."""
NO_TIME_LIMIT = inf
"""There is no time limit: findings must not depend on the load of the machine."""


class CheckCompiler(Compiler):
    """Evaluates a program in which some values are known only by their types."""

    def __init__(
        self,
        world: World,
        loader: Loader,
        *,
        loaded: LoadedDefinitions | None = None,
        strict: bool = False,
        facts: Hash | None = None,
        target: Target = PUPPET_8,
        external: ExternalDefinitions | None = None,
        observation: Observation | None = None,
    ) -> None:
        """`strict` means that all files and data of an environment are present, and that classes are evaluated as a server does.

        `facts` are the facts of the node that the code is checked for; by default it is checked for any node. For `loaded` and `external`
        see `CheckResolver`.
        """
        resolver = CheckResolver(world, loaded or LoadedDefinitions(loader), target, strict=strict, external=external)
        given = Given(
            node_name=None,
            facts=UnknownLater(facts_type) if facts is None else facts,
            trusted=Unknown(parse_builtin(TRUSTED)),
            server_facts=Unknown(parse_builtin(SERVER_FACTS)),
            environment=Unknown(model.STRING),
            evaluates_templates=False,
        )
        budget = Budget(STEPS, seconds=NO_TIME_LIMIT)
        super().__init__(Parts(world, given, resolver=resolver, observation=observation or CheckObservation(self), budget=budget))
        self.resolver: CheckResolver = resolver
        self.is_alone = False
        """Whether the main manifest, whose resource defaults apply everywhere, is not part of the project."""
        self.module_name: str | None = None
        """The module that the text belongs to; None if that is not known."""
        self.loader = loader
        self.models: dict[int, FileModel] = {}
        self.used: set[int] = set()
        """The identities of the definitions of the program that were looked up since `begin_uses`."""
        self.called: set[PuppetFunction] = set()
        """The functions of the program that were called since the last part of the check began."""
        self._guards: GuardChecker | None = None
        self._external: ExternalResults | None = None
        self._results: Results = {}
        self._effects: dict[str, bool] = {}
        """Whether functions of the program declare or change resources."""
        self._function_types = FunctionTypes(self, resolver.loaded, self._results)

    def close(self) -> None:
        """Release all objects: an evaluation has reference cycles, which only the garbage collector would free."""
        self.top.release()
        if self._guards is not None and isinstance(self._guards.compiler, CheckCompiler):
            self._guards.compiler.close()
        external, self._external = self._external, None
        if external is not None and isinstance(external.compiler, CheckCompiler) and external.compiler is not self:
            external.compiler.close()
        _release(self.catalog)
        self.__dict__.clear()

    def begin(self) -> None:
        """Replace the catalog with an empty one that has the same definitions."""
        self._results.clear()
        before = self.catalog
        self.start_over()
        _release(before)

    def begin_uses(self) -> None:
        """Begin to record which definitions of the program are looked up."""
        self.used = set()

    def looked_up(self, definition: ast.Node) -> None:
        self.used.add(id(definition))

    def note_call(self, function: NamedFunction) -> None:
        if isinstance(function, PuppetFunction):
            self.called.add(function)

    # ---- functions written in Puppet

    def type_of_call(self, function: NamedFunction, types: tuple[Type, ...] | None) -> Type | None:
        if not isinstance(function, PuppetFunction) or not self._is_pure(function.name):
            return None
        is_inside = self._function_types.is_running
        try:
            found = self._function_types.known(function, types).type
        except BudgetError:
            if is_inside:
                raise
            return model.ANY  # If no steps are left, the next expression says so.
        return model.ANY if is_never(found) else found

    def type_of_external_call(self, function: Definition, types: tuple[Type, ...] | None) -> Type:
        if self._external is None:
            loaded = self.resolver.loaded
            own = CheckCompiler(ClosedWorld(self.world), self.loader, loaded=loaded, target=self.resolver.target)
            own.top.variables[FACTS] = self.top.variables[FACTS]
            own._external = self._external = ExternalResults(own, loaded)
        return self._external.type_of(function, types, self.budget)

    def _is_pure(self, name: str) -> bool:
        """Whether a function certainly does not declare or change resources."""
        own = self.function_named(name)
        if own is None:
            return name not in DECLARING_FUNCTIONS and not declares(name)
        if name not in self._effects:
            self._effects[name] = False  # Ends the recursion.
            self._effects[name] = own.body is not None and has_effects(own.body, self._is_pure)
        return not self._effects[name]

    # ---- findings

    def open(self, model_: FileModel) -> None:
        """Record the findings and values of a text in a model."""
        self.models[id(model_.text)] = model_

    def report(
        self,
        error: EvaluationError,
        node: ast.Node | None = None,
        resource: Resource | None = None,
        text: Text | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Add an error to the model of the text that it is in; errors in texts without a model are dropped."""
        if error.message.wording is stack_too_deep or self._is_missing_by_default(error.message, resource):
            return
        spot = place_of(error, node, resource, text)
        found = self.models.get(id(spot.text))
        # An error takes as long as some steps.
        self.budget.owe(ERROR_STEPS)
        if found is not None and len(found.findings) > MANY:
            found.report(error.message.at(spot.start, spot.end, severity=severity or Severity.ERROR))
        elif found is not None:
            from puppet_typesys.infer.fixes.table import fixes_of  # ten modules, and most files have no errors

            others = related(self.catalog, error.message, spot.text, found, spot.start)
            message = with_hint(self, error.message, resource)
            # An evaluation error has the severity `error`, whatever the severity of its rule.
            context = Context(self, message, found.text, found.program, spot.start, spot.end, spot.node)
            severity = severity or Severity.ERROR
            found.report(message.at(spot.start, spot.end, related=others, fixes=fixes_of(context), severity=severity))

    def report_value(self, resource: Resource, wrong: InvalidValue) -> None:
        """Add a finding about a value that an attribute does not accept."""
        parameter = resource.parameters.get(wrong.attribute or "")
        place = parameter.place if parameter is not None and parameter.place is not None else resource.place
        if place is not None:
            if wrong.valid_with and self.may_have_default(resource, wrong.valid_with):
                return
            severity = Severity.WARNING if wrong.is_accepted else Severity.ERROR
            if wrong.valid_with and not self.resolver.strict:
                # Main manifests set defaults such as the path of all commands, but hardly those of the types of modules.
                is_common = isinstance(resource.kind, NativeType) and resource.kind.name in NAMES
                severity = Severity.INFO if self.is_alone and is_common and wrong.meant is None else Severity.WARNING
            message = wrong_value(wrong.attribute, str(resource), wrong.message).suggesting(wrong.meant)
            self.report_at(place, message, severity, wrong.written)

    def refusal(self, type: str, attribute: str, value: object) -> str | None:
        """Return why the resource type of a module refuses the value of an attribute; None if it does not, or that is not known."""
        return self.resolver.loaded.refusal(type, attribute, value, self.budget)

    def check_guards(self, resource: Resource) -> None:
        """Report a declaration of a define of another file that its body refuses."""
        definition = resource.kind
        if resource.place is None or not isinstance(definition, ExternalDefinition) or definition.data.guards is None:
            return
        if resource.is_open:
            return
        key, loaded = values_key(resource, definition), self.resolver.loaded
        known = definition.refusals.get(key)
        if known is not None and known.reason is None:
            loaded.ask_again(known.asked)
            return
        if self._guards is None:
            facts = self.top.variables[FACTS]
            world = WatchedWorld(self.world)
            own = CheckCompiler(world, self.loader, loaded=loaded, target=self.resolver.target, observation=GuardObservation())
            own.top.variables[FACTS] = facts
            self._guards = GuardChecker(own, loaded, world)
        reason = self._guards.refusal(resource, definition, key)
        absent = [each.name for each in definition.data.parameters if each.name not in resource.parameters]
        if reason is not None and not self.may_have_default(resource, absent):
            self.report_at(resource.place, refused_values(str(resource), reason))

    def _is_missing_by_default(self, message: Message, resource: Resource | None) -> bool:
        """Whether a message is about a missing parameter of a define that resource defaults of another scope may set."""
        if message.wording is not missing_parameter or resource is None or resource.is_class:
            return False
        return self.may_have_default(resource, (str(message.arguments["parameter"]),))

    def may_have_default(self, resource: Resource, attributes: Sequence[str]) -> bool:
        """Whether resource defaults of the scopes that the definition around a resource is declared from may set one of some attributes."""
        module = "" if resource.source is None else resource.source.name.partition("::")[0]
        return self.resolver.may_have_default(module, resource.type, attributes)

    def report_at(self, place: Place, message: Message, severity: Severity | None = None, written: str = "") -> None:
        """Add a finding at a place; `written` is the text there that may be misspelled."""
        found = self.models.get(id(place.text))
        if found is not None:
            end = line_part(place.text, place.offset)
            fixes = respelled(place.text, place.offset, end, written, message.meant) or quoted_mode(place.text, place.offset, end)
            found.report(message.at(place.offset, end, fixes=fixes, severity=severity))


def _release(catalog: Catalog) -> None:
    for each in catalog.collectors:
        if isinstance(each, Collector):
            each.release()
    vars(catalog).clear()
