"""What nothing in a project uses: keys of data, data files and templates.

A search of all texts: a name that occurs anywhere else counts as used, and so does one that a computed name may be. Where a name is
computed from unknown values alone, everything may be used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.reading.folders import walk
from puppet_check.reading.places import exists
from puppet_check.workspace.computed import Computed
from puppet_check.workspace.kinds import DATA, PROSE, is_checked, kind_of
from puppet_check.workspace.project import Module, Project
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.argument_roles import Role, functions_with

SKIPPED = frozenset(("node_modules", "__pycache__"))
WORD = rb"[A-Za-z0-9_-]"
COMMENT = lazy_pattern(rb"^[^\S\n]*+#.*$", re.MULTILINE)
INTERPOLATION = lazy_pattern(rb"%\{[^{}]*\}")
LOOKUP = lazy_pattern(rb"(?<!:)\b(?:%b)\s*\(\s*" % "|".join(sorted(functions_with(Role.HIERA_KEY))).encode(), re.DOTALL)
METHOD = lazy_pattern(rb"([\w\])}'\"])\s*\.\s*(?:lookup|hiera\w*)\b")
RUBY_LOOKUP = lazy_pattern(
    rb"(?:call_function\(\s*[:'\"]|function_)(?:lookup|hiera\w*)['\"]?\s*[,(]\s*|Pops::Lookup\.lookup|\bHiera\.new|\bhiera\.lookup"
)
DEFERRED = lazy_pattern(rb"\bDeferred\(\s*['\"](?:lookup|hiera)['\"]\s*,\s*")
LITERAL = lazy_pattern(rb"\[?\s*(?:'[^']*'|\"[^\"$#]*\"|[a-z]\w*(?:::\w+)*\s*[,)])")
NAMED = lazy_pattern(rb"\{?\s*(?:'name'|\"name\"|name)\s*=>\s*(?:'[^']*'|\"[^\"$]*\")")
STRING = lazy_pattern(rb"\[?\s*\"([^\"]*)\"")
HOLE = lazy_pattern(rb"\\?[$#%]\\?\{[^{}]*\}|\$[\w:]+")
TEMPLATE_NAME = lazy_pattern(rb"(?<![\w.-])[\w.-]+\.(?:erb|epp)\b")
COMPUTED_TEMPLATE = lazy_pattern(rb"['\"]([^'\"\n$#%]*+[$#%][^'\"\n]*\.(?:erb|epp))['\"]")
WITHOUT_EXTENSION = lazy_pattern(rb"['\"][\w:${}]+/(?:[\w-]+/)*([\w-]+)['\"]")
"""A path that may be that of an EPP template, whose extension `epp` adds."""
TEMPLATE_CALL = lazy_pattern(rb"\b(?:template|epp|find_template)\s*\(\s*")
TEMPLATE_METHOD = lazy_pattern(rb"\$[\w:]+\s*\.\s*(?:epp|template)\b")
PLAIN_VARIABLE = lazy_pattern(rb"\$[\w:]+\s*[,)\]]")
LOADED = lazy_pattern(rb"\bload(?:yaml|json)\s*\(\s*(?!['\"][^'\"$]*['\"])")
OF_BOLT = ("bolt-project.yaml", "bolt.yaml", "inventory.yaml", "Boltdir")


class NamedTemplates(NamedTuple):
    """Templates that the files of a folder name."""

    whole: frozenset[str]
    """File names."""
    computed: tuple[Computed, ...]
    """Names that are partly computed."""
    unknown: bool
    """Whether some name is entirely computed."""


class Uses:
    """The searches of one project, each of which runs on demand."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._keys: frozenset[str] | None = None
        self._files: dict[str, bool] = {}
        self._names: dict[str, NamedTemplates] = {}

    def unused_keys(self, keys: Iterable[str]) -> frozenset[str]:
        """Those of the keys of an environment's data that certainly no code looks up; the keys are always the same."""
        if self._keys is None:
            known = self._project.is_environment and self._project.is_complete and not self._project.external
            self._keys = _unused_keys(self._project, keys) if known and not has_bolt(self._project.root) else frozenset()
        return self._keys

    def is_file_named(self, path: str, top: str) -> bool:
        """Whether some other file below a folder may name a data file."""
        if path not in self._files:
            name = re.escape(os.fsencode(os.path.basename(path)))
            pattern = re.compile(rb"(?<!" + WORD + rb")" + name + rb"(?!" + WORD + rb")")
            self._files[path] = any(
                pattern.search(text) or LOADED.search(text) for other, text in _texts(top) if kind_of(other) is not DATA
            )
        return self._files[path]

    def is_template_used(self, path: str, module: Module) -> bool:
        """Whether some file of the project may name a template of a module."""
        project, inner = self._project, os.path.relpath(path, os.path.join(module.folder, "templates")).replace(os.sep, "/")
        if project.is_environment:
            if not project.is_complete or project.external or has_bolt(project.root):
                return True
            tops = [project.root, *(each.folder for each in project.modules.values() if not each.folder.startswith(project.root + os.sep))]
        else:
            tops = [module.folder]
        found = [self._names_in(each) for each in tops]
        if any(os.path.basename(path) in each.whole or each.unknown for each in found):
            return True
        parts = inner.split("/")
        names = [f"{module.name}/{inner}", *("/".join(parts[count:]) for count in range(len(parts)))]
        names += [each.removesuffix(".epp") for each in names if each.endswith(".epp")]
        return any(computed.fits(name) for each in found for computed in each.computed for name in names)

    def _names_in(self, top: str) -> NamedTemplates:
        if top not in self._names:
            self._names[top] = _names(top, is_alone=not self._project.is_environment)
        return self._names[top]


