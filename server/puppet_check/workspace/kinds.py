"""The kinds of files: one row for each, and `kind_of`, which gives the kind of a path.

A new kind of file is a row here, a folder in `rules/`, and a module with its editor features. What walks take, what watchers
and editors are told to look at, and where searches look follow from the rows; tests compare the clients and the documents with them.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from puppet_check.config.settings import OWN, SHARED
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, TYPE
from puppet_typesys.loader import PLAN as PLAN_NAME

NEAR = 8
"""How many folders above a file may decide what it is."""


class Change(Enum):
    """What a change of a file on disk invalidates."""

    DEFINITIONS = "definitions"
    """Whatever uses what the file defines."""
    TEXT = "text"
    """Whatever has read its text."""
    DATA = "data"
    """All lookups, and whatever depends on the files of a folder."""
    LISTING = "listing"
    """Which modules, settings and data there are."""


KEY, MEMBER, MODULE, TOP = "key", "member", "module", "top"
TITLE = "title"
"""Titles of resources, as the rules about references look for them."""
LOOKUP_KEY = "lookup key"
"""Keys of Hiera that code looks up, as the rules about data look for them."""
CODE_NAMES = frozenset((CLASS, DEFINE, FUNCTION, TYPE, PLAN_NAME, FACT, KEY, MEMBER, MODULE, TOP, TITLE, LOOKUP_KEY))


@dataclass(frozen=True, eq=False)
class Kind:
    """One kind of file. A path is of the first kind whose names or suffixes fit and whose folders allow it."""

    name: str
    names: tuple[str, ...] = ()
    """Whole file names."""
    suffixes: tuple[str, ...] = ()
    """Ends of file names; an empty one fits any name."""
    parent: str = ""
    """The name that the folder of the file must have."""
    below: str = ""
    """The name that some folder above the file must have."""
    apart: tuple[str, ...] = ()
    """Names that no folder above the file may have."""
    places: tuple[str, ...] | None = ()
    """Walks take files below folders of these names; if there are none, wherever they are. None: walks take no such file."""
    left_out: tuple[str, ...] = ()
    """Suffixes of files in such a place that are something else; hidden files are then left out as well."""
    is_code: bool = False
    """Whether it is Puppet code, which the grammar reads."""
    rules: str | None = None
    """The folder in `rules/` with the rules about such a file, for files that are not Puppet code."""
    features: str | None = None
    """The module in `features/other/` that answers editors about a file that is not Puppet code."""
    schema: str | None = None
    """The JSON Schema in `features/other/schemas/` of what is in it, for editors as well."""
    mentions: frozenset[str] = frozenset()
    """The kinds of symbols that such a file may name, for searches."""
    change: Change = Change.TEXT
    """What a change on disk invalidates."""

    @property
    def is_checked(self) -> bool:
        """Whether anything can be reported in such a file."""
        return self.is_code or self.rules is not None

    @cached_property
    def selectors(self) -> tuple[str, ...]:
        """Globs of the files that walks take, for clients."""
        if self.places is None:
            return ()
        above = f"{_either(self.places)}/**/" if self.places else f"{self.parent or self.below}/{'**/' if self.below else ''}".lstrip("/")
        return (f"**/{above}{_name_glob(self.names, self.suffixes)}",)

    @cached_property
    def watched(self) -> tuple[str, ...]:
        """Globs of all files of this kind, for watchers of the disk."""
        return (f"**/{self.parent}/*",) if self.parent and "" in self.suffixes else (f"**/{_name_glob(self.names, self.suffixes)}",)

    @cached_property
    def pattern(self) -> str:
        """A regular expression for the paths that walks take, relative to a repository, for hooks."""
        if self.places is None:
            return ""
        names = [re.escape(each) for each in self.names]
        left_out = "".join(rf"(?!.*{re.escape(each)}$)" for each in self.left_out)
        names += [f"{left_out}[^/.][^/]*" if each == "" else rf"[^/]*{re.escape(each)}" for each in self.suffixes]
        folder = f"(?:{'|'.join(self.places)})/(?:.*/)?" if self.places else f"{self.parent}/" if self.parent else ""
        folder = folder or (rf"{self.below}/(?:.*/)?" if self.below else "")
        start = rf"^(?!(?:.*/)?(?:{'|'.join(self.apart)})/)(?:.*/)?" if self.apart else "(?:^|/)"
        return rf"{start}{folder}(?:{'|'.join(names)})$"


PLAN = Kind("plan", suffixes=(".pp",), below="plans", apart=("manifests",), is_code=True, mentions=CODE_NAMES, change=Change.DEFINITIONS)
MANIFEST = Kind("manifest", suffixes=(".pp",), is_code=True, mentions=CODE_NAMES, change=Change.DEFINITIONS)
EPP = Kind("EPP template", suffixes=(".epp",), is_code=True, mentions=CODE_NAMES)
ERB = Kind(
    "ERB template",
    suffixes=(".erb",),
    places=("templates",),
    rules="erb",
    features="erb",
    mentions=frozenset((MEMBER, TOP, FUNCTION, TITLE, LOOKUP_KEY)),
)
METADATA = Kind(
    "module metadata",
    names=("metadata.json",),
    rules="metadata",
    features="metadata",
    schema="metadata",
    mentions=frozenset((MODULE,)),
    change=Change.LISTING,
)
PUPPETFILE = Kind(
    "Puppetfile",
    names=("Puppetfile",),
    rules="puppetfile",
    features="puppetfile",
    mentions=frozenset((MODULE,)),
    change=Change.LISTING,
)
ENVIRONMENT = Kind(
    "environment settings",
    names=("environment.conf",),
    rules="environment",
    features="environment",
    change=Change.LISTING,
)
HIERA_CONFIG = Kind(
    "Hiera configuration",
    names=("hiera.yaml",),
    rules="hiera",
    features="hiera_config",
    schema="hiera",
    mentions=frozenset((FUNCTION, LOOKUP_KEY)),
    change=Change.LISTING,
)
MODULE_LIST = Kind("list of modules", names=(".fixtures.yml", ".gitmodules"), places=None, change=Change.LISTING)
SETTINGS = Kind("puppet-check settings", names=(OWN, SHARED), places=None, change=Change.LISTING)
TASK = Kind(
    "task metadata",
    suffixes=(".json",),
    parent="tasks",
    apart=("lib",),
    rules="tasks",
    features="task",
    schema="task",
    mentions=frozenset((TYPE,)),
    change=Change.DATA,
)
SCRIPT = Kind(
    "task script",
    suffixes=("",),
    parent="tasks",
    apart=("lib",),
    left_out=(".md", ".conf"),
    rules="tasks",
    change=Change.DATA,
)
RUBY = Kind("Ruby", suffixes=(".rb",), places=None, mentions=frozenset((TITLE, LOOKUP_KEY)), change=Change.DEFINITIONS)
DATA = Kind(
    "Hiera data",
    suffixes=(".yaml", ".yml", ".eyaml", ".json"),
    places=("data", "hieradata", "hiera"),
    rules="hiera",
    features="data",
    mentions=frozenset((CLASS, FACT, KEY, MEMBER, TOP, TITLE, LOOKUP_KEY)),
    change=Change.DATA,
)

KINDS = (PLAN, MANIFEST, EPP, ERB, METADATA, PUPPETFILE, ENVIRONMENT, HIERA_CONFIG, MODULE_LIST, SETTINGS, TASK, SCRIPT, RUBY, DATA)
"""All kinds. The order matters where a path fits several."""

ANY_NAME = tuple(each for each in KINDS if "" in each.suffixes)
BY_NAME = {name: tuple(other for other in KINDS if name in other.names) for each in KINDS for name in each.names}
BY_SUFFIX = {
    suffix: tuple(other for other in KINDS if suffix in other.suffixes or other in ANY_NAME) for each in KINDS for suffix in each.suffixes
}
"""The kinds that a name or the end of one allows."""


def kind_of(path: str) -> Kind | None:
    """The kind of a file by its name and its folders; None if nothing is known about such files."""
    folders, name = _parts(path)
    for each in BY_NAME.get(name) or BY_SUFFIX.get(name[name.rfind(".") :] if "." in name else "", ANY_NAME):
        if not _is_elsewhere(each, folders):
            return each
    return None


def is_checked(path: str) -> bool:
    """Whether walks take a file: it is of a kind that is checked, and where such files are."""
    kind = kind_of(path)
    if kind is None or not kind.is_checked or kind.places is None:
        return False
    if not kind.places and not kind.left_out:
        return True
    folders, name = _parts(path)
    if kind.left_out and (name.startswith(".") or name.endswith(kind.left_out)):
        return False
    return not kind.places or any(each in folders[-NEAR:] for each in kind.places)


def is_code(path: str) -> bool:
    """Whether a file is Puppet code."""
    kind = kind_of(path)
    return kind is not None and kind.is_code


def is_manifest(path: str) -> bool:
    """Whether a file is Puppet code that may define something, which is what others see of it."""
    return kind_of(path) in (MANIFEST, PLAN)


def naming(symbol: str) -> frozenset[Kind]:
    """The kinds whose files may name such symbols."""
    return frozenset(each for each in KINDS if symbol in each.mentions)


def all_watched() -> tuple[str, ...]:
    """Globs of all files of which a change may matter: few, since clients match each of them against every change."""
    named = [(*kind.names, *(f"*{each}" for each in kind.suffixes)) for kind in KINDS if kind not in ANY_NAME]
    names = tuple(dict.fromkeys(each for names in named for each in names))
    return f"**/{_either(names)}", *(each for kind in ANY_NAME for each in kind.watched)


def all_selectors() -> tuple[str, ...]:
    """Globs of all files that are checked."""
    return tuple(dict.fromkeys(glob for kind in KINDS if kind.is_checked and not _is_part(kind) for glob in kind.selectors))


def all_patterns() -> str:
    """A regular expression for the paths of all files that are checked."""
    return "|".join(each.pattern for each in KINDS if each.is_checked and not _is_part(each))


def _is_part(kind: Kind) -> bool:
    """Whether the files of a kind are among those that the glob of another kind fits."""
    wide = [each for each in KINDS if each is not kind and each.is_checked and each.suffixes and not each.places and not each.below]
    return any(
        (each.parent == kind.parent and "" in each.suffixes) or (not each.parent and {*kind.suffixes} == {*each.suffixes}) for each in wide
    )


def _parts(path: str) -> tuple[list[str], str]:
    """The names of the folders above a file, and its own."""
    *folders, name = (path if os.sep in path else os.path.abspath(path)).split(os.sep)
    return folders, name


def _is_elsewhere(kind: Kind, folders: list[str]) -> bool:
    """Whether files of a kind are not in such a folder."""
    if kind.parent and (not folders or folders[-1] != kind.parent):
        return True
    return bool(kind.below and kind.below not in folders) or any(each in folders for each in kind.apart)


def _name_glob(names: tuple[str, ...], suffixes: tuple[str, ...]) -> str:
    ends = tuple(each.lstrip(".") for each in suffixes)
    return f"*.{_either(ends)}" if len(ends) > 1 and not names else _either((*names, *(f"*{each}" for each in suffixes)))


def _either(several: tuple[str, ...]) -> str:
    return several[0] if len(several) == 1 else f"{{{','.join(several)}}}"
