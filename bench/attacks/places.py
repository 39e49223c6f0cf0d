"""Special files and links in each place where the programs read a file or a folder."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack, Entry, Link, Special
from bench.attacks.project import PROJECT, with_entries

ENTRIES: dict[str, Entry] = {
    "a FIFO": Special.FIFO,
    "a folder": Special.FOLDER,
    "a link to /dev/zero": Link("/dev/zero"),
    "a link to /dev/urandom": Link("/dev/urandom"),
    "a link to /dev/stdin": Link("/dev/stdin"),
    "a link to /proc/self/environ": Link("/proc/self/environ"),
    "a link to /proc/self/mem": Link("/proc/self/mem"),
    "a link to a file of the system": Link("/etc/passwd"),
    "a link to /": Link("/"),
    "a link to /proc": Link("/proc"),
    "a link to itself": Link("itself"),
    "a link to nothing": Link("/nonexistent/nothing"),
}
FOLDERS = (
    "data manifests modules modules/m modules/m/manifests modules/m/lib modules/m/lib/puppet/functions modules/m/lib/facter "
    "modules/m/templates modules/m/files modules/m/tasks modules/m/plans modules/m/types modules/m/functions modules/m/data "
    ".git spec/fixtures/modules/x modules/y"
).split()
TARGETS: dict[str, Entry] = {
    "a FIFO": Special.FIFO,
    "a link to /": Link("/"),
    "a link to /proc": Link("/proc"),
    "a link to /dev": Link("/dev"),
    "a link to /usr": Link("/usr"),
    "a link to itself": Link("itself"),
    "a link to the folder above": Link(".."),
    "a file": "text\n",
}
SERVED = ("modules/m/manifests/init.pp", "data/common.yaml", ".puppet-check.toml", "facts.yaml", ".gitignore", "hiera.yaml")


def attacks() -> Iterator[Attack]:
    """Each special entry in each place."""
    for path in PROJECT:
        for name, entry in ENTRIES.items():
            given = Link(path.rpartition("/")[2]) if entry == Link("itself") else entry
            changed = {path: given} if path != "facts.yaml" else {path: given, ".puppet-check.toml": 'facts = "facts.yaml"\n'}
            yield Attack("place", f"{path} is {name}", with_entries(changed))
            if path in SERVED:
                yield Attack("place", f"{path} is {name}", with_entries(changed), "server", ("open",))
    for path in FOLDERS:
        for name, entry in TARGETS.items():
            given = Link(path.rpartition("/")[2]) if entry == Link("itself") else entry
            yield Attack("folder", f"{path} is {name}", with_entries({path: given}))
    for path in ("a.pp", "a.epp", "facts.yaml"):
        for name, entry in ENTRIES.items():
            given = Link(path) if entry == Link("itself") else entry
            arguments = ("--facts", path, "-e", "$x = 1") if path == "facts.yaml" else (path,)
            yield Attack("place", f"{path} is {name}", {path: given}, "eval", arguments)
