"""Reads `hiera.yaml`: the levels of its hierarchies, and the problems of the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from puppet_check.workspace.hiera.documents import NO_ARGUMENTS, NOTHING, Document, Entry, Node, read_document
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved, contents
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.spelling import LOW_SIMILARITY, closest
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown

FUNCTIONS = ("data_hash", "lookup_key", "data_dig")
PLURAL = {"path": "paths", "glob": "globs", "uri": "uris"}
LOCATIONS = ("path", "paths", "glob", "globs", "uri", "uris", "mapped_paths")
LEVEL = frozenset(("name", "options", *FUNCTIONS, "hiera3_backend", "v4_data_hash", *LOCATIONS, "datadir"))
DEFAULTS = frozenset((*FUNCTIONS, "datadir", "options"))
TOP = frozenset(("version", "defaults", "hierarchy", "plan_hierarchy", "default_hierarchy"))
DATA_FUNCTIONS = {"yaml_data": "yaml", "json_data": "json", "hocon_data": "", "eyaml_lookup_key": "yaml"}
"""Built-in data functions and the format of their files; empty for a format that cannot be read here."""
FILE_FUNCTIONS = ("yaml_data", "json_data", "hocon_data")
OPTION = lazy_pattern(r"[A-Za-z](?::?[0-9A-Za-z_-]*[0-9A-Za-z])?\Z")
DIGITS = 10
"""From how many digits on the version of a file is no number, which Python may not read."""
ConfigFault = Literal[
    "not_a_hash",
    "obsolete_version",
    "version_of_server",
    "unsupported_version",
    "unknown_key",
    "wrong_type",
    "level_not_a_hash",
    "level_without_name",
    "duplicate_level",
    "outside_of_module",
    "outside_of_server",
    "several_functions",
    "without_function",
    "unknown_function",
    "several_locations",
    "without_file",
    "refused_options",
    "invalid_option",
    "reserved_option",
]


class ConfigProblem(NamedTuple):
    """A problem of a `hiera.yaml`: its kind, and the arguments of its message by name."""

    start: int
    end: int
    kind: ConfigFault
    arguments: Mapping[str, str | int] = NO_ARGUMENTS
    meant: str | None = None
    """The known key that an unknown one is similar to, if there is one."""


class Location(NamedTuple):
    """A location of a level as it is written; `kind` is `path`, `glob`, `uri` or `mapped`."""

    kind: str
    text: str
    start: int = 0
    end: int = 0
    variable: str = ""
    """Of mapped paths: the variable that has the values."""
    name: str = ""
    """Of mapped paths: the name that stands for each value in the text."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a hierarchy."""

    name: str
    function: str
    locations: tuple[Location, ...]
    datadir: str = "data"
    kind: str = "data_hash"
    """How its function is called: `data_hash`, `lookup_key` or `data_dig`."""
    options: Hash = EMPTY

    @property
    def format(self) -> str | None:
        """The format of its files, `yaml` or `json`; None if they cannot be read here."""
        return DATA_FUNCTIONS.get(self.function) or None


@dataclass(frozen=True, slots=True)
class Config:
    """A `hiera.yaml`, and the folder that its paths are relative to."""

    path: str
    folder: str
    levels: tuple[Level, ...] = ()
    default_levels: tuple[Level, ...] = ()
    problems: tuple[ConfigProblem, ...] = ()
    version: int = 5
    is_known: bool = True
    """Whether the hierarchies are complete: those of older versions and of unreadable files are not read."""
    document: Document = NOTHING


def read_config(
    path: str,
    *,
    is_module: bool,
    is_global: bool = False,
    exists: Callable[[str], bool] = lambda name: True,
    unsaved: Unsaved = NO_TEXTS,
) -> Config:
    """Read a `hiera.yaml`.

    `is_global` tells whether it may be that of a whole server, which may have version 3; `exists`, whether a function with a name exists.
    """
    folder = os.path.dirname(path)
    try:
        source = contents(path, unsaved)
    except OSError:
        return Config(path, folder, is_known=False)
    document = read_document(source)
    root = document.root
    if document.is_broken:
        return Config(path, folder, is_known=False, document=document)
    if root is None or not isinstance(root.value, Hash):
        place = (0, 1) if root is None else (root.start, min(root.end, root.start + 1))
        return Config(path, folder, problems=(ConfigProblem(*place, "not_a_hash"),), is_known=False, document=document)
    version = _version(root)
    if version != 5:
        found = () if is_global and version == 3 else tuple(_version_problems(root, version, is_module))
        return Config(path, folder, problems=found, is_known=False, document=document)
    reader = Reader(is_module, exists)
    levels, default_levels = reader.read(root)
    return Config(path, folder, levels, default_levels, tuple(reader.problems), document=document)


