"""The subjects of rspec-puppet: catalogs of classes, defines and hosts, type aliases and functions."""

from __future__ import annotations

from collections.abc import Callable

from puppet_check.specs.catalogs.compiling import Made
from puppet_check.specs.groups import BASE, MEMORY, Group
from puppet_check.specs.jobs import NODE, body_of, job_of
from puppet_check.specs.lets import class_name, given, group_of
from puppet_check.specs.machine import SpecMachine, of
from puppet_check.specs.manifest import code_of
from puppet_check.specs.outcomes import Undecided
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.table import Table
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, NativeProc, Object, Raised, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported

FOLDERS = {
    "defines": "define",
    "classes": "class",
    "functions": "function",
    "hosts": "host",
    "types": "type",
    "type_aliases": "type_alias",
    "provider": "provider",
    "providers": "provider",
}
TYPE_OF_FOLDER = lazy_pattern(r"spec[/\\](defines|classes|functions|hosts|types|type_aliases|providers?)(?=[/\\]|\b)")
CATALOG = "Puppet::Resource::Catalog"
CATALOG_KIND = Module(CATALOG, CLASSES["Object"])


OF_CATALOGS = ("class", "define", "host")
"""What groups are about whose subject is a catalog."""
SUBJECTS: Table[str, Callable[[SpecMachine, Object], object]] = Table("the subjects of further kinds of groups")
"""What makes the subjects of further kinds of groups. Filled while modules are imported."""


CATALOGS: Table[str, Callable[[SpecMachine, Object], Made]] = Table("the catalogs of further kinds of groups")
"""What makes the catalogs of further kinds of groups. Filled while modules are imported."""


def type_of(group: Group) -> str:
    """What a group is about: `class`, `define`, `function`, `host`, `type_alias`; empty if rspec-puppet has nothing for it."""
    for each in group.lineage():
        given = each.tags.get("type")
        if isinstance(given, Symbol):
            return "function" if given.name == "puppet_function" else given.name
        # A group of shared examples in another folder is of the type of the group around it.
        found = TYPE_OF_FOLDER.search(each.place[0] or each.path)
        if found:
            return FOLDERS[found[1]]
    return ""


@yields(BASE, "subject", keeps=True)
def subject(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The subject of a group that declares none."""
    spec = of(machine)
    kind = type_of(group_of(receiver))
    if kind in OF_CATALOGS:
        return NativeProc(lambda: machine.send(receiver, "catalogue", [], None, True), 0)
    if kind == "type_alias":
        return NativeProc(lambda value: alias_catalog(spec, receiver, value), 1)
    if kind in SUBJECTS:
        return SUBJECTS[kind](spec, receiver)
    raise Unsupported("subject", f"of {kind or 'another group'}")


@yields(BASE, "catalogue", "catalog", keeps=True)
def catalogue(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The catalog of an example, compiled once for it."""
    known = receiver.state.setdefault(MEMORY, {})
    assert isinstance(known, dict)
    if "@catalogue" not in known:
        known["@catalogue"] = compiled(of(machine), receiver, type_of(group_of(receiver)))
    return known["@catalogue"]


@yields(BASE, "exported_resources", keeps=True)
def exported_resources(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The exported resources of the catalog."""
    spec = of(machine)

    def catalog() -> Object:
        found = compiled(spec, receiver, type_of(group_of(receiver)))
        return Object(CATALOG_KIND, View(found.holding(View).made, is_exported=True))

    return NativeProc(catalog, 0)


class View:
    """A catalog as specs see it: the resources that are not virtual, or those that are exported."""

    def __init__(self, made: Made, *, is_exported: bool = False) -> None:
        self.made = made
        self.is_exported = is_exported


def compiled(machine: SpecMachine, receiver: Object, kind: str) -> Object:
    """The catalog of an example; raises the exception of Puppet if there is none."""
    if kind in CATALOGS:
        return view(CATALOGS[kind](machine, receiver))
    if kind not in OF_CATALOGS:
        raise Unsupported("catalog", f"of {kind or 'another group'}")
    return view(machine.catalogs.of(job_of(machine, receiver, kind, body_of(machine, receiver, kind))))


def view(made: Made) -> Object:
    """A catalog as an object of the program. Raises its error as an exception, and Undecided if it is not certain."""
    if made.error is not None:
        if made.doubt:
            raise Undecided(made.doubt)
        raise Raised(Object(CLASSES["Puppet::PreformattedError"], made.message))
    if made.unfinished:
        raise Undecided(made.unfinished)
    return Object(CATALOG_KIND, View(made))


def alias_catalog(machine: SpecMachine, receiver: Object, value: object) -> object:
    """The catalog for a value of a type alias; raises the exception of Puppet if the alias does not accept it."""
    code = f"$test = {code_of(machine, value)}\nassert_type({group_of(receiver).outermost.description}, $test)"
    return view(machine.catalogs.of(job_of(machine, receiver, "type_alias", code)))


@yields(BASE, "class_name", keeps=True)
def class_name_of(machine: Machine, block: AnyProc | None, receiver: Object) -> object:
    """The name of what the outermost group describes."""
    return String(class_name(receiver))


@yields(BASE, "nodename", keeps=True)
def nodename(machine: Machine, block: AnyProc | None, receiver: Object, kind: object) -> object:
    """The name of the node."""
    named = given(of(machine), receiver, "node")
    return named if named is not None else String(NODE)


def doubt_of(catalog: object) -> None:
    """Raise Undecided if a catalog is not certain."""
    if isinstance(catalog, Object) and catalog.kind.name == CATALOG and (doubt := catalog.holding(View).made.doubt):
        raise Undecided(doubt)
