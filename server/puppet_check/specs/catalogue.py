"""What code asks of a catalog and its resources by itself: `catalogue.resource('file', '/x')[:content]`."""

from __future__ import annotations

from puppet_check.specs.catalogs.resources import Found, compiler_of, found_in, listed, seen
from puppet_check.specs.configuration import FEATURES, OF_HELPER
from puppet_check.specs.dsl import GROUP
from puppet_check.specs.groups import BASE
from puppet_check.specs.machine import of
from puppet_check.specs.matchers.actual import ruby
from puppet_check.specs.outcomes import Undecided
from puppet_check.specs.subjects import CATALOG, View
from puppet_typesys.ruby.classes import CLASSES, string_of
from puppet_typesys.ruby.core.paths import join
from puppet_typesys.ruby.equality import key_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Hash, Module, NativeProc, Object, Proc, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.sensitive import Sensitive

RESOURCE = "Puppet::Resource::OfCatalog"
KIND = Module(RESOURCE, CLASSES["Object"])


@yields(CATALOG, "resource", keeps=True)
def resource(machine: Machine, block: AnyProc | None, catalog: Object, type: object, title: object = None) -> object:
    """A resource of the catalog, by type and title or by a reference."""
    kind, name = to_s(type), None if title is None else to_s(title)
    if name is None:
        kind, bracket, rest = kind.partition("[")
        if not bracket:
            raise Unsupported("method", "resource without a title")
        name = rest.removesuffix("]")
    held = catalog.holding(View)
    found = found_in(held.made, "::".join(each.capitalize() for each in kind.split("::")), name, is_exported=held.is_exported)
    return None if found is None else Object(KIND, found)


@yields(CATALOG, "resources", keeps=True)
def resources(machine: Machine, block: AnyProc | None, catalog: Object) -> object:
    """The resources of the catalog."""
    held = catalog.holding(View)
    compiler = compiler_of(held.made)
    if compiler.catalog.uncertain or any(not each.is_certain for each in compiler.catalog.resources):
        raise Undecided("the resources of the catalog")
    return [Object(KIND, seen(each, compiler)) for each in listed(compiler.catalog, is_exported=held.is_exported)]


@yields(CATALOG, "call", keeps=True)
def call(machine: Machine, block: AnyProc | None, catalog: Object) -> object:
    """A catalog cannot be called, in contrast to the subject."""
    raise Unsupported("method", "catalogue.call")


@yields(RESOURCE, "[]", keeps=True)
def get(machine: Machine, block: AnyProc | None, receiver: Object, name: object) -> object:
    """The value of a parameter."""
    return _value(receiver.holding(Found), to_s(name))


def _value(found: Found, name: str) -> object:
    if name == "title":
        return String(found.resource.title)
    if name in found.possible or (found.is_open and name not in found.parameters):
        raise Undecided(f"the parameter {name}")
    value = found.resource.parameters.get(name)
    given = found.parameters.get(name) if value is None or value.value is None else value.value
    if isinstance(given, Sensitive):
        given = given.value
    return ruby(given)


@yields(RESOURCE, "type", keeps=True)
def type_(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The type."""
    return String(receiver.holding(Found).resource.type)


@yields(RESOURCE, "title", keeps=True)
def title_(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The title."""
    return String(receiver.holding(Found).resource.title)


@yields(RESOURCE, "ref", "to_s", "to_ref", keeps=True)
def ref(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The reference to it."""
    return String(str(receiver.holding(Found).resource))


@yields(RESOURCE, "exported", "exported?", keeps=True)
def exported(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """Whether it is exported."""
    return receiver.holding(Found).resource.exported


@yields(RESOURCE, "parameters", "to_hash", "to_h", keeps=True)
def parameters(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """Its parameters by Symbols."""
    found = receiver.holding(Found)
    if found.is_open or found.possible:
        raise Undecided("the parameters of a resource")
    made = Hash()
    for name, value in found.parameters.items():
        key = Symbol.named(name)
        made.entries[key_of(key)] = (key, ruby(value.value if isinstance(value, Sensitive) else value))
    return made


# ---- helpers of puppetlabs_spec_helper


def _require_helper(machine: Machine) -> None:
    """Raise Unsupported unless the library is required that has them, which voxpupuli-test does not do from 10.0.0 on."""
    known = of(machine).used.get(FEATURES)
    if not isinstance(known, dict) or not OF_HELPER & known.keys():
        raise Unsupported("method", "that the spec helper may not have")


@yields(BASE, "param_value", keeps=True)
def param_value(
    machine: Machine, block: AnyProc | None, receiver: object, subject: object, type: object, title: object, name: object
) -> object:
    """The value of a parameter of a resource."""
    _require_helper(machine)
    catalog = machine.call_proc(subject, []) if isinstance(subject, Proc | NativeProc) else subject
    if not isinstance(catalog, Object) or catalog.kind.name != CATALOG:
        raise Unsupported("method", "param_value")
    found = machine.send(catalog, "resource", [type, title])
    if not isinstance(found, Object):
        raise Unsupported("method", "param_value of a missing resource")
    return _value(found.holding(Found), to_s(name))


@yields(BASE, "verify_contents", keeps=True)
def verify_contents(machine: Machine, block: AnyProc | None, receiver: object, subject: object, title: object, lines: object) -> object:
    """Expect lines in the content of a file."""
    from puppet_check.specs.outcomes import NotMet  # only where it fails

    content = param_value(machine, None, receiver, subject, String("file"), title, String("content"))
    if not isinstance(lines, list):
        raise Unsupported("method", "verify_contents")
    present = string_of(content).split("\n")
    wanted = [*dict.fromkeys(string_of(each) for each in lines)]
    missing = [each for each in wanted if each not in present]
    if missing:
        raise NotMet(f"expected the content of File[{to_s(title)}] to have the lines {missing}")
    return True


@yields(f"{BASE} {GROUP}", "fixtures", keeps=True)
def fixtures(machine: Machine, block: AnyProc | None, receiver: object, *parts: object) -> object:
    """The path of a file among the fixtures."""
    _require_helper(machine)
    return join(None, String("spec/fixtures"), *parts)
