"""What needs files: copies of them, files below what an exec makes, mounts; and files in the home of a user."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import attribute, folders_above, is_below, known_texts, path_of, text
from puppet_typesys.ordering.folders import is_system_folder
from puppet_typesys.ordering.makers import made
from puppet_typesys.ordering.view import Need, View

YES = (True, "true", "yes")


def needs_of_copies(view: View) -> Iterator[Need]:
    """A file needs the file that it is a copy of, unless something else may make that before."""
    makers: dict[str, list[Resource]] = {}
    for place, maker in made(view):
        makers.setdefault(place, []).append(maker)
    present = {path: each for each in view.of("file") if (path := path_of(each)) is not None}
    for each in view.of("file"):
        # Of several sources, only the first one has to be there.
        for source in known_texts(each.get("source"))[:1]:
            path = source.removeprefix("file://").rstrip("/")
            if not path.startswith("/") or present.get(path, each) is each:
                continue
            if not any(view.graph.may_be_before(maker, each) for maker in makers.get(path, ())):
                yield Need("local-source", present[path], each, f"it is a copy of `{path}`")


def needs_of_made_folders(view: View) -> Iterator[Need]:
    """A file needs the exec that creates a folder above it, if no file in between is managed."""
    creating: dict[str, list[Resource]] = {}
    for each in view.of("exec"):
        if (path := path_of(each, "creates")) is not None:
            creating.setdefault(path, []).append(each)
    for each in view.of("file") if creating else ():
        path = path_of(each)
        for folder in () if path is None else folders_above(path):
            if folder in view.files:
                break
            if folder in creating:
                if not any(view.graph.may_be_before(maker, each) for maker in creating[folder]):
                    yield Need("creates-parent", creating[folder][-1], each, f"its command creates `{folder}`")
                break


def needs_of_mounts(view: View) -> Iterator[Need]:
    """A mount needs its mount point."""
    for each in view.of("mount"):
        path = path_of(each, "name")
        file = None if path is None or each.get("ensure") in ("unmounted", "present", "defined") else view.files.get(path)
        if file is not None and path is not None and not is_system_folder(path) and file in view.of("file"):
            yield Need("mount-point", file, each, f"it is mounted at `{path}`")


def needs_of_homes(view: View) -> Iterator[Need]:
    """A file in a home needs the user that makes the home, if it has another owner."""
    homes = [(name, _home(name, attribute(each, "home")), each) for name, each in view.users.items() if each.get("managehome") in YES]
    for name, home, user in homes:
        for file in view.of("file") if home is not None else ():
            path = path_of(file)
            if path is None or home is None or not is_below(path, home) or text(file, "owner") == name:
                continue
            if not any(each in view.files for each in folders_above(path) if each == home or is_below(each, home)):
                yield Need("home", user, file, f"the user makes its home `{home}`")


def _home(name: str, given: object) -> str | None:
    if given is None:
        return f"/home/{name}"
    home = given.rstrip("/") if isinstance(given, str) and given.startswith("/") else ""
    return None if not home or is_system_folder(home) else home
