"""Collectors (`Type <| query |>`), which realize and override the resources that match, and the function `realize`."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.convert.text import text as text_of
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.exports import Export, Exports
from puppet_typesys.evaluate.importing import Both, Either, Has, Importing, Query, Tagged, Undecided, matches, written
from puppet_typesys.evaluate.parameter import Parameter, Place
from puppet_typesys.evaluate.resource import Resource, is_reference
from puppet_typesys.evaluate.resource_expressions import attributes
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.names import unknown_collected_type
from puppet_typesys.operators.comparison.equality import equals
from puppet_typesys.operators.comparison.inclusion import includes
from puppet_typesys.operators.comparison.matching import Matching
from puppet_typesys.types import model
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend
from puppet_typesys.values.runtime_object import RuntimeObject
from puppet_typesys.values.unknown import Unknown, UnknownValue

NO_STORECONFIGS = "You cannot collect exported resources without storeconfigs being set; the collection will be ignored"


class Collector(RuntimeObject):
    """Finds resources that match a query, repeatedly, until there are no new ones."""

    def __init__(self, catalog: Catalog, type: str, query: Query | None, *, exported: bool, override: Override | None) -> None:
        self.catalog = catalog
        self.type = type
        self.query = query
        self.exported = exported
        self.override = override
        self.collected: list[Resource] = []
        self._seen = bytearray()
        """Whether the resource with a number has been collected: a text for each would take a lot of memory in thousands of collectors."""
        self.importing: Importing | None = None
        """How it finds the exported resources of other nodes, if the server stores these."""
        self.alternative: tuple[object, ...] = ()
        self.place: Place | None = None
        self.possible = catalog.names.reach.is_marked_possible
        """Whether it stands under an unknown condition."""
        kind = "Exported" if exported else "Catalog"
        self.label = f"{kind}-Collector[{type}]"
        self.class_name = f"Puppet::Pops::Evaluator::Collectors::{kind}Collector"

    def __str__(self) -> str:
        return self.label

    def collect(self) -> bool:
        """Realize the resources declared so far; return whether there was a new one."""
        if self.exported and self.importing is None:
            return False
        spend(len(self.catalog.resources) >> 2)
        found = [each for each in self.catalog.of_type(self.type) if self._is_meant(each) and self._matches(each)]
        if self.importing is not None:
            found += self.importing.imported(self.catalog, self.type, possible=self.possible)
        for each in found:
            each.realize(is_certain=not self.possible)
        self._seen.extend(bytes(len(self.catalog.table) - len(self._seen)))
        new = [each for each in found if not self._seen[each.number]]
        if self.override is not None and found:
            self.override.apply(self.catalog, new, possible=self.possible)
        self.collected += new
        for each in new:
            self._seen[each.number] = True
        return bool(new)

    def _is_meant(self, resource: Resource) -> bool:
        return resource.exported or not self.exported

    def _matches(self, resource: Resource) -> bool:
        if self.query is None:
            return True
        try:
            return _is_found(self.query, resource)
        except UnknownValue:
            self.catalog.mark_partial()
            return False

    def find_among(self, exports: Exports, node: str | None, scope: Scope, place: Place) -> None:
        """Find the exported resources of other nodes as well."""
        query = self.query

        def is_found(export: Export) -> bool:
            try:
                return matches(query, export)
            except UnknownValue:
                self.catalog.mark_partial()
                return False

        self.importing = Importing(exports, node, is_found, scope, place)

    def stand_for(self, operands: tuple[object, ...]) -> None:
        """Take the operands before it in a chain of relationships, which count if it is at the beginning and finds nothing."""
        self.alternative = operands

    def release(self) -> None:
        """Let go of the scopes that its query and its attributes refer to."""
        self.query = self.override = self.importing = None

    def unresolved(self) -> list[str]:
        """Return an empty list: a query may match no resources."""
        return []


class Override:
    """The attributes that a collector sets on the resources that it finds."""

    def __init__(self, parameters: list[Parameter], scope: Scope, place: Place) -> None:
        self.parameters = parameters
        self.scope = scope
        self.place = place

    def apply(self, catalog: Catalog, resources: list[Resource], *, possible: bool) -> None:
        """Override resources; a collector may override resources that were declared elsewhere."""
        assert self.scope.source is not None
        self.scope.source.override_all()
        for each in resources:
            spend(4)
            override = Resource(each.type, each.title, each.kind, self.scope, place=self.place)
            for parameter in self.parameters:
                override.set(parameter._replace(possible=True) if possible else parameter)
            catalog.override(override)


class Realizer:
    """A call of `realize`, which realizes resources by their references, including those declared later."""

    def __init__(self, catalog: Catalog, references: list[model.Resource | str], place: Place | None = None) -> None:
        self.catalog = catalog
        self.place = place
        self.references = references
        self.possible = catalog.names.reach.is_marked_possible

    def collect(self) -> bool:
        """Realize the resources declared so far; return whether one of them was still virtual."""
        spend(len(self.references))
        left = []
        found = False
        for each in self.references:
            resource = self._find_text(each) if isinstance(each, str) else self._find(each)
            if resource is None:
                left.append(each)
            else:
                found = found or resource.virtual
                resource.realize(is_certain=not self.possible)
        self.references = left
        return found

    def _find(self, type: model.Resource) -> Resource | None:
        return self.catalog.find(str(type.type_name), str(type.title))

    def _find_text(self, reference: str) -> Resource | None:
        try:
            return self.catalog.find_reference(reference)
        except ArgumentError as error:
            raise ArgumentError(f"Puppet::Parser::Compiler failed with error ArgumentError: {error}") from None

    def without_malformed(self) -> list[str]:
        """Remove and return the strings that are not references."""
        wrong = [each for each in self.references if isinstance(each, str) and not is_reference(each)]
        self.references = [each for each in self.references if each not in wrong]
        return wrong

    def unresolved(self) -> list[str]:
        """The references to resources that were not found."""
        return [each if isinstance(each, str) else f"{each.type_name}[{each.title}]" for each in self.references]


@evaluates(ast.CollectExpression)
def _collect(ev: Evaluator, node: ast.CollectExpression, scope: Scope) -> object:
    if not has_collected_type(ev, node):
        return Unknown(model.ANY)
    parameters, query = collected(ev, node, scope)
    return add_collector(ev, node, parameters, query, scope)


def has_collected_type(ev: Evaluator, node: ast.CollectExpression) -> bool:
    """Whether the resource type of a collector is known; raises ArgumentError if there is none."""
    if isinstance(node.query, ast.ExportedQuery) and ev.compiler.given.exports is None:
        ev.compiler.log.add("warning", NO_STORECONFIGS)
    if not isinstance(node.type_expr, ast.QualifiedReference):
        raise ArgumentError("LHS is not a type")
    name = node.type_expr.value
    if name == "class":
        raise ArgumentError("Classes cannot be collected")
    if ev.compiler.catalog.resource_type(name) is not None:
        return True
    if ev.compiler.resolver.is_type_unknown(name):
        return False
    raise ArgumentError(unknown_collected_type(name))


def collected(ev: Evaluator, node: ast.CollectExpression, scope: Scope) -> tuple[list[Parameter], Query | None]:
    """The values of the attributes and of the query of a collector."""
    parameters = attributes(ev, node.operations, scope)
    inner = node.query.expr
    return parameters, None if inner is None or isinstance(inner, ast.Nop) else _query(ev, inner, scope)


def add_collector(ev: Evaluator, node: ast.CollectExpression, parameters: list[Parameter], query: Query | None, scope: Scope) -> Collector:
    """Add a collector to the catalog."""
    catalog, exports = ev.compiler.catalog, ev.compiler.given.exports
    assert isinstance(node.type_expr, ast.QualifiedReference)
    place = Place(ev.text, anchor(node))
    override = Override(parameters, scope, place) if node.operations else None
    exported = isinstance(node.query, ast.ExportedQuery)
    made = Collector(catalog, capitalize_segments(node.type_expr.value.removeprefix("::")), query, exported=exported, override=override)
    if exported and exports is not None:
        made.find_among(exports, ev.compiler.given.collecting(made.type, written(query)), scope, place)
    catalog.collectors.append(made)
    return made


def _query(ev: Evaluator, node: ast.Expression, scope: Scope) -> Query:
    match node:
        case ast.ParenthesizedExpression():
            return _query(ev, node.expr, scope)
        case ast.AndExpression():
            return Both(_query(ev, node.left_expr, scope), _query(ev, node.right_expr, scope))
        case ast.OrExpression():
            return Either(_query(ev, node.left_expr, scope), _query(ev, node.right_expr, scope))
        case ast.ComparisonExpression():
            return _comparison(ev, node, scope)
    raise ArgumentError(f"Cannot transform object of class {type(node).__name__}")


def _comparison(ev: Evaluator, node: ast.ComparisonExpression, scope: Scope) -> Query:
    name = ev.evaluate(node.left_expr, scope)
    wanted = ev.evaluate(node.right_expr, scope)
    if isinstance(wanted, Unknown):
        return Undecided()
    if node.operator != "!=" and name == "tag":
        return Tagged(tuple(_tag(each) for each in (wanted if isinstance(wanted, tuple) else (wanted,))))
    return Has(str(name), wanted, node.operator != "!=")


def _is_found(query: Query, resource: Resource) -> bool:
    """Whether a resource of the catalog matches. Raises UnknownValue if that depends on something unknown."""
    match query:
        case Tagged():
            return resource.is_tagged(query.tags)
        case Has():
            spend(1)
            value = resource.get(query.name)
            if isinstance(value, Unknown):
                raise UnknownValue
            return _is_equal(value, query.value) if query.is_equal else not equals(value, query.value)
        case Both():
            return _is_found(query.left, resource) and _is_found(query.right, resource)
        case Either():
            return _is_found(query.left, resource) or _is_found(query.right, resource)
        case Undecided():
            raise UnknownValue


def _is_equal(value: object, wanted: object) -> bool:
    return includes(value, wanted, Matching()) if isinstance(value, tuple) else equals(value, wanted)


def _tag(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise ArgumentError("Cannot transform a number to a tag")
    return text_of(value).lower()
