"""Classes, defines and node definitions that certainly meet in a catalog and declare the same, in the code of all modules of a project.

What bodies declare under no condition, or on the same operating systems, is followed through the classes that they include and the defines
that they use. So it does not matter what else of a catalog is unknown: parameters, data, or modules that are not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import combinations, islice

from puppet_check.reports.catalogs.certain_statements import UNNAMED, Condition, Statement, statements_of
from puppet_check.reports.catalogs.manifest_text import Manifest, Title, class_name
from puppet_check.reports.catalogs.system_refusals import named_systems
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.loader import CLASS
from puppet_typesys.node_catalogs.library import Source

MOST_DECLARING = 30
"""The number of definitions that declare the same title up to which their pairs are looked at."""
MOST_PAIRS = 2_000
MOST_BEGINNINGS = 40
"""The number of classes and node definitions that are followed."""
MOST_STATEMENTS = 5_000
"""The number of statements of a beginning that are followed."""
MOST_BODIES = 300
"""The number of bodies that are parsed for a project."""
BEGINNINGS_OF_PAIR = 2
OF_NODE = "node "
"""The beginning of what a node definition is called, which no class is."""


class Declared(NamedTuple):
    """A statement where it stands."""

    definition: str
    """The name of the class or define around it; that of the beginning for a node definition."""
    statement: Statement
    condition: Condition
    """The conditions under which a catalog has it."""


class NodeBody(NamedTuple):
    """A node definition, with what its main manifest declares for all nodes; or a class in a main manifest."""

    source: Source
    statements: list[Statement]

    @property
    def manifest(self) -> Manifest:
        """What the text of a class with this body would say."""
        classes = frozenset(each.title for each in self.statements if each.kind == "declared class")
        resources = [each for each in self.statements if each.kind in ("declared", "ensured")]
        titles = frozenset((each.type, each.title or str(each.start)) for each in resources)
        included = (each.title for each in self.statements if each.kind == "included")
        nothing = frozenset[Title]()
        uses = classes.union(included, (each.type for each in resources))
        return Manifest("", True, uses, classes, titles, titles, nothing, nothing, frozenset())


def node_bodies(site: Source) -> Iterator[tuple[str, NodeBody]]:
    """The node definitions and classes of a main manifest, by what they are called."""
    common = statements_of(site.program.body, site.text)
    for each in site.program.definitions:
        if isinstance(each, ast.NodeDefinition) and each.host_matches:
            first = each.host_matches[0]
            shown = site.text.source[first.start : first.end].decode(errors="replace")
            yield f"{OF_NODE}{shown}", NodeBody(site, [*common, *statements_of(each.body, site.text)])
        elif isinstance(each, ast.HostClassDefinition):
            name = class_name(each.name)
            yield name, NodeBody(site, body_of(name, site) or [])


def body_of(name: str, source: Source) -> list[Statement] | None:
    """The statements of a class or define in its file; None if it is not there."""
    for each in source.program.definitions:
        if isinstance(each, ast.HostClassDefinition | ast.ResourceTypeDefinition) and class_name(each.name) == name:
            parent = each.parent_class if isinstance(each, ast.HostClassDefinition) else None
            before = [] if parent is None else [Statement("included", CLASS, class_name(parent), each.start, each.start)]
            owner = name if isinstance(each, ast.HostClassDefinition) else ""
            return [*before, *statements_of(each.body, source.text, owner, each.parameters, inherits=parent is not None)]
    return None


class Graph:
    """Classes, defines and node definitions by name, with what their texts say of them."""

    def __init__(self, manifests: Mapping[str, Manifest], checked: Container[str]) -> None:
        """`checked` has the names of those that are checked: what others have in common does not matter."""
        self.manifests = manifests
        self._checked = checked
        self._users: dict[str, list[str]] = {}
        for name, each in manifests.items():
            for used in each.uses & manifests.keys():
                self._users.setdefault(used, []).append(name)
        self._sizes: dict[str, int] = {}
        self._outer: dict[str, set[str]] = {}

    def beginnings(self) -> list[str]:
        """The smallest classes and node definitions that have both of some pair, those with less inside first."""
        found: dict[str, None] = {}
        for first, second in self._pairs():
            both = self._around(first) & self._around(second)
            found.update(dict.fromkeys(sorted(both, key=lambda name: (self.size(name), name))[:BEGINNINGS_OF_PAIR]))
        return sorted(found, key=lambda name: (self.size(name), name))[:MOST_BEGINNINGS]

    def size(self, name: str) -> int:
        """The number of classes and defines that one uses, directly or not."""
        if name not in self._sizes:
            seen, waiting = {name}, [name]
            while waiting:
                new = (self.manifests[waiting.pop()].uses & self.manifests.keys()) - seen
                seen |= new
                waiting += new
            self._sizes[name] = len(seen)
        return self._sizes[name]

    def _around(self, name: str) -> set[str]:
        """The classes and node definitions that use one, directly or not; itself, too."""
        if name in self._outer:
            return self._outer[name]
        seen, waiting = {name}, [name]
        while waiting:
            for user in self._users.get(waiting.pop(), ()):
                if user not in seen:
                    seen.add(user)
                    waiting.append(user)
        return self._outer.setdefault(name, {each for each in seen if self.manifests[each].is_class})

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Those that may declare the same, by their texts."""
        declaring: dict[Title, list[str]] = {}
        for name, each in self.manifests.items():
            constant = {type for type, _ in each.all_titles if self._has_titles(type)}
            for title in (*each.all_titles, *((type, UNNAMED) for type in constant)):  # The latter for what a define declares.
                declaring.setdefault(title, []).append(name)
            # The order decides whether a class that others include as well is declared again.
            if name in self._checked and any(other != name for used in each.declared_classes for other in self._users.get(used, ())):
                yield name, name
            for type in constant:
                if sum(of == type for of, _ in each.all_titles) > 1 and (name in self._checked or type in self._checked):
                    yield name, name
        several = (names for names in declaring.values() if 1 < len(names) <= MOST_DECLARING)
        pairs = (pair for names in several for pair in combinations(names, 2) if pair[0] in self._checked or pair[1] in self._checked)
        yield from islice(pairs, MOST_PAIRS)

    def _has_titles(self, type: str) -> bool:
        """Whether a type is a define that declares a title without variables."""
        define = self.manifests.get(type)
        return define is not None and not define.is_class and any("$" not in title for _, title in define.all_titles)


