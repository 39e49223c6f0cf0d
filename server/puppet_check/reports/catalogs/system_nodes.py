"""The facts of nodes with an operating system, whose modules define further facts."""

from __future__ import annotations

from puppet_check.config.system_records import facts_of_system
from puppet_check.reports.catalogs.custom_facts import constant_facts, custom_facts
from puppet_check.workspace.known import Known
from puppet_typesys.values.hash import Hash


def module_facts(known: Known) -> Hash:
    """The facts that modules define, with the values of those that are the same on all nodes."""
    return custom_facts(known).merged(constant_facts(known))


def facts_on(known: Known, system: str, release: str) -> Hash | None:
    """The facts of a node with an operating system, as `metadata.json` names it; None for an unknown one."""
    found = facts_of_system(system, release)
    return None if found is None else module_facts(known).merged(found)
