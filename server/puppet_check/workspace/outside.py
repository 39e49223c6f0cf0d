"""What the code of a module shows of names that are defined outside of it.

A variable that is read as `$::cluster` is one of the top scope, set where no file of the project can show it: by a fact, a main manifest of
another repository or a classifier. So is one of the external facts in `facts.d`, which may be programs, one that several modules read
as `$cluster` and none of them sets, a fact that code puts on the nodes instead of leaving that to Puppet, and one that the paths of a
hierarchy of data depend on. A module that is used and neither installed nor declared shows that its metadata lists only some.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.reading.folders import walk
from puppet_check.workspace.disk import NAMES, Disk, remembered, remembered_by_size
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import EPP, ERB, MANIFEST, RUBY, Kind, kind_of
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import beginning, lazy_pattern
from puppet_typesys.builtins.facts import fact
from puppet_typesys.infer.resolution import TITLES, TOP_VARIABLES

FOLDERS = ("manifests", "functions", "templates", "lib")
FACTS = "facts.d"
OF_TOP = lazy_pattern(
    rb"(?:\$\{?|" + beginning(b"scope") + rb"""\[['"]|""" + beginning(b"lookupvar") + rb"""[( ]\s*['"])::([a-z_]\w*)\b(?!::)"""
)
"""A variable of the top scope, as Puppet code, templates and Ruby name it."""
LIKE_TOP = lazy_pattern(rb"""::(?<=[${'"]::)[a-z_]""")
"""What is in every text with such a variable. Two colons are searched for in a third of the time."""
OF_MODULE = lazy_pattern(rb"(?<![\w:$'\"{-])(?:::)?([a-z]\w*)::[a-z]\w*")
"""The name of a class, define or function, outside of strings and variables."""
DECLARED_TYPE = lazy_pattern(rb"(?<![\w:$'\"-])([a-z]\w*+)\s*+\{")
"""What may be the name of the type of a resource, without a module."""
DECLARED_CLASS = lazy_pattern(beginning(b"class") + rb"\s*+\{\s*+['\"](?:::)?([a-z]\w*+)")
"""A class that is declared; the group is its module."""
READ = lazy_pattern(rb"\$\{?([a-z_]\w*)\b(?!::)")
OF_FACTS = lazy_pattern(rb"""\$(?:\{|::)*facts\[['"](\w+)""")
SET = lazy_pattern(rb"\$([a-z_]\w*)[ \t]*(?:=(?![=~>])|[\n,)|])")
"""A variable that is assigned, or may be a parameter."""
VALUE = lazy_pattern(rb"=>\s*+\$[a-z_]\w*+")
"""A variable that is the value of an attribute or key."""
WORD = lazy_pattern(rb"[a-z_]\w+")
FACT = lazy_pattern(rb"""\b([a-z_]\w*)(?:=|['"]?[ \t]*:)""")
"""The name of an external fact: what a program prints before `=`, or a key of YAML or JSON."""
DEPLOYED = ("files", "plugins")
"""The folders of a module whose files nodes get: served ones, and those that Puppet before 0.25 synchronised."""
ADDED = lazy_pattern(rb"""\bFacter\.add[( ]\s*+[:'"]++(\w+)""")
"""A fact that Ruby code defines."""
COMPUTED = lazy_pattern(rb"""\bFacter\.add[( ]\s*+:?(?:"(\w{3,})(?:#\{|"\s*\+)|'(\w{3,})'\s*\+)""")
"""A fact that Ruby code defines by a computed name; the groups are the beginnings of such names."""
FACT_FILE = lazy_pattern(rb"facts\.d/([A-Za-z_]\w*)\.")
"""A file with external facts that a manifest manages, which is often named after its fact."""
FACT_LINE = lazy_pattern(rb"""(?:['"]|\\n|^)[ \t]*+([a-z_]\w*)=(?![=>~])""", re.MULTILINE)
"""A line of such a file in a string or heredoc."""
DECLARED_FACT = lazy_pattern(beginning(b"fact") + rb"""\s*+\{\s*+['"]([a-z_]\w*+)['"]""")
"""A resource like `facter::fact`, which creates such a file."""
IN_PATH = lazy_pattern(rb"%\{\s*+(?:::|facts\.)?([a-z_]\w*)\s*+\}")
"""A variable in a path of a hierarchy."""
IN_DATA = lazy_pattern(rb"%\{\s*+::([a-z_]\w*)\s*+\}")
"""A variable of the top scope in a hierarchy or data that a template makes."""
SEVERAL_NAMES = 2
"""The number of variables that one manifest does not all misspell."""
SEVERAL_MODULES = 3
"""The number of modules that do not all misspell a variable in the same way."""
MOST_PROJECTS = 100
"""How many projects the indexes are kept for: those of modules beside each other."""
COMMENT = lazy_pattern(rb"^[ \t]*+#.*+$", re.MULTILINE)


@remembered_by_size(NAMES)
def external_facts(disk: Disk, folder: str) -> frozenset[str]:
    """The names that the files in `facts.d` of a module may give to facts. Programs are not run."""
    found: set[bytes] = set()
    for where, _, files in walk(folder, FACTS):
        for name in files:
            with suppress(OSError):
                found.update(FACT.findall(read(os.path.join(where, name), LARGEST_SEARCHED)))
    return frozenset(map(bytes.decode, found))


@remembered_by_size(NAMES)
def words_of_facts(disk: Disk, folder: str) -> frozenset[str]:
    """The words in a folder with external facts outside of modules, whose files may be programs in any language: any may be a fact."""
    found: set[bytes] = set()
    for where, _, files in walk(folder):
        for name in files:
            with suppress(OSError):
                found.update(WORD.findall(read(os.path.join(where, name), LARGEST_SEARCHED)))
    return frozenset(map(bytes.decode, found))


class Shown(NamedTuple):
    """What the code of a module shows of variables of the top scope and facts."""

    top: frozenset[str]
    """The variables of the top scope that its files name as such, without `::`."""
    deployed: frozenset[str]
    """The facts that its code puts on nodes: in Ruby files that are served or templates, and as external facts."""
    outer: frozenset[str]
    """The variables without a qualifier that its manifests read, and that nothing in it sets."""
    computed: frozenset[str]
    """The beginnings of the names of facts that its Ruby code computes."""


class Manifest(NamedTuple):
    """What the text of a manifest shows of names that are defined outside of it, without its comments."""

    top: frozenset[bytes]
    """The variables of the top scope that it names as such, without `::`."""
    deployed: frozenset[bytes]
    """The facts that it puts on nodes."""
    read: frozenset[bytes]
    """The variables without a qualifier that it reads or sets."""
    facts: frozenset[bytes]
    """The facts that it reads by their names."""
    set: frozenset[bytes]
    """The variables that it sets, or that may be parameters."""


def code_of(source: bytes) -> bytes:
    """A manifest, with empty lines instead of comments that are lines of their own."""
    return COMMENT.sub(b"", source)


def manifest_of(source: bytes, code: bytes) -> Manifest:
    """What the text of a manifest shows, which is also given without comments."""
    deployed = {*DECLARED_FACT.findall(code), *(ADDED.findall(source) if b"Facter.add" in source else ())}
    if b"facts.d" in code:
        deployed.update(FACT_FILE.findall(code), FACT_LINE.findall(code))
    top = OF_TOP.findall(code) if LIKE_TOP.search(code) else ()
    return Manifest(*map(frozenset, (top, deployed, READ.findall(code), OF_FACTS.findall(code), SET.findall(code))))


@remembered_by_size(NAMES)
def shown_by(disk: Disk, folder: str) -> Shown:
    """What the code of a module shows, whose files are read once for that."""
    top, deployed, seen, own, computed = set[bytes](), set[bytes](), set[bytes](), set[bytes](), set[bytes]()
    for kind, source in _sources(folder, (MANIFEST, EPP, ERB, RUBY)):
        if kind is MANIFEST:
            found = manifest_of(source, code_of(source))
            top |= found.top
            deployed |= found.deployed
            seen |= found.read
            own |= found.set
        elif LIKE_TOP.search(source):
            top.update(OF_TOP.findall(COMMENT.sub(b"", source)))
        if kind is not MANIFEST and b"%{::" in source:
            top.update(IN_DATA.findall(source))
        if kind is not MANIFEST and b"Facter.add" in source:
            if kind is RUBY:
                computed.update(b"".join(each) for each in COMPUTED.findall(source))
            else:
                deployed.update(ADDED.findall(source))
    for source in _served(folder):
        if b"Facter.add" in source:
            deployed.update(ADDED.findall(source))
    return Shown(*(frozenset(map(bytes.decode, each)) for each in (top, deployed, seen - own, computed)))


class Outside(NamedTuple):
    """What modules show together of names that are defined outside of them."""

    set_there: frozenset[str]
    """The variables of the top scope that they name as such, and the facts that they put on nodes."""
    read_often: frozenset[str]
    """The variables that so many of them read and do not set that they cannot all be misspelled."""
    computed: tuple[str, ...]
    """The beginnings of the names of facts that their Ruby code computes."""


@remembered(MOST_PROJECTS)
def outside_of(disk: Disk, folders: frozenset[str]) -> Outside:
    """What some modules show, by their folders."""
    shown = [(shown_by(disk, each), external_facts(disk, each)) for each in sorted(folders)]
    set_there = frozenset[str]().union(*(names for each, facts in shown for names in (each.top, each.deployed, facts)))
    readers = Counter(name for each, _ in shown if len(shown) >= SEVERAL_MODULES for name in each.outer)
    computed = {beginning for each, _ in shown for beginning in each.computed}
    return Outside(set_there, frozenset(name for name, count in readers.items() if count >= SEVERAL_MODULES), tuple(sorted(computed)))


def _served(folder: str) -> Iterator[bytes]:
    """The Ruby files that nodes get from a module, also those of other suffixes if their paths speak of facts."""
    for inner in DEPLOYED:
        for where, _, files in walk(folder, inner):
            for name in files:
                if name.endswith(".rb") or "fact" in name:
                    with suppress(OSError):
                        yield read(os.path.join(where, name), LARGEST_SEARCHED)


@remembered(1000)
def hierarchy_variables(disk: Disk, path: str) -> frozenset[str]:
    """The variables that the paths of a hierarchy in a `hiera.yaml` depend on."""
    try:
        return frozenset(map(bytes.decode, IN_PATH.findall(COMMENT.sub(b"", read(path, LARGEST_SEARCHED)))))
    except OSError:
        return frozenset()


@remembered_by_size(NAMES)
def files_reading(disk: Disk, folder: str) -> tuple[str, ...]:
    """The variables without a qualifier, or facts, that manifests of a module read and do not set, each once for every manifest."""
    several = (code_of(source) for _, source in _sources(folder, (MANIFEST,)))
    return tuple(name.decode() for code in several for name in {*READ.findall(code), *OF_FACTS.findall(code)}.difference(SET.findall(code)))


@remembered_by_size(NAMES)
def unset_together(disk: Disk, folder: str) -> frozenset[str]:
    """The variables without a qualifier that nothing in a module sets, and that several manifests read, or one together with others."""
    codes = [code_of(source) for _, source in _sources(folder, (MANIFEST,))]
    own = {name for code in codes for name in SET.findall(VALUE.sub(b"", code))}
    unset = [{name for name in map(bytes.decode, {*READ.findall(code)} - own) if not _is_given(name)} for code in codes]
    readers = Counter(name for each in unset for name in each)
    together = {name for each in unset if len(each) >= SEVERAL_NAMES for name in each}
    return frozenset(name for name, count in readers.items() if count > 1 or name in together)


def _is_given(name: str) -> bool:
    """Whether a variable is set for all code."""
    return fact(name) is not None or name in TOP_VARIABLES or name in TITLES


class Named(NamedTuple):
    """What the manifests of a module name of other modules."""

    modules: frozenset[str]
    """The modules whose names it may use, with its own."""
    types: frozenset[str]
    """The resource types without a module that it may declare resources of."""


@remembered_by_size(NAMES)
def named_by(disk: Disk, folder: str) -> Named:
    """What the manifests of a module name."""
    modules, types = set[bytes](), set[bytes]()
    for _, source in _sources(folder, (MANIFEST,)):
        of_manifest = named_in(code_of(source))
        modules |= of_manifest[0]
        types |= of_manifest[1]
    return Named(*(frozenset(map(bytes.decode, each)) for each in (modules, types)))


def named_in(code: bytes) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """The modules and resource types that a manifest without comments names."""
    return frozenset((*OF_MODULE.findall(code), *DECLARED_CLASS.findall(code))), frozenset(DECLARED_TYPE.findall(code))


class Namers(NamedTuple):
    """The folders of the modules that name something, by its name."""

    of_modules: dict[str, list[str]]
    of_types: dict[str, list[str]]


@remembered(MOST_PROJECTS)
def namers(disk: Disk, folders: frozenset[str]) -> Namers:
    """Which of some modules name what, by their folders."""
    found = Namers({}, {})
    for folder in sorted(folders):
        for names, by_name in zip(named_by(disk, folder), found, strict=True):
            for name in names:
                by_name.setdefault(name, []).append(folder)
    return found


def _sources(folder: str, kinds: tuple[Kind, ...]) -> Iterator[tuple[Kind | None, bytes]]:
    """The files of a module, with their kinds."""
    for path in files_below(folder, FOLDERS, kinds):
        with suppress(OSError):
            yield kind_of(path), read(path)
