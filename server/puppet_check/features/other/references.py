"""References to symbols in the files of a project that are not Puppet code."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.describe.runs import read_in_scripts
from puppet_check.features.other.kinds import occurrences
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import ARGUMENT, ATTRIBUTE, MEMBER, Occurrence, Symbol
from puppet_check.semantics.calls import TASK
from puppet_check.workspace.kinds import EPP, is_manifest, kind_of
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import FACT, FUNCTION, RESOURCE_TYPE, TYPE, TypedName

RUBY_TEMPLATE = lazy_pattern(rb"""['"]((?:\$\{?module_name\}?|\w+)/[^'"$\n]+)['"]""")


def occurrences_in_other_files(symbol: Symbol, project_files: ProjectFiles) -> Iterator[tuple[str, Occurrence]]:
    """The occurrences of a symbol in files that are not Puppet code, each with its path."""
    word = symbol.word.lower().encode()
    for path in project_files.may_name(symbol, project_files.other_naming(symbol.kind)):
        view = OtherView(path, project_files.text(path), project_files.known)
        if word in view.text.source.lower():
            yield from ((path, occurrence) for occurrence in occurrences(view) if occurrence.symbol == symbol)
    if symbol.kind == MEMBER:
        yield from dict.fromkeys((*_in_templates(symbol, project_files), *_by_qualified_name(symbol, project_files)))
    if symbol.kind == FACT:
        yield from _in_all_templates(symbol, symbol.name, project_files)
    if symbol.kind == ARGUMENT and symbol.owner_name.kind == TASK:
        for place in read_in_scripts(symbol.name, symbol.owner_name.name, project_files.known):
            yield place.path, Occurrence(symbol, place.start, place.end, "read")


IN_RUBY = frozenset((ATTRIBUTE, FACT, FUNCTION, RESOURCE_TYPE, TYPE))
"""The kinds of symbols that Ruby files define or name."""


def occurrences_in_ruby(symbol: Symbol, project_files: ProjectFiles) -> Iterator[tuple[str, Occurrence]]:
    """The definitions and uses of a symbol in the Ruby files of modules, each with its path."""
    for path in _ruby_files(symbol, project_files) if symbol.kind in IN_RUBY else ():
        view = OtherView(path, project_files.text(path), project_files.known)
        yield from ((path, occurrence) for occurrence in occurrences(view) if occurrence.symbol == symbol)


def _ruby_files(symbol: Symbol, project_files: ProjectFiles) -> Iterator[str]:
    """The Ruby files that may define or name a symbol. Resource types and their attributes are only defined where they are loaded from."""
    if symbol.kind in (RESOURCE_TYPE, ATTRIBUTE):
        resource_type = TypedName(RESOURCE_TYPE, symbol.name if symbol.kind == RESOURCE_TYPE else symbol.owner)
        yield from dict.fromkeys(path for path, _ in project_files.known.loader.files(resource_type))
    else:
        yield from project_files.may_name(symbol, project_files.ruby())


def _in_templates(symbol: Symbol, project_files: ProjectFiles) -> Iterator[tuple[str, Occurrence]]:
    """The occurrences of a variable in the ERB templates that its owner calls."""
    from puppet_check.features.other.erb import occurrences_for  # few projects have any

    owners = list(project_files.known.loader.load_all(symbol.owner_name))
    for path in dict.fromkeys(path for owner in owners for path in _templates(owner.place.path, project_files)):
        view = OtherView(path, project_files.text(path), project_files.known)
        if symbol.name.encode() in view.text.source:
            yield from ((path, occurrence) for occurrence in occurrences_for(view, owners) if occurrence.symbol == symbol)


def _by_qualified_name(symbol: Symbol, project_files: ProjectFiles) -> Iterator[tuple[str, Occurrence]]:
    """The occurrences of a variable of a class in the ERB templates that read it by its qualified name."""
    return _in_all_templates(symbol, f"{symbol.owner_name.name}::{symbol.name}", project_files)


def _in_all_templates(symbol: Symbol, written: str, project_files: ProjectFiles) -> Iterator[tuple[str, Occurrence]]:
    """The occurrences of a symbol in the ERB templates that have a text."""
    from puppet_check.features.other.erb import occurrences_for  # few projects have any

    whole = written.encode()
    modules = project_files.known.project.modules
    for path in project_files.may_name(symbol, [path for each in modules for path in project_files.ruby_templates(each)]):
        view = OtherView(path, project_files.text(path), project_files.known)
        if whole in view.text.source:
            yield from ((path, occurrence) for occurrence in occurrences_for(view, []) if occurrence.symbol == symbol)


def _templates(path: str, project_files: ProjectFiles) -> Iterator[str]:
    own = project_files.known.project.module_of(path)
    for found in RUBY_TEMPLATE.finditer(project_files.text(os.path.abspath(path)).source if is_manifest(path) else b""):
        first, _, rest = found[1].decode("utf-8", "replace").partition("/")
        module = own if first.startswith("$") else project_files.known.project.modules.get(first)
        where = None if module is None else os.path.join(module.folder, "templates", rest)
        if where is not None and os.path.isfile(where) and kind_of(where) is not EPP:
            yield where
