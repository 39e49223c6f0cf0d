"""The catalog during an evaluation: definitions of the program, declared resources, and relationships."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import NativeType, metaparameters, native_type
from puppet_typesys.evaluate.alternatives import one_of
from puppet_typesys.evaluate.certainty import KNOWN, OPEN, Certainty
from puppet_typesys.evaluate.definitions import DEFINITION, HOSTCLASS, NODE, Definition, Evaluates
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.log import Log
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resolver import Resolver
from puppet_typesys.evaluate.resource import Resource, reference, type_and_title
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.resources import defined_twice, duplicate_declaration, duplicate_definition, taken_alias
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import identity
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import contains_unknown

Key = tuple[object, ...]


class Names(Protocol):
    """What a catalog needs of its program: the resolver and the state of the evaluation; see `Context`."""

    top: Scope
    log: Log
    reach: Reach
    resolver: Resolver

    def looked_up(self, definition: ast.Node) -> None:
        """Called when a definition of the program has been looked up."""


class Collecting(Protocol):
    """A collector or a call of `realize`, which runs repeatedly until it finds no new resources."""

    place: Place | None

    def collect(self) -> bool:
        """Realize the resources declared so far; return whether there was a new one."""

    def unresolved(self) -> list[str]:
        """The references to resources that were not found."""


class Connecting(Protocol):
    """A relationship, established after all resources are declared."""

    @property
    def place(self) -> Place | None:
        """The location of the relationship expression."""

    def establish(self, catalog: Catalog) -> None:
        """Add the relationship to the parameters of its sources."""


class Catalog:
    """Definitions by name, and resources by type and title."""

    def __init__(self, names: Names, certainty: Certainty = KNOWN) -> None:
        self.names = names
        self.certainty = certainty
        self._untitled: set[str] = set()
        """The resource types of which resources with unknown titles are declared, in lower case."""
        self._has_unknown_edges = False
        self.classes: dict[str, Definition] = {}
        self.defines: dict[str, Definition] = {}
        self.nodes: dict[str, Definition] = {}
        self.class_scopes: dict[str, Scope] = {}
        self.table: dict[Key, Resource] = {}
        self.resources: list[Resource] = []
        self._by_type: dict[str, list[Resource]] = {}
        """The same by their types."""
        self.uncertain: list[Resource] = []
        """Resources with unknown titles, and resources that may or may not replace another one."""
        self.class_names: list[str] = []
        self.edges: dict[tuple[Resource, Resource], bool] = {}
        """The containers of resources, each as (container, contained), and whether a container with the resource certainly contains it."""
        self.tags: dict[str, None] = {}
        self.overrides: dict[str, list[Resource]] = {}
        self.collectors: list[Collecting] = []
        self.relationships: list[Connecting] = []
        self.main_definition = Definition(HOSTCLASS, "")
        top = names.top
        self.main_stage = Resource("Stage", "main", native_type("stage"), top, source=self.main_definition)
        self.table["Stage", "main"] = self.main_stage
        settings = Resource("Class", "Settings", self.main_definition, top, source=self.main_definition)
        self.table["Class", "Settings"] = settings
        self.main = Resource("Class", "main", self.main_definition, top, source=self.main_definition)
        self.table["Class", "main"] = self.main
        for each in (settings, self.main):
            each.begin_evaluation()
        top.belong_to(self.main_definition, self.main)
        self.edges[self.main_stage, self.main] = True

    def release(self) -> None:
        """Let go of the resources and scopes, which refer to each other."""
        for each in (*self.resources, *self.class_scopes.values()):
            vars(each).clear()
        vars(self).clear()

    # ---- definitions

    def define(self, ev: Evaluates, definition: ast.Definition) -> None:
        """Add a class, define or node."""
        match definition:
            case ast.HostClassDefinition():
                self._define_class(ev, definition)
            case ast.ResourceTypeDefinition():
                self._define_define(ev, definition)
            case ast.NodeDefinition():
                self._define_nodes(ev, definition)

    def _define_class(self, ev: Evaluates, node: ast.HostClassDefinition) -> None:
        name = node.name.lower()
        parent = None if node.parent_class is None else node.parent_class.removeprefix("::").lower()
        made = Definition(HOSTCLASS, name, ev, node, parameters=node.parameters, body=node.body, parent=parent)
        self._refuse_metaparameters(made)
        _refuse(made, self.classes.get(name), "Class '{}' is already defined{}; cannot redefine")
        _refuse(made, self.nodes.get(name), "Node '{}' is already defined{}; cannot be redefined as a class")
        _refuse(made, self.defines.get(name), "Definition '{}' is already defined{}; cannot be redefined as a class")
        self.classes[name] = made

    def _define_define(self, ev: Evaluates, node: ast.ResourceTypeDefinition) -> None:
        name = node.name.lower()
        made = Definition(DEFINITION, name, ev, node, parameters=node.parameters, body=node.body)
        self._refuse_metaparameters(made)
        if name in self.defines:
            first = self.defines[name]
            assert first.ev is not None and first.node is not None
            raise redefined("type", name, first.ev.text, first.node.span.start)
        _refuse(made, self.classes.get(name), "'{}' is already defined{} as a class; cannot redefine as a definition")
        self.defines[name] = made

    def _define_nodes(self, ev: Evaluates, node: ast.NodeDefinition) -> None:
        parent = self._node_name(ev, node.parent)
        for each in node.host_matches:
            name = self._node_name(ev, each)
            if name is None:
                continue
            pattern = name if isinstance(name, Regexp) else None
            title = _title_of(pattern) if pattern is not None else str(name).lower()
            above = None if parent is None else str(parent).lower()
            made = Definition(NODE, title, ev, node, body=node.body, parent=above, pattern=pattern)
            _refuse(made, self.nodes.get(title), "Node '{}' is already defined{}; cannot redefine")
            _refuse(made, self.classes.get(title), "Class '{}' is already defined{}; cannot be redefined as a node")
            self.nodes[title] = made

    def _node_name(self, ev: Evaluates, node: ast.Expression | None) -> str | Regexp | None:
        if node is None or isinstance(node, ast.Nop):
            return None
        if isinstance(node, ast.LiteralDefault):
            return "default"
        value = ev.top_value(node)
        return value if isinstance(value, Regexp) else str(value)

    def _refuse_metaparameters(self, made: Definition) -> None:
        for each in made.parameters:
            if each.name not in metaparameters():
                continue
            if each.value is None:
                message = f"{each.name} is a metaparameter; please choose another parameter name in the {made.name} definition"
                raise EvaluationError(message)
            message = f"{each.name} is a metaparam; this value will inherit to all contained resources in the {made.name} definition"
            self.names.log.add("warning", message)

    def node_named(self, name: str) -> Definition | None:
        """The node definition for a host: the one with its name, or else the first one whose regular expression matches."""
        name = name.lower()
        if name in self.nodes:
            return self._looked_up(self.nodes[name])
        for each in self.nodes.values():
            if each.matches(name):
                return self._looked_up(each)
        return None

    def resource_type(self, name: str) -> Definition | NativeType | None:
        """The resource type or define of a name; only defines are found by names that begin with `::`."""
        plain = name.removeprefix("::").lower()
        if ":" not in name:
            found = self.names.resolver.native_type(plain)
            if found is not None:
                return found
        external = self._looked_up(self.defines.get(plain)) or self.names.resolver.external.resource_type(plain)
        return None if isinstance(external, NativeType) and name.startswith("::") else external

    def class_named(self, name: str) -> Definition | None:
        """The class of a name in lower case, from this program or another file."""
        return self._looked_up(self.classes.get(name)) or self.names.resolver.external.class_named(name.removeprefix("::"))

    def _looked_up(self, found: Definition | None) -> Definition | None:
        if found is not None and found.node is not None:
            self.names.looked_up(found.node)
        return found

    def is_class_unknown(self, name: str) -> bool:
        """Whether a class that is not found may exist."""
        return self.names.resolver.is_class_unknown(name)

    def emptied(self) -> Catalog:
        """A catalog with the same definitions, in which nothing is known to be declared or to be missing."""
        made = Catalog(self.names, OPEN)
        made.classes, made.defines, made.nodes = self.classes, self.defines, self.nodes
        return made

    def reference_to(self, name: str) -> Type | None:
        """The type of all resources of a resource type; None if there is no such resource type."""
        return None if self.resource_type(name) is None else model.Resource(capitalize_segments(name))

    def class_scope(self, name: str) -> Scope | None:
        """The scope of a class that has been evaluated."""
        return self.class_scopes.get(name.lower())

    def enter_class(self, name: str, scope: Scope) -> None:
        """Add the scope of a class or node; if all is marked, one of another branch is joined with it once its body is evaluated."""
        other = self.class_scopes.get(name)
        if other is not None and self.names.reach.marks_all:
            scope.alternate_with(other)
        self.class_scopes[name] = scope

    # ---- certainty

    @property
    def is_partial(self) -> bool:
        """Whether a resource, class or relationship that is unknown has been declared; then no resource is reported as missing."""
        return self.certainty.open or self._has_unknown_edges or bool(self._untitled)

    @property
    def openness(self) -> tuple[object, ...]:
        """What is unknown of what is declared, by which alone an answer about the catalog may be unknown; empty if nothing is."""
        return (self.certainty, self._has_unknown_edges, frozenset(self._untitled)) if self.is_partial else ()

    def may_have_more(self, type_name: str) -> bool:
        """Whether resources of a type, or classes, may be declared that are not found."""
        return self.certainty.open or type_name.removeprefix("::").lower() in self._untitled

    def mark_partial(self) -> None:
        """Note that something unknown has been declared."""
        self.certainty = OPEN

    def mark_untitled(self, resource: Resource) -> None:
        """Note that a resource has an unknown title; one of a define declares more."""
        if resource.is_native:
            self._untitled.add(resource.type.lower())
        else:
            self.mark_partial()

    def mark_unrelated(self) -> None:
        """Note that a relationship of something unknown is declared."""
        self._has_unknown_edges = True

    # ---- resources

    def tag(self, names: Iterable[str]) -> None:
        """Add tags of the catalog."""
        self.tags |= dict.fromkeys(names)

    def relate(self, relationships: Iterable[Connecting]) -> None:
        """Add relationships that are established after all resources are declared."""
        self.relationships += relationships

    def take_relationships(self) -> list[Connecting]:
        """The relationships to establish, which then are no longer waiting."""
        taken, self.relationships = self.relationships, []
        return taken

    def add(self, resource: Resource) -> None:
        """Add a resource; raises if there is one with the same title or alias."""
        reach = self.names.reach
        resource.stand_in(reach.certainty, reach.branch)
        key = (resource.type, resource.title)
        existing = self.table.get(key)
        if existing is not None:
            if (existing.possible or resource.possible) and (not resource.branch or existing.branch != resource.branch):
                if not (reach.marks_all and existing.possible and not resource.possible):
                    self._add_alternative(resource, existing)
                    return
                # If a branch were taken that declares it as well, there would be no catalog.
                self.resources.remove(existing)
                self._by_type[existing.type].remove(existing)
            else:
                self._refuse_duplicate(resource, existing)
        self.resources.append(resource)
        self._by_type.setdefault(resource.type, []).append(resource)
        resource.take_number(len(self.table) if existing is None else existing.number)
        self.table[key] = resource
        self._add_aliases(resource)
        if not resource.is_class and resource.get("stage") is not None:
            raise ArgumentError(f"Only classes can set 'stage'; normal resources like {resource} cannot change run stage")
        if resource.type != "Stage" and not resource.is_class and isinstance(resource.scope.resource, Resource):
            self.edges[resource.scope.resource, resource] = True

    def _add_alternative(self, resource: Resource, existing: Resource) -> None:
        """Add a resource that may be declared in place of another one; of a whole catalog, their parameters are joined."""
        if not self.names.reach.marks_all:
            self.uncertain.append(resource)
        elif existing.possible:
            self.uncertain.append(resource)
            for name in dict.fromkeys((*existing.parameters, *resource.parameters)):
                first, second = existing.get(name), resource.get(name)
                if identity(first) != identity(second):
                    given = existing.parameters.get(name) or resource.parameters[name]
                    existing.parameters[name] = given._replace(value=one_of([first, second]), possible=True)

    def _refuse_duplicate(self, resource: Resource, existing: Resource) -> None:
        message = duplicate_declaration(resource.type, resource.title, existing.place.line if existing.place else None)
        raise ArgumentError(message, resource.failed(message).located())

    def _add_aliases(self, resource: Resource) -> None:
        given = resource.get("alias")
        for each in given if isinstance(given, tuple) else (given,):
            if each is not None:
                self._alias(resource, (each,), repr_text(each))
        if isinstance(resource.kind, NativeType) and not resource.kind.isomorphic:
            return
        key = resource.key()
        if any(each is not None for each in key) and key != (resource.title,) and not contains_unknown(key):
            self._alias(resource, key, "[" + ", ".join(map(repr_text, key)) + "]")

    def _alias(self, resource: Resource, key: Key, label: str) -> None:
        name = (resource.type, *key)
        if name == (resource.type, resource.title):
            return
        existing = self.table.get(name)
        if existing is None:
            self.table[name] = resource
        elif existing is not resource and not (existing.possible or resource.possible):
            line = resource.place.line if resource.place else None
            names = "[" + ", ".join(map(repr_text, name)) + "]"
            message = taken_alias(str(resource), label, names, line)
            raise ArgumentError(message, existing.failed(message).located())

    def find(self, type: str, title: str) -> Resource | None:
        """A resource by its type and its title or alias."""
        type, title = reference(type, title)
        found = self.table.get((type, title))
        if found is None and type != "Class":
            kind = self.resource_type(type)
            if isinstance(kind, NativeType):
                found = self.table.get((type, *Resource(type, title, kind, self.names.top).key()))
        return found

    def of_type(self, type: str) -> Sequence[Resource]:
        """The resources of a type in the order of their declaration."""
        return self._by_type.get(type, ())

    def find_reference(self, text: str) -> Resource | None:
        """A resource by a reference in text, `Type[title]`."""
        return self.find(*type_and_title(text))

    def override(self, resource: Resource) -> None:
        """Override parameters of a resource, now or as soon as it is declared."""
        existing = self.find(resource.type, resource.title)
        if existing is None:
            self.overrides.setdefault(str(resource), []).append(resource)
        else:
            strict = self.names.resolver.target.strict
            existing.merge(resource, self, may_be_late=strict != "error", branch=self.names.reach.branch)
            if existing.evaluated and strict == "warning":
                where = f" (line: {resource.place.line})" if resource.place else ""
                self.names.log.add("warning", f"{existing.late_override()}{where}")

    def connect(self, container: Resource, contained: Resource) -> None:
        """Record that a resource contains another one."""
        self.edges[container, contained] = self.names.reach.certainty.is_present or self.edges.get((container, contained), False)


def _refuse(made: Definition, existing: Definition | None, message: str) -> None:
    if existing is not None:
        where = f" (line: {existing.line})" if existing.line is not None else ""
        raise made.failed(defined_twice(message.format(made.name, where)))


def redefined(kind: str, name: str, text: Text, offset: int) -> EvaluationError:
    """The error for a second definition of a function, type or define."""
    line, column = text.position(offset)
    return EvaluationError(duplicate_definition(kind, name, f"Originally set at string:?line={line + 1}&pos={column + 1}."))


LOOKAROUND = {"(": "LP", "?": "QU", "<": "LT", ">": "GT", "!": "EX", "=": "EQ", ")": "RP"}


def _title_of(pattern: Regexp) -> str:
    """The title of a node definition with a regular expression."""
    text = re.sub(r"\(\?[^)]*\)", lambda found: "".join(LOOKAROUND.get(each, each) for each in found.group()), pattern.source.lower())
    return "__node_regexp__" + re.sub(r"^\.+", "", re.sub(r"[^-\w:.]", "", text))


def repr_text(value: object) -> str:
    """A value in double quotes, as shown in messages about names."""
    return "nil" if value is None else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
