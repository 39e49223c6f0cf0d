"""The options of commands that compile catalogs: where code and data are, and what the server knows of nodes."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from puppet_check.cli.target_option import target_name
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
    target: str | None = None
    """The version that the code is written for, instead of that in the settings."""


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
    add("--trusted", metavar="FILE", help="values of $trusted (JSON or YAML)")
    add("--setting", metavar="NAME=VALUE", action="append", help="a setting of the server, as in $settings::storeconfigs")
    add("--jobs", metavar="N", type=number, default=0, help="the number of processes, for many nodes (default: one per processor)")
