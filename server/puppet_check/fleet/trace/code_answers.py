"""CodeAnswers: the answers of an environment to the questions of compilations about code and data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from puppet_check.fingerprint import digest
from puppet_check.fleet.trace.node_values import joined
from puppet_check.fleet.trace.questions import ABSENT, Question, exactly, shortened
from puppet_check.reading.digests import digest_of
from puppet_check.reading.globs import GlobLimit, escape, glob
from puppet_check.reading.places import is_file, is_outside
from puppet_check.workspace.hiera.config import read_config
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.hiera.sources import Files, Source
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.trace import Fingerprints, Interfaces
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import ABSENCE, FUNCTION, TypedName
from puppet_typesys.values.hash import Hash

OUTSIDE = "outside"
ANYWHERE = "*"
"""How the folder of a place begins that may be out of the repository."""
UNTRACED = "untraced"
"""The kind of a question that has the same answer nowhere else."""
REVEALING = lazy_pattern(r"module_directory|find_file|find_template|module_file|get_module_path|Parser::Files|__FILE__|__dir__|modulepath")
"""What code may contain that gets the path of a file, which is another one in each folder."""


class Text(NamedTuple):
    """A file as far as answers need it."""

    state: str
    reveals: bool
    """Whether it may contain code that gets paths."""


class CodeAnswers:
    """The answers of one environment, remembered. Used on the thread of its project."""

    def __init__(self, library: ProjectLibrary, identity: str) -> None:
        """`identity` is of this environment and this run alone."""
        self._library = library
        self._identity = identity
        self._known: dict[Question, str] = {}
        self._texts: dict[str, Text] = {}
        self._files = Files({})
        self._places: dict[tuple[str, str], str] = {}
        known = library.known
        self._fingerprints = Fingerprints(known.loader, Interfaces(), known.places)
        self._world = NodeWorld(known)

    @property
    def known(self) -> Known:
        """The project."""
        return self._library.known

    def of(self, question: Question) -> str:
        """The answer to a question."""
        known = self._known.get(question)
        if known is None:
            known = self._known[question] = KINDS[question[0]](self, *question[1:])
        return known

    def located(self, base: str, text: str) -> str:
        """Which file of data there is at a path below a portable folder."""
        known = self._places.get((base, text))
        if known is None:
            known = self._places[base, text] = self._located(base, text)
        return known

    def _located(self, base: str, text: str) -> str:
        if "\0" in text:
            return shortened(text)
        folder = self.path(base.removeprefix(ANYWHERE))
        path = joined(folder, text)
        if not base.startswith(ANYWHERE) and is_outside(path, folder):
            return OUTSIDE
        return self.portable(path) if is_file(path) else ABSENT

    def portable(self, path: str) -> str:
        """A path as questions have it."""
        return self.known.places.portable(path)

    def path(self, portable: str) -> str:
        """The path that a question means here; it may not exist."""
        try:
            return self.known.places.path(portable)
        except LookupError:
            return "/nonexistent"

    def reveals(self, path: str) -> bool:
        """Whether a file may contain code that gets paths."""
        return self._text(path).reveals

    def _text(self, path: str) -> Text:
        known = self._texts.get(path)
        if known is None:
            try:
                contents = self.known.contents(path)
                known = Text(digest(contents), REVEALING.search(contents.decode("utf-8", "replace")) is not None)
            except OSError:
                known = Text(ABSENT, False)
            self._texts[path] = known
        return known

    def _with_state(self, paths: Iterable[str]) -> str:
        return shortened(" ".join(f"{self.portable(each)} {self._text(each).state}" for each in paths))

    # ---- answers by the kind of question

    def _sites(self) -> str:
        return self._with_state(self.known.project.sites)

    def _target(self) -> str:
        return shortened(repr(self._library.target))

    def _sources(self, kind: str, name: str) -> str:
        return self._with_state(ProjectLibrary.paths(self._library, TypedName(kind, name)))

    def _file(self, portable: str) -> str:
        return self._text(self.path(portable)).state

    def _ruby_library(self, path: str) -> str:
        text = ProjectLibrary.ruby_library(self._library, path)
        return ABSENT if text is None else digest(text.encode("utf-8", "replace"))

    def _exists(self, portable: str) -> str:
        return str(ProjectLibrary.has_file(self._library, self.path(portable)))

    def _data(self, portable: str, format: str) -> str:
        return exactly(ProjectLibrary.data(self._library, self.path(portable), format))

    def _absent(self, kind: str, name: str) -> str:
        return str(ProjectLibrary.is_absent(self._library, TypedName(kind, name)))

    def _defined(self, key: str) -> str:
        return self._fingerprints.of(key)

    def _found(self, kind: str, name: str) -> str:
        """A file or template of a module: its path, and what it contains."""
        path = self._world.find_template(name) if kind == "templates" else self._world.find_file(name)
        return str(path) if not path else self._with_state([path])

    def _folder(self, name: str) -> str:
        found = self._world.module_directory(name)
        return str(found) if not found else self.portable(found)

    def _module(self, name: str) -> str:
        project = self.known.project
        found = project.modules.get(name)
        return str(name in project.missing or project.is_external(name)) if found is None else self.portable(found.folder)

    def _hierarchy(self, portable: str) -> str:
        """The `hiera.yaml` at a path, with which of its functions exist."""
        path = self.path(portable)
        if not is_file(path):
            return ABSENT
        named = list[str]()

        def exists(name: str) -> bool:
            named.append(name)
            return True

        read_config(path, is_module=False, exists=exists)
        functions = [self._fingerprints.of(f"{kind}{FUNCTION} {each.lower()}") for each in named for kind in ("", f"{ABSENCE} ")]
        return shortened(f"{_state(path)} {' '.join(functions)} {self.known.project.is_inner}")

    def _glob(self, base: str, text: str) -> str:
        """The files of data that a pattern names below a folder."""
        folder = self.path(base)
        try:
            return shortened(" ".join(sorted(map(self.portable, glob(os.path.join(escape(folder), text))))))
        except GlobLimit:
            return OUTSIDE

    def _key(self, portable: str, root: str, format: str) -> str:
        """What a file of data has for a key."""
        data = self._document(portable, format)
        if not isinstance(data, Hash):
            return str(data)
        return exactly(data[root]) if root in data else ABSENT

    def _options(self, portable: str, root: str, format: str) -> str:
        """The lookup options that a file of data has for a key, and all with patterns."""
        data = self._document(portable, format)
        given = data.get(LOOKUP_OPTIONS) if isinstance(data, Hash) else data
        if not isinstance(given, Hash):
            return exactly(given)
        return exactly(tuple((name, each) for name, each in given.items() if name == root or str(name).startswith("^")))

    def _document(self, portable: str, format: str) -> object:
        path = self.path(portable)
        document = self._files.document(Source(path, True, format))
        if document.is_broken:
            return f"broken {_state(path)}"
        return None if document.root is None else document.root.value

    def _untraced(self, reason: str) -> str:
        return self._identity


def _state(path: str) -> str:
    try:
        return digest_of(path)
    except OSError:
        return ABSENT


KINDS: dict[str, Callable[..., str]] = {
    "sites": CodeAnswers._sites,
    "target": CodeAnswers._target,
    "code of": CodeAnswers._sources,
    "file": CodeAnswers._file,
    "library": CodeAnswers._ruby_library,
    "presence of": CodeAnswers._exists,
    "data": CodeAnswers._data,
    "absence of": CodeAnswers._absent,
    "definition of": CodeAnswers._defined,
    "found in": CodeAnswers._found,
    "folder of": CodeAnswers._folder,
    "module": CodeAnswers._module,
    "hierarchy": CodeAnswers._hierarchy,
    "glob": CodeAnswers._glob,
    "key": CodeAnswers._key,
    "options": CodeAnswers._options,
    UNTRACED: CodeAnswers._untraced,
}
"""How each kind of question is answered."""
