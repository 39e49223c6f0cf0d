"""What a client wants to debug: the project, the node, and the manifests of a launch request."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import NamedTuple

from puppet_check.cli.dap.messages import Data, RequestError, path_in, text_in, texts_in, verified_path
from puppet_check.cli.nodes import environment_of, nodes_of, opened
from puppet_check.config.error import ConfigError
from puppet_check.reading.files import read
from puppet_check.reports.catalogs.compilation import Compilation
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.node_catalogs.reading import read_source

PATHS = ("environment", "facts", "hiera", "trusted")
"""Arguments that name a file or folder, spelled as the options of `puppet-eval --catalog`."""


class Launch(NamedTuple):
    """A catalog to compile, and how."""

    compilation: Compilation
    node: Node
    stops_on_entry: bool
    is_debugged: bool
    """Whether it can be paused."""


def launch_of(arguments: Data, options: Namespace) -> Launch:
    """What the arguments of a launch request ask for; the options of the command are the defaults. Raises RequestError."""
    given = Namespace(**vars(options))
    folder = path_in(arguments, "cwd") or os.getcwd()
    for name in PATHS:
        path = path_in(arguments, name)
        if path is not None:
            setattr(given, name, os.path.join(folder, path))
    given.environment = given.environment or folder
    given.node = text_in(arguments, "node") or given.node
    given.modulepath = _modulepath(arguments, folder) or given.modulepath
    given.classes = texts_in(arguments, "classes") or given.classes
    given.setting = _settings(arguments) or given.setting
    program = path_in(arguments, "program")
    files = [os.path.join(folder, program)] if program is not None else given.files
    try:
        manifests = [read_source(each, read(each)) for each in files]
        compilation = opened(environment_of(given), manifests)
        nodes = list(nodes_of(given))
    except ConfigError as error:
        raise RequestError(str(error)) from None
    except OSError as error:
        raise RequestError(f"the manifest cannot be read: {error.strerror}") from None
    if not nodes:
        raise RequestError("there are no facts of a node")
    return Launch(compilation, nodes[0], arguments.get("stopOnEntry") is True, arguments.get("noDebug") is not True)


def _modulepath(arguments: Data, folder: str) -> str | None:
    folders = [verified_path(each, "modulepath") for each in texts_in(arguments, "modulepath")]
    return os.pathsep.join(os.path.join(folder, each) for each in folders) or None


def _settings(arguments: Data) -> list[str]:
    found = arguments.get("settings") or {}
    if not isinstance(found, dict) or not all(isinstance(each, str | int | float) for each in found.values()):
        raise RequestError("`settings` must be an object with strings, numbers and booleans")
    return [f"{name}={WORDS.get(value, value)}" for name, value in found.items()]


WORDS: dict[object, str] = {True: "true", False: "false"}
