"""Where the value of a Hiera key comes from: every place of the hierarchies in order, what it has, and how values are merged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from puppet_check.workspace.hiera.config import Level
from puppet_check.workspace.hiera.interpolation import Expression, expressions
from puppet_check.workspace.hiera.merging import strategy_of
from puppet_check.workspace.hiera.node import NodeHiera
from puppet_check.workspace.hiera.node_files import paths_of, source_of
from puppet_check.workspace.project import Module
from puppet_typesys.builtins.value_reads import FACTS, TRUSTED
from puppet_typesys.functions.parts import path_of
from puppet_typesys.node_catalogs.library import Variables
from puppet_typesys.types import model
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown

State = Literal["found", "no key", "no file", "unknown", "not reached"]


class Interpolated(NamedTuple):
    """An interpolation in a value or path, with its value."""

    text: str
    value: object


class SearchedFile(NamedTuple):
    """A file of a hierarchy, and what it has for a key."""

    hierarchy: str
    """`environment`, `module <name>` or `default hierarchy of module <name>`."""
    level: str
    path: str | None
    """None if it is unknown, such as the data of a custom function."""
    state: State
    value: object = None
    interpolated: tuple[Interpolated, ...] = ()


class Explanation(NamedTuple):
    """The value of a key, and the steps that lead to it."""

    key: str
    value: object
    """`MISSING` if no data has the key."""
    strategy: str
    options: Hash
    """The lookup options of the key."""
    steps: tuple[SearchedFile, ...]
    error: str | None = None
    """The error with which the lookup ends, if it does."""

    @property
    def used(self) -> tuple[SearchedFile, ...]:
        """The steps whose values are the result, or are merged to it."""
        found = tuple(each for each in self.steps if each.state == "found")
        return found[:1] if self.strategy == "first" else found


def explained(hiera: NodeHiera, key: str, variables: Variables, merge: str | None = None) -> Explanation:
    """Look up a key for a node with these variables. Raises ArgumentError for an invalid key."""
    root = str(path_of(key)[0])
    options = Hash((("merge", merge),)) if merge is not None else EMPTY
    error = None
    value: object = Unknown(model.ANY)
    try:
        value = hiera.lookup(key, options, variables)
    except ArgumentError as raised:
        error = str(raised)
    with hiera.variables_of(variables), hiera.scope_of(variables):
        given = hiera.options_of(root)
        chosen = given[0].value if given and isinstance(given[0].value, Hash) else EMPTY
        strategy = strategy_of(chosen.get("merge") if merge is None else merge)
        steps = tuple(_steps(hiera, key, strategy))
    return Explanation(key, value, strategy, chosen, steps, error)


def _steps(hiera: NodeHiera, key: str, strategy: str) -> Iterator[SearchedFile]:
    root = str(path_of(key)[0])
    is_done = is_found = False
    for name, module, hierarchy in _hierarchies(hiera, root):
        if hierarchy == "default_levels" and is_found:
            return
        config = hiera.config(module)
        levels: tuple[Level, ...] = () if config is None else config.levels if hierarchy == "levels" else config.default_levels
        for level in levels:
            assert config is not None
            for path in paths_of(level, config.folder, hiera, anywhere=config.path == hiera.trusted) or [None]:
                step = _step(hiera, root, name, level, path) if level.format else _backed(hiera, key, name, level, module)
                is_found = is_found or step.state == "found"
                yield step._replace(state="not reached", value=None) if is_done else step
                is_done = is_done or (strategy == "first" and step.state == "found")


def _hierarchies(hiera: NodeHiera, root: str) -> Iterator[tuple[str, Module | None, str]]:
    yield "environment", None, "levels"
    name, colons, _ = root.removeprefix("::").partition("::")
    module = hiera.project.modules.get(name) if colons else None
    if module is not None:
        yield f"module {name}", module, "levels"
        yield f"default hierarchy of module {name}", module, "default_levels"


def _step(hiera: NodeHiera, root: str, hierarchy: str, level: Level, path: str | None) -> SearchedFile:
    source = None if path is None else source_of(level, path)
    if path is None or level.format is None:
        return SearchedFile(hierarchy, level.name, path, "unknown")
    if source is None:
        return SearchedFile(hierarchy, level.name, path, "no file")
    document = hiera.files.document(source)
    data = None if document.root is None else document.root.value
    if document.is_broken:
        return SearchedFile(hierarchy, level.name, path, "unknown")
    if not isinstance(data, Hash) or root not in data:
        return SearchedFile(hierarchy, level.name, path, "no key")
    raw = data[root]
    return SearchedFile(hierarchy, level.name, path, "found", _resolved(hiera, raw), tuple(_interpolated(hiera, raw)))


def _backed(hiera: NodeHiera, key: str, hierarchy: str, level: Level, module: Module | None) -> SearchedFile:
    """What the function of a level finds, in all its locations."""
    try:
        value = hiera.backed_value(level, module, key)
    except ArgumentError:
        value = Unknown(model.ANY)
    state: State = "no key" if value is MISSING else "unknown" if isinstance(value, Unknown) else "found"
    return SearchedFile(hierarchy, level.name, None, state, None if value is MISSING else value)


def _resolved(hiera: NodeHiera, raw: object) -> object:
    """A value with its interpolations evaluated; unknown if that is an error."""
    try:
        return hiera.resolved(raw)
    except ArgumentError:
        return Unknown(model.ANY)


def _interpolated(hiera: NodeHiera, raw: object) -> Iterator[Interpolated]:
    for text in dict.fromkeys(_texts(raw)):
        for each in expressions(text):
            if each.method != "literal":
                yield Interpolated(_written(each), _resolved(hiera, _written(each)))


def _texts(raw: object) -> Iterator[str]:
    match raw:
        case str() if "%{" in raw:
            yield raw
        case tuple():
            for each in raw:
                yield from _texts(each)
        case Hash():
            for key, value in raw.items():
                yield from _texts(key)
                yield from _texts(value)


def _written(expression: Expression) -> str:
    return f"%{{{expression.key}}}" if expression.method == "scope" else f"%{{{expression.method}('{expression.key}')}}"


def variables_of_node(facts: Hash | None, name: str, environment: str) -> Variables:
    """The variables of the top scope for a node with some facts; unknown ones if there are no facts."""
    trusted = Hash((("authenticated", "remote"), ("certname", name), ("hostname", name.partition(".")[0])))
    built_in: dict[str, object] = {FACTS: facts, TRUSTED: trusted, "environment": environment}

    def value(variable: str) -> object:
        plain = variable.removeprefix("::")
        if facts is None and plain != "environment" and (plain != TRUSTED or not name):
            return Unknown(model.ANY)
        if plain in built_in:
            return built_in[plain]
        return facts[plain] if facts is not None and plain in facts else MISSING

    return value
