"""The kinds of files: one row for each, and `kind_of`, which gives the kind of a path.

A new kind of file is a row here, a folder in `rules/`, and a module with its editor features. Which files are checked, watched and
searched, and which ones editors send, follows from the rows; tests compare the clients and the documents with them.
"""

from __future__ import annotations

import os
import re
from enum import Enum
from functools import cached_property

from puppet_check.config.settings import OWN, RAKEFILE, RC, SHARED
from puppet_grammar.dataclass import dataclass
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, TYPE
from puppet_typesys.loader import PLAN as PLAN_NAME

NEAR = 8
"""The number of folders above a file that are considered."""
PROSE = (".md", ".markdown", ".rst", ".adoc", ".lock", ".png", ".gz", ".tar", ".zip", ".jar")
"""Endings of files that use nothing."""
FOREIGN = (*PROSE, *".c .cfg .conf .css .csv .go .html .ini .js .json .pdf .pem .pl .ps1 .py .rb .sh .toml .ts .xml .yaml .yml".split())
"""Endings of files that are no Puppet code."""


class Change(Enum):
    """What a change of a file on disk invalidates."""

    DEFINITIONS = "definitions"
    """The checks that use the file's definitions."""
    TEXT = "text"
    """The checks that have read its text."""
    DATA = "data"
    """All lookups of Hiera data, and checks that depend on the listing of a folder."""
    LISTING = "listing"
    """The lists of modules, settings and data files."""


