"""The options of commands that compile catalogs: where code and data are, and what the server knows of nodes."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from puppet_check.cli.target_option import target_name
from puppet_check.config.error import ConfigError
from puppet_check.usage import number


class NodeOptions(NamedTuple):
    """Which nodes and which environment the options of a command name."""

    environment: str | None = None
    modulepath: str | None = None
    hiera: str | None = None
    classes: tuple[str, ...] | None = None
    trusted: str | None = None
    setting: tuple[str, ...] | None = None
    jobs: int = 0
    facts: str | None = None
    node: str | None = None
    system: str | None = None
    puppetdb: str | None = None
    puppetdb_classes: bool = False
    """Whether nodes get the classes of their stored catalogs."""
    puppetdb_token: str | None = None
    puppetdb_cert: str | None = None
    puppetdb_key: str | None = None
    puppetdb_ca: str | None = None
    pql: str | None = None
    """Which nodes of PuppetDB are meant."""
    eyaml_key: str | None = None
    enc: str | None = None
    enc_dir: str | None = None
    target: str | None = None
    """The version that the code is written for, instead of that in the settings."""

    def check_facts(self, command: str) -> None:
        """Raise ConfigError if nothing says where the facts of nodes are, which a command needs."""
        if self.facts is None and self.puppetdb is None:
            raise ConfigError(f"{command} needs the facts of nodes; expected --facts-dir FOLDER or --puppetdb URL")


def add_node_options(group: argparse._ActionsContainer) -> None:
    """Add the options that all commands with catalogs have."""
    add = group.add_argument
    add("--environment", metavar="FOLDER", help="the control repository or module (default: that of the current folder)")
    add("--modulepath", metavar="PATH", help="the folders of modules, instead of those of the environment")
    add("--hiera", metavar="FILE", help="the hiera.yaml of the environment, if it is not in its root")
    add(
        "--target",
        metavar="VERSION",
        type=target_name,
        help="the version to evaluate for, such as openvox8.26 (default: the setting target)",
    )
    add("--class", metavar="NAME", action="append", dest="classes", help="a class for the nodes, besides those of site.pp")
    add("--enc", metavar="COMMAND", help="the node classifier, run with the name of each node: its classes, variables and environment")
    add("--enc-dir", metavar="FOLDER", help="what a node classifier says: a file of YAML for each node, with its name")
    add("--eyaml-key", metavar="FILE", help="the private key with which hiera-eyaml's values are decrypted; nothing prints them")
    add("--trusted", metavar="FILE", help="values of $trusted (JSON or YAML)")
    add("--setting", metavar="NAME=VALUE", action="append", help="a setting of the server, as in $settings::storeconfigs")
    add("--jobs", metavar="N", type=number, default=0, help="the number of processes, for many nodes (default: one per processor)")
    add("--puppetdb", metavar="URL", help="the PuppetDB that has the facts of the nodes, such as https://puppetdb:8081")
    add("--nodes", metavar="PQL", dest="pql", help="the nodes of PuppetDB, such as 'nodes[certname] { }', which are all (default)")
    add("--puppetdb-classes", action="store_true", help="give nodes the outermost classes of their stored catalogs, as a classifier would")
    add("--puppetdb-token", metavar="FILE", help="a file with a token for PuppetDB")
    add("--puppetdb-cert", metavar="FILE", help="the certificate for PuppetDB")
    add("--puppetdb-key", metavar="FILE", help="its private key")
    add("--puppetdb-ca", metavar="FILE", help="the certificate of the authority that has signed that of PuppetDB")
