"""What a catalog leaves out: refreshes of services, folders of files, and what would start an exec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import folders_above, is_below, parent, path_of, text
from puppet_typesys.ordering.folders import folder_in_etc, is_system_folder
from puppet_typesys.ordering.makers import places
from puppet_typesys.ordering.names import folders, package_name, service_key
from puppet_typesys.ordering.view import View, has_content, is_folder
from puppet_typesys.values.unknown import Unknown

NOT_READ = lazy_pattern(r"/(\.?htpasswd|readme)[^/]*\Z|\.(md|rst|bak|orig|sample|example)\Z", re.IGNORECASE)
"""Files beside a configuration that a service reads for each request, or never."""


class Unnotified(NamedTuple):
    """A file that configures a service, and does not refresh it."""

    file: Resource
    service: Resource


class Orphan(NamedTuple):
    """A file whose folder nothing manages."""

    file: Resource
    folder: str
    above: Resource
    """The folder above that one."""


def missing_notifications(view: View) -> Iterator[Unnotified]:
    """The files that configure a service by name, and refresh no service and no exec."""
    refreshed = [*view.any_of("service"), *view.any_of("exec")]
    running: dict[str, Resource] = {}
    for each in view.of("service"):
        name = text(each, "name")
        if name is not None and each.get("ensure") in ("running", True, "true"):
            running.setdefault(service_key(name.removesuffix(".service")), each)
    named: dict[str, set[str]] = {}
    for package in view.packages if running else ():
        for brought in folders(package):
            named.setdefault(brought, set()).add(service_key(package))
    for type in ("file", "concat_file"):
        for each in view.of(type) if running else ():
            path = path_of(each)
            folder = None if path is None or NOT_READ.search(path) else folder_in_etc(path)
            keys = set() if folder is None else {service_key(folder), *named.get(folder, ())}
            service = next((running[key] for key in keys if key in running), None)
            is_config = type == "concat_file" or (has_content(each) and not is_folder(each))
            if service is None or not is_config or each.get("ensure") == "link" or each.get("replace") in (False, "false"):
                continue
            if not any(view.graph.may_notify(each, other) for other in refreshed):
                yield Unnotified(each, service)


def missing_parents(view: View) -> Iterator[Orphan]:
    """The files whose folder nothing manages or may bring, though the folder above is managed."""
    made = [path for path, _ in places(view)]
    words = " ".join(str(each.get("command") or each.title) for each in view.any_of("exec"))
    homes = [path for each in view.any_of("user") if (path := path_of(each, "home"))]
    names = [package_name(each) for each in view.any_of("package")]
    for each in view.of("file"):
        path = path_of(each)
        folder = None if path is None else parent(path)
        if folder is None or folder in view.files or is_system_folder(folder) or folder.endswith(".d"):
            continue
        above = view.files.get(parent(folder))
        if above is None or above not in view.of("file") or not is_folder(above) or above.get("source") is not None or has_content(above):
            continue
        if any(is_below(folder, other) or other == folder or is_below(other, folder) for other in (*made, *homes)) or folder in words:
            continue
        if _is_brought(view, folder, names) or any(
            view.files[one].get("source") is not None for one in folders_above(folder) if one in view.files
        ):
            continue
        yield Orphan(each, folder, above)


def _is_brought(view: View, folder: str, packages: list[str | None]) -> bool:
    """Whether a package may bring a folder: each may that has a part of the path in its name, or a name that is not known."""
    parts = {part.lower() for part in folder.split("/") if len(part) > 2}
    return any(name is None or any(part in name or name in part for part in parts) for name in packages) or any(
        isinstance(each.get("name"), Unknown) for each in view.any_of("package")
    )


def never_run(view: View) -> Iterator[Resource]:
    """The execs that run only if they are refreshed, which nothing does."""
    for each in view.of("exec"):
        if each.get("refreshonly") in (True, "true") and not view.graph.may_be_refreshed(each):
            yield each