def _unused_keys(project: Project, keys: Iterable[str]) -> frozenset[str]:
    left = {key: re.compile(rb"(?<!" + WORD + rb")" + re.escape(key.encode()) + rb"(?!" + WORD + rb")") for key in keys}
    tops = [project.root, *(each.folder for each in project.modules.values() if not each.folder.startswith(project.root + os.sep))]
    for top in tops:
        for path, text in _texts(top):
            if _is_data(path):
                # Data mentions keys in interpolations only.
                text = b"\n".join(INTERPOLATION.findall(text)) if b"%{" in text else b""
            elif path.endswith((".pp", ".epp", ".rb", ".erb")):
                computed = computed_keys(text)
                if computed is None:
                    return frozenset()
                left = {key: each for key, each in left.items() if not any(one.fits(key) for one in computed)}
            left = {key: each for key, each in left.items() if key.encode() not in text or not each.search(text)}
            if not left:
                return frozenset()
    return frozenset(left)


def computed_keys(text: bytes) -> list[Computed] | None:
    """The computed keys that code looks up; None if a key is entirely computed."""
    if b"lookup" not in text and b"hiera" not in text:
        return []
    text = COMMENT.sub(b"", text)
    found = []
    for call in (*LOOKUP.finditer(text), *RUBY_LOOKUP.finditer(text), *DEFERRED.finditer(text)):
        if LITERAL.match(text, call.end()) or NAMED.match(text, call.end()) or text.endswith((b"def ", b"function "), 0, call.start()):
            continue
        string = STRING.match(text, call.end())
        computed = None if string is None else _computed(string[1])
        if computed is None:
            return None
        found.append(computed)
    return None if any(each[1] not in b"'\"" for each in METHOD.finditer(text)) else found


def _names(top: str, *, is_alone: bool) -> NamedTemplates:
    whole: set[str] = set()
    computed: dict[bytes, Computed] = {}
    unknown = False
    for path, text in _texts(top):
        own = os.fsencode(os.path.basename(path))
        lines = [each for each in text.splitlines() if b".erb" in each or b".epp" in each] if b".erb" in text or b".epp" in text else []
        # A comment in a template often gives its own name.
        whole.update(each.decode() for line in lines for each in TEMPLATE_NAME.findall(line) if each != own)
        if b"epp" in text and path.endswith((".pp", ".epp", ".erb")):
            whole.update(f"{each.decode()}.epp" for each in WITHOUT_EXTENSION.findall(text))
        strings = [each for line in lines for each in COMPUTED_TEMPLATE.findall(line)]
        named, is_unknown = _of_calls(text, is_alone=is_alone) if path.endswith((".pp", ".epp", ".erb")) else ([], False)
        strings += named
        unknown = unknown or is_unknown
        unknown = unknown or (path.endswith(".rb") and b"templates" in text and f"{os.sep}lib{os.sep}" in path and is_alone)
        computed.update({each: made for each in strings if (made := _computed(each)) is not None})
    return NamedTemplates(frozenset(whole), tuple(computed.values()), unknown)


def _of_calls(text: bytes, *, is_alone: bool) -> tuple[list[bytes], bool]:
    """The partly computed names that calls give, and whether some name is entirely computed."""
    if b"template" not in text and b"epp" not in text:
        return [], False
    strings: list[bytes] = []
    unknown = False
    for call in (*TEMPLATE_CALL.finditer(text), *TEMPLATE_METHOD.finditer(text)):
        string = STRING.match(text, call.end())
        if string is not None:
            strings += [string[1]] if HOLE.search(string[1]) else []
        elif not LITERAL.match(text, call.end()) and (is_alone or not PLAIN_VARIABLE.match(text, call.end())):
            unknown = True
    return strings, unknown


def _computed(text: bytes) -> Computed | None:
    """The values of a string with interpolations; None if they may be anything."""
    parts = HOLE.split(text)
    if not any(each.strip() for each in parts):
        return None
    return Computed(tuple(each.decode("utf-8", "replace") for each in parts))


def _is_data(path: str) -> bool:
    return kind_of(path) is DATA and is_checked(path)


def has_bolt(root: str) -> bool:
    """Whether Bolt uses a project as well, whose plans and inventories may be elsewhere."""
    return any(exists(os.path.join(root, each)) for each in OF_BOLT)


def _texts(top: str) -> Iterator[tuple[str, bytes]]:
    """The files below a folder with their texts, other than prose and large ones."""
    for where, folders, files in walk(top):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in SKIPPED)
        for name in sorted(files):
            path = os.path.join(where, name)
            if name.endswith(PROSE):
                continue
            try:
                text = read(path, LARGEST_SEARCHED)
            except OSError:
                continue
            yield path, text
