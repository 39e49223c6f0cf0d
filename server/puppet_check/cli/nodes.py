"""The nodes and the environments of which options ask for catalogs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.given_paths import given_environment, given_folders, given_hiera
from puppet_check.cli.given_settings import given_settings
from puppet_check.cli.node_options import NodeOptions
from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.error import ConfigError
from puppet_check.config.node_facts import NodeFacts, read_hash, read_nodes
from puppet_check.reports.catalogs.compilation import Compilation, compilation_of
from puppet_check.reports.catalogs.system_nodes import facts_on
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import ProjectLibrary
from puppet_check.workspace.project import Project
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.values.hash import EMPTY, Hash


class Environment(NamedTuple):
    """Where code and data are; all paths are absolute."""

    folder: str
    modulepath: tuple[str, ...] | None = None
    """In place of the one of the environment."""
    hiera: str | None = None
    """In place of its `hiera.yaml`."""
    target: str | None = None
    """In place of the version in its settings."""


def environment_of(options: NodeOptions) -> Environment:
    """The environment that the options name, by default the one of the current folder. Raises ConfigError."""
    modulepath = None if options.modulepath is None else given_folders("--modulepath", options.modulepath)
    return Environment(given_environment(options.environment), modulepath, given_hiera(options.hiera), options.target)


def opened(environment: Environment, manifests: Sequence[Source] = ()) -> Compilation:
    """The project of an environment; the manifests stand for its main manifest."""
    known = known_of(environment)
    if manifests:
        return Compilation(ProjectLibrary(known, hiera=environment.hiera), tuple(manifests))
    return compilation_of(known, environment.hiera)


def project_of(environment: Environment) -> Project:
    """The modules of an environment."""
    return known_of(environment).project


def known_of(environment: Environment) -> Known:
    """The project of an environment with its definitions and data."""
    replaced: list[tuple[str, object]] = []
    if environment.modulepath is not None:
        replaced.append(("modulepath", environment.modulepath))
    if environment.hiera is not None:
        replaced.append(("hiera", environment.hiera))
    if environment.target is not None:
        replaced.append(("target", environment.target))
    return Workspace(Configuration(Given(replaced=tuple(replaced)))).known(os.path.join(environment.folder, "site.pp"))


def nodes_of(options: NodeOptions) -> Iterator[Node]:
    """The nodes that the options name; facts may be the path of a file or folder. Raises ConfigError."""
    given = [NodeFacts("", EMPTY)] if options.facts is None else read_nodes(options.facts)
    if options.node is not None:
        given = [each for each in given if each.name == options.node] or [each._replace(name=options.node) for each in given[:1]]
    trusted = EMPTY if options.trusted is None else read_hash(options.trusted)
    settings = given_settings(options)
    system = EMPTY if options.system is None else _facts_on(options.system, known_of(environment_of(options)))
    for each in given:
        name = options.node or each.name or "localhost"
        environment = str(settings.get("environment") or each.environment or "production")
        facts = None if options.facts is None and options.system is None else system.merged(each.facts)
        yield Node(name, facts, each.trusted.merged(trusted), environment, settings, options.classes or ())


def others_of(options: NodeOptions) -> list[Node]:
    """The nodes among the given facts that the options leave out, if the server stores what these export. Raises ConfigError."""
    if options.node is None or options.facts is None or given_settings(options).get("storeconfigs") is not True:
        return []
    return [each for each in nodes_of(options._replace(node=None)) if each.name != options.node]


def _facts_on(system: str, known: Known) -> Hash:
    name, _, release = system.partition(" ")
    found = facts_on(known, name, release.strip())
    if found is None:
        raise ConfigError(f"'{system}' is not a known system; expected one such as `Debian 12`, with its name in metadata.json")
    return found
