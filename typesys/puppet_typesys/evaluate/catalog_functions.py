"""Built-in functions that read or change the catalog."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.convert.text import runtime_text
from puppet_typesys.convert.text import text as text_of
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.classes import class_names
from puppet_typesys.evaluate.classes import include as include_classes
from puppet_typesys.evaluate.collectors import Realizer
from puppet_typesys.evaluate.created_resources import add_untitled, attributes_of
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.frames import MISSING
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.parameter import Parameter, parameters_of
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.resource_expressions import create_resources as declare
from puppet_typesys.evaluate.scope import NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.functions.lookup import enter_hiera
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.issues.evaluation.names import unknown_resource_type
from puppet_typesys.issues.evaluation.parameters import argument_count
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.validate.resources import class_not_virtualizable
from puppet_typesys.values.errors import ArgumentError, CertainError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend
from puppet_typesys.values.unknown import PossiblyUnset, Unknown, UnknownValue

LEGACY_BLOCK = "Optional[Callable] &$block"
"""The block parameter of functions of the legacy function API, which never call it."""
NAMED = lazy_pattern(r"[\w:-]+")
"""The texts that may be names of types and classes, as opposed to those of references such as `File[a]`."""


def _parts(call: Invocation) -> tuple[Evaluator, Catalog, Scope, Resource]:
    scope = call.scope
    catalog = call.evaluator.compiler.catalog
    return call.evaluator, catalog, scope, _container(scope, catalog)


def _container(scope: Scope, catalog: Catalog) -> Resource:
    return scope.resource if isinstance(scope.resource, Resource) else catalog.main


def _count(name: str, given: Sequence[object], least: int) -> None:
    if len(given) < least:
        raise CertainError(argument_count(name, len(given), f"minimum {least}"))


def _references(names: Sequence[str | None]) -> tuple[object, ...]:
    return tuple(Unknown(model.TypeType(model.Class())) if name is None else model.Class(name) for name in names)


@dispatch("include", "Any *+$names", returns="Array[Type[Class]]")
def include(call: Invocation, *names: object) -> object:
    """Declare classes."""
    _, _, scope, _ = _parts(call)
    classes = class_names(names)
    include_classes(call.evaluator.compiler, classes, scope)
    return _references(classes)


@dispatch("contain", "Any *+$names", returns="Array[Type[Class]]")
def contain(call: Invocation, *names: object) -> object:
    """Declare classes and contain them in the current one."""
    _, catalog, scope, container = _parts(call)
    classes = class_names(names)
    for each in include_classes(call.evaluator.compiler, classes, scope):
        catalog.connect(container, each)
    return _references(classes)


@dispatch("require", "Any *+$names", returns="Array[Type[Class]]")
def require(call: Invocation, *names: object) -> object:
    """Declare classes and let the current one depend on them."""
    _, catalog, scope, container = _parts(call)
    classes = class_names(names)
    references = _references(classes)
    for resource in include_classes(call.evaluator.compiler, classes, scope):
        current = container.get("require")
        before = current if isinstance(current, tuple) else () if current is None else (current,)
        value = (*before, model.Class(resource.title.lower()))
        container.parameters["require"] = Parameter("require", value, container.source, possible=catalog.names.reach.is_marked_possible)
    return references


def _include_found(call: Invocation, found: object) -> object:
    if isinstance(found, Unknown):
        _parts(call)[1].mark_partial()
        raise UnknownValue
    return call.function("include", (found,)) if found else None


enter_hiera("hiera_include", "unique", "Optional[Array[Type[Class]]]", _include_found)


@dispatch("tag", f"Any *$names, {LEGACY_BLOCK}", types="Undef")
def tag(call: Invocation, *given: object) -> object:
    """Add tags to the resource that contains the call."""
    names = given[:-1]
    _count("tag", names, 1)
    _, _, _, container = _parts(call)
    container.tag(names)
    return None


@dispatch("tagged", f"Any *$names, {LEGACY_BLOCK}", types="Boolean")
def tagged(call: Invocation, *given: object) -> object:
    """Return whether the catalog or the resource that contains the call has all the given tags."""
    names = given[:-1]
    _count("tagged", names, 1)
    _, catalog, _, container = _parts(call)
    return all(_has_tag(catalog, container, each) for each in names)


def _has_tag(catalog: Catalog, container: Resource, name: object) -> bool:
    if isinstance(name, Unknown):
        raise UnknownValue
    tag = text_of(name).lower()
    if tag in catalog.tags or tag in container.tags:
        return True
    if container.has_unknown_tags:
        raise UnknownValue
    return False


@dispatch("realize", f"Any *$references, {LEGACY_BLOCK}", types="Undef")
def realize(call: Invocation, *given: object) -> object:
    """Realize virtual resources."""
    references = given[:-1]
    _count("realize", references, 1)
    _, catalog, _, _ = _parts(call)
    wanted: list[model.Resource | str] = []
    for each in _flat(references):
        if isinstance(each, Unknown):
            catalog.mark_partial()
        elif isinstance(each, model.Resource | str):
            wanted.append(each)
        else:
            wanted.append(runtime_text(each))
    catalog.collectors.append(Realizer(catalog, wanted, call.place))
    return None


def _flat(values: Sequence[object]) -> list[object]:
    return [inner for each in values for inner in (_flat(each) if isinstance(each, tuple) else [each])]


NAME_KINDS = frozenset(("string", "undef", "regexp", "binary", "semver", "semverrange", "timespan", "timestamp"))
"""The kinds of values that functions of the legacy function API take as text."""


@dispatch("create_resources", f"Any *$arguments, {LEGACY_BLOCK}", types="Undef")
def create_resources(call: Invocation, *given: object) -> object:
    """Declare resources of a type from a hash of titles and parameters."""
    arguments = given[:-1]
    name = "create_resources()"
    _count("create_resources", arguments, 2)
    if len(arguments) > 3:
        raise CertainError(f"{name}: wrong number of arguments ({len(arguments)}; must be 2 or 3)")
    ev, catalog, scope, _ = _parts(call)
    type_name, instances, *rest = arguments
    defaults = rest[0] if rest else Hash()
    if not _may_be_hash(instances):
        raise CertainError(f"{name}: second argument must be a hash")
    if not _may_be_hash(defaults):
        raise CertainError(f"{name}: third argument, if provided, must be a hash")
    if kinds(infer(type_name)).isdisjoint(NAME_KINDS):
        raise CertainError(f"{name}: the name of the resource type must be a string")
    if isinstance(instances, Hash) and not instances:
        return None
    if type_name is not None and not isinstance(type_name, str | Unknown):
        raise CertainError(unknown_resource_type(text_of(type_name).lower()))
    plain = type_name.removeprefix("@").removeprefix("@").lower() if isinstance(type_name, str) else None
    if not isinstance(instances, Hash) or not isinstance(defaults, Hash) or isinstance(type_name, Unknown):
        catalog.mark_partial()
        if plain is not None and not isinstance(instances, Hash):
            add_untitled(ev, plain, attributes_of(instances), defaults, scope, call.place)
        return None
    if type_name is None or plain is None:
        raise InternalError("the name of a type is no string")
    exported, virtual = type_name.startswith("@@"), type_name.startswith("@")
    if plain == "class" and virtual:
        raise ev.error(class_not_virtualizable(), call.node).of_line()
    for title, attributes in instances.items():
        titles = tuple(each if isinstance(each, str | Unknown) else runtime_text(each) for each in _flat((title,)))
        if isinstance(attributes, Unknown):
            catalog.mark_partial()
            add_untitled(ev, plain, attributes, defaults, scope, call.place)
            continue
        if not isinstance(attributes, Hash):
            raise InternalError("the parameters of a resource are no hash")
        parameters = parameters_of(Hash([*defaults.items(), *attributes.items()]), scope.source, None)
        declare(ev, plain, titles, parameters, scope, call.place, virtual=virtual, exported=exported)
    return None


def _may_be_hash(value: object) -> bool:
    """Whether a value is a hash or an unknown one that may be; types of large hashes are not inferred for that."""
    return isinstance(value, Hash) or "hash" in kinds(infer(value))


@dispatch("defined", "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] *+$vals", types="Boolean")
def defined(call: Invocation, *values: object) -> object:
    """Return whether any of the arguments is defined: a type, a class, a resource in the catalog, or a variable."""
    spend(len(values))
    return any(_is_defined(call, each) for each in values)


def _is_defined(call: Invocation, value: object) -> bool:
    _, catalog, scope, _ = _parts(call)
    match value:
        case Unknown():
            raise UnknownValue
        case str():
            if value.startswith("$") and len(value) > 1:
                return _has_variable(call, scope, value[1:])
            if not value:
                return False
            if value == "main":
                return True
            plain = value.removeprefix("::").lower()
            found = catalog.resource_type(value) is not None or catalog.class_named(plain) is not None or plain in ("settings",)
            if not found and NAMED.fullmatch(plain) and _may_exist(call, plain):
                raise UnknownValue
            return found
        case model.Resource():
            if value.type_name is None:
                raise ArgumentError("The given resource type is a reference to all kind of types")
            if value.title is None:
                return catalog.resource_type(value.type_name) is not None
            return _is_known(call, value.type_name) and _is_declared(catalog, value.type_name, value.title)
        case model.Class():
            if value.class_name is None:
                raise ArgumentError("The given class type is a reference to all classes")
            return _is_known(call, value.class_name) and _is_declared(catalog, "class", value.class_name)
        case model.TypeType(type=model.Resource() as inner):
            return _is_defined(call, inner)
        case model.TypeType(type=model.Class() as inner):
            if inner.class_name is None:
                raise ArgumentError("The given class type is a reference to all classes")
            return catalog.class_named(inner.class_name) is not None
    return isinstance(value, Type)


def _is_known(call: Invocation, name: str) -> bool:
    """Return whether a type or class is defined or may exist; otherwise none of its resources can be declared."""
    _, catalog, _, _ = _parts(call)
    plain = name.removeprefix("::").lower()
    if catalog.resource_type(plain) is not None or catalog.class_named(plain) is not None or plain in ("class", "main", "settings"):
        return True
    return _may_exist(call, plain)


def _may_exist(call: Invocation, name: str) -> bool:
    """Return whether a type or class that the program does not define may exist."""
    resolver = call.evaluator.compiler.resolver
    return resolver.is_type_unknown(name) or resolver.is_class_unknown(name)


def _is_declared(catalog: Catalog, type_name: str, title: str) -> bool:
    found = catalog.find(type_name, title)
    if (found is None and catalog.may_have_more(type_name)) or (found is not None and found.possible):
        raise UnknownValue
    return found is not None


def _has_variable(call: Invocation, scope: Scope, name: str) -> bool:
    try:
        if "::" in name:
            call.evaluator.compiler.qualified_variable(name)
            return True
        found = scope.lookup(name)
    except NoVariable:
        return False
    except (NotEvaluatedYet, EvaluationError):
        return False
    if isinstance(found, PossiblyUnset):
        raise UnknownValue
    return found is not MISSING
