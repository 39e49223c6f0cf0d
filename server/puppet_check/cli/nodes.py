"""The nodes and the environments of which options ask for catalogs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.cli.classifier import classified_by
from puppet_check.cli.given_paths import given_environment, given_folders, given_hiera
from puppet_check.cli.given_settings import given_settings
from puppet_check.cli.node_options import NodeOptions
from puppet_check.cli.redaction import hide
from puppet_check.config.classification import UNCLASSIFIED, Classification, classification_in
from puppet_check.config.configuration import Configuration, Given
from puppet_check.config.error import ConfigError
from puppet_check.config.node_facts import NodeFacts, read_hash, read_nodes
from puppet_check.reports.catalogs.compilation import Compilation, compilation_of
from puppet_check.reports.catalogs.system_nodes import facts_on
from puppet_check.workspace.hiera.secrets import NONE, Secrets
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import ProjectLibrary
from puppet_check.workspace.project import Project
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.node_catalogs.queries import Queries, unanswered
from puppet_typesys.values.hash import EMPTY, Hash

if TYPE_CHECKING:
    from puppet_check.fleet.puppetdb import Connection, PuppetDB
    from puppet_typesys.evaluate.exports import Export


class Environment(NamedTuple):
    """Where code and data are; all paths are absolute."""

    folder: str
    modulepath: tuple[str, ...] | None = None
    """In place of the one of the environment."""
    hiera: str | None = None
    """In place of its `hiera.yaml`."""
    target: str | None = None
    """In place of the version in its settings."""
    puppetdb: Connection | None = None
    """The PuppetDB that answers queries of the code."""
    key: str | None = None
    """The path of the private key of encrypted values in its data."""

    @property
    def queries(self) -> Queries:
        """What answers queries of the code."""
        if self.puppetdb is None:
            return unanswered
        from puppet_check.fleet.queries import AskedQueries  # only with `--puppetdb`

        return AskedQueries(self.puppetdb)

    def secrets(self) -> Secrets:
        """What the encrypted values of its data mean, which nothing prints from now on. Raises ConfigError."""
        if self.key is None:
            return NONE
        from puppet_check.fleet.eyaml import secrets_below  # only with `--eyaml-key`

        folders = [self.folder, *(self.modulepath or ()), *([] if self.hiera is None else [os.path.dirname(self.hiera)])]
        found = secrets_below(folders, self.key)
        hide(found.values())
        return found


def environment_of(options: NodeOptions) -> Environment:
    """The environment that the options name, by default the one of the current folder. Raises ConfigError."""
    modulepath = None if options.modulepath is None else given_folders("--modulepath", options.modulepath)
    folder, hiera = given_environment(options.environment), given_hiera(options.hiera)
    key = options.eyaml_key and os.path.abspath(options.eyaml_key)
    return Environment(folder, modulepath, hiera, options.target, connection_of(options), key)


def opened(environment: Environment, manifests: Sequence[Source] = ()) -> Compilation:
    """The project of an environment; the manifests stand for its main manifest."""
    known = known_of(environment)
    library = ProjectLibrary(known, hiera=environment.hiera, queries=environment.queries, secrets=environment.secrets())
    return Compilation(library, tuple(manifests)) if manifests else compilation_of(known, library)


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


class Fleet(NamedTuple):
    """The nodes that options name, and what others export."""

    nodes: list[Node]
    outside: tuple[Export, ...] | None
    """What nodes of PuppetDB export that are not among these; None without a PuppetDB, or if nothing is collected."""


def fleet_of(options: NodeOptions) -> Fleet:
    """The nodes that the options name, and what others export. Raises ConfigError."""
    database = _database(options)
    nodes = [*_nodes(options, database)]
    if database is None or _settings(options).get("storeconfigs") is not True:
        return Fleet(nodes, None)
    names = {each.name for each in nodes}
    return Fleet(nodes, tuple(each for each in database.exports() if each.certname not in names))


def nodes_of(options: NodeOptions) -> Iterator[Node]:
    """The nodes that the options name; facts may be the path of a file or folder. Raises ConfigError."""
    return _nodes(options, _database(options))


def _database(options: NodeOptions) -> PuppetDB | None:
    connection = connection_of(options)
    if connection is None:
        return None
    from puppet_check.fleet.puppetdb import PuppetDB  # only with `--puppetdb`

    return PuppetDB(connection)


def _nodes(options: NodeOptions, database: PuppetDB | None) -> Iterator[Node]:
    given = _given(options, database)
    if options.node is not None:
        given = [each for each in given if each.name == options.node] or [each._replace(name=options.node) for each in given[:1]]
    trusted = EMPTY if options.trusted is None else read_hash(options.trusted)
    settings = _settings(options)
    system = EMPTY if options.system is None else _facts_on(options.system, known_of(environment_of(options)))
    stored = _stored_classes(options, given, database)
    for each in given:
        name = options.node or each.name or "localhost"
        classified = _classification(options, name) if stored is None else Classification(stored.get(name, ()))
        environment = str(settings.get("environment") or classified.environment or each.environment or "production")
        has_facts = options.facts is not None or options.system is not None or options.puppetdb is not None
        facts = system.merged(each.facts) if has_facts else None
        node = Node(name, facts, each.trusted.merged(trusted), environment, settings, options.classes or ())
        yield replace(node, declared=classified.classes, variables=classified.variables)


def _classification(options: NodeOptions, name: str) -> Classification:
    if options.enc is not None:
        return classified_by(options.enc, name)
    if options.enc_dir is None:
        return UNCLASSIFIED
    (folder,) = given_folders("--enc-dir", options.enc_dir)
    return classification_in(folder, name)


def _stored_classes(
    options: NodeOptions, given: Sequence[NodeFacts], database: PuppetDB | None
) -> dict[str, tuple[tuple[str, Hash], ...]] | None:
    """The classes of nodes that PuppetDB knows, by node; None if these are not asked for. Raises ConfigError."""
    if database is None or not options.puppetdb_classes:
        return None
    if options.enc is not None or options.enc_dir is not None:
        raise ConfigError("--puppetdb-classes stands for a node classifier; expected no --enc or --enc-dir")
    found = database.classes(each.name for each in given)
    return {name: tuple((each, EMPTY) for each in classes) for name, classes in found.items()}


def _given(options: NodeOptions, database: PuppetDB | None) -> list[NodeFacts]:
    """The nodes of which facts are given. Raises ConfigError."""
    if database is None:
        return [NodeFacts("", EMPTY)] if options.facts is None else read_nodes(options.facts)
    if options.facts is not None:
        raise ConfigError("the facts are those of --puppetdb; expected no other facts")
    name = None if options.node is None else f"nodes[certname] {{ certname = {json.dumps(options.node)} }}"
    found = database.nodes(options.pql or name)
    if not found:
        raise ConfigError(f"--puppetdb {options.puppetdb}: no node is found with {options.pql or name or 'facts'}")
    return found


def connection_of(options: NodeOptions) -> Connection | None:
    """The PuppetDB that the options name. Raises ConfigError."""
    if options.puppetdb is None:
        given = [name for name, value in _of_puppetdb(options).items() if value is not None]
        if given:
            raise ConfigError(f"{given[0]} requires --puppetdb")
        return None
    from puppet_check.fleet.puppetdb import Connection  # only with `--puppetdb`

    return Connection(options.puppetdb, options.puppetdb_token, options.puppetdb_cert, options.puppetdb_key, options.puppetdb_ca)


def _of_puppetdb(options: NodeOptions) -> dict[str, object]:
    """The options that are about a PuppetDB, by their names."""
    return {
        "--nodes": options.pql,
        "--puppetdb-classes": options.puppetdb_classes or None,
        "--puppetdb-token": options.puppetdb_token,
        "--puppetdb-cert": options.puppetdb_cert,
        "--puppetdb-key": options.puppetdb_key,
        "--puppetdb-ca": options.puppetdb_ca,
    }


def others_of(options: NodeOptions) -> list[Node]:
    """The nodes among the given facts that the options leave out, if the server stores what these export. Raises ConfigError."""
    if options.node is None or options.facts is None or _settings(options).get("storeconfigs") is not True:
        return []
    return [each for each in nodes_of(options._replace(node=None)) if each.name != options.node]


def _settings(options: NodeOptions) -> Hash:
    """The settings of the server; one with a PuppetDB stores exported resources there."""
    given = given_settings(options)
    return given if options.puppetdb is None else Hash([("storeconfigs", True)]).merged(given)


def _facts_on(system: str, known: Known) -> Hash:
    name, _, release = system.partition(" ")
    found = facts_on(known, name, release.strip())
    if found is None:
        raise ConfigError(f"'{system}' is not a known system; expected one such as `Debian 12`, with its name in metadata.json")
    return found
