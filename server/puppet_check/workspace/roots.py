"""Roots: the root folder of the project that a file belongs to.

A control repository is identified by its `environment.conf`, `Puppetfile` or `manifests/site.pp`; its module path is that of the first,
else of the usual folders, of those that the second names, and of other folders that consist of modules, all that exist; then folders
beside these files are modules as well if the names in their code say so. A module is identified by `metadata.json`, by its place in a
folder of modules, or by the definition in its `init.pp`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from puppet_check.reading.files import LARGEST_SEARCHED, read, read_text
from puppet_check.reading.folders import looks_like_module, names_in, subfolders, walk
from puppet_check.reading.places import exists, is_folder
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.module_path import ENVIRONMENTS, MOST_FOLDERS, folders_of_path
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

CODE = ("manifests", "functions", "types", "lib", "plans", "tasks", "templates", "files", "facts.d", "data")
MODULE_FOLDERS = ("site-modules", "site", "modules", "dist", "legacy", "thirdparty", "local-modules")
PUPPETFILE = "Puppetfile"
CONTROL = ("environment.conf", PUPPETFILE)
"""Files that identify a control repository, which is not a module."""
OF_SERVER = ("puppet.conf", "auth.conf", "fileserver.conf", "puppetdb.conf", "routes.yaml", ENVIRONMENTS)
"""What is beside the global `hiera.yaml` of a server."""
SITE = os.path.join("manifests", "site.pp")
NAME = lazy_pattern(r"[a-z][a-z0-9_]*\Z")
FULL_NAME = lazy_pattern(r"[A-Za-z0-9]+-([a-z][a-z0-9_]*)\Z")
"""A folder named `author-module`, as repositories are; it is installed as `module`."""
FIRST = lazy_pattern(rb"^[ \t]*(?:class|define)[ \t]+(?:::)?([a-z][a-z0-9_]*)\b(?!::)", re.MULTILINE)
"""The class or define that is named after its module."""
OWNER = lazy_pattern(rb"^[ \t]*(?:class|define)[ \t]+(?:::)?([a-z][a-z0-9_]*)\b", re.MULTILINE)
"""The first segment of a name that is defined."""
DEFINED = lazy_pattern(rb"^[ \t]*(?:class|define)[ \t]+(?:::)?([a-z][a-z0-9_]*(?:::[a-z0-9_]+)*)\b", re.MULTILINE)
"""A name that is defined."""
ENOUGH_FILES = 4
"""The number of files that show the name of a module in a folder of another name."""
MOST_OF_CODE = 0.9
"""The part of a module's definitions that show its name."""
PERIPHERAL = frozenset(("examples", "spec", "test", "tests"))
"""The folders of a module or control repository with examples and tests."""
FOLDERS = 10_000
"""The number of folders whose classification is cached."""
FILES = "files"
"""The folder of a module with what is served to nodes, which is not code of the module."""
SETTING = lazy_pattern(r"\s*+(\w++)\s*+=(.*)", re.DOTALL)
MODULEDIR = lazy_pattern(r"""^[ \t]*+moduledir[ \t(]*+['"]([^'"\n]+)['"]""", re.MULTILINE)
"""The folder of a Puppetfile's modules."""


class Root(NamedTuple):
    """The root of a project."""

    kind: str
    """`environment`, `module` or `folder`."""
    folder: str


def find_root(disk: Disk, folder: str) -> Root:
    """The project that a folder belongs to. What is among the tests and examples of a module is not a project of its own."""
    found = _nearest(disk, folder)
    if found.kind == "folder":
        site = _above(disk, folder, has_manifests_beside_modules)
        return found if site is None else Root("folder", site)
    above = os.path.dirname(found.folder)
    if above == found.folder or _has_git(disk, found.folder):
        return found
    outer = _above(disk, above, is_module)
    if outer is None:
        return found
    is_peripheral = os.path.relpath(found.folder, outer).partition(os.sep)[0] in (*PERIPHERAL, FILES)
    return Root("module", outer) if is_peripheral or _is_demonstration(disk, found) else found


def _is_demonstration(disk: Disk, inside: Root) -> bool:
    """Whether an environment inside of a module is a main manifest alone, for example for a virtual machine with the module."""
    is_control = inside.kind == "environment" and not any(exists(os.path.join(inside.folder, name)) for name in CONTROL)
    return is_control and not control_path(disk, inside.folder)


def is_inner_environment(disk: Disk, root: str) -> bool:
    """Whether an environment is inside of another project or repository, and nothing shows that a server has it as an environment."""
    above = os.path.dirname(root)
    if exists(os.path.join(root, "environment.conf")) or os.path.basename(above) == ENVIRONMENTS or above == root or _has_git(disk, root):
        return False
    return any(_above(disk, above, holds) is not None for holds in (_has_git, _is_control, is_module))


def may_be_of_server(root: str) -> bool:
    """Whether a control repository may be the configuration of a whole server: it has more of that, or is not said to be an environment."""
    if os.path.basename(os.path.dirname(root)) == ENVIRONMENTS:
        return False
    is_named = any(exists(os.path.join(root, each)) for each in CONTROL)
    return not is_named or any(exists(os.path.join(root, each)) for each in OF_SERVER)


