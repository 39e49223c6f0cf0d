"""How much of the catalogs of files is analysed: all that there is, or what a check has time for."""

from __future__ import annotations

from collections.abc import Set
from math import inf
from typing import NamedTuple

from puppet_check.reports.catalogs.entry_errors import STEPS as ENTRIES_STEPS
from puppet_typesys.node_catalogs.node import STEPS

FEW = 3
"""The number of projects, and of modules of one, up to which each module is worth a compilation for itself."""
CATALOG_STEPS = 8_000
CLASS_STEPS = 15_000
SECRETS_STEPS = 10_000


class Extent(NamedTuple):
    """What is analysed if no facts of a node are given. Steps are expressions that are evaluated."""

    modules: Set[str] | None = None
    """The folders of the modules whose classes are analysed; None for all of them."""
    most_modules: float = inf
    """The number of modules of a project up to which the order of their resources is analysed."""
    entry_steps: float = inf
    """The steps for the node definitions, roles and profiles of a project; those after that are left out."""
    catalog_steps: int = STEPS
    """The steps for one catalog, whose order is analysed only if it is compiled to its end."""
    class_steps: int = STEPS
    """The steps for the secrets of one class of a module."""
    secrets_steps: float = inf
    """The steps for the secrets of the classes of a module; classes after that are left out."""
    evaluates_templates: bool = True
    """Whether templates are evaluated for the catalogs of modules, whose order does not depend on the contents of files."""


EVERYTHING = Extent()


def extent_of_check(whole_modules: Set[str], projects: int) -> Extent:
    """What a check has time for whose files include all of some modules, and are of a number of projects."""
    most_modules = FEW if projects <= FEW else 0
    return Extent(whole_modules, most_modules, ENTRIES_STEPS, CATALOG_STEPS, CLASS_STEPS, SECRETS_STEPS, evaluates_templates=False)
