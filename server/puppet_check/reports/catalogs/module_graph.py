"""The classes of a module whose catalogs may have a duplicate or a dependency cycle across files, as the text of the manifests suggests."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping

from puppet_check.reading.files import read_text
from puppet_check.reports.catalogs.manifest_text import Manifest, Title, read_manifest
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import MANIFEST
from puppet_grammar.dataclass import dataclass
from puppet_grammar.named import NamedTuple

POINTS = frozenset(("anchor",))
"""Types of resources that only order others: a class with several of them depends on others in both directions."""

LARGEST = 8
"""The number of classes in a cycle up to which it is worth an evaluation: more are connected by different resources of theirs."""
MOST_TOGETHER = 30
"""The number of classes and defines that declare the same up to which each pair of them is looked at."""
MOST_ENTRIES = 10
"""The number of classes that are evaluated for more of them."""
FOLDER = "manifests"
MANIFESTS = f"{os.sep}{FOLDER}{os.sep}"
FEW = 10
"""The number of manifests of a module that are checked up to which the others are read as well; of more, most are among them."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class Suspects:
    """The classes of a module whose catalogs may fail."""

    classes: Mapping[str, bool]
    """Their names, and whether only the facts of a system may show that it fails."""
    passed: frozenset[str]
    """The classes that are declared as resources somewhere in it, so that their parameters may be passed."""
    paths: frozenset[str]
    """The absolute paths of its files that are checked."""


def suspects(paths: Iterable[str]) -> Iterator[Suspects]:
    """What may fail in each of the modules whose manifests are among some files."""
    for folder, files in manifests_by_module(paths).items():
        checked = {each.name: each for each in _manifests(files)}
        inside = (each for each in files_below(folder, (FOLDER,), (MANIFEST,)) if each not in files)
        others = _manifests(inside) if len(files) <= FEW else ()
        graph = ModuleGraph({each.name: each for each in others} | checked)
        classes = graph.entries(checked) if len(graph.manifests) > 1 else {}
        if classes:
            yield Suspects(classes, graph.passed(), frozenset(files))


def manifests_by_module(paths: Iterable[str]) -> dict[str, list[str]]:
    """The absolute paths of the manifests among some files, by the folders of their modules."""
    modules: dict[str, list[str]] = {}
    for path in map(os.path.abspath, paths):
        folder, found, _ = path.rpartition(MANIFESTS)
        if found and path.endswith(".pp"):
            modules.setdefault(folder, []).append(path)
    return modules


def _manifests(paths: Iterable[str]) -> Iterator[Manifest]:
    for path in paths:
        try:
            found = read_manifest(read_text(path))
        except OSError:  # The check of the file reports it.
            continue
        if found is not None:
            yield found


class _Several(NamedTuple):
    """Classes and defines of which no two may go together."""

    first: list[str]
    second: list[str]
    """What may not go with any of the first, which may be the same."""
    needs_facts: bool

    @property
    def names(self) -> set[str]:
        """All of them."""
        return {*self.first, *self.second}

    @property
    def is_large(self) -> bool:
        """Whether they are too many for all pairs to be looked at."""
        return len(self.first) * len(self.second) > MOST_TOGETHER**2

    def pairs(self) -> Iterator[tuple[Pair, bool]]:
        """Each pair once, and whether facts decide."""
        is_same = self.first is self.second
        for index, one in enumerate(self.first):
            others = self.second[index + 1 :] if is_same else self.second
            yield from (((one, other), self.needs_facts) for other in others if other != one)

    def entries(self, ordered: Iterable[str], closures: Mapping[str, frozenset[str]], checked: Container[str]) -> Iterator[str]:
        """The smallest classes that have a pair of which one is checked; `ordered` has those with less inside first."""
        first, names, known = {*self.first}, self.names, list[set[str]]()
        for name in ordered:
            inside = names & closures[name]
            if len(inside) < 2 or inside.isdisjoint(first) or any(inside <= each for each in known):
                continue
            if any(each in checked for each in inside):
                known.append(inside)
                yield name
                if len(known) == MOST_ENTRIES:
                    return


