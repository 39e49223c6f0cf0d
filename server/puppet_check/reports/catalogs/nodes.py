"""The nodes of an environment whose facts are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.config.node_facts import NodeFacts
from puppet_check.reports.catalogs.begun import Begun
from puppet_check.reports.catalogs.compilation import compilation_of
from puppet_check.reports.catalogs.custom_facts import custom_facts
from puppet_check.workspace.known import Known
from puppet_typesys.node_catalogs.node import Node


def nodes_of(known: Known, nodes: Iterable[NodeFacts]) -> Iterator[Begun]:
    """The nodes with facts, if the project is an environment with a main manifest."""
    if not known.project.is_environment or not known.project.sites:
        return
    compilation = compilation_of(known)
    custom = custom_facts(known)
    for each in nodes:
        node = Node(each.name or "localhost", custom.merged(each.facts), each.trusted, is_open=True)
        yield Begun(compilation, node, is_whole=True)
