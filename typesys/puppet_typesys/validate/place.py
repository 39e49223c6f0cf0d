"""Place: the names that a file may define according to its path in a module."""

from __future__ import annotations

from puppet_grammar.named import NamedTuple

TYPE_SET = "init_typeset.pp"
"""The file in the folder `types` of a module with a TypeSet of its name, whose types have names of the module as well."""
_DIRECTORIES = frozenset({"manifests", "functions", "types", "plans"})


class AutoloadPlace(NamedTuple):
    """The place of a file that Puppet autoloads by the name of its definition."""

    namespace: str | None
    """The prefix of all names that may be defined in the file, in lower case; None if nothing may be defined."""
    file: str
    """The path of the file as messages show it."""
    folder: str = ""
    """The directory of the module that contains the file, such as `manifests`; empty if nothing may be defined."""
    parked: str = ""
    """The folder with files that are moved aside, of which this is the first; empty if the file is not one of them."""

    def accepts(self, name: str) -> bool:
        """Whether the file may define a name."""
        return self.namespace is not None and name.lower().startswith(self.namespace)


def module_place(path: str, file: str | None = None) -> AutoloadPlace:
    """The place of a file by its path below a module directory: `apache/manifests/mod/php.pp` must define `apache::mod::php`."""
    parts = path.lower().split("/")
    if len(parts) < 3 or parts[1] not in _DIRECTORIES:
        return AutoloadPlace(None, file or path)
    names = [parts[0], *parts[2:-1]]
    # `init.pp` stands for the module itself, but only directly in its directory; so does the TypeSet with types of the module.
    if parts[2:] != ["init.pp"] and parts[1:] != ["types", TYPE_SET]:
        names.append(parts[-1].removesuffix(".pp"))
    return AutoloadPlace("::".join(names), file or path, parts[1])
