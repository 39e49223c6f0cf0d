"""Completion of a catalog after the body of the program: the node definition, lazily evaluated resources, and final checks."""

from __future__ import annotations

from collections.abc import Set
from functools import partial

from puppet_typesys.builtins.resource_types import metaparameters, relationship_metaparameters
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.classes import declare, ensure_in_catalog, evaluate, finish, include
from puppet_typesys.evaluate.context import Context
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.errors import RUNTIME_ERROR, EvaluationError
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource import UNTITLED, Resource, type_and_title
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.issues.evaluation.general import illegal_jump, unmatched_node, unnamed_node
from puppet_typesys.issues.evaluation.names import missing_related, several_missing_overridden, several_missing_realized
from puppet_typesys.types import model
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown

MAX_ROUNDS = 1000


def complete(context: Context) -> None:
    """Complete the catalog; raises EvaluationError."""
    attempt, catalog = context.attempt, context.catalog
    try:
        attempt(lambda: _evaluate_node(context))
        for name, parameters in context.given.declared:
            if parameters:
                attempt(partial(declare, context, name.removeprefix("::").lower(), parameters, context.top))
        if context.given.classes or context.given.declared:
            attempt(lambda: _include_classes(context))
        _generate(context)
        for relationship in catalog.take_relationships():
            attempt(partial(relationship.establish, catalog), relationship)
        _finish(context)
    except ArgumentError as error:
        raise EvaluationError(error.message, reference=error.reference) from None
    if not catalog.is_partial:
        fail_on_missing(context)
        _check_relationships(context)


def _evaluate_node(context: Context) -> None:
    catalog = context.catalog
    if not catalog.nodes:
        return
    name = context.given.node_name
    if name is None:
        catalog.mark_partial()
        return
    if context.given.reads is not None:
        context.given.reads.definition([(title, each.pattern) for title, each in catalog.nodes.items()])
    definition = catalog.node_named(name) or catalog.node_named("default")
    if definition is None:
        raise ArgumentError(unmatched_node(context.given.name_of_node() or name))
    if not (definition.is_named or context.resolver.target.names_lookarounds):
        raise ArgumentError(unnamed_node())
    evaluate(context, ensure_in_catalog(catalog, definition, context.top))


def _include_classes(context: Context) -> None:
    plain = [name for name, parameters in context.given.declared if not parameters]
    include(context, [each.removeprefix("::").lower() for each in (*plain, *context.given.classes)], context.top)


def _generate(context: Context) -> None:
    """Run collectors and evaluate defines until there are no new resources."""
    catalog = context.catalog
    for _ in range(MAX_ROUNDS):
        found = [each.collect() for each in list(catalog.collectors)]
        declared = [*catalog.resources, *catalog.uncertain] if context.reach.marks_all else catalog.resources
        waiting = [each for each in declared if not (each.evaluated or each.virtual or each.is_native or each.title == UNTITLED)]
        for each in waiting:
            context.attempt(partial(_evaluate_define, context, each), each)
        if not waiting and not any(found):
            return
    raise ArgumentError("Somehow looped more than 1000 times while evaluating host catalog")


def _evaluate_define(context: Context, resource: Resource) -> None:
    if not (context.reach.marks_all and resource.possible):
        _evaluate_certain_define(context, resource)
        return
    with context.reach.inside(resource.branch):
        try:
            _evaluate_certain_define(context, resource)
        except EvaluationError:
            # The branch may not be taken that declares it.
            context.catalog.mark_partial()


def _evaluate_certain_define(context: Context, resource: Resource) -> None:
    try:
        evaluate(context, resource)
    except ControlFlow as signal:
        definition = resource.kind
        text = definition.ev.text if isinstance(definition, Definition) and definition.ev is not None else None
        message = illegal_jump(signal.name)
        raise EvaluationError(message, RUNTIME_ERROR, signal.offset, text, during="an Object", line_only=True) from None
    except EvaluationError as error:
        raise _wrapped(resource, error.message, error.located(), internal=error.internal).around(error, str(resource)) from None
    except ArgumentError as error:
        raise _wrapped(resource, error.message, error.reference) from None


def _wrapped(resource: Resource, message: Message, reference: str, *, internal: bool = False) -> EvaluationError:
    place = resource.place
    return EvaluationError(
        message,
        RUNTIME_ERROR,
        place and place.offset,
        place and place.text,
        reference=reference,
        during="a Resource Statement",
        internal=internal,
        line_only=True,
    )


def _finish(context: Context) -> None:
    attempt, catalog = context.attempt, context.catalog
    for each in catalog.resources:
        for override in catalog.overrides.pop(str(each), ()):
            attempt(partial(each.merge, override, catalog), override)
        attempt(partial(finish, each), each)
    _inherit_metaparameters(catalog)


def _inherit_metaparameters(catalog: Catalog) -> None:
    """Pass metaparameters and tags on from containers to the resources in them."""
    names = metaparameters() - relationship_metaparameters()
    contained: dict[Resource, list[Resource]] = {}
    for container, resource in catalog.edges:
        contained.setdefault(container, []).append(resource)
    waiting, seen = [catalog.main], {catalog.main}
    while waiting:
        source = waiting.pop()
        given = {name: source.parameters[name] for name in names if source.get(name) is not None}
        for target in contained.get(source, ()):
            for name, parameter in given.items():
                if target.get(name) is None:
                    target.parameters[name] = Parameter(name, parameter.value, parameter.source, parameter.place)
            target.inherit_tags(source)
            if target not in seen:
                seen.add(target)
                waiting.append(target)


def fail_on_missing(context: Context) -> None:
    """Raise an error if resources that are not in the catalog are overridden or realized."""
    catalog = context.catalog
    if context.observation.missing_resources(catalog):
        return
    if catalog.overrides:
        missing = ", ".join(str(each) for several in catalog.overrides.values() for each in several)
        raise EvaluationError(several_missing_overridden(missing))
    unresolved = [name for each in catalog.collectors for name in each.unresolved()]
    if unresolved:
        raise EvaluationError(several_missing_realized(", ".join(unresolved)))


def _check_relationships(context: Context) -> None:
    """Check that relationship metaparameters refer to resources in the catalog."""
    catalog = context.catalog
    declared = frozenset(map(str, catalog.resources))
    for resource in catalog.resources:
        if resource.virtual:
            continue
        for name in relationship_metaparameters():
            parameter = resource.parameters.get(name)
            if parameter is not None:
                context.attempt(partial(_check_references, catalog, declared, parameter), resource)


def _check_references(catalog: Catalog, declared: Set[str], parameter: Parameter) -> None:
    """Check the references of a parameter, of which those to `declared` resources need no search."""
    for label in reference_texts(parameter.value):
        if label in declared:
            continue
        place = parameter.place
        try:
            found = catalog.find(*type_and_title(label))
            message = missing_related(label, parameter.name)
        except ArgumentError as error:
            found, message = None, error.message
        if found is None:
            raise EvaluationError(message, None, place and place.offset, place and place.text, line_only=True)


def reference_texts(value: object) -> list[str]:
    """The resources that a relationship metaparameter refers to, each as `Type[title]`."""
    match value:
        case None | Unknown():
            return []
        case tuple():
            return [text for each in value for text in reference_texts(each)]
        case model.Resource():
            return [f"{value.type_name}[{value.title}]"]
        case model.Class():
            return [f"Class[{capitalize_segments(value.class_name or '')}]"]
    return [str(value)]