def _nearest(disk: Disk, folder: str) -> Root:
    control = _above(disk, folder, _is_control)
    module = _above(disk, folder, is_module)
    if control is not None:
        is_deeper = module is not None and len(module) > len(control)
        if module is None or not is_deeper or _on_path(module, control_path(disk, control)) or module in modules_at_root(disk, control):
            return Root("environment", control)
    return Root("folder", folder) if module is None else Root("module", module)


@remembered(FOLDERS)
def has_manifests_beside_modules(disk: Disk, folder: str) -> bool:
    """Whether a folder has main manifests, whatever their names, in it or in `manifests`, beside a usual folder of modules."""
    if not is_folder(os.path.join(folder, "manifests")) and not manifests_in(folder):
        return False
    return any(looks_like_module(each) for name in MODULE_FOLDERS for each, _ in subfolders(os.path.join(folder, name))[:MOST_FOLDERS])


def manifests_in(folder: str) -> list[str]:
    """The paths of the manifests directly in a folder that has a usual folder of modules."""
    has_modules = any(is_folder(os.path.join(folder, name)) for name in MODULE_FOLDERS)
    return [os.path.join(folder, each) for each in names_in(folder) if each.endswith(".pp")] if has_modules else []


def _above(disk: Disk, folder: str, holds: Callable[[Disk, str], bool]) -> str | None:
    """The folder, or the nearest one above it, for which a condition holds; None without one."""
    while True:
        if holds(disk, folder):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder or _has_git(disk, folder):
            return None
        folder = parent


@remembered(FOLDERS)
def _has_git(disk: Disk, folder: str) -> bool:
    return exists(os.path.join(folder, ".git"))


@remembered(FOLDERS)
def _is_control(disk: Disk, folder: str) -> bool:
    if exists(os.path.join(folder, "metadata.json")):
        return _is_control_with_metadata(folder)
    if exists(os.path.join(folder, CONTROL[0])):
        return True
    if exists(os.path.join(folder, PUPPETFILE)):
        # Some modules list there what their tests need.
        is_named = is_defined_by_name(folder) or name_in_code(folder) == name_of(folder) is not None or name_in_layout(folder) is not None
        return exists(os.path.join(folder, SITE)) or not is_named or bool(control_path(disk, folder))
    # In a module this is the file of a class or define named `site`.
    return exists(os.path.join(folder, SITE)) and not is_among_modules(folder) and name_in_code(folder) is None


def _is_control_with_metadata(folder: str) -> bool:
    """Whether a folder with a `metadata.json` is a control repository, which some are for the tools of modules."""
    if exists(os.path.join(folder, "environment.conf")):
        return True
    is_deployed = exists(os.path.join(folder, PUPPETFILE)) and exists(os.path.join(folder, SITE))
    return is_deployed and not exists(os.path.join(folder, "manifests", "init.pp"))


@remembered(FOLDERS)
def is_module(disk: Disk, folder: str) -> bool:
    """Whether a folder is a module: it has metadata, or Puppet code and a valid module name."""
    if _is_control(disk, folder):
        return False
    if exists(os.path.join(folder, "metadata.json")):
        return not is_code_of_module(folder)
    if is_among_modules(folder):
        return any(is_folder(os.path.join(folder, each)) for each in CODE)
    return name_in_code(folder) is not None or is_defined_by_name(folder) or name_in_layout(folder) is not None


def is_code_of_module(folder: str) -> bool:
    """Whether a folder with metadata is one with the code of a module that has metadata too, where somebody left an old copy of them."""
    is_named = os.path.basename(folder) in CODE and exists(os.path.join(os.path.dirname(folder), "metadata.json"))
    return is_named and not any(is_folder(os.path.join(folder, each)) for each in CODE)


def is_defined_by_name(folder: str) -> bool:
    """Whether a folder whose `init.pp`, if any, does not define its name is named as nearly all definitions in its manifests begin."""
    name = name_of(folder)
    return (
        name is not None and is_folder(os.path.join(folder, "manifests")) and name_in_code(folder) is None and defines_mostly(folder, name)
    )


def defines_mostly(folder: str, name: str) -> bool:
    """Whether nearly all definitions in the manifests of a folder begin with a name."""
    found = _owners(folder)
    return found[name] > found.total() * MOST_OF_CODE


def name_in_code(folder: str) -> str | None:
    """The name of the module in a folder by the definition in its `init.pp`; None without one."""
    try:
        text = read(os.path.join(folder, "manifests", "init.pp"))
    except OSError:
        return None
    found = FIRST.search(text)
    if found is None:
        return None
    name, named = found[1].decode(), name_of(folder)
    # What stands before the definitions that are named like the folder is a helper of theirs.
    return named if named not in (None, name) and named.encode() in OWNER.findall(text) else name


def name_in_all_code(folder: str, name: str) -> str | None:
    """The other name that nearly all definitions of a module without an `init.pp` begin with; None if any is in line with `name`."""
    if exists(os.path.join(folder, "manifests", "init.pp")):
        return None
    found = _owners(folder)
    other, times = next(iter(found.most_common(1)), ("", 0))
    return other if times > found.total() * MOST_OF_CODE and name not in found else None


