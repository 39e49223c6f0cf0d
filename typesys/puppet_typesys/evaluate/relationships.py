"""Relationship expressions (`->`, `~>`, `<-` and `<~`), which are established after all resources are declared."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.collectors import Collector
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.parameter import Parameter, Place
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.names import missing_source, missing_target
from puppet_typesys.issues.evaluation.resources import illegal_relationship, not_a_catalog_type
from puppet_typesys.issues.evaluation.types import not_a_type_specification
from puppet_typesys.issues.wording import with_article
from puppet_typesys.operators.refusal import value_label
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError
from puppet_typesys.values.hash import identity
from puppet_typesys.values.meter import spend
from puppet_typesys.values.unknown import Unknown

Operand = model.Resource | model.Class | Collector
MAX_RELATIONSHIPS = 500_000
"""The largest number of relationships that expressions of a catalog may make."""


class Relationship(NamedTuple):
    """A relationship of two operands: `source` comes before `target`; `parameter` is `before` or `notify`."""

    source: Operand | None
    """None if it is unknown, and likewise the target."""
    target: Operand | None
    parameter: str
    place: Place | None = None
    possible: bool = False
    """Whether it stands under an unknown condition, or in a lambda that may not be called."""
    branch: tuple[int, ...] | None = None
    """The branches around it under unknown conditions; None in such a lambda."""

    def establish(self, catalog: Catalog) -> None:
        """Add the relationship to the parameters of its sources."""
        sources, targets = _resources(self.source, leftmost=True), _resources(self.target, leftmost=False)
        _limit(len(sources) * len(targets))
        for source in sources:
            for target in targets:
                _connect(catalog, source, target, self)


def _limit(count: int) -> None:
    if count > MAX_RELATIONSHIPS:
        raise BudgetError("there are too many relationships")


@evaluates(ast.RelationshipExpression)
def _relationship(ev: Evaluator, node: ast.RelationshipExpression, scope: Scope) -> object:
    return relate(ev, node, ev.evaluate(node.left_expr, scope), ev.evaluate(node.right_expr, scope))


def relate(ev: Evaluator, node: ast.RelationshipExpression, left: object, right: object) -> object:
    """Add the relationships of two operands; return the value of the expression."""
    catalog = ev.compiler.catalog
    if has_unknown(left) or has_unknown(right):
        catalog.mark_unrelated()
        if catalog.names.reach.marks_all:
            catalog.relate(_to_unknown(ev, node, left, right))
        known = () if has_unknown(right) else tuple(operands(ev, right))
        return known or Unknown(model.ARRAY)
    return connect(ev, node, operands(ev, left), operands(ev, right))


def connect(ev: Evaluator, node: ast.RelationshipExpression, left: Sequence[Operand], right: Sequence[Operand]) -> tuple[Operand, ...]:
    """Add the relationships of known operands; return the value of the expression."""
    catalog = ev.compiler.catalog
    real = [left, right]
    sources, targets = real[::-1] if node.operator in ("<-", "<~") else real
    place = Place(ev.text, anchor(node))
    reach = catalog.names.reach
    possible, branch = not reach.certainty.is_present, None if reach.uncalled else reach.branch
    parameter = "before" if node.operator in ("->", "<-") else "notify"
    count = len(sources) * len(targets)
    spend(count >> 1)
    _limit(len(catalog.relationships) + count)
    catalog.relate(Relationship(source, target, parameter, place, possible, branch) for source in sources for target in targets)
    if not real[1]:
        return tuple(real[0])
    if len(real[1]) == 1 and isinstance(real[1][0], Collector):
        real[1][0].stand_for(tuple(real[0]))
    return tuple(real[1])


def _to_unknown(ev: Evaluator, node: ast.RelationshipExpression, left: object, right: object) -> list[Relationship]:
    """The relationships of an expression with known sources whose targets are unknown."""
    source = left if node.operator in ("->", "~>") else right
    parameter = "before" if node.operator in ("->", "<-") else "notify"
    known = () if has_unknown(source) else operands(ev, source)
    return [Relationship(each, None, parameter, Place(ev.text, anchor(node)), True) for each in known]


def has_unknown(value: object) -> bool:
    """Whether an operand is unknown, or one of several."""
    return isinstance(value, Unknown) or (isinstance(value, tuple) and any(map(has_unknown, value)))


def operands(ev: Evaluator, value: object) -> list[Operand]:
    """The operands that a value stands for."""
    result: dict[object, Operand] = {}
    for each in _flat(value):
        operand = _operand(ev, each)
        result.setdefault(id(operand) if isinstance(operand, Collector) else identity(operand), operand)
    return list(result.values())


def _flat(value: object) -> Sequence[object]:
    if isinstance(value, tuple):
        return [inner for each in value for inner in _flat(each)]
    return [value]


def _operand(ev: Evaluator, value: object) -> Operand:
    match value:
        case Collector():
            return value
        case str():
            try:
                found = parse(value, ev.compiler.type_of_name)
            except TypeSyntaxError:
                raise ArgumentError(not_a_type_specification(value)) from None
            return _catalog_type(found)
        case Type():
            return _catalog_type(value)
    raise Refusal(illegal_relationship(with_article(value_label(value))))


def _catalog_type(type: Type) -> Operand:
    if isinstance(type, model.Resource | model.Class):
        return type
    if isinstance(type, model.TypeReference):
        raise Refusal(not_a_catalog_type(show(type)))
    raise InternalError(f"{show(type)} is no type of the catalog")


def _resources(operand: object, *, leftmost: bool) -> Sequence[object]:
    if isinstance(operand, Collector):
        if operand.collected or not leftmost:
            return list(operand.collected)
        alternative = operand.alternative
        if len(alternative) == 1:
            return _resources(alternative[0], leftmost=True)
        return alternative
    return [operand]


def _connect(catalog: Catalog, source: object, target: object, relationship: Relationship) -> None:
    spend(2)
    found, other = resource_of(catalog, source), resource_of(catalog, target)
    name = relationship.parameter
    current = None if found is None else found.parameters.get(name)
    if (found is None or other is None) and catalog.is_partial:
        if found is not None and catalog.names.reach.marks_all:
            value = None if current is None else current.value
            found.set(Parameter(name, value, found.source, relationship.place or found.place, possible=True))
        return
    if found is None:
        raise ArgumentError(missing_source(_label(source), _label(target)))
    if other is None:
        raise ArgumentError(missing_target(_label(target), _label(source)))
    value = None if current is None else current.value
    values = value if isinstance(value, tuple) else () if value is None else (value,)
    spend(len(values) >> 6)
    possible = relationship.possible or (current is not None and current.possible)
    possible = possible or (catalog.names.reach.marks_all and (other.possible or _may_have_more(catalog, relationship)))
    found.set(Parameter(name, (*values, str(other)), found.source, relationship.place or found.place, possible=possible))


def _may_have_more(catalog: Catalog, relationship: Relationship) -> bool:
    """Whether collectors of a relationship may find resources that are unknown."""
    return catalog.is_partial and (isinstance(relationship.source, Collector) or isinstance(relationship.target, Collector))


def _label(operand: object) -> str:
    match operand:
        case model.Resource():
            return f"{operand.type_name}[{operand.title}]"
        case model.Class():
            return f"Class[{capitalize_segments(operand.class_name or '')}]"
    return str(operand)


def resource_of(catalog: Catalog, operand: object) -> Resource | None:
    """The resource in the catalog that an operand refers to."""
    match operand:
        case Resource():
            return operand
        case model.Resource():
            return catalog.find(operand.type_name or "", operand.title or "")
        case model.Class():
            return catalog.find("class", operand.class_name or "")
    return None
