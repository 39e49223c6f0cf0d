"""Relationships between resources, as rspec-puppet looks for them, and dependency cycles, as an agent finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puppet_check.reports.catalogs.order_findings import relations
from puppet_check.specs.catalogs.compiling import Made
from puppet_check.specs.catalogs.refusals import require_accepted
from puppet_check.specs.catalogs.resources import Found, compiler_of, resource_named
from puppet_check.specs.outcomes import Undecided
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.completion import reference_texts
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.ordering.autorelations import Edge, autorelations
from puppet_typesys.ordering.graph import graph_of
from puppet_typesys.values.unknown import contains_unknown

RELATIONS = ("before", "notify", "require", "subscribe")


def precedes(made: Made, found: Found, kind: str, reference: str) -> bool:
    """Whether a resource has a relationship to another one: `requires`, `subscribes`, `notifies` or `comes before`."""
    compiler = compiler_of(made)
    other = resource_named(compiler.catalog, reference)
    if other is None:
        return False
    first, second = (other, found.resource) if kind in ("requires", "subscribes") else (found.resource, other)
    walk = Walk(compiler)
    holds = walk.notifies(first, second) if kind in ("notifies", "subscribes") else walk.precedes(first, second)
    if not holds:
        walk.require_known(first, second)
    return holds


class Walk:
    """The references of resources, followed from one to the next by one metaparameter."""

    def __init__(self, compiler: NodeCompiler) -> None:
        self.catalog: Catalog = compiler.catalog
        self.compiler = compiler
        self._above: dict[Resource, list[Resource]] = {}
        for container, resource in self.catalog.edges:
            self._above.setdefault(resource, []).append(container)
        self._accepted: set[Resource] = set()
        self._references: dict[tuple[Resource, str], frozenset[Resource]] = {}
        has_aliases = any("alias" in each.parameters for each in self.catalog.resources)
        self._ways = (True,) if has_aliases else (False, True)
        """Whether automatic relationships are followed: first not, which is faster, if nothing on the way can be refused because of it."""
        self._automatic: dict[tuple[Resource, str], set[Resource]] | None = None

    def precedes(self, first: Resource, second: Resource) -> bool:
        """Whether a resource, or what it is in, comes before another one."""
        for automatic in self._ways:
            for one in self.around(first):
                for other in self.around(second):
                    before = self.closure(one, "before", automatic) | self.closure(one, "notify", automatic)
                    require = self.closure(other, "require", automatic) | self.closure(one, "subscribe", automatic)
                    if other in before or one in require or before & require:
                        return True
        return False

    def notifies(self, first: Resource, second: Resource) -> bool:
        """Whether a resource, or what it is in, refreshes another one."""
        for automatic in self._ways:
            for one in self.around(first):
                for other in self.around(second):
                    if other in self.closure(one, "notify", automatic) or one in self.closure(other, "subscribe", automatic):
                        return True
        return False

    def around(self, resource: Resource) -> list[Resource]:
        """A resource and everything that it is in."""
        found, waiting = [resource], [resource]
        while waiting:
            for each in self._above.get(waiting.pop(), ()):
                if each not in found:
                    found.append(each)
                    waiting.append(each)
        return found

    def closure(self, resource: Resource, name: str, automatic: bool) -> set[Resource]:
        """The resources that the values of a metaparameter lead to, directly or through others."""
        found: set[Resource] = set()
        waiting = [resource]
        while waiting:
            each = waiting.pop()
            self._require_accepted(each)
            following = self.references(each, name)
            if automatic:
                following = following | self.automatic(each, name)
            waiting += [other for other in following if other not in found]
            found |= following
        return found

    def _require_accepted(self, resource: Resource) -> None:
        if resource not in self._accepted:
            require_accepted(resource, self.compiler)
            self._accepted.add(resource)

    def references(self, resource: Resource, name: str) -> frozenset[Resource]:
        """The resources that the value of a metaparameter names."""
        known = self._references.get((resource, name))
        if known is None:
            given = resource.parameters.get(name)
            if given is not None and (given.possible or contains_unknown(given.value)):
                raise Undecided(f"the parameter {name} of {resource}")
            texts = () if given is None else reference_texts(given.value)
            known = frozenset(each for each in (resource_named(self.catalog, text) for text in texts) if each is not None)
            self._references[resource, name] = known
        return known

    def automatic(self, resource: Resource, name: str) -> set[Resource]:
        """The resources that the type of a resource relates it to by itself."""
        if self._automatic is None:
            self._automatic = {}
            for first, second, notifies in self._edges():
                forward, backward = ("notify", "subscribe") if notifies else ("before", "require")
                self._automatic.setdefault((first, forward), set()).add(second)
                self._automatic.setdefault((second, backward), set()).add(first)
        return self._automatic.get((resource, name), set())

    def require_known(self, first: Resource, second: Resource) -> None:
        """Raise Undecided if the type of a resource on the way from one of two resources may relate it to any other one.

        On the way are the resources, what they are in, and everything that the metaparameters of those lead to.
        """
        reached = self._reached(first, ("before", "notify", "subscribe")) | self._reached(second, ("require", "subscribe"))
        for one, other in self._possible():
            if one in reached and (isinstance(other, Resource) or any(other in ("", each.type.lower()) for each in self.catalog.resources)):
                raise Undecided(f"the autorelations of {one}")

    def _reached(self, resource: Resource, names: Sequence[str]) -> set[Resource]:
        """A resource, what it is in, and what the metaparameters of these lead to."""
        around = self.around(resource)
        return {*around}.union(*(self.closure(each, name, True) for each in around for name in names))

    def _possible(self) -> Iterator[tuple[Resource, Resource | str]]:
        """The autorelations that are not certain: a resource, and the other one or its type in lower case."""
        for each in self._autorelations():
            if not each.is_certain:
                for one, other in ((each.first, each.second), (each.second, each.first)):
                    if isinstance(one, Resource):
                        yield one, other

    def _edges(self) -> Iterator[tuple[Resource, Resource, bool]]:
        for each in self._autorelations():
            if isinstance(each.first, Resource) and isinstance(each.second, Resource) and each.is_certain:
                yield each.first, each.second, each.notifies

    def _autorelations(self) -> Iterator[Edge]:
        return autorelations([each for each in self.catalog.resources if not each.virtual], [], relations(self.compiler))


def require_titles(made: Made) -> None:
    """Raise Undecided if a relationship refers to a resource by another name than its title: an agent may not find it."""
    catalog = compiler_of(made).catalog
    for resource in catalog.resources:
        for name in RELATIONS:
            given = resource.parameters.get(name)
            for text in () if given is None or resource.virtual else reference_texts(given.value):
                found = resource_named(catalog, text)
                if found is None and not catalog.is_partial:
                    raise Undecided(f"{text}, which {resource} refers to")


def cycles_of(made: Made) -> str:
    """The resources in dependency cycles; empty if there are none. Raises Undecided if there may be one."""
    compiler = compiler_of(made)
    graph = graph_of(compiler.catalog, relations(compiler))
    nodes = graph.in_cycles()
    return ", ".join(dict.fromkeys(str(graph.resources[node >> 1]) for node in sorted(nodes) if node >> 1 < len(graph.resources)))


Ask = Callable[[Made], str]