def _version(root: Node) -> object:
    found = root.entry("version") or root.entry(":version")
    if found is None:
        return 3
    value = found.node.value
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < DIGITS else value


def _version_problems(root: Node, version: object, is_module: bool) -> Iterator[ConfigProblem]:
    found = root.entry("version")
    start, end = (root.start, root.start + 1) if found is None else (found.node.start, found.node.end)
    if version == 4:
        yield ConfigProblem(start, end, "obsolete_version", {"version": version})
    elif version == 3:
        yield ConfigProblem(start, end, "version_of_server", {"version": version, "place": "a module" if is_module else "an environment"})
    elif not isinstance(version, Unknown):
        yield ConfigProblem(start, end, "unsupported_version", {"version": str(version)})


def _given(root: Node, key: str) -> Entry | None:
    """The entry of a key, unless its value is null."""
    found = root.entry(key)
    return None if found is None or found.node.value is None else found


class Reader:
    """Reads a file of version 5 and collects its problems."""

    def __init__(self, is_module: bool, exists: Callable[[str], bool]) -> None:
        self.is_module = is_module
        self.exists = exists
        self.problems: list[ConfigProblem] = []

    def read(self, root: Node) -> tuple[tuple[Level, ...], tuple[Level, ...]]:
        """The levels of the hierarchy and of the default hierarchy."""
        self._known_keys(root, TOP, "the file")
        version = root.entry("version")
        if version is not None and not isinstance(version.node.value, int):
            actual = version.node.value.__class__.__name__.replace("str", "String")
            self._report(version.node, "wrong_type", key="version", expected=f"an Integer value, got {actual}")
        defaults = _given(root, "defaults")
        given = Node(0, 0, Hash([("data_hash", "yaml_data")]), (Entry("data_hash", 0, 0, Node(0, 0, "yaml_data")),))
        if defaults is not None:
            given = defaults.node
            self._defaults(given)
        hierarchy = _given(root, "hierarchy")
        common = (Level("Common", "yaml_data", (Location("path", "common.yaml"),)),)
        levels = common if hierarchy is None else self._levels(hierarchy, given)
        more = _given(root, "default_hierarchy")
        if more is None:
            return levels, ()
        if not self.is_module:
            self._report(more, "outside_of_module", key=more.key)
            return levels, ()
        return levels, self._levels(more, given)

    def _defaults(self, given: Node) -> None:
        if not isinstance(given.value, Hash):
            self._report(given, "wrong_type", key="defaults", expected="a Hash")
            return
        self._known_keys(given, DEFAULTS, "defaults")
        functions = [each for each in given.entries if each.key in FUNCTIONS]
        if len(functions) > 1:
            self._report(functions[1], "several_functions", place="defaults")
        for each in functions:
            self._function(each)
        self._reserved(given, "in defaults")

    def _levels(self, hierarchy: Entry, defaults: Node) -> tuple[Level, ...]:
        if not isinstance(hierarchy.node.value, tuple):
            self._report(hierarchy, "wrong_type", key=hierarchy.key, expected="an Array of levels")
            return ()
        seen: set[str] = set()
        found = []
        for each in hierarchy.node.items:
            if not isinstance(each.value, Hash):
                self._report(each, "level_not_a_hash")
                continue
            name = each.entry("name")
            if name is None:
                self._report(each.entries[0] if each.entries else each, "level_without_name")
            elif not isinstance(name.node.value, str) or not name.node.value:
                self._report(name.node, "wrong_type", key="name", expected="a non-empty String")
            elif name.node.value in seen:
                self._report(name.node, "duplicate_level", name=name.node.value)
            else:
                seen.add(name.node.value)
            found.append(self._level(each, str(name.node.value) if name else "", defaults))
        return tuple(found)

    def _level(self, given: Node, name: str, defaults: Node) -> Level:
        self._known_keys(given, LEVEL, f"hierarchy '{name}'")
        functions = [each for each in given.entries if each.key in (*FUNCTIONS, "hiera3_backend", "v4_data_hash")]
        if len(functions) > 1:
            self._report(functions[1], "several_functions", at=given, place=f"hierarchy '{name}'")
        for each in functions:
            if each.key == "hiera3_backend":
                self._report(each, "outside_of_server", key=each.key)
            else:
                self._function(each)
        if not functions:
            functions = [each for each in defaults.entries if each.key in FUNCTIONS]
            if not functions:
                self._report(given.entries[0] if given.entries else given, "without_function", level=name)
        function = str(functions[0].node.value) if functions else ""
        locations = [each for each in given.entries if each.key in LOCATIONS]
        if len({each.key for each in locations}) > 1:
            self._report(locations[1], "several_locations", level=name)
        self._reserved(given, f"used in hierarchy '{name}'")
        if function in FILE_FUNCTIONS:
            self._file_function(given, name, function, locations, defaults)
        datadir = given.entry("datadir") or defaults.entry("datadir")
        folder = datadir.node.value if datadir is not None else "data"
        texts = tuple(each for entry in locations[:1] for each in self._locations(entry))
        if datadir is not None and not (isinstance(folder, str) and folder):
            self._report(datadir, "wrong_type", key="datadir", expected="a non-empty String")
        options = given.entry("options") or defaults.entry("options")
        own = EMPTY if options is None or not isinstance(options.node.value, Hash) else options.node.value
        kind = functions[0].key if functions else "data_hash"
        return Level(name, function, texts, folder if isinstance(folder, str) else "data", kind, own)

    def _locations(self, entry: Entry) -> Iterator[Location]:
        key, node = entry.key, entry.node
        if key == "mapped_paths":
            if len(node.items) != 3 or not all(isinstance(each.value, str) for each in node.items):
                self._report(entry, "wrong_type", key=key, expected="an Array of 3 Strings: a variable, a name and a template")
            else:
                variable, name, template = (str(each.value) for each in node.items)
                yield Location("mapped", template, node.start, node.end, variable, name)
            return
        several = key in PLURAL.values()
        if several and (not isinstance(node.value, tuple) or not node.items):
            self._report(entry, "wrong_type", key=key, expected="a non-empty Array")
            return
        kind = key.rstrip("s") if several else key
        for each in node.items if several else (node,):
            if isinstance(each.value, str) and each.value:
                yield Location(kind, each.value, each.start, each.end)
            elif not isinstance(each.value, Unknown):
                self._report(each, "wrong_type", key=key, expected="Strings" if several else "a String")

    def _file_function(self, given: Node, name: str, function: str, locations: list[Entry], defaults: Node) -> None:
        """Report built-in data functions without a file or with options."""
        is_misspelt = any(each.key not in LEVEL for each in given.entries)
        if locations[0].key in ("uri", "uris") if locations else not is_misspelt:
            place = locations[0] if locations else given.entries[0] if given.entries else given
            self._report(place, "without_file", function=function, level=name)
        options = given.entry("options") or defaults.entry("options")
        if options is not None and isinstance(options.node.value, Hash) and options.node.entries:
            self._report(options, "refused_options", function=function)

    def _function(self, entry: Entry) -> None:
        name = entry.node.value
        if not isinstance(name, str) or not name:
            self._report(entry.node, "wrong_type", key=entry.key, expected="a String")
        elif name not in DATA_FUNCTIONS and not self.exists(name):
            self._report(entry.node, "unknown_function", key=entry.key, name=name)

    def _reserved(self, given: Node, where: str) -> None:
        options = given.entry("options")
        if options is None:
            return
        if not isinstance(options.node.value, Hash):
            self._report(options.node, "wrong_type", key="options", expected="a Hash")
        for each in options.node.entries:
            if not OPTION.match(each.key):
                self._report(each, "invalid_option", name=each.key)
            if each.key in ("path", "uri"):
                self._report(each, "reserved_option", name=each.key, place=where)

    def _known_keys(self, given: Node, known: frozenset[str], where: str) -> None:
        for each in given.entries:
            if each.key.removeprefix(":") not in known:
                self._report(each, "unknown_key", meant=closest(each.key, known, LOW_SIMILARITY), key=each.key, place=where)

    def _report(
        self, place: Node | Entry, kind: ConfigFault, /, *, at: Node | None = None, meant: str | None = None, **arguments: str
    ) -> None:
        start = place.start if at is None else at.start
        end = place.end if isinstance(place, Entry) or not place.entries else place.start + 1
        self.problems.append(ConfigProblem(start, max(end, start + 1), kind, arguments, meant))
