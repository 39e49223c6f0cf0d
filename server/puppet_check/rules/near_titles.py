"""The title that a reference means, where nothing declares its own: `Exec['fetch']` beside `exec { "fetch-${name}": }`.

A module that is not there may declare almost any title, so that the one that is meant must leave no doubt: another spelling of the same
letters, the beginning of a computed one in the same definition, the command of an exec with another title, or the same file in another
folder of the same application.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from puppet_check.rules.declared_resources import SHORTEST
from puppet_check.rules.file import File
from puppet_check.workspace.disk import NAMES, Disk, remembered, remembered_by_size
from puppet_check.workspace.mentions import FEW, computed_in, mentions_title, searched, text_below, texts, titles_in, used_modules
from puppet_check.workspace.project import Module
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import native_type

MANIFESTS = ("manifests",)
BESIDE = ("functions", "data")
"""The other folders of a module with texts that become titles."""
RUBY = ("lib",)
"""The folder with Ruby, whose texts are in quotes."""
INERT = "require|before|notify|subscribe|content|source|command|creates|cwd|unless|onlyif|refresh"
"""Attributes whose values become no titles; a path is the second name of a file."""
BEFORE = lazy_pattern(rf"(?:\w\s*\[\s*(?:['\"][^'\"\n]*['\"]\s*,\s*)*+|\b(?:{INERT})\s*=>\s*|\b([a-z][\w:]*)\s*\{{\s*)\Z")
"""What precedes a text that is no title, or the type of which it is one."""
NEAR = 200
"""How many characters before and after a text are looked at."""
LISTING, LISTED = "[(,", "]),"
"""What stands before and after an element of a list."""
PACKAGE = "package"
PACKAGES = lazy_pattern(r"(?<![:\w])package\s*\{[^}]*\}|\bensure_packages?\s*\([^)]*\)")
"""The packages that a text declares."""
ANY_PACKAGE = lazy_pattern(
    r"(?<![:\w])package\s*\{\s*+(?!['\"][^'\"$]+['\"]\s*:|\[[^\]$]*\]\s*:)|(?<![:\w])package\s*\{[^}]*;\s*+(?:\$|\"[^\"]*\$)"
    r"|\bensure_(?:packages|resources?)\b|\bcreate_resources\b|\bPackage\s*<\|"
)
"""What may declare packages whose names are not known."""
SHARED = 2
"""The number of folders that two paths of files of the same application begin with."""


def meant_title(type: str, key: ast.Expression, title: str, file: File) -> str | None:
    """The only title of a type, given in lower case, that a reference can mean; None if some resource may have its own title."""
    own = file.known.project.module_of(file.path)
    if own is None:
        return None
    package = _package_of_own_name(title, key, own, file) if type == PACKAGE else None
    if package is not None or len(title) < SHORTEST:
        return package
    near = file.declared_resources.meant(type, title, file.definition_around(key))
    if not near and type == "exec":
        near = file.declared_resources.with_command(title) or file.declared_resources.with_a_letter_less(type, title)
    if not near and type == "file" and title.startswith("/"):
        files = _files_of_module(own, file).get(title.rpartition("/")[2], ())
        near = {each for each in files if _is_same_file(title, each)} or _moved(title, files, file.definition_around(key), file)
    if len(near) != 1 or _is_asked_for(title, file) or _may_be_declared(type, title, own, file):
        return None
    return next(iter(near))


def _package_of_own_name(title: str, key: ast.Expression, own: Module, file: File) -> str | None:
    """The only package of a module with one word more than a title, which is the name of the module or of the class around the reference.

    Whoever else had a package of that name would have to know of a class that is about another one.
    """
    around = file.definition_around(key)
    name = around.name.rpartition("::")[2] if isinstance(around, ast.NamedDefinition) else ""
    if title not in (own.name, name) or _is_asked_for(title, file):
        return None
    file.known.world.ask_below(own.folder, MANIFESTS)
    disk = file.known.disk
    meant = _longer_package(disk, own.folder, title)
    if meant is None or not file.known.texts.has_text(PACKAGE, title):
        return meant
    several = searched(file.known.project)
    if len(several) > FEW:
        return None
    for folder, inner in several:
        file.known.world.ask_below(folder, inner)
        if _has_package(disk, folder, inner, title):
            return None
    return meant


def _is_asked_for(title: str, file: File) -> bool:
    """Whether the file asks if a resource of a title is there."""
    return any(title in file.source(each) for each in file.calls.get("defined", ()))


@remembered(1000)
def _longer_package(disk: Disk, folder: str, title: str) -> str | None:
    """The only package of a module with a word more than a title; None if the module may declare packages that are not known."""
    text = text_below(disk, folder, MANIFESTS)
    near = {each for type, each in titles_in(text) if type == PACKAGE and each != title and title in re.split("[-_.]", each)}
    return near.pop() if len(near) == 1 and ANY_PACKAGE.search(text) is None else None


@remembered(10_000)
def _has_package(disk: Disk, folder: str, inner: tuple[str, ...], title: str) -> bool:
    """Whether a module may declare a package."""
    text = text_below(disk, folder, inner)
    if title not in text:
        return False
    name = re.escape(title)
    named = re.compile(rf"['\"]{name}['\"]\s*[,:\])]")
    in_data = re.compile(rf"^[ \t]*-[ \t]+['\"]?{name}['\"]?[ \t]*$|^[ \t]+['\"]?{name}['\"]?:", re.MULTILINE)
    declared = PACKAGES.findall(text) if ANY_PACKAGE.search(text) is None else (text,)
    return in_data.search(text) is not None or any(named.search(each) for each in declared)


def _is_same_file(path: str, declared: str) -> bool:
    """Whether two paths are of files with the same name, in different folders of the same application."""
    if not declared.startswith("/"):
        return False
    folders, others = path.split("/")[1:], declared.split("/")[1:]
    name = folders.pop()
    if name != others.pop() or "." not in name or len(folders) == len(others):
        return False
    longer, shorter = sorted((folders, others), key=len, reverse=True)
    return len(shorter) >= SHARED and longer[: len(shorter)] == shorter


def _moved(title: str, files: Collection[str], around: ast.Node | None, file: File) -> set[str]:
    """The only file of a module with the name of another, if the definition around a reference declares it."""
    if len(files) != 1 or len(title.rpartition("/")[2]) < SHORTEST:
        return set()
    return {each for each in files if around in file.declared_resources.definitions_of(each) and _is_moved(title, each)}


def _is_moved(path: str, declared: str) -> bool:
    """Whether two paths of files with the same name only differ in a folder at any place, which one of them lacks, or in the first ones.

    A file that is there for a moment is in `/tmp`.
    """
    if not declared.startswith("/"):
        return False
    folders, others = path.split("/")[1:], declared.split("/")[1:]
    if folders.pop() != others.pop():
        return False
    if folders == ["tmp"]:
        return "." in path
    longer, shorter = sorted((folders, others), key=len, reverse=True)
    if len(longer) == len(shorter) + 1:
        return bool(shorter) and any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    return len(shorter) >= SHARED and folders[-SHARED:] == others[-SHARED:]


def _files_of_module(own: Module, file: File) -> dict[str, list[str]]:
    """The literal titles of files in the manifests of a module, by the names of the files."""
    file.known.world.ask_below(own.folder, MANIFESTS)
    return _files_below(file.known.disk, own.folder)


@remembered_by_size(NAMES)
def _files_below(disk: Disk, folder: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for title in sorted({title for name, title in titles_in(text_below(disk, folder, MANIFESTS)) if name == "file"}):
        found.setdefault(title.rpartition("/")[2], []).append(title)
    return found


def _may_be_declared(type: str, title: str, own: Module, file: File) -> bool:
    """Whether a word in quotes, in this module or another, or a computed text may be the title of another resource."""
    project = file.known.project
    file.known.world.ask_below(own.folder, MANIFESTS)
    disk = file.known.disk
    if any(_declares(type, title, text) for text in texts(disk, own.folder, MANIFESTS)):
        return True
    if _is_listed(title, text_below(disk, own.folder, MANIFESTS)) or _is_computed(title, disk, own.folder, MANIFESTS):
        return True
    words = {each.rstrip("0123456789") for each in re.split(r"[^a-z0-9_]", title.lower())} - {own.name, ""}
    if not words.isdisjoint(used_modules(disk, own.folder, MANIFESTS)) or any(each in project.missing for each in words):
        return True
    if len(project.modules) > FEW:
        return file.known.texts.has_text(type, title)
    file.known.world.ask_below(own.folder, RUBY)
    ruby = texts(disk, own.folder, RUBY)
    if any(f"'{title}'" in text or f'"{title}"' in text for text in ruby) or _is_computed(title, disk, own.folder, RUBY):
        return True
    for folder, inner in [(own.folder, BESIDE), *(each for each in searched(project) if each[0] != own.folder)]:
        file.known.world.ask_below(folder, inner)
        if mentions_title(text_below(disk, folder, inner), type, title) or _is_computed(title, disk, folder, inner):
            return True
    return False


def _is_computed(title: str, disk: Disk, folder: str, inner: tuple[str, ...]) -> bool:
    """Whether a string with interpolations in a module may be a title."""
    return computed_in(disk, folder, inner).fit(title)


def _declares(type: str, title: str, text: str) -> bool:
    """Whether a manifest has a text that may be a title, other than in references, commands, and titles of other built-in types."""
    for quoted in (f"'{title}'", f'"{title}"'):
        for start in _places(quoted, text):
            before = BEFORE.search(text[max(0, start - NEAR) : start])
            if before is None or before[1] == type or (before[1] is not None and native_type(before[1]) is None):
                return True
    return False


def _is_listed(title: str, text: str) -> bool:
    """Whether a text without references has a title without quotes, as that of a resource or in a list."""
    for start in _places(title, text):
        end = start + len(title)
        before, after = text[max(0, start - NEAR) : start].rstrip()[-1:], text[end : end + NEAR].lstrip()
        if (before == "{" and after[:1] == ":" != after[1:2]) or (before in LISTING and before and after[:1] in LISTED and after):
            return True
    return False


def _places(part: str, text: str) -> Iterator[int]:
    start = text.find(part)
    while start >= 0:
        yield start
        start = text.find(part, start + 1)