@dataclass(frozen=True)
class ModuleGraph:
    """The classes and defines of a module, by name."""

    manifests: Mapping[str, Manifest]

    def entries(self, checked: Collection[str]) -> dict[str, bool]:
        """For pairs of classes that may not go together, the class with the smallest catalog that has both, and whether facts decide.

        One of each pair is `checked`.
        """
        several = [*self._declaring_the_same()]
        many = [each for each in several if each.is_large and not each.names.isdisjoint(checked)]
        small = (pair for each in several if not each.is_large for pair in each.pairs())
        suspected = dict.fromkeys(self._cyclic(), False) | dict(self._repeated()) | dict(small)
        pairs = {pair: needs_facts for pair, needs_facts in suspected.items() if pair[0] in checked or pair[1] in checked}
        if not pairs and not many:
            return {}
        closures = {name: self._closure(name) for name, each in self.manifests.items() if each.is_class}
        ordered = sorted(closures, key=lambda name: (len(closures[name]), name))
        around: dict[str, list[int]] = {each: [] for pair in pairs for each in pair}
        for number, name in enumerate(ordered):
            for each in closures[name] & around.keys():
                around[each].append(number)
        found: dict[str, bool] = {}
        for (first, second), needs_facts in sorted(pairs.items()):
            both = {*around[first]}.intersection(around[second])
            if both:
                name = ordered[min(both)]
                found[name] = found.get(name, False) or needs_facts
        for group in many:
            for name in group.entries(ordered, closures, checked):
                found[name] = found.get(name, False) or group.needs_facts
        return found

    def passed(self) -> frozenset[str]:
        """The classes that are declared as resources, so that their parameters may be passed."""
        return frozenset(name for each in self.manifests.values() for name in each.declared_classes)

    def _closure(self, name: str) -> frozenset[str]:
        """A class with all classes and defines of the module that it uses, directly or not."""
        seen, waiting = {name}, [name]
        while waiting:
            new = (self.manifests[waiting.pop()].uses & self.manifests.keys()) - seen
            seen |= new
            waiting += new
        return frozenset(seen)

    def _declaring_the_same(self) -> Iterator[_Several]:
        """Classes that declare the same title, and those that declare a class which others include."""
        seen: dict[Title, list[str]] = {}
        users: dict[str, list[str]] = {}
        declaring: dict[str, list[str]] = {}
        for name, each in self.manifests.items():
            for title in each.titles:
                seen.setdefault(title, []).append(name)
            for used in each.uses:
                users.setdefault(used, []).append(name)
            for declared in each.declared_classes & self.manifests.keys():
                declaring.setdefault(declared, []).append(name)
        for (_, shown), names in seen.items():
            yield _Several(names, names, "$" in shown)
        for declared, names in declaring.items():
            yield _Several(names, users.get(declared, []), needs_facts=False)

    def _repeated(self) -> Iterator[tuple[Pair, bool]]:
        """Classes that declare several resources of a define which declares a title without variables."""
        for name, each in self.manifests.items():
            several = Counter(type for type, _ in each.all_titles) if each.is_class else Counter[str]()
            for type, count in several.items():
                define = self.manifests.get(type)
                if count > 1 and define is not None and not define.is_class and define.titles:
                    yield (name, type), False

    def _cyclic(self) -> Iterator[Pair]:
        """Classes that depend on each other in both directions, and classes that depend on one that contains them."""
        following = self._following()
        for name in following:
            reached, waiting = set[str](), [*following[name]]
            while waiting:
                one = waiting.pop()
                if one not in reached and len(reached) <= LARGEST:
                    reached.add(one)
                    waiting += following.get(one, ())
            if name in reached and len(reached) <= LARGEST:
                yield from ((name, other) for other in following[name])
        for name, each in self.manifests.items():
            around = (title for kind, title in (*each.earlier, *each.later) if kind == "class" and title in self.manifests)
            yield from ((outer, name) for outer in around if name in self.manifests[outer].uses)

    def _following(self) -> dict[str, set[str]]:
        """What comes after each class or define."""
        home = {title: name for name, each in self.manifests.items() for title in each.all_titles if title[0] not in POINTS}
        home |= {("class", own): own for own in self.manifests}
        following: dict[str, set[str]] = {}
        for name, each in self.manifests.items():
            edges = (
                *((home.get(one), name) for one in each.earlier),
                *((name, home.get(one)) for one in each.later),
                *((home.get(first), home.get(second)) for first, second in each.chains),
            )
            for before, after in edges:
                if before is not None and after is not None and before != after:
                    following.setdefault(before, set()).add(after)
        return following
