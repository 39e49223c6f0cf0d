"""Functions of stdlib that declare resources: the parameters that they pass are checked as in a declaration.

The resource may exist already, so it is not added to the catalog, and parameters that are required may be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.parameter import parameters_of
from puppet_typesys.evaluate.resource_expressions import untitled
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.call import Call
from puppet_typesys.issues.evaluation.names import unknown_resource_type
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.model import generalize
from puppet_typesys.types.show import show
from puppet_typesys.values.errors import ArgumentError, CertainError
from puppet_typesys.values.hash import Hash

Passed = Callable[[tuple[object, ...]], Iterator[Hash]]


def _of_ensure_resource(arguments: tuple[object, ...]) -> Iterator[Hash]:
    """The parameters in `ensure_resource(type, titles, parameters)`."""
    if len(arguments) > 2 and isinstance(arguments[2], Hash):
        yield arguments[2]


def _of_ensure_resources(arguments: tuple[object, ...]) -> Iterator[Hash]:
    """The parameters in `ensure_resources(type, resources, parameters)`."""
    common = arguments[2] if len(arguments) > 2 else Hash()
    resources = arguments[1] if len(arguments) > 1 else None
    for each in resources.values() if isinstance(resources, Hash) else ():
        if isinstance(each, Hash) and isinstance(common, Hash):
            yield Hash([*common.items(), *each.items()])


def _of_ensure_packages(arguments: tuple[object, ...]) -> Iterator[Hash]:
    """The parameters in `ensure_packages(names, parameters)`, or in a hash of packages."""
    common = arguments[1] if len(arguments) > 1 else Hash()
    if not isinstance(common, Hash):
        return
    packages = arguments[0]
    if not isinstance(packages, Hash):
        yield common
        return
    for each in packages.values():
        if isinstance(each, Hash):
            yield Hash([*common.items(), *each.items()])


PACKAGE = "package"
DECLARING: Mapping[str, Passed] = {"ensure_resource": _of_ensure_resource, "ensure_resources": _of_ensure_resources}
"""Functions whose first argument is the name of a resource type."""
OF_PACKAGES: Mapping[str, Passed] = {"ensure_packages": _of_ensure_packages, "stdlib::ensure_packages": _of_ensure_packages}
"""Functions that declare packages."""


def declares(name: str) -> bool:
    """Whether a function is one of those that declare resources."""
    return name in DECLARING or name in OF_PACKAGES


def _check_type(name: str, arguments: tuple[object, ...]) -> None:
    """Refuse the type of a resource that is no String, unless there may be no title; undef and the like become Strings."""
    if name != "ensure_resource" or len(arguments) < 2 or not isinstance(arguments[0], int | float | tuple | Hash):
        return
    type = infer(arguments[0])
    if disjoint(infer_set(arguments[1]), model.ARRAY):
        raise CertainError(f"{name}(): expects the name of a resource type as the first argument, got {show(generalize(type))}")


def check_declared(name: str, call: Call, arguments: tuple[object, ...]) -> None:
    """Check the parameters that a call passes to resources, if the function declares some."""
    _check_type(name, arguments)
    passed = DECLARING.get(name) or OF_PACKAGES.get(name)
    type = PACKAGE if name in OF_PACKAGES else arguments[0] if arguments else None
    if passed is None or not isinstance(call, Invocation) or not isinstance(type, str) or not isinstance(call.scope, Scope):
        return
    compiler, plain = call.evaluator.compiler, type.lower().removeprefix("::")
    if plain == "class" or plain.startswith("@"):
        return
    kind = compiler.catalog.resource_type(plain)
    if kind is None:
        if compiler.resolver.is_type_unknown(plain):
            return
        raise ArgumentError(unknown_resource_type(type))
    for given in passed(arguments):
        resource = untitled(plain, kind, parameters_of(given, call.scope.source, call.place), call.scope, call.place)
        resource.mark_open()
        compiler.catalog.uncertain.append(resource)
