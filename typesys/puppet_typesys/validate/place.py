"""Place: what a file's position in a module demands of the names that it defines."""

from __future__ import annotations

from typing import NamedTuple

_DIRECTORIES = frozenset({"manifests", "functions", "types", "plans"})


class Place(NamedTuple):
    """A file that Puppet finds by the name of what it defines."""

    namespace: str | None
    """How every name defined there has to start, in lower case; None where nothing may be defined at all."""
    file: str
    """The file's path as messages show it."""
    folder: str = ""
    """The module's folder that it is in, such as `manifests`; empty where nothing may be defined."""

    def accepts(self, name: str) -> bool:
        """Whether a definition of this name may be in the file."""
        return self.namespace is not None and name.lower().startswith(self.namespace)


def module_place(path: str, file: str | None = None) -> Place:
    """The place of a file, from its path below a module directory: `apache/manifests/mod/php.pp` demands `apache::mod::php`."""
    parts = path.lower().split("/")
    if len(parts) < 3 or parts[1] not in _DIRECTORIES:
        return Place(None, file or path)
    names = [parts[0], *parts[2:-1]]
    # `init.pp` stands for the module itself, but only right below its directory.
    if parts[2:] != ["init.pp"]:
        names.append(parts[-1].removesuffix(".pp"))
    return Place("::".join(names), file or path, parts[1])
