"""What needs a package: its configuration, its service, and files of its user."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import attribute, folders_above, is_below, path_of, text
from puppet_typesys.ordering.commands import commands
from puppet_typesys.ordering.folders import folder_in_etc
from puppet_typesys.ordering.makers import made
from puppet_typesys.ordering.names import family, folders, service_key, services
from puppet_typesys.ordering.view import Need, View

UNITS = ("/etc/systemd/system", "/lib/systemd/system", "/usr/lib/systemd/system")
TOOLS = frozenset(
    """ansible ant aws awscli borgbackup bzip2 certbot composer curl docker emacs fish gcc git gradle helm java jq kubectl make maven
    mercurial nano node nodejs npm packer perl php podman python python3 rclone restic rsync ruby screen subversion sudo terraform tmux
    unzip vagrant vim wget zip zsh""".split()
)
"""Packages that make no user of their name."""


def needs_of_configuration(view: View) -> Iterator[Need]:
    """A file below a folder of `/etc` needs the package that brings the folder, if nothing else manages it."""
    owners, makers = _by(view.packages, folders), _makers(view)
    for path, each in view.configured():
        name = folder_in_etc(path)
        if name is None or name not in owners or _is_managed(view, f"/etc/{name}", path, each):
            continue
        if any(view.graph.may_be_before(maker, each) for maker in makers.get(name, ())):
            continue
        yield from _needed(view, name, owners[name], each, "package-config", f"the package brings `/etc/{name}`")


def _is_managed(view: View, folder: str, path: str, own: Resource) -> bool:
    """Whether a folder is managed, or one in it that is above a path, or the same path by another resource."""
    above = (each for each in folders_above(path) if each == folder or is_below(each, folder))
    found = view.files.get(path)
    made = (path_of(each, "creates") for each in view.any_of("exec"))
    return any(each in view.files for each in above) or (found is not None and found is not own) or folder in made


def _makers(view: View) -> dict[str, list[Resource]]:
    """What makes a folder of `/etc`, or a place in it, by the folder's name."""
    found: dict[str, list[Resource]] = {}
    for path, each in made(view) if view.packages else ():
        parts = path.split("/")
        if len(parts) > 2 and parts[1] == "etc":
            found.setdefault(parts[2], []).append(each)
    return found


def needs_of_services(view: View) -> Iterator[Need]:
    """A service that is to run needs the package of its name."""
    owners = _by(view.packages, lambda name: map(service_key, services(name)))
    for each in view.of("service"):
        name = text(each, "name")
        starts = each.get("ensure") in ("running", True, "true") or each.get("enable") in (True, "true")
        key = None if name is None else service_key(name.removesuffix(".service"))
        if key is not None and starts and key in owners and not _has_own_unit(view, f"{str(name).removesuffix('.service')}.service"):
            yield from _needed(view, key, owners[key], each, "package-service", f"the package brings the service `{name}`")


def _has_own_unit(view: View, unit: str) -> bool:
    """Whether the catalog writes the unit of a service."""
    defined = (each.title for type in ("systemd::unit_file", "systemd::manage_unit") for each in view.any_of(type))
    return any(f"{folder}/{unit}" in view.files for folder in UNITS) or unit in defined


def needs_of_owners(view: View) -> Iterator[Need]:
    """A file needs the package that makes its owner, which has its name."""
    managed = {text(each, "name") for each in view.any_of("user")}
    for each in view.of("file"):
        owner = text(each, "owner")
        package = None if owner is None or owner in managed else view.packages.get(owner)
        if owner is not None and package is not None and owner not in TOOLS and not _is_named_before(view, owner, each):
            yield Need("package-owner", package, each, f"the package makes its owner `{owner}`")


def _is_named_before(view: View, user: str, second: Resource) -> bool:
    """Whether the command of an exec that may be applied before a resource names a user."""
    naming = (each for each in view.any_of("exec") if any(user in command.words[1:] for command in commands(attribute(each, "command"))))
    return any(view.graph.may_be_before(each, second) for each in naming)


def _by(packages: Iterable[str], names: Callable[[str], Iterable[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for package in packages:
        for each in names(package):
            owners = found.setdefault(each, [])
            if package not in owners:
                owners.append(package)
    return found


def _needed(view: View, name: str, owners: list[str], second: Resource, rule: str, why: str) -> Iterator[Need]:
    """The need of the package of a name, if none of that name, nor one that is related, may be applied before."""
    related = dict.fromkeys((family(name), *map(family, owners)))
    if any(view.graph.may_be_before(each, second) for each in view.related(related)):
        return
    best = min(owners, key=lambda each: (each != name, len(each)))
    yield Need(rule, view.packages[best], second, why)
