"""Declaration of classes, and evaluation of the bodies of classes, defines and nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.closures import OF_RESOURCE, default_value
from puppet_typesys.evaluate.context import Context
from puppet_typesys.evaluate.definitions import DEFINITION, HOSTCLASS, Definition, Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.frames import Frame
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.control_flow import BreakIteration, ControlFlow, NextIteration, ReturnFromFunction
from puppet_typesys.issues.evaluation.general import illegal_jump, stack_too_deep
from puppet_typesys.issues.evaluation.names import unknown_class, unknown_classes
from puppet_typesys.types.describe import describe_parameters
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Class as ClassType
from puppet_typesys.types.model import Resource as ResourceType
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import Missing
from puppet_typesys.values.regexp import Match
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown

KIND = {HOSTCLASS: "Class", "node": "Node", DEFINITION: "Define"}


def class_names(given: Iterable[object]) -> list[str | None]:
    """The class names in arguments of functions such as `include`, which may be strings or references; None for an unknown name."""
    result: list[str | None] = []
    for each in given:
        if isinstance(each, tuple):
            result += class_names(each)
        elif isinstance(each, Unknown):
            result.append(None)
        else:
            result.append(_class_name(each))
    return result


def _class_name(value: object) -> str:
    if value is None:
        raise ArgumentError("Cannot use undef as a class name")
    if isinstance(value, str):
        if not value:
            raise ArgumentError("Cannot use empty string as a class name")
        name = value
    elif isinstance(value, ClassType):
        if value.class_name is None:
            raise ArgumentError("Cannot use an unspecific Class[] Type")
        name = value.class_name
    elif isinstance(value, ResourceType):
        if (value.type_name or "").lower() != "class":
            raise ArgumentError(f"Cannot use a Resource[{value.type_name}] where a Resource['class', name] is expected")
        if value.title is None:
            raise ArgumentError("Missing title in Resource['class']")
        name = value.title
    else:
        raise InternalError(f"a value of type {show(infer(value).generalized())} is not the name of a class")
    return name.removeprefix("::").lower()


def include(context: Context, names: Sequence[str | None], scope: Scope) -> list[Resource]:
    """Declare and evaluate the classes that are not declared yet; return the resources of all of them."""
    catalog = context.catalog
    definitions = []
    unknown: list[str] = []
    for name in names:
        if name is None:
            catalog.mark_partial()
            continue
        found = catalog.class_named(name)
        if found is None:
            if context.resolver.is_class_unknown(name):
                catalog.mark_partial()
                continue
            unknown.append(name)
            continue
        definitions.append(found)
    if unknown:
        first, *others = unknown
        message = unknown_classes(first, (*others,)) if len(names) > 1 else unknown_class(first)
        raise ArgumentError(message, f"Could not find class ::{first} for {context.given.name_of_node()}")
    already: list[Resource] = []
    new: list[Resource] = []
    for each in definitions:
        known = catalog.class_scope(each.name)
        if known is not None and isinstance(known.resource, Resource):
            already.append(known.resource)
        else:
            new.append(ensure_in_catalog(catalog, each, scope))
    for each_resource in new:
        evaluate(context, each_resource)
    return already + new


def declare(context: Context, name: str, parameters: Hash, scope: Scope) -> None:
    """Declare and evaluate a class with parameters. Raises ArgumentError if there is none of that name, or if it is declared already."""
    catalog = context.catalog
    definition = catalog.class_named(name)
    if definition is None and context.resolver.is_class_unknown(name):
        catalog.mark_partial()
        return
    if definition is None:
        raise ArgumentError(unknown_class(name), f"Could not find class {name} for {context.given.name_of_node()}")
    resource = Resource("Class", capitalize_segments(definition.name), definition, scope, source=definition)
    for key, value in parameters.items():
        resource.set(Parameter(str(key), value, scope.source))
    add_defaults(resource)
    instantiate(catalog, resource)
    catalog.add(resource)
    evaluate(context, resource)


def ensure_in_catalog(catalog: Catalog, definition: Definition, scope: Scope) -> Resource:
    """The resource of a class or node, added to the catalog if it is missing."""
    kind = KIND[definition.kind]
    title = capitalize_segments(definition.name) if kind == "Class" else definition.name
    existing = catalog.table.get((kind, title))
    if existing is not None:
        return existing
    resource = Resource(kind, title, definition, scope, source=definition)
    add_defaults(resource)
    instantiate(catalog, resource)
    catalog.add(resource)
    return resource


def add_defaults(resource: Resource) -> None:
    """Set the parameters of a resource that only resource defaults of its scope give."""
    for name, each in resource.scope.resource_defaults(resource.type).items():
        if name not in resource.parameters:
            resource.set(each._replace(origin="default"))


def instantiate(catalog: Catalog, resource: Resource) -> None:
    """Add what the catalog must contain before a class, define or node itself: its parent."""
    definition = resource.kind
    assert isinstance(definition, Definition)
    parent = definition.parent_in(catalog)
    if parent is not None:
        if parent is definition or parent.is_child_of(definition, catalog):
            raise InternalError(stack_too_deep())
        ensure_in_catalog(catalog, parent, resource.scope)
    if resource.type in ("Class", "Node"):
        catalog.tag(resource.tags)


def evaluate(context: Context, resource: Resource) -> None:
    """Evaluate the body of a class, define or node, once."""
    if not resource.begin_evaluation():
        return
    definition = resource.kind
    assert isinstance(definition, Definition)
    budget = context.budget
    budget.enter()
    try:
        resource.add_scope_tags()
        _evaluate_code(context, resource, definition)
    finally:
        budget.leave()


def misplaced_control_flow(signal: ControlFlow, text: Text) -> EvaluationError:
    """The error for a `break`, `next` or `return` that has no enclosing block or function to leave."""
    return EvaluationError(illegal_jump(signal.name), None, signal.offset, text, line_only=True)


def _evaluate_code(context: Context, resource: Resource, definition: Definition) -> None:
    catalog = context.catalog
    parent_scope = _parent_scope(context, resource, definition)
    kind = "node" if definition.kind == "node" else definition.kind
    scope = Scope(parent_scope or resource.scope, name=definition.name, kind=kind)
    scope.inherited = parent_scope
    scope.belong_to(definition, resource)
    if parent_scope is None and definition.parent is not None:
        # What the parent sets and declares is unknown.
        scope.mark_open()
        catalog.mark_partial()
    if definition.kind != DEFINITION:
        catalog.class_names.append(definition.name)
        catalog.tag((definition.name, *definition.name.split("::")))
    if definition.kind == DEFINITION and context.repeats is not None:
        bind = partial(_set_parameters, context, resource, definition, scope)
        run = partial(_evaluate_body, context, definition, scope)
        if context.repeats.evaluate(context, resource, scope, bind, run):
            return
    _set_parameters(context, resource, definition, scope, definition.ev)
    _add_to_stage(catalog, resource)
    ev = definition.ev
    if ev is None:
        catalog.mark_partial()  # What a definition of another file declares is not known.
        return
    if definition.body is None:
        return
    try:
        _evaluate_body(context, definition, scope, ev)
    finally:
        scope.join_alternative()


def _noted(match: Match | None, context: Context) -> Match | None:
    """The match of the name of the node with the pattern of its definition, which its body can read."""
    reads = context.given.reads
    return match if match is None or reads is None else reads.match(match)


def _evaluate_body(context: Context, definition: Definition, scope: Scope, ev: Evaluates) -> None:
    try:
        with scope.guarded(), context.reach.body():
            scope.set_match(_noted(definition.match, context))
            if context.statements is None or definition.kind == "node":
                ev.evaluate(definition.body, scope)
            else:
                context.statements.evaluate(ev, definition.body, scope)
    except (ReturnFromFunction, NextIteration) as signal:
        if definition.kind == "node":
            raise misplaced_control_flow(signal, ev.text) from None
    except BreakIteration as signal:
        if definition.kind == "node":
            raise misplaced_control_flow(signal, ev.text) from None
        raise


def _parent_scope(context: Context, resource: Resource, definition: Definition) -> Scope | None:
    catalog = context.catalog
    parent = definition.parent_in(catalog)
    if parent is None:
        return None
    title = capitalize_segments(parent.name) if parent.kind == HOSTCLASS else parent.name
    above = catalog.table.get((KIND[parent.kind], title))
    if above is None:
        return None
    evaluate(context, above)
    return catalog.class_scope(parent.name)


def _set_parameters(context: Context, resource: Resource, definition: Definition, scope: Scope, ev: Evaluates | None) -> None:
    """Set the parameters of a scope, of which the evaluator is for the defaults."""
    variables = scope.variables
    _set_module_names(definition, scope)
    bind = partial(_bound, context, resource, definition, scope)
    if definition.kind == HOSTCLASS and context.statements is not None and ev is not None:
        given = context.statements.bind(ev, resource, scope, bind)
    else:
        given = bind(ev)
    # The defaults of a definition in another file are not evaluated, so undef still stands for them.
    values = Hash(given.items() if definition.ev is not None else _without_defaulted(given, definition).items())
    message = describe_parameters(str(resource), definition.struct_for(values), values, missing_ok=resource.is_open)
    if message is not None:
        raise ArgumentError(message)
    variables |= given
    definition.add_variables(scope)
    resource.note_checked()


def _bound(context: Context, resource: Resource, definition: Definition, scope: Scope, ev: Evaluates | None) -> dict[str, object]:
    """The values of the parameters, which are looked up if they are those of a class."""
    if definition.kind == HOSTCLASS:
        _look_up_parameters(context, resource, definition, scope)
    name_class(context, resource, definition, scope)
    return context.observation.bound(resource, definition, _bind(context, resource, definition, scope, ev))


def name_class(context: Context, resource: Resource, definition: Definition, scope: Scope) -> None:
    """Set the title and the name of a class, define or node in its scope, by which the variables of a class are found from then on."""
    variables = scope.variables
    if definition.kind == HOSTCLASS:
        variables["title"], variables["name"] = resource.title.lower(), _lower(resource.name)
    else:
        variables["title"], variables["name"] = resource.title, resource.name
    if definition.kind != DEFINITION:
        context.catalog.enter_class(definition.name, scope)


def _set_module_names(definition: Definition, scope: Scope) -> None:
    """Set the names of the modules of a definition and of its caller, where these are known."""
    if definition.module_name is None:
        return
    caller = None if scope.parent is None else scope.parent.source
    scope.variables["module_name"] = definition.module_name
    scope.variables["caller_module_name"] = (caller.module_name if isinstance(caller, Definition) else None) or ""


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


def _bind(context: Context, resource: Resource, definition: Definition, scope: Scope, ev: Evaluates | None) -> dict[str, object]:
    """The values of the parameters: those that were passed, and the defaults of the others."""
    names = [each.name for each in definition.parameters]
    frame = Frame(scope.frame, {}, pending=frozenset(names))
    for name, parameter in resource.parameters.items():
        if name not in ("name", "title"):
            frame.variables[name] = parameter.value
    with scope.with_frame(frame):
        for each in definition.parameters:
            if resource.is_open and context.reach.marks_all and each.name not in frame.variables:
                frame.variables[each.name] = Unknown(definition.types[each.name])
            if each.value is None or frame.variables.get(each.name) is not None:
                continue
            # A parameter that is passed as undef takes its default, which must not read the parameter itself.
            frame.variables.pop(each.name, None)
            assert ev is not None
            value = default_value(ev, str(resource), each, names, frame, scope, wordings=OF_RESOURCE)
            resource.set(Parameter(each.name, value, definition))
            frame.variables[each.name] = value
    return frame.variables


def _look_up_parameters(context: Context, resource: Resource, definition: Definition, scope: Scope) -> None:
    """Look up the parameters of a class that were not passed in Hiera."""
    for name, type in definition.parameter_types.items():
        if resource.get(name) is not None:
            continue
        value = context.class_parameter(definition.name, name, scope)
        if isinstance(value, Missing) or (value is None and not definition.is_required(name)):
            continue
        if isinstance(value, Unknown):
            value = Unknown(type)
        resource.set(Parameter(name, value, definition))


def _add_to_stage(catalog: Catalog, resource: Resource) -> None:
    if not resource.is_class:
        return
    around = resource.scope.resource
    name = resource.get("stage") or (around.get("stage") if around is not None else None) or "main"
    if isinstance(name, Unknown):
        return
    stage = catalog.find("Stage", str(name))
    if stage is None:
        if catalog.is_partial:
            return
        raise ArgumentError(f"Could not find stage {name} specified by {resource}")
    if resource.get("stage") is None and stage.title != "main":
        resource.set(Parameter("stage", stage.title, resource.source))
    catalog.connect(stage, resource)


def _without_defaulted(given: dict[str, object], definition: Definition) -> dict[str, object]:
    """The values of parameters, without those that are undef and take the default of the definition."""
    return {name: value for name, value in given.items() if value is not None or definition.is_required(name)}


def finish(resource: Resource, *, is_final: bool = True) -> None:
    """Check the parameters of a resource against its type.

    `is_final` means that all collectors have run. A define that is still virtual then takes no defaults, not even for undef.
    """
    if not resource.begin_finish():
        return
    resource.add_scope_tags()
    secret = [(name, each) for name, each in resource.parameters.items() if isinstance(each.value, Sensitive)]
    for name, each in secret:
        assert isinstance(each.value, Sensitive)
        resource.sensitive.add(name)
        resource.parameters[name] = each._replace(value=each.value.value)
    if isinstance(resource.kind, NativeType):
        attributes = resource.kind.attributes
        for name in resource.parameters:
            if name not in attributes and not resource.has(name):
                raise resource.unknown_parameter_error(name)
    elif isinstance(resource.kind, Definition) and not resource.is_checked():
        given = {name: Sensitive(each.value) if name in resource.sensitive else each.value for name, each in resource.parameters.items()}
        values = Hash((given if resource.virtual and is_final else _without_defaulted(given, resource.kind)).items())
        message = describe_parameters(str(resource), resource.kind.struct_for(values), values, missing_ok=resource.is_open)
        if message is not None:
            raise ArgumentError(message)