def name_in_layout(folder: str) -> str | None:
    """The name of the module in a folder whose files are where it would have them; None unless several files agree, and nearly all."""
    found: Counter[str] = Counter()
    manifests = os.path.join(folder, "manifests")
    for where, folders, files in walk(folder, "manifests"):
        folders.sort()
        for file in sorted(each for each in files if each.endswith(".pp")):
            with suppress(OSError):
                defined = DEFINED.search(read(os.path.join(where, file), LARGEST_SEARCHED))
                if defined is not None:
                    found[_owner(defined[1].decode(), os.path.relpath(os.path.join(where, file[:-3]), manifests))] += 1
        if found[""] > ENOUGH_FILES:
            return None
    name, times = next(iter(found.most_common(1)), ("", 0))
    return name if name and times >= ENOUGH_FILES and times > found.total() * MOST_OF_CODE else None


def _owner(name: str, path: str) -> str:
    """The module that has a definition of a name in a file of its manifests; empty if none has."""
    owner, _, rest = name.partition("::")
    return owner if rest == ("" if path == "init" else path.replace(os.sep, "::")) else ""


def _owners(folder: str) -> Counter[str]:
    """How many definitions of a module begin with each name."""
    found: Counter[str] = Counter()
    for where, folders, files in walk(folder, "manifests"):
        folders.sort()
        for file in sorted(each for each in files if each.endswith(".pp")):
            with suppress(OSError):
                found.update(each.decode() for each in OWNER.findall(read(os.path.join(where, file))))
    return found


def is_named_in_code(folder: str) -> bool:
    """Whether the code of the module in a folder names it like the folder, as Puppet does."""
    return name_in_code(folder) == os.path.basename(folder)


def is_among_modules(folder: str) -> bool:
    """Whether a folder is in a usual folder of modules and has a valid module name."""
    return name_of(folder) is not None and os.path.basename(os.path.dirname(folder)) in MODULE_FOLDERS


def name_of(folder: str) -> str | None:
    """The name of the module that a folder without metadata may contain; None if the name is not valid."""
    name = os.path.basename(folder)
    if NAME.match(name):
        return name
    full = FULL_NAME.match(name)
    return full.group(1) if full is not None else None


def _on_path(module: str, path: Iterable[str]) -> bool:
    return os.path.dirname(module) in path


@remembered(FOLDERS)
def control_path(disk: Disk, root: str) -> tuple[str, ...]:
    """The module path of a control repository."""
    configured = settings_of(os.path.join(root, "environment.conf")).get("modulepath")
    if configured is not None:
        return tuple(dict.fromkeys(folders_of_path(configured[0], root)))
    names = dict.fromkeys((*MODULE_FOLDERS, *module_folders_of(os.path.join(root, PUPPETFILE)), *_folders_of_modules(root)))
    return tuple(os.path.join(root, name) for name in names if is_folder(os.path.join(root, name)))


@remembered(FOLDERS)
def modules_at_root(disk: Disk, root: str) -> tuple[str, ...]:
    """The folders directly in a control repository that are modules by the names in their code, such as `profile` beside a Puppetfile.

    Scripts copy them to where the server has modules, unless an `environment.conf` says where these are.
    """
    if "modulepath" in settings_of(os.path.join(root, "environment.conf")):
        return ()
    taken = {*MODULE_FOLDERS, *CODE, *PERIPHERAL}
    own = (path for path, name in subfolders(root)[:MOST_FOLDERS] if name not in taken and NAME.match(name))
    without_metadata = (each for each in own if not exists(os.path.join(each, "metadata.json")))
    return tuple(each for each in without_metadata if is_named_in_code(each) or is_defined_by_name(each))


def module_folders_of(puppetfile: str) -> list[str]:
    """The folders that a Puppetfile names for its modules."""
    try:
        return [os.path.normpath(name) for name in MODULEDIR.findall(read_text(puppetfile, LARGEST_SEARCHED))]
    except OSError:
        return []


def _folders_of_modules(root: str) -> Iterator[str]:
    """The names of folders in a control repository of which most subfolders are modules, such as `profiles`."""
    for path, name in subfolders(root):
        if name.startswith(".") or name in PERIPHERAL or name in CODE:
            continue
        inside = [each for each, other in subfolders(path)[:MOST_FOLDERS] if not other.startswith(".")]
        modules = sum(name_of(each) is not None and looks_like_module(each) for each in inside)
        if modules and modules * 2 >= len(inside):
            yield name


def settings_of(path: str) -> dict[str, tuple[str, int]]:
    """The settings of an `environment.conf`, each with its line from 1."""
    try:
        lines = read_text(path, LARGEST_SEARCHED).splitlines()
    except OSError:
        return {}
    found = {}
    for number, line in enumerate(lines, 1):
        match = SETTING.match(line)
        if match is not None and not line.lstrip().startswith("#"):
            found[match.group(1)] = (match.group(2).strip(), number)
    return found
