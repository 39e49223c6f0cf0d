"""What the texts of modules say of titles that several classes and defines declare, before any of them is parsed."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping

from puppet_check.reading.files import read_text
from puppet_check.reports.catalogs.manifest_text import Manifest, class_name, read_manifest
from puppet_check.reports.catalogs.modules_together import ModulesTogether
from puppet_check.reports.catalogs.parts import MANIFESTS
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import MANIFEST
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern

STRING = lazy_pattern(r"'[^'\n]*'|\"[^\"$\n]*(?:(?<=[^\"$\n]{4})\$\{\w+\}[^\"$\n]*)?\"")
"""A text in quotes, in which the title of a loop has one variable."""
QUALIFIED = r"(?<![\w$:])(?:::)?([a-z]\w*(?:::\w+)+)"
INCLUDED = r"\b(?:include|contain|require)\b[\s(]+([^\n=]*)|\bclass\s*\{\s*(['\"\w:]+)"
MENTION = lazy_pattern(rf"{QUALIFIED}|{INCLUDED}|^[ \t]*@?(?!class\b)([a-z]\w*)\s*\{{", re.MULTILINE)
"""The names of classes and defines, in all places where one may be used."""
NAME = lazy_pattern(r"[a-z]\w*(?:::\w+)*")
NODE = lazy_pattern(r"^[ \t]*(?:node|class)\s", re.MULTILINE)


class ManifestTexts:
    """The classes and defines of modules, whose texts are read when they are needed."""

    def __init__(self, several: ModulesTogether) -> None:
        project = several.known.project
        self.paths = dict(_named_paths(several.known))
        own = {each.name for each in (project.modules.values() if several.sites else project.own_modules)}
        self._searched = [name for name in self.paths if name.partition("::")[0] in own]
        """Those that may use what is checked: modules beside a module do not know it unless they have a main manifest in common."""
        self._texts: dict[str, str] = {}
        self._in_sites: Mapping[str, Manifest] = {}
        self.manifests: dict[str, Manifest] = {}
        """Those that have been looked at."""
        self.checked = {name for name, path in self.paths.items() if path in several.checked}
        self._sites = [path for path in several.sites if has_nodes(path)]
        self._has_checked_site = not several.checked.isdisjoint(self._sites)
        for path in several.sites:
            several.known.world.depends_on_text(path)

    def may_meet(self) -> bool:
        """Whether something that is checked declares what others may declare, too."""
        if self._has_checked_site:
            return True
        for name in self.checked:
            self.manifest(name)
        titles = self._titles(self.checked)
        if self._that_may_meet(self.checked) or any(_has_any(_read(path), titles) for path in self._sites):
            return True
        known = self.checked & self.manifests.keys()
        return any(self._is_used(declared, name) for name in known for declared in self._declared_by(name))

    def _declared_by(self, name: str) -> Iterator[str]:
        """The classes of the modules that a class or define declares as resources."""
        return (each for each in self.manifests[name].declared_classes if each in self.paths)

    def _is_used(self, declared: str, name: str) -> bool:
        """Whether another class or define uses a class that one declares, or a main manifest has its name."""
        others = (self._text(each) for each in self._searched if each not in (declared, name))
        manifests = (read_manifest(text) for text in others if declared in text)
        return any(each is not None and declared in each.uses for each in manifests) or any(declared in _read(path) for path in self._sites)

    def leave_out(self, names: Container[str]) -> None:
        """Do as if some classes and defines were not there."""
        self.paths = {name: path for name, path in self.paths.items() if name not in names}
        self._searched = [name for name in self._searched if name not in names]
        self.checked = {name for name in self.checked if name not in names}
        self.manifests = {name: each for name, each in self.manifests.items() if name not in names}

    def around_checked(self, checked: Iterable[str], in_sites: Mapping[str, Manifest]) -> dict[str, Manifest]:
        """What is checked, what it uses, and what may have it together with others; those that main manifests define are given."""
        self._in_sites = in_sites
        waiting = [*checked]
        seen = {*waiting}
        while waiting:
            each = self.manifest(waiting.pop())
            new = set[str]() if each is None else {used for used in each.uses if used in self.paths} - seen
            seen |= new
            waiting += new
        meeting = self._that_may_meet({*checked})
        for name in self._around(meeting) if meeting else ():
            self.manifest(name)
        return self.manifests

    def manifest(self, name: str) -> Manifest | None:
        """What the text of a class or define says; None if its file defines something else."""
        if name not in self.manifests:
            found = self._in_sites.get(name)
            if found is None:
                found = read_manifest(self._text(name)) if name in self.paths else None
                if found is None or found.name.lower() != name:
                    self.paths.pop(name, None)
                    return None
            self.manifests[name] = found
        return self.manifests[name]

    def _titles(self, checked: Container[str]) -> Counter[str]:
        """How many definitions that are checked declare each title."""
        own = (each for name, each in self.manifests.items() if name in checked)
        return Counter(title for each in own for _, title in each.all_titles)

    def _that_may_meet(self, checked: Container[str]) -> set[str]:
        """Those that declare a title that others declare, too, one of which is checked, and the defines that are used several times."""
        own = {name: each for name, each in self.manifests.items() if name in checked}
        titles = self._titles(checked)
        found = {name for name, each in own.items() if _is_constant(each) or any(titles[title] > 1 for _, title in each.all_titles)}
        others = {name for name in self._searched if name not in own and _has_any(self._text(name), titles)}
        return found | others | (own.keys() if others else set())

    def _around(self, names: Iterable[str]) -> set[str]:
        """Some classes and defines, and those in which the name of one of them occurs, directly or not."""
        users: dict[str, list[str]] = {}
        for name in self._searched:
            for each in {class_name(one) for pair in MENTION.findall(self._text(name)) for one in NAME.findall("".join(pair))}:
                users.setdefault(each, []).append(name)
        for name, site in self._in_sites.items():
            for each in site.uses:
                users.setdefault(each, []).append(name)
        seen, waiting = {*names}, [*names]
        while waiting:
            new = {user for user in users.get(waiting.pop(), ()) if user not in seen}
            seen |= new
            waiting += new
        return seen

    def _text(self, name: str) -> str:
        if name not in self._texts:
            self._texts[name] = _read(self.paths[name]) if name in self.paths else ""
        return self._texts[name]


def _named_paths(known: Known) -> Iterator[tuple[str, str]]:
    """The manifests of the modules, by the names of the classes or defines that the autoloader looks for in them."""
    for module in sorted(known.project.modules.values()):
        if not module.is_fixture:
            known.world.ask_below(module.folder, (MANIFESTS,))
            folder = os.path.join(module.folder, MANIFESTS, "")
            for path in files_below(module.folder, (MANIFESTS,), (MANIFEST,)):
                inner = path.removeprefix(folder).removesuffix(".pp").replace(os.sep, "::")
                yield (module.name if inner == "init" else f"{module.name}::{inner}"), path


def _is_constant(manifest: Manifest) -> bool:
    """Whether it is a define that declares a title without variables."""
    return not manifest.is_class and any("$" not in title for _, title in manifest.all_titles)


def _has_any(text: str, titles: Container[str]) -> bool:
    """Whether a quoted string of a text is one of some titles."""
    return any(each[1:-1].rstrip("/") in titles for each in STRING.findall(text))


def has_nodes(path: str) -> bool:
    """Whether a main manifest has node definitions or classes."""
    return NODE.search(_read(path)) is not None


def _read(path: str) -> str:
    """The text of a file; none for one that cannot be read, which the check of the file reports."""
    try:
        return read_text(path)
    except OSError:
        return ""
