"""What may turn out to be unused: the definitions, templates and files of the modules that a repository has as its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_check.reading.folders import walk
from puppet_check.reading.json_data import loads
from puppet_check.reading.places import exists
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.summaries import Summaries
from puppet_grammar import ast
from puppet_grammar.comments import documentation
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

TEMPLATE, FILE, TYPE, FUNCTION, RESOURCE_TYPE, DEFINE, CLASS, TASK, PLAN, KEY, FACT = KINDS = (
    "template",
    "file",
    "type",
    "function",
    "resource type",
    "define",
    "class",
    "task",
    "plan",
    "hiera key",
    "fact",
)
"""In the order of the report: what is used by its name alone comes first."""
CODE = ("manifests", "functions", "types", "plans")
RUBY = (os.path.join("lib", "puppet", "functions"), os.path.join("lib", "puppet", "parser"), os.path.join("lib", "puppet", "type"))
FACTS = os.path.join("lib", "facter")
OWN_FOLDERS = frozenset(("site-modules", "site", "dist"))
"""Folders of modules that are certainly those of the repository itself."""
KIND_OF = {"class": CLASS, "define": DEFINE, "function": FUNCTION, "type": TYPE, "plan": PLAN, "resource_type": RESOURCE_TYPE, "fact": FACT}
NODES: dict[type[ast.Node], str] = {
    ast.HostClassDefinition: CLASS,
    ast.ResourceTypeDefinition: DEFINE,
    ast.FunctionDefinition: FUNCTION,
    ast.TypeAlias: TYPE,
    ast.PlanDefinition: PLAN,
}
PRIVATE = lazy_pattern(rb"\bassert_private\b|\bprivate\s*\(\s*[)'\"]")
PRIVATE_TAG = lazy_pattern(r"@api +private\b|@private\b")
NOTE = (".", "readme", "license", "copying", "changelog", "authors", "test_")
"""How the names of files begin that nobody serves."""
OF_TESTS = frozenset(("test", "tests", "spec", "fixtures", "__tests__"))
TEST = lazy_pattern(r"[_.-](?:test|spec)\.\w+\Z")
OF_PROGRAM = ("pyproject.toml", "setup.py", "tox.ini", "Makefile", "package.json", "Cargo.toml", "go.mod", "Gemfile", "Dockerfile")
"""Files in the folder of a program that is built or run from the repository."""


class Candidate(NamedTuple):
    """What may be unused."""

    kind: str
    name: str
    """In lower case for what Puppet code names, `module/path` for files and templates."""
    path: str
    start: int
    """Where its name is, in bytes."""
    is_private: bool = False
    """Whether only its own module may use it."""


class Part(NamedTuple):
    """A part of a file: the text of a definition, or what is outside of all, which defines nothing."""

    path: str
    text: bytes
    module: str | None
    defines: tuple[Candidate, ...] = ()


def own_modules(project: Project) -> Iterator[Module]:
    """The modules of a project that are not libraries from elsewhere."""
    if not project.is_environment:
        yield from (each for each in project.own_modules if each.name not in project.vendored)
        return
    for each in project.modules.values():
        if each.is_fixture or each.name in project.vendored or not each.folder.startswith(project.root + os.sep):
            continue
        if _is_of_repository(each):
            yield each


def _is_of_repository(module: Module) -> bool:
    """Whether a module in a control repository is not a copy of a published one."""
    if os.path.basename(os.path.dirname(module.folder)) in OWN_FOLDERS:
        return True
    if any(exists(os.path.join(module.folder, each)) for each in ("Modulefile", "checksums.json", ".git")):
        return False
    metadata = module.metadata
    return metadata is None or metadata.name is None or not _is_published(module.folder)


def _is_published(folder: str) -> bool:
    try:
        found = loads(read(os.path.join(folder, "metadata.json")))
    except (OSError, ValueError):
        return True
    return not isinstance(found, dict) or "://" in str(found.get("source")) or "@" in str(found.get("source"))


def parts_of(module: Module, summaries: Summaries) -> Iterator[Part]:
    """The code, templates and files of a module with what they define."""
    for where, folders, files in walk(module.folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(files):
            path = os.path.join(where, name)
            inner = os.path.relpath(path, module.folder).replace(os.sep, "/")
            top, _, rest = inner.partition("/")
            if top in CODE and name.endswith(".pp"):
                yield from _of_code(path, module)
            elif top == "lib" and name.endswith(".rb"):
                yield from _of_ruby(path, inner, module, summaries)
            elif top in ("templates", "files") and rest:
                found = Candidate(TEMPLATE if top == "templates" else FILE, f"{module.name}/{rest}", path, 0)
                yield Part(path, text_of(path), module.name, () if _is_of_developers(path, rest, module) else (found,))
            elif top == "facts.d" and rest:
                yield Part(path, text_of(path), module.name, (Candidate(FACT, name.partition(".")[0].lower(), path, 0),))
            elif top == "tasks" and name.endswith(".json"):
                yield from _of_task(path, module)


def _is_of_developers(path: str, inner: str, module: Module) -> bool:
    """Whether a file among those that a module serves is a note, a test, or a part of a program that is built from the repository."""
    *folders, name = inner.split("/")
    if name.lower().startswith(NOTE) or TEST.search(name) or not OF_TESTS.isdisjoint(folders):
        return True
    folder = os.path.dirname(path)
    while folder != module.folder:
        if any(exists(os.path.join(folder, each)) for each in OF_PROGRAM):
            return True
        folder = os.path.dirname(folder)
    return False


def text_of(path: str) -> bytes:
    """The text of a file; nothing of those that are large, unreadable or not text."""
    try:
        found = read(path, LARGEST_SEARCHED)
    except OSError:
        return b""
    return b"" if b"\0" in found[:4096] else found


def _of_code(path: str, module: Module) -> Iterator[Part]:
    source = text_of(path)
    program, _ = lower(parse(source, mode_of(path)))
    text, code = Text(source), bytearray(source)
    for comment in program.comments:
        code[comment.start : comment.end] = b" " * (comment.end - comment.start)
    rest = bytearray(code)
    for each in program.definitions:
        kind = NODES.get(type(each))
        if kind is None:
            continue
        body = bytes(code[each.start : each.end])
        tags = (comment.text for comment in documentation(each, program, text))
        is_private = PRIVATE.search(body) is not None or any(PRIVATE_TAG.search(tag) for tag in tags)
        name = str(getattr(each, "name", "")).lower().removeprefix("::")
        yield Part(path, body, module.name, (Candidate(kind, name, path, each.start, is_private),))
        rest[each.start : each.end] = b" " * (each.end - each.start)
    yield Part(path, bytes(rest), module.name)


def _of_ruby(path: str, inner: str, module: Module, summaries: Summaries) -> Iterator[Part]:
    text = text_of(path)
    folders = inner.split("/")
    if folders[1:3] == ["puppet", "provider"] and len(folders) > 4:
        # A provider names its type, which is no use of that.
        yield Part(path, text, module.name, (Candidate(RESOURCE_TYPE, folders[3].lower(), path, 0),))
        return
    is_loaded = any(inner.startswith(each.replace(os.sep, "/") + "/") for each in (*RUBY, FACTS))
    found = summaries.of(path, module) if is_loaded else ()
    made = (Candidate(KIND_OF[each.kind], each.name.lower(), path, each.place.start) for each in found if each.kind in KIND_OF)
    yield Part(path, text, module.name, tuple(dict.fromkeys(made)))


def _of_task(path: str, module: Module) -> Iterator[Part]:
    text = text_of(path)
    try:
        found = loads(text)
    except ValueError:
        found = None
    stem = os.path.basename(path).removesuffix(".json")
    name = module.name if stem == "init" else f"{module.name}::{stem}"
    is_private = isinstance(found, dict) and found.get("private") is True
    yield Part(path, text, module.name, (Candidate(TASK, name.lower(), path, 0, is_private),))
