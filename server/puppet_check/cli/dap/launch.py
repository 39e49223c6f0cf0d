"""What a client wants to debug: the project, the node, and the manifests of a launch request."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from puppet_check.cli.dap.messages import Data, RequestError, path_in, text_in, texts_in, verified_path
from puppet_check.cli.node_options import NodeOptions
from puppet_check.cli.nodes import Environment, environment_of, known_of, nodes_of, opened
from puppet_check.config.error import ConfigError
from puppet_check.features.catalog.preview import PreviewLibrary
from puppet_check.reading.files import read
from puppet_check.reports.catalogs.compilation import Compilation
from puppet_check.stack import run_deep
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.node_catalogs.reading import read_source


class Launch(NamedTuple):
    """A catalog to compile, and how."""

    compilation: Compilation
    node: Node
    stops_on_entry: bool
    is_debugged: bool
    """Whether it can be paused."""


def launch_of(arguments: Data, options: NodeOptions, manifests: Sequence[str]) -> Launch:
    """What the arguments of a launch request ask for; the options and manifests of the command are the defaults. Raises RequestError."""
    folder = path_in(arguments, "cwd") or os.getcwd()
    spec = path_in(arguments, "spec")
    if spec is not None:
        return _of_example(os.path.join(folder, spec), arguments)

    def place(name: str) -> str | None:
        path = path_in(arguments, name)
        return None if path is None else os.path.join(folder, path)

    environment, facts, hiera, trusted = (place(each) for each in ("environment", "facts", "hiera", "trusted"))
    given = options._replace(
        environment=environment or options.environment or folder,
        facts=facts or options.facts,
        hiera=hiera or options.hiera,
        trusted=trusted or options.trusted,
        node=text_in(arguments, "node") or options.node,
        modulepath=_modulepath(arguments, folder) or options.modulepath,
        classes=tuple(texts_in(arguments, "classes")) or options.classes,
        setting=tuple(_settings(arguments)) or options.setting,
        system=_system(arguments, has_facts=bool(facts or options.facts)) or options.system,
    )
    program, debugged_class = path_in(arguments, "program"), text_in(arguments, "class")
    files = [os.path.join(folder, program)] if program is not None else manifests
    try:
        sources = [read_source(each, read(each)) for each in files]
        compilation = opened(environment_of(given), sources) if debugged_class is None else _of_class(environment_of(given), sources)
        nodes = list(nodes_of(given))
    except ConfigError as error:
        raise RequestError(str(error)) from None
    except OSError as error:
        raise RequestError(f"the manifest cannot be read: {error.strerror}") from None
    if not nodes:
        raise RequestError("there are no facts of a node")
    node = nodes[0]
    if debugged_class is not None:
        node = replace(node, classes=(*node.classes, debugged_class))
    return _launch(compilation, node, arguments)


def _launch(compilation: Compilation, node: Node, arguments: Data) -> Launch:
    return Launch(compilation, node, arguments.get("stopOnEntry") is True, arguments.get("noDebug") is not True)


def _of_example(spec: str, arguments: Data) -> Launch:
    """The catalog of an example of a spec file, as `puppet-check test` compiles it."""
    from puppet_check.specs.debugging import NoCatalogError, catalog_of  # few sessions run specs

    example = text_in(arguments, "example")
    if example is None:
        raise RequestError("`spec` needs `example`, the id of an example as RSpec gives it")
    try:
        compilation, node = run_deep(lambda: catalog_of(spec, example))
    except NoCatalogError as error:
        raise RequestError(str(error)) from None
    return _launch(compilation, node, arguments)


def _of_class(environment: Environment, sources: Sequence[Source]) -> Compilation:
    """What compiles one class without the main manifest: its parameters that have neither a value nor a default are unknown."""
    known = known_of(environment)
    modules = [known.project.module_of(os.path.abspath(each.path)) for each in sources]
    manifests = [each if module is None else each._replace(module_name=module.name) for each, module in zip(sources, modules, strict=True)]
    return Compilation(PreviewLibrary(known, hiera=environment.hiera), tuple(manifests) or (read_source("class", b""),))


def _system(arguments: Data, *, has_facts: bool) -> str | None:
    """The system of the node; facts that are given are not added to those of a choice."""
    return None if has_facts else text_in(arguments, "system")


def _modulepath(arguments: Data, folder: str) -> str | None:
    folders = [verified_path(each, "modulepath") for each in texts_in(arguments, "modulepath")]
    return os.pathsep.join(os.path.join(folder, each) for each in folders) or None


def _settings(arguments: Data) -> list[str]:
    found = arguments.get("settings") or {}
    if not isinstance(found, dict) or not all(isinstance(each, str | int | float) for each in found.values()):
        raise RequestError("`settings` must be an object with strings, numbers and booleans")
    return [f"{name}={WORDS.get(value, value)}" for name, value in found.items()]


WORDS: dict[object, str] = {True: "true", False: "false"}
