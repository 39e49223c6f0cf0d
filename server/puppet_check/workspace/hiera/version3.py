"""The hierarchy of a `hiera.yaml` of version 3, which only the configuration of a whole server may have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puppet_check.workspace.hiera.config import Config, Level, Location
from puppet_check.workspace.hiera.documents import Node
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.values.hash import Hash

BACKENDS = {"yaml": "yaml_data", "json": "json_data"}
"""The backends whose files can be read here, with the functions that read them."""
KEYS = frozenset(("version", "backends", "hierarchy", "logger", "merge_behavior"))
"""The keys that are understood, besides those of the backends."""
HIERARCHY = ("nodes/%{trusted.certname}", "common")
"""The hierarchy of a file that has none."""


OF_CALLERS = ("calling_class", "calling_class_path", "calling_module")
"""The variables of the caller of a lookup, which are not in its scope."""


def undefined(config: Config, name: str) -> EvaluationError:
    """The error for a variable without a value in the paths of a hierarchy."""
    return EvaluationError(f"Undefined variable '{name}' (file: {config.path})")


def with_version_3(config: Config, folder: str) -> Config:
    """The same with its levels, if it is of version 3 and can be read; paths in it are relative to a folder, that of the run."""
    root = config.document.root
    if config.is_known or root is None or not isinstance(root.value, Hash):
        return config
    given = {each.key.removeprefix(":"): each.node for each in root.entries}
    levels = [*_levels(given)]
    known = tuple(each for each in levels if each is not None)
    return replace(config, folder=folder, levels=known, version=3, is_known=True) if known and len(known) == len(levels) else config


def _levels(given: dict[str, Node]) -> Iterator[Level | None]:
    """The level of each backend; None for what is not understood."""
    backends = _texts(given.get("backends"), ("yaml",))
    hierarchy = _texts(given.get("hierarchy"), HIERARCHY)
    others = given.keys() - KEYS - set(backends or ())
    behavior = given.get("merge_behavior")
    is_native = behavior is None or behavior.value in (None, "native")
    if backends is None or hierarchy is None or others or not is_native or _version(given.get("version")) != 3:
        yield None
        return
    for each in backends:
        yield _level(each, hierarchy, given.get(each))


def _version(node: Node | None) -> object:
    return 3 if node is None or node.value is None else node.value


def _level(backend: str, hierarchy: tuple[str, ...], options: Node | None) -> Level | None:
    values = {} if options is None else {each.key.removeprefix(":"): each.node.value for each in options.entries}
    folder, extension = values.get("datadir"), values.get("extension", backend)
    # Without a folder the data is in one of the server.
    if backend not in BACKENDS or not isinstance(folder, str) or not isinstance(extension, str):
        return None
    end = f".{extension}"
    paths = (Location("path", each if each.endswith(end) else each + end) for each in hierarchy)
    return Level(backend, BACKENDS[backend], tuple(paths), folder)


def _texts(node: Node | None, default: tuple[str, ...]) -> tuple[str, ...] | None:
    """One text or several; None for anything else."""
    if node is None or node.value is None:
        return default
    values = node.value if isinstance(node.value, tuple) else (node.value,)
    texts = tuple(each for each in values if isinstance(each, str))
    return texts if len(texts) == len(values) else None
