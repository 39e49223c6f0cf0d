"""Reads the documentation of a module from its files."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from puppet_check.documentation.docstring import Docstring, Tag, parse_docstring
from puppet_check.documentation.entries import (
    Attribute,
    DataType,
    Entry,
    Function,
    ModuleDocumentation,
    Parameterized,
    Provider,
    ResourceType,
    Task,
)
from puppet_check.documentation.manifests import entries_of_manifest
from puppet_check.documentation.ruby_data_types import data_types
from puppet_check.documentation.ruby_functions import functions
from puppet_check.documentation.ruby_providers import providers
from puppet_check.documentation.ruby_schemas import schemas
from puppet_check.documentation.ruby_source import RubySource
from puppet_check.documentation.ruby_types import resource_types, with_namevar
from puppet_check.reading.files import read
from puppet_check.reading.folders import walk
from puppet_check.reading.json_data import loads
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_typesys.ruby.syntax import RubyLimit

MANIFESTS, RUBY, TASKS = ("manifests", "functions", "types", "plans"), "lib", "tasks"
"""The folders whose files are documented."""

N = TypeVar("N", Parameterized, Function, DataType, ResourceType, Provider, Task)


def module_documentation(folder: str) -> ModuleDocumentation:
    """The documentation of the module in a folder, with the paths of what cannot be parsed and is left out."""
    unread: list[str] = []
    found = [*_of_manifests(folder, unread), *_of_ruby(folder, unread), *_of_tasks(folder)]
    types = _with_providers(_of(ResourceType, found), _of(Provider, found))
    data = _of(DataType, found)
    plain = _of(Parameterized, found)
    return ModuleDocumentation(
        tuple(each for each in plain if each.kind == "class"),
        tuple(each for each in plain if each.kind == "define"),
        types,
        _of(Provider, found),
        _of(Function, found),
        tuple(each for each in data if each.alias_of is None),
        tuple(each for each in data if each.alias_of is not None),
        _of(Task, found),
        tuple(each for each in plain if each.kind == "plan"),
        tuple(unread),
    )


def _of(kind: type[N], found: Iterable[Entry]) -> tuple[N, ...]:
    return tuple(sorted((each for each in found if isinstance(each, kind)), key=lambda each: each.name))


def _of_manifests(folder: str, unread: list[str]) -> Iterator[Entry]:
    for path in _files(folder, MANIFESTS, ".pp"):
        tree = parse(read(os.path.join(folder, path)), Mode(tasks=path.startswith("plans/")))
        program, problems = lower(tree)
        if any(each.severity == "error" for each in problems):
            unread.append(path)
        else:
            yield from entries_of_manifest(path, program, tree.text)


def _of_ruby(folder: str, unread: list[str]) -> Iterator[Entry]:
    for path in _files(folder, (RUBY,), ".rb"):
        try:
            source = RubySource(path, read(os.path.join(folder, path)))
        except (RubyLimit, RecursionError):
            unread.append(path)
            continue
        for reader in (functions, resource_types, schemas, providers, data_types):
            yield from reader(source)


def _of_tasks(folder: str) -> Iterator[Entry]:
    for path in _files(folder, (TASKS,), ".json"):
        made = entry_of_task(path, read(os.path.join(folder, path)))
        if made is not None and path.count("/") == 1:
            yield made


def _files(folder: str, inner: Iterable[str], suffix: str) -> Iterator[str]:
    """The paths in a module of the files below some folders, sorted."""
    for name in inner:
        for where, folders, files in walk(folder, name):
            if not os.access(where, os.R_OK | os.X_OK):
                # What is in it would be missing from the document.
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), where)
            folders.sort()
            for each in sorted(files):
                if each.endswith(suffix):
                    yield os.path.relpath(os.path.join(where, each), folder).replace(os.sep, "/")


def _with_providers(types: Iterable[ResourceType], providers: Iterable[Provider]) -> tuple[ResourceType, ...]:
    """The resource types, each once, with what other files add to them and their providers."""
    merged: dict[str, ResourceType] = {}
    for each in types:
        before = merged.get(each.name)
        merged[each.name] = each if before is None else _merged(before, each)
    made = []
    for each in map(with_namevar, merged.values()):
        own = tuple(provider for provider in providers if provider.type_name == each.name)
        if own and all(parameter.name != "provider" for parameter in each.of("parameter")):
            each = each._replace(attributes=(*each.attributes, Attribute("parameter", "provider", PROVIDER.format(type=each.name))))
        made.append(each._replace(providers=own))
    return tuple(made)


PROVIDER = (
    "The specific backend to use for this `{type}` resource. You will seldom need to specify this --- Puppet will usually discover the"
    " appropriate provider for your platform."
)
"""What puppet-strings says of the parameter `provider`."""


def _merged(one: ResourceType, other: ResourceType) -> ResourceType:
    docstring = one.docstring if one.docstring != Docstring() else other.docstring
    features = (*one.features, *other.features)
    return one._replace(docstring=docstring, attributes=(*one.attributes, *other.attributes), features=features)


def is_module(folder: str) -> bool:
    """Whether a folder has something that is documented."""
    return any(os.path.isdir(os.path.join(folder, each)) for each in (*MANIFESTS, RUBY, TASKS))


def is_source(folder: str, path: str) -> bool:
    """Whether a path is an existing file that the documentation of a module is made from."""
    root, file = Path(folder).resolve(), Path(path).resolve()
    if not file.is_file() or not file.is_relative_to(root):
        return False
    inner = file.relative_to(root)
    return inner.parts[0] in (*MANIFESTS, RUBY, TASKS) or inner.name in ("metadata.json", "hiera.yaml")


def entry_of_task(path: str, source: bytes) -> Task | None:
    """The entry of a task; None if its metadata are empty or no JSON object. `path` is the path in the module."""
    text = source.decode("utf-8", "replace")
    try:
        data = loads(text)
    except ValueError:
        return None
    if not isinstance(data, dict) or not data:
        return None
    parameters = data.get("parameters")
    tags = [
        Tag("param", str(about.get("description") or ""), (str(about["type"]) if about.get("type") is not None else "",), str(name))
        for name, about in (parameters.items() if isinstance(parameters, dict) else ())
        if isinstance(about, dict)
    ]
    docstring = parse_docstring(str(data.get("description") or ""))._replace(tags=tuple(tags))
    name = os.path.basename(path).replace(".json", "")
    return Task(name, path, docstring, text, data.get("supports_noop") or False, data.get("input_method"))
