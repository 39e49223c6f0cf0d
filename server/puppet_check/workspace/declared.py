"""The modules that a project declares: in metadata, Puppetfiles and their locks, `.fixtures.yml` and git submodules.

All are read as text, without running Ruby or asking the network.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.folders import names_in
from puppet_check.reading.places import exists, with_those_above
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.metadata import Metadata
from puppet_check.workspace.puppetfile_functions import OwnFunctions
from puppet_check.workspace.roots import NAME, PUPPETFILE
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

LOCK = "Puppetfile.lock"
FIXTURES = ".fixtures.yml"
MOD = lazy_pattern(r"""^\s*+mod\s*+(?:\(\s*+)?['"]([^'"]+)['"](?:\s*+,\s*+['"]([^'"]+)['"])?""")
LOCAL = lazy_pattern(r"""(?::local\s*=>|\blocal:|['"]local['"]\s*=>)\s*true""")
"""The option of a module that is part of the control repository."""
GIT = lazy_pattern(r"""(?::git\s*=>|\bgit:|['"]git['"]\s*=>)\s*['"]([^'"]+)""")
"""The repository that a module comes from."""
OTHER_SOURCE = lazy_pattern(r"(?<![\w'\"]):?\b(?:svn|path|tarball|github_tarball|docker)\b\s*(?:=>|:)")
REVISION = lazy_pattern(r"""(?<![\w'"]):?\b(?:tag|ref|branch|commit)\b\s*(?:=>|:)\s*['"]([^'"]+)""")
RELEASE = lazy_pattern(r"v?([0-9]+\.[0-9]+\.[0-9]+)")
"""A tag or other reference that is a version."""
REPOSITORY = lazy_pattern(r"[/:]([\w-]+)/([\w.-]+?)(?:\.git)?/?\Z")
"""The owner and the name of a repository at the end of its address."""
AUTHORS = {
    "voxpupuli": "puppet",
    "hercules-team": "herculesteam",
    "echocat": "dwerder",
    "smoeding": "stm",
    "openstack-infra": "openstackci",
}
"""The authors of the modules of some owners of repositories, where their names differ."""
LOCKED = lazy_pattern(r"^ {4}(\w+)[-/](\w+) \(([^)]+)\)")
"""A module with its version in the lock of librarian-puppet."""
MODULES_OF_GIT = ".gitmodules"
ROOTS = 1000
"""The number of projects whose submodules are cached."""
SUBMODULE = lazy_pattern(r"\s*path\s*=\s*(\S+)\s*$")
LINKED = lazy_pattern(r"""^[^\S\n]++['"]?(\w+)['"]?:\s*['"]?#\{source_dir\}/([^'"\s]+)['"]?\s*$""", re.MULTILINE)
"""A symbolic link in `.fixtures.yml` to a folder below or beside the module."""


COMMENT = lazy_pattern(r"\s#.*|^#.*")


class Declared(NamedTuple):
    """A module that a file declares."""

    name: str
    """Its name without the author."""
    path: str
    """The declaring file."""
    line: int
    """From 1."""
    full_name: str | None = None
    """`author-name`, if the file gives the author."""
    requirement: str | None = None
    """The range of versions that is accepted."""
    origin: str | None = None
    """The full name whose releases it has: that of its declaration, or of the repository that it comes from; None if it may be a copy."""
    is_revision: bool = False
    """Whether it is a revision of that repository that may have what no release has."""


def in_metadata(folder: str, metadata: Metadata | None) -> Iterator[Declared]:
    """The dependencies in the `metadata.json` of a module in a folder."""
    path = os.path.join(folder, "metadata.json")
    for each in () if metadata is None else metadata.dependencies:
        if _full(each.name) is not None:
            yield Declared(each.short_name, path, each.line, _full(each.name), each.requirement, _full(each.name))


def in_puppetfile(folder: str, text: str | None = None) -> Iterator[Declared]:
    """The modules of a folder's Puppetfile; `text` is its text if that is not saved."""
    path = os.path.join(folder, PUPPETFILE)
    lines = (_text(path) if text is None else text).splitlines()
    for name, number in OwnFunctions(lines).declared():
        yield Declared(re.split(r"[-/]", name)[-1], path, number, _full(name))
    for number, line in enumerate(lines, 1):
        found = MOD.match(line)
        if found is not None and not LOCAL.search(line):
            full = _full(found[1])
            declared = Declared(re.split(r"[-/]", found[1])[-1], path, number, full, found[2], full)
            yield declared if found[2] is not None else _from_source(declared, _entry(lines, number))


def lists_all(folder: str, text: str | None = None) -> bool:
    """Whether the text of a folder's Puppetfile names all modules that it declares: no loop and no other file does."""
    path = os.path.join(folder, PUPPETFILE)
    return not OwnFunctions((_text(path) if text is None else text).splitlines()).computes_names()


def _entry(lines: list[str], number: int) -> str:
    """The text of an entry that begins on a line, without comments; it goes on after a comma at the end of a line."""
    found = []
    for line in lines[number - 1 :]:
        code = COMMENT.sub("", line).strip()
        found.append(code)
        if code and not code.endswith(","):
            break
    return " ".join(found)


def _from_source(declared: Declared, entry: str) -> Declared:
    """A module with what its entry says of the repository that it comes from."""
    git, revision = GIT.search(entry), REVISION.search(entry)
    if git is None:
        return declared._replace(origin=None) if OTHER_SOURCE.search(entry) else declared
    owner = _owner(git[1], declared.name)
    author, _, name = (declared.full_name or "").partition("-")
    if declared.full_name not in (None, owner) and f"{AUTHORS.get(author, author)}-{name}" != owner:
        return declared._replace(origin=None)
    release = None if revision is None else RELEASE.fullmatch(revision[1])
    return declared._replace(origin=owner, requirement=None if release is None else release[1], is_revision=release is None)


def _owner(address: str, name: str) -> str | None:
    """The full name of the module of a repository with an address, which is that of its author unless it is a copy."""
    found = REPOSITORY.search(address)
    if found is None or found[2].rpartition("-")[2].lower() != name.lower():
        return None
    owner = found[1].lower()
    return f"{AUTHORS.get(owner, owner)}-{name}".lower()


def in_lock(folder: str) -> Iterator[Declared]:
    """The modules, with dependencies of modules, that librarian-puppet installs."""
    path = os.path.join(folder, LOCK)
    for number, line in enumerate(_text(path).splitlines(), 1):
        found = LOCKED.match(line)
        if found is not None:
            full = f"{found[1]}-{found[2]}"
            yield Declared(found[2], path, number, full, found[3], full.lower())


def in_submodules(root: str, folders: frozenset[str]) -> Iterator[Declared]:
    """The modules in some folders of modules that are git submodules of the repository around a project."""
    for top in with_those_above(root):
        yield from _submodules(top, folders)
        if any(exists(os.path.join(top, each)) for each in (MODULES_OF_GIT, ".git")):
            return


def _submodules(root: str, folders: frozenset[str]) -> Iterator[Declared]:
    for number, path in _submodule_folders(root):
        folder, name = os.path.split(path)
        if folder in folders and NAME.match(name):
            yield Declared(name, os.path.join(root, MODULES_OF_GIT), number)


def _submodule_folders(root: str) -> Iterator[tuple[int, str]]:
    """The folders of the git submodules of a repository, each with the line that names it."""
    for number, line in enumerate(_text(os.path.join(root, MODULES_OF_GIT)).splitlines(), 1):
        found = SUBMODULE.match(line)
        if found is not None:
            yield number, os.path.abspath(os.path.join(root, found.group(1)))


@remembered(ROOTS)
def empty_submodules(disk: Disk, root: str) -> tuple[str, ...]:
    """The folders of git submodules of the repository around a project that are not checked out."""
    for top in with_those_above(root):
        found = [folder for _, folder in _submodule_folders(top)]
        if found or exists(os.path.join(top, ".git")):
            return tuple(each for each in found if not names_in(each))
    return ()


def in_fixtures(folder: str) -> Iterator[Declared]:
    """The modules that the tests of a module install, by its `.fixtures.yml`."""
    path = os.path.join(folder, FIXTURES)
    text = _text(path)
    if not text:
        return
    data = _yaml(text)
    fixtures = data.get("fixtures") if isinstance(data, dict) else None
    for kind in ("forge_modules", "repositories", "symlinks"):
        listed = fixtures.get(kind) if isinstance(fixtures, dict) else None
        for name, value in listed.items() if isinstance(listed, dict) else ():
            source, version = (value.get("repo"), value.get("ref")) if isinstance(value, dict) else (value, None)
            is_forge = kind == "forge_modules" and isinstance(source, str)
            requirement = str(version) if is_forge and version else None
            full = _full(str(source)) if is_forge else None
            yield Declared(str(name), path, _line(text, str(name)), full, requirement, full)


def _line(text: str, key: str) -> int:
    found = re.search(rf"""^[^\S\n]++['"]?{re.escape(key)}['"]?:""", text, re.MULTILINE)
    return 1 if found is None else text.count("\n", 0, found.end()) + 1


def _yaml(text: str) -> object:
    from puppet_check.reading.yaml_data import load  # 15 ms, and only the names of modules that are not installed are looked for

    try:
        return load(text)
    except ValueError:
        return None


def linked(folder: str) -> Iterator[tuple[str, str]]:
    """Names and folders of the modules that `.fixtures.yml` links to below or beside a module."""
    for name, path in LINKED.findall(_text(os.path.join(folder, FIXTURES))):
        yield name, os.path.normpath(os.path.join(folder, path))


def _full(name: str) -> str | None:
    author, mark, rest = name.replace("/", "-", 1).partition("-")
    return f"{author}-{rest}".lower() if mark and rest else None


def _text(path: str) -> str:
    try:
        return read_text(path, LARGEST_DATA)
    except OSError:
        return ""