class Follower:
    """Follows what a class or node definition certainly declares, in order."""

    def __init__(self, beginning: str, bodies: Callable[[str], tuple[bool, list[Statement]] | None]) -> None:
        """`bodies` tells whether a name is that of a class, and its statements; None for neither a class nor a define."""
        self.found: list[tuple[Declared, Declared]] = []
        self._beginning = beginning
        self._bodies = bodies
        self._classes: dict[str, Declared] = {}
        self._resources: dict[Title, list[Declared]] = {}
        self._defines: list[tuple[str, Condition]] = []
        self._left = MOST_STATEMENTS
        self._on_some: list[tuple[Declared, Declared]] = []
        """What is declared twice on some systems, unless something stops on these."""
        self._accepted: list[frozenset[str]] = []

    def follow(self, statements: Iterable[Statement]) -> None:
        """Find what is declared twice, if these are the statements of the beginning."""
        self._follow(statements, self._beginning, ())
        # Defines are evaluated after the classes around them, each as often as it is used.
        seen: dict[str, Condition] = {}
        for name, condition in self._defines:
            body = self._bodies(name)
            if body is None or (name in seen and seen[name] != condition):
                continue
            if name in seen:
                several = [
                    Declared(name, each, (*condition, *each.condition)) for each in body[1] if each.kind == "declared" and each.title
                ]
                self.found += [(each, each) for each in several if not each.statement.condition]
                continue
            seen[name] = condition
            self._follow(body[1], name, condition)
        self.found += [pair for pair in self._on_some if self._is_reached(*pair)]

    def _is_reached(self, before: Declared, one: Declared) -> bool:
        """Whether nothing stops on the systems that the only test of two statements is for."""
        systems = named_systems((*before.condition, *one.condition)[0].text)
        return not self._accepted or (bool(systems) and all(systems <= each for each in self._accepted))

    def _follow(self, statements: Iterable[Statement], definition: str, outer: Condition) -> None:
        waiting = [(iter(statements), definition, outer)]
        while waiting and self._left > 0:
            rest, definition, outer = waiting[-1]
            each = next(rest, None)
            if each is None:
                waiting.pop()
                continue
            self._left -= 1
            one = Declared(definition, each, (*outer, *each.condition))
            if each.type == CLASS:
                inside = self._declare_class(one)
                if inside is not None:
                    waiting.append((iter(inside), each.title, one.condition))
            else:
                self._declare(one)

    def _declare_class(self, one: Declared) -> list[Statement] | None:
        """Declare a class; returns its statements if it was not certainly declared before."""
        name = one.statement.title
        before = self._classes.get(name)
        if before is not None and not before.condition:
            # What is declared in other bodies may be declared before what comes before it here.
            is_ordered = one.definition == self._beginning != before.definition
            if one.statement.kind == "declared class" and is_ordered and not one.condition:
                self.found.append((before, one))
            return None
        self._classes[name] = one
        body = None if name == self._beginning else self._bodies(name)
        return body[1] if body is not None and body[0] else None

    def _declare(self, one: Declared) -> None:
        statement = one.statement
        if statement.kind == "refused":
            self._accepted.append(statement.systems)
            return
        if statement.title:
            several = self._resources.setdefault((statement.type, statement.title), [])
            if statement.kind == "declared":
                found = [(before, one) for before in several if self._is_twice(before, one)][:1]
                is_on_some = any(is_on_some_systems(before.condition, one.condition) for before, _ in found)
                (self._on_some if is_on_some else self.found).extend(found)
            several.append(one)
        body = self._bodies(statement.type) if statement.kind == "declared" and not statement.is_virtual else None
        if body is not None and not body[0]:
            self._defines.append((statement.type, one.condition))

    def _is_twice(self, before: Declared, one: Declared) -> bool:
        """Whether a catalog that has both cannot be compiled, in whatever order classes are evaluated."""
        is_ordered = before.statement.kind == "declared" or one.definition == self._beginning
        if not is_ordered or before.definition == one.definition:
            return False
        if before.condition == one.condition or is_on_some_systems(before.condition, one.condition):
            return True
        # Alternatives have other attributes.
        return before.statement.attributes == one.statement.attributes and are_independent(before.condition, one.condition)


def is_on_some_systems(first: Condition, second: Condition) -> bool:
    """Whether one of two statements is there wherever the other is, which a single test of the operating system selects.

    Of several tests, no system may pass all.
    """
    shorter, longer = sorted((first, second), key=len)
    return not shorter and len(longer) == 1 and not longer[0].owner


def are_independent(first: Condition, second: Condition) -> bool:
    """Whether different parameters of a class decide about two statements, so that it may have both."""
    common = next((index for index, (one, other) in enumerate(zip(first, second, strict=False)) if one != other), None)
    if common is None:
        return False
    of_first, of_second = first[common:], second[common:]
    owners = {each.owner for each in (*of_first, *of_second)}
    names = frozenset[str]().union(*(each.parameters for each in of_first))
    others = frozenset[str]().union(*(each.parameters | each.refused for each in of_second))
    return len(owners) == 1 and "" not in owners and names.isdisjoint(others)
