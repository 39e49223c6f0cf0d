"""Functions of stdlib that read or change the catalog, which functions in Ruby do through objects of the reference's compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from puppet_typesys.convert.text import text as text_of
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.resource import Resource, type_and_title
from puppet_typesys.functions.legacy import runtime_text
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.outcome import RubyError
from puppet_typesys.types import model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import EMPTY, Hash, identity
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

Function = Callable[..., object]


def refused(message: str, kind: str = "ArgumentError") -> RubyError:
    """The error of a function in Ruby, with the class of its exception."""
    return RubyError(message, CLASSES[kind])


def _parts(call: Invocation) -> tuple[Invocation, Catalog]:
    return call, call.evaluator.compiler.catalog


def _give_up(call: Invocation) -> None:
    """Note that something unknown may have been declared."""
    _parts(call)[1].mark_partial()


def ensure_resource(call: Invocation, *given: object) -> object:
    """Declare resources of a type, unless they are in the catalog with the same parameters."""
    type_name, titles, parameters = (*given[:-1], None, None, None)[:3]
    if type_name is None:
        raise refused("Must specify a type")
    if titles is None:
        raise refused("Must specify a title")
    if isinstance(type_name, Unknown) or isinstance(parameters, Unknown):
        _give_up(call)
        return None
    for title in _flat((titles,)):
        if isinstance(title, Unknown):
            _give_up(call)
        else:
            _ensure(call, runtime_text(type_name), title, parameters if isinstance(parameters, Hash) else EMPTY)
    return None


def _ensure(call: Invocation, type_name: str, title: object, parameters: Hash) -> None:
    invocation, catalog = _parts(call)
    is_there = _is_defined(call, type_name, runtime_text(title), parameters)
    if is_there:
        return
    arguments = (type_name.capitalize(), Hash([(title, parameters)]))
    if is_there is False:
        invocation.function("create_resources", arguments)
        return
    if catalog.find(type_name, runtime_text(title)) is None:
        # Whether it was declared elsewhere or not: it is there now, with these parameters.
        invocation.function("create_resources", arguments)
        made = catalog.find(type_name, runtime_text(title))
        if made is not None:
            made.mark_open()
        return
    catalog.mark_partial()
    reach = invocation.evaluator.compiler.reach
    with reach.inside((*reach.branch, id(arguments))):
        invocation.function("create_resources", arguments)


def _is_defined(call: Invocation, type_name: str, title: str, parameters: Hash) -> bool | None:
    """Whether the catalog has a resource with some parameters; None if that is unknown."""
    invocation, catalog = _parts(call)
    found = catalog.find(type_name, title)
    if found is None:
        return None if catalog.may_have_more(type_name) else False
    if found is _container(invocation):
        return False
    same = _has(found, parameters)
    return None if found.possible and same is not False else same


def _has(resource: Resource, parameters: Hash) -> bool | None:
    is_unknown = False
    for name, value in parameters.items():
        current = resource.get(str(name))
        if contains_unknown(current) or contains_unknown(value):
            is_unknown = True
        elif identity(current) != identity(value):
            return False
    return None if is_unknown or resource.is_open else True


def _container(call: Invocation) -> object:
    scope = call.scope
    return scope.resource


def ensure_resources(call: Invocation, *given: object) -> object:
    """Declare the resources of a hash by title, with common parameters."""
    type_name, resources, common = (*given[:-1], None, None, None)[:3]
    if type_name is None:
        raise refused("Must specify a type")
    if resources is None:
        raise refused("Must specify a title")
    if isinstance(resources, Unknown) or isinstance(common, Unknown):
        _give_up(call)
        return None
    if not isinstance(resources, Hash):
        raise refused("ensure_resources(): Requires second argument to be a Hash", "Puppet::ParseError")
    shared = common if isinstance(common, Hash) else EMPTY
    for title, own in resources.items():
        if isinstance(own, Unknown):
            _give_up(call)
            continue
        ensure_resource(call, type_name, title, shared.merged(own) if isinstance(own, Hash) else shared, None)
    return None


def ensure_packages(call: Invocation, *given: object) -> object:
    """Declare packages, unless they are in the catalog."""
    packages, common = (*given[:-1], None, None)[:2]
    shared = common if isinstance(common, Hash) else EMPTY
    if isinstance(packages, Unknown) or isinstance(common, Unknown):
        _give_up(call)
        return None
    if isinstance(packages, Hash):
        for name, own in packages.items():
            _ensure_package(call, name, shared.merged(own) if isinstance(own, Hash) else shared)
        return None
    for name in _flat((packages,)):
        _ensure_package(call, name, shared)
    return None


def _ensure_package(call: Invocation, name: object, given: Hash) -> None:
    parameters = Hash([("ensure", "installed")]).merged(given)
    if parameters["ensure"] in ("present", "installed") and not isinstance(name, Unknown):
        present = _is_defined(call, "package", runtime_text(name), Hash([("ensure", "present")]))
        parameters = parameters.merged(Hash([("ensure", "present" if present else "installed")]))
    ensure_resource(call, "package", name, parameters, None)


def defined_with_params(call: Invocation, *given: object) -> object:
    """Whether the catalog has a resource with some parameters."""
    reference, parameters = (*given[:-1], None, None)[:2]
    if reference is None:
        raise refused("Must specify a reference")
    if not isinstance(reference, str | Type | Unknown):
        raise refused(f"Reference is not understood: '{ruby_class(reference)}'")
    wanted = parameters if isinstance(parameters, Hash) else EMPTY
    type_name, title = _reference(reference)
    if title:
        found = _is_defined(call, type_name, title, wanted)
        if found is None:
            raise UnknownValue
        return found
    catalog = _parts(call)[1]
    answers = [_has(each, wanted) for each in catalog.resources if each.type == type_name.capitalize()]
    if True not in answers and (None in answers or catalog.may_have_more(type_name)):
        raise UnknownValue
    return True in answers


def _reference(value: object) -> tuple[str, str]:
    if isinstance(value, Unknown):
        raise UnknownValue
    if isinstance(value, model.Resource):
        return value.type_name or "", value.title or ""
    if isinstance(value, model.Class):
        return "Class", value.class_name or ""
    return type_and_title(text_of(value))


def getparam(call: Invocation, *given: object) -> object:
    """The value of a parameter of a resource in the catalog; an empty text if there is none."""
    reference, name = (*given[:-1], None, None)[:2]
    if reference is None:
        raise refused("Must specify a reference")
    if not isinstance(name, str):
        raise refused("Must specify name of a parameter")
    catalog = _parts(call)[1]
    type_name, title = _reference(reference)
    found = catalog.find(type_name, title) if name else None
    if found is None and catalog.may_have_more(type_name):
        raise UnknownValue
    value = None if found is None else found.get(name)
    return "" if value is None else value


def _flat(values: Iterable[object]) -> Iterable[object]:
    for each in values:
        if isinstance(each, tuple):
            yield from _flat(each)
        else:
            yield each


DECLARING: Mapping[str, Function] = {
    "ensure_resource": ensure_resource,
    "ensure_resources": ensure_resources,
    "ensure_packages": ensure_packages,
    "stdlib::ensure_packages": ensure_packages,
    "defined_with_params": defined_with_params,
    "getparam": getparam,
}
"""The functions by name, where a module defines them."""
