"""What a text mentions: names, files and folders, and the names that strings with interpolations may have.

A name that occurs counts as a use, whatever it stands for there: the search decides what is certainly unused, not what is used.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator

from puppet_check.workspace.computed import Computed
from puppet_check.workspace.kinds import DATA
from puppet_check.workspace.unused.candidates import FILE, KEY, TEMPLATE, Candidate, Part
from puppet_grammar.patterns import lazy_pattern

WORD = lazy_pattern(rb"[a-z0-9_]+(?:::[a-z0-9_]+)*")
DASHED = lazy_pattern(rb"[a-z0-9_]+(?:(?:::|-)[a-z0-9_]+)*")
"""Names of earlier versions of Puppet may have dashes."""
RELATIVE = lazy_pattern(
    rb"\b(?:include|contain|require|inherits)\s*+\(?\s*+['\"]?([\w:-]++)|\bclass\s*+\{\s*+['\"]?([\w:-]++)|(?<![\w:-])([\w:-]++)\s*+[\[{]",
    re.IGNORECASE,
)
"""Names of classes and defines that earlier versions of Puppet also look up in the namespaces around."""
FILE_NAME = lazy_pattern(rb"[\w.@+~-]+")
PATH = lazy_pattern(rb"(?<![\w.@+~-])[\w.@+~-]++(?:/++[\w.@+~-]++)+")
URL = lazy_pattern(rb"puppet://[\w.-]*+/(?:modules/)?([\w.@+~-]++)/?['\"\s]")
"""The address of everything that a module serves."""
OWNER = lazy_pattern(rb"(?:\$\{?|getvar\(\s*['\"]|\bscope\S{0,20}['\"])(?:::)?(\w+(?:::\w+)*)::\w")
"""The class of a variable."""
HOLE = (
    rb"(?:\\?[$#%]\\?\{[^{}]*\}|<%=[^%]*%>|\$(?:::)?\w+(?:::\w+)*|%-?\d*[sd]|\$\{)"
    # An interpolation that contains braces is known by its beginning.
)
HOLES = lazy_pattern(HOLE)
COMPUTED = lazy_pattern(rb"(?<![\w:./@+~\\-])[\w:./@+~-]*+(?:" + HOLE + rb"[\w:./@+~-]*+)++")
PREFIX = lazy_pattern(rb"(?<![\w:])([A-Za-z]\w*(?:::\w+)*::)['\"]")
"""A string to which the rest of a name is added."""
NAME_PART = lazy_pattern(r"(?:[\w-]|::)*\Z")
SOLID = 3
"""The number of letters and digits of a computed name, from which on it counts."""
ENTIRE = lazy_pattern(rb"(?:\b(?:template|epp|file|find_file|find_template)\s*+\(|\bsource\s*+=>)\s*+\[?\s*+\"([^\"\n]*)\"")
OTHER_TEMPLATE = lazy_pattern(rb"\w_template\w{0,20}+\s*+\(?\s*+['\"](?:[\w.-]*+/)*+([\w-]++)")
"""What a function of a module takes, which may add a folder and an ending to it."""
INTERPOLATION = lazy_pattern(rb"%\{[^{}]*\}")
COMMENT_LINE = lazy_pattern(rb"(?m)^[^\S\n]*#.*$")
WITH_CODE_IN_STRINGS = (".rb", ".erb", ".epp")


class Mentions:
    """Finds those of some candidates that texts mention."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._names: dict[str, list[Candidate]] = defaultdict(list)
        self._keys: dict[str, list[Candidate]] = defaultdict(list)
        self._files: dict[str, list[Candidate]] = defaultdict(list)
        self._folders: dict[str, list[Candidate]] = defaultdict(list)
        self._served: list[Candidate] = []
        for each in candidates:
            if each.kind == KEY:
                self._keys[each.name].append(each)
            elif each.kind in (FILE, TEMPLATE):
                self._add_file(each)
            else:
                self._names[each.name].append(each)
        self._sorted = sorted(self._names)
        self._has_dashes = any("-" in each for each in self._sorted)
        self._all_files = "\n".join(each.name for each in self._served)
        self._all_names = "\n".join(self._sorted)
        self._computed: dict[tuple[bytes, str | None], frozenset[Candidate]] = {}

    def _add_file(self, file: Candidate) -> None:
        self._served.append(file)
        name = os.path.basename(file.name)
        self._files[name].append(file)
        if name.endswith(".epp"):
            self._files[name.removesuffix(".epp")].append(file)
        if file.kind == FILE:
            folder = file.name
            while folder := os.path.dirname(folder):
                self._folders[folder].append(file)

    def of_code(self, part: Part) -> frozenset[Candidate]:
        """What a text other than Hiera data mentions."""
        return self._of_text(part.text, part) | self._keys_in(part.text)

    def of_any_text(self, part: Part) -> frozenset[Candidate]:
        """What a text mentions, in which strings with interpolations may be names wherever it is.

        All names are, if too little is known of a qualified one.
        """
        tokens = {*COMPUTED.findall(part.text), *(each + b"${" for each in PREFIX.findall(part.text))}
        if any("::" in inner for each in map(_parts, tokens) if not _is_solid(each) for inner in each):
            return frozenset(found for several in (*self._names.values(), *self._files.values()) for found in several)
        return self.of_code(part).union(*(self._may_be(each, part.module) for each in tokens))

    def of_data(self, part: Part) -> frozenset[Candidate]:
        """What Hiera data mention, of keys those in interpolations."""
        return self._of_text(part.text, part) | self._keys_in(b" ".join(INTERPOLATION.findall(part.text)))

    def of_computed_keys(self, computed: Iterable[Computed]) -> Iterator[Candidate]:
        """The keys that a lookup of a computed key may find."""
        for each in computed:
            # What follows a dot is inside of the value of a key.
            roots = Computed((*each.parts[:-1], each.parts[-1].partition(".")[0])), Computed((each.parts[0].partition(".")[0],))
            for name, found in self._keys.items():
                if each.fits(name) or any(root.fits(name) for root in roots):
                    yield from found

    def _of_text(self, text: bytes, part: Part) -> frozenset[Candidate]:
        if part.module is not None:
            text = text.replace(b"${module_name}", part.module.encode()).replace(b"$module_name", part.module.encode())
        found: set[Candidate] = set()
        words = {each.decode() for each in WORD.findall(text.lower())}
        if self._has_dashes:
            words |= {each.decode() for each in DASHED.findall(text.lower())}
        words |= {each.decode().lower() for each in OWNER.findall(text)} | _in_namespaces(part, text)
        if part.path.endswith(WITH_CODE_IN_STRINGS):
            words |= {each.rpartition("::")[2] for each in words} | {each.removeprefix("function_") for each in words}
        found.update(*(self._names[each] for each in words if each in self._names))
        names = {each.decode("utf-8", "replace").rstrip(".") for each in FILE_NAME.findall(text)}
        found.update(*(self._files[each] for each in names if each in self._files))
        if part.path.endswith(".py"):
            found.update(*(self._files[f"{each}.py"] for each in names if f"{each}.py" in self._files))
        stems = {each.decode() for each in OTHER_TEMPLATE.findall(text)}
        found.update(each for each in self._served if stems and os.path.basename(each.name).partition(".")[0] in stems)
        folders = {each for path in PATH.findall(text) for each in _folders(path)} | {
            each.decode("utf-8", "replace") for each in URL.findall(text)
        }
        found.update(*(self._folders[each] for each in folders if each in self._folders))
        if not _computes_names(part.path):
            return frozenset(found)
        for token in {*COMPUTED.findall(text), *(each + b"${" for each in PREFIX.findall(text))}:
            found |= self._may_be(token, part.module)
        if any(HOLES.search(each) and not _is_solid(_parts(each)) for each in ENTIRE.findall(text)):
            found.update(each for each in self._served if each.name.partition("/")[0] == part.module)
        return frozenset(found)

    def _keys_in(self, text: bytes) -> frozenset[Candidate]:
        if not self._keys:
            return frozenset()
        names = {each.decode() for each in KEY_NAME.findall(text)}
        names |= {each.removeprefix("::") for each in names}
        names |= {".".join(parts[:count]) for each in names if "." in each for parts in [each.split(".")] for count in range(1, len(parts))}
        return frozenset(found for each in names if each in self._keys for found in self._keys[each])

    def _may_be(self, token: bytes, module: str | None) -> frozenset[Candidate]:
        known = self._computed.get((token, module))
        if known is None:
            known = self._computed[token, module] = frozenset(self._fitting(token, module))
        return known

    def _fitting(self, token: bytes, module: str | None) -> Iterator[Candidate]:
        parts = _parts(token)
        if not _is_solid(parts):
            return
        if all(map(NAME_PART.match, parts)):
            yield from self._fitting_names(tuple(each.lower() for each in (parts[0].removeprefix("::"), *parts[1:])))
        if all(each in self._all_files for each in parts[1:]):
            yield from self._fitting_files(parts, module)

    def _fitting_names(self, parts: tuple[str, ...]) -> Iterator[Candidate]:
        if not all(each in self._all_names for each in parts):
            return
        computed = Computed(parts)
        # What follows a name of a single word is rarely the rest of a qualified name.
        is_qualified = not parts[0] or any("::" in each for each in parts)
        for at in range(bisect_left(self._sorted, parts[0]), len(self._sorted)):
            name = self._sorted[at]
            if not name.startswith(parts[0]):
                break
            if computed.fits(name) and (is_qualified or "::" not in name):
                yield from self._names[name]

    def _fitting_files(self, parts: tuple[str, ...], module: str | None) -> Iterator[Candidate]:
        first = parts[0].rpartition("modules/")[2].replace("/files/", "/").replace("/templates/", "/").lstrip("/")
        computed = Computed(("", first, *parts[1:]))
        is_path = any("/" in each for each in (first, *parts[1:]))
        folders = [name for name in self._folders if computed.fits(name)] if is_path else []
        for each in self._served:
            if (is_path or each.name.partition("/")[0] == module) and (
                computed.fits(each.name) or computed.fits(each.name.removesuffix(".epp"))
            ):
                yield each
        for name in folders:
            yield from self._folders[name]