KEY, MEMBER, MODULE, TOP, ARGUMENT = "key", "member", "module", "top", "argument"
STRUCT_KEY, SUBKEY = "struct key", "subkey"
TITLE = "title"
"""Titles of resources, as the rules about references look for them."""
LOOKUP_KEY = "lookup key"
"""Keys of Hiera that code looks up, as the rules about data look for them."""
CODE_NAMES = frozenset((CLASS, DEFINE, FUNCTION, TYPE, PLAN_NAME, FACT, KEY, SUBKEY, MEMBER, MODULE, TOP, TITLE, LOOKUP_KEY))


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of file. A path is of the first kind whose names or suffixes match and whose conditions on folders hold."""

    name: str
    names: tuple[str, ...] = ()
    """Whole file names."""
    suffixes: tuple[str, ...] = ()
    """Endings of file names; an empty one matches any name."""
    parent: str = ""
    """The required name of the file's folder."""
    below: str = ""
    """The required name of some folder above the file."""
    apart: tuple[str, ...] = ()
    """Names that no folder above the file may have."""
    places: tuple[str, ...] | None = ()
    """The names of folders below which such files are checked; empty: anywhere; None: they are never checked."""
    left_out: tuple[str, ...] = ()
    """Suffixes of files in these folders that are of no kind; if there are any, hidden files are left out as well."""
    is_code: bool = False
    """Whether it is Puppet code."""
    rules: str | None = None
    """The folder in `rules/` with the rules about such files, unless they are Puppet code."""
    features: str | None = None
    """The module in `features/other/` with the editor features for such files, unless they are Puppet code."""
    schema: str | None = None
    """The JSON Schema of such files in `features/other/schemas/`, which the extension uses as well."""
    mentions: frozenset[str] = frozenset()
    """The kinds of symbols that such a file may mention, for searches."""
    change: Change = Change.TEXT
    """What a change on disk invalidates."""

    @property
    def is_checked(self) -> bool:
        """Whether such files are checked for every version."""
        return self.is_code or (self.rules is not None and self.places is not None)

    @cached_property
    def selectors(self) -> tuple[str, ...]:
        """Globs of the files that are checked, for clients."""
        if self.places is None:
            return ()
        above = f"{_either(self.places)}/**/" if self.places else f"{self.parent or self.below}/{'**/' if self.below else ''}".lstrip("/")
        return (f"**/{above}{_name_glob(self.names, self.suffixes)}",)

    @cached_property
    def watched(self) -> tuple[str, ...]:
        """Globs of all files of this kind, for file watchers."""
        return (f"**/{self.parent}/*",) if self.parent and "" in self.suffixes else (f"**/{_name_glob(self.names, self.suffixes)}",)

    @cached_property
    def pattern(self) -> str:
        """A regular expression for the paths that are checked, relative to a repository, for pre-commit hooks."""
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
    mentions=frozenset((FACT, MEMBER, TOP, FUNCTION, TITLE, LOOKUP_KEY)),
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
PUPPET_CONF = Kind(
    "server settings",
    names=("puppet.conf",),
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
    mentions=frozenset((FACT, FUNCTION, KEY, MEMBER, TOP, LOOKUP_KEY)),
    change=Change.LISTING,
)
MODULE_LIST = Kind("list of modules", names=(".fixtures.yml", ".gitmodules"), places=None, change=Change.LISTING)
SETTINGS = Kind("puppet-check settings", names=(OWN, SHARED, RC, RAKEFILE), places=None, change=Change.LISTING)
TASK = Kind(
    "task metadata",
    suffixes=(".json",),
    parent="tasks",
    apart=("lib",),
    rules="tasks",
    features="task",
    schema="task",
    mentions=frozenset((TYPE, ARGUMENT)),
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
RUBY = Kind(
    "Ruby",
    suffixes=(".rb",),
    places=None,
    rules="ruby",
    features="ruby",
    mentions=frozenset((TITLE, LOOKUP_KEY)),
    change=Change.DEFINITIONS,
)
DATA = Kind(
    "Hiera data",
    suffixes=(".yaml", ".yml", ".eyaml", ".json"),
    places=("data", "hieradata", "hiera"),
    rules="hiera",
    features="data",
    mentions=frozenset((CLASS, FACT, KEY, SUBKEY, MEMBER, STRUCT_KEY, TOP, TITLE, LOOKUP_KEY)),
    change=Change.DATA,
)

KINDS = (
    PLAN,
    MANIFEST,
    EPP,
    ERB,
    METADATA,
    PUPPETFILE,
    ENVIRONMENT,
    PUPPET_CONF,
    HIERA_CONFIG,
    MODULE_LIST,
    SETTINGS,
    TASK,
    SCRIPT,
    RUBY,
    DATA,
)
"""All kinds. The order matters where a path fits several."""

ANY_NAME = tuple(each for each in KINDS if "" in each.suffixes)
BY_NAME = {name: tuple(other for other in KINDS if name in other.names) for each in KINDS for name in each.names}
BY_SUFFIX = {
    suffix: tuple(other for other in KINDS if suffix in other.suffixes or other in ANY_NAME) for each in KINDS for suffix in each.suffixes
}
"""The kinds that a file name, or the suffix of one, may have."""


def kind_of(path: str) -> Kind | None:
    """The kind of a file by its name and folders; None if it is of no known kind."""
    folders, name = _parts(path)
    for each in BY_NAME.get(name) or BY_SUFFIX.get(name[name.rfind(".") :] if "." in name else "", ANY_NAME):
        if not _is_elsewhere(each, folders):
            return each
    return None


AROUND_CODE = frozenset(("manifests", "functions", "types", "plans"))
"""Folders in which all files that end in `.pp` are code."""


def is_checked(path: str) -> bool:
    """Whether a file is checked when its folder is: it is of a kind that is checked, in a folder where such files belong."""
    kind = kind_of(path)
    if kind is None or not kind.is_checked or kind.places is None:
        return False
    folders, name = _parts(path)
    if kind.is_code and name.endswith(".pp"):
        # Among templates, it is the text of one, not code.
        return "templates" not in folders or not AROUND_CODE.isdisjoint(folders)
    if kind.left_out and (name.startswith(".") or name.endswith(kind.left_out)):
        return False
    return not kind.places or any(each in folders[-NEAR:] for each in kind.places)


def is_foreign(path: str) -> bool:
    """Whether a file is no Puppet code and no other file that rules are about, whatever it contains.

    A file with an ending that is not known, or without one, may be Puppet code, but not among templates.
    """
    if kind_of(path) is not None:
        return False
    folders = _parts(path)[0]
    return path.lower().endswith(FOREIGN) or ("templates" in folders and AROUND_CODE.isdisjoint(folders))


def is_module_ruby(path: str) -> bool:
    """Whether a file is Ruby code of a module, which is checked for the versions that depend on it."""
    return kind_of(path) is RUBY and "lib" in _parts(path)[0][-NEAR:]


def is_code(path: str) -> bool:
    """Whether a file is Puppet code."""
    kind = kind_of(path)
    return kind is not None and kind.is_code


def is_manifest(path: str) -> bool:
    """Whether a file is a manifest or plan, whose definitions other files can use."""
    return kind_of(path) in (MANIFEST, PLAN)


def naming(symbol: str) -> frozenset[Kind]:
    """The kinds of files that may mention symbols of a kind."""
    return frozenset(each for each in KINDS if symbol in each.mentions)


def all_watched() -> tuple[str, ...]:
    """Globs of all files to watch. There are few, as clients match each one against every change."""
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
    """Whether the globs of another kind match all files of a kind."""
    wide = [each for each in KINDS if each is not kind and each.is_checked and each.suffixes and not each.places and not each.below]
    return any(
        (each.parent == kind.parent and "" in each.suffixes) or (not each.parent and {*kind.suffixes} == {*each.suffixes}) for each in wide
    )


def _parts(path: str) -> tuple[list[str], str]:
    """The names of the folders above a file, and the file's name."""
    *folders, name = (path if os.sep in path else os.path.abspath(path)).split(os.sep)
    return folders, name


def _is_elsewhere(kind: Kind, folders: list[str]) -> bool:
    """Whether the folders rule out that a file is of a kind."""
    if kind.parent and (not folders or folders[-1] != kind.parent):
        return True
    return bool(kind.below and kind.below not in folders) or any(each in folders for each in kind.apart)


def _name_glob(names: tuple[str, ...], suffixes: tuple[str, ...]) -> str:
    ends = tuple(each.lstrip(".") for each in suffixes)
    return f"*.{_either(ends)}" if len(ends) > 1 and not names else _either((*names, *(f"*{each}" for each in suffixes)))


def _either(several: tuple[str, ...]) -> str:
    return several[0] if len(several) == 1 else f"{{{','.join(several)}}}"
