"""Missing orders: a resource needs another one, and nothing in the catalog puts the two in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.ordering.inclusion import Uncontained, uncontained
from puppet_typesys.ordering.needs import execs, files, packages, repositories, services
from puppet_typesys.ordering.view import Need, Rule, View

RULES: tuple[Rule, ...] = (
    execs.needs_of_files,
    execs.needs_of_programs,
    execs.needs_of_users,
    files.needs_of_made_folders,
    packages.needs_of_configuration,
    packages.needs_of_services,
    packages.needs_of_owners,
    files.needs_of_copies,
    files.needs_of_homes,
    repositories.needs_of_working_copies,
    files.needs_of_mounts,
    repositories.needs_of_yum_packages,
    repositories.needs_of_apt_packages,
)


class MissingOrder(NamedTuple):
    """Two resources without an order, of which the second needs the first."""

    need: Need
    fails_now: bool
    """Whether the agent applies the second one first."""
    uncontained: Uncontained | None = None
    """The class that is ordered before the second one, but does not contain the first."""


def missing_orders(view: View, inclusions: Inclusions) -> Iterator[MissingOrder]:
    """The needs in a catalog that its order does not meet, whatever the unknown values are."""
    seen = set()
    for rule in RULES:
        for need in rule(view):
            pair = need.first, need.second
            if pair not in seen and is_unmet(view, need):
                seen.add(pair)
                around = uncontained(view.graph, inclusions, *pair)
                yield MissingOrder(need, view.graph.is_walked_before(need.second, need.first), around)
    for need in services.needs_of_servers(view):
        pair = need.first, need.second
        if pair not in seen and is_unmet(view, need):
            found = uncontained(view.graph, inclusions, *pair)
            if found is not None:
                seen.add(pair)
                yield MissingOrder(need, view.graph.is_walked_before(need.second, need.first), found)


def is_unmet(view: View, need: Need) -> bool:
    """Whether two resources that the agent applies are in no order, nor what makes an exec run that runs only if it is refreshed."""
    if need.second.get("noop") in (True, "true"):
        return False
    if need.first is need.second or not view.graph.are_unordered(need.first, need.second):
        return False
    if need.second.get("refreshonly") not in (True, "true"):
        return True
    # It runs only after what refreshes it, so it is in the order of that.
    return any(view.graph.are_unordered(need.first, each) for each in view.graph.refreshing(need.second) if each is not need.first)