KEY_NAME = lazy_pattern(rb"[\w:.-]+")


def _in_namespaces(part: Part, text: bytes) -> set[str]:
    """The full names that relative ones may stand for in a definition."""
    spaces = {
        "::".join(segments[:count])
        for each in part.defines
        for segments in [each.name.split("::")]
        for count in range(1, len(segments) + 1)
    }
    if not spaces or not part.path.endswith(".pp"):
        return set()
    names = {each.decode().lower() for groups in RELATIVE.findall(text) for each in groups if each}
    return {f"{space}::{name}" for space in spaces for name in names}


def _folders(path: bytes) -> Iterator[str]:
    """A path, and the part of it that a module serves."""
    text = path.decode("utf-8", "replace").replace("//", "/")
    yield text
    inner = text.rpartition("modules/")[2]
    yield inner
    module, slash, rest = inner.partition("/files/")
    if slash:
        yield f"{module.rpartition('/')[2]}/{rest}"


def _computes_names(path: str) -> bool:
    """Whether strings with interpolations in a file may be names: in code, templates and data, not in tools and what is served."""
    if f"{os.sep}files{os.sep}" in path:
        return False
    is_library = path.endswith(".rb") and f"{os.sep}lib{os.sep}" in path
    return is_library or path.endswith((".pp", ".epp", ".erb", *DATA.suffixes)) or f"{os.sep}templates{os.sep}" in path


def _parts(token: bytes) -> tuple[str, ...]:
    return tuple(each.decode("utf-8", "replace") for each in HOLES.split(token))


def _is_solid(parts: Iterable[str]) -> bool:
    """Whether enough of a computed name is there; otherwise nearly everything would be used."""
    return sum(each.isalnum() for part in parts for each in part) >= SOLID
