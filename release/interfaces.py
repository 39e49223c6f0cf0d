"""Makes the bundled interfaces from git repositories of modules, and their index.

    python -m release.interfaces [--every release|minor|major] [FOLDER...]

A folder is a git repository of a module, or has such repositories in its subfolders or in their folders `repo`; one without a work tree
will do. Each interface that results replaces the one of the same module, other ones stay. The releases are those that tags name. Modules
under a licence that does not permit that, and those without any definition, are left out and named. `python -m docs.generate` then
renews the page that lists the interfaces.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from puppet_check.cli.interface_making import InvalidCheckoutError, made_interfaces
from puppet_check.cli.interfaces import EVERY
from puppet_check.cli.tagged_releases import is_repository, releases_of
from puppet_check.config.error import ConfigError
from puppet_check.workspace.interfaces.bundling import index_bytes, reason_against
from puppet_check.workspace.interfaces.file import DATA, INDEX, interface_in, interfaces_in

LARGEST = 200_000
"""The size in bytes of the largest interface that is bundled."""


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m release.interfaces", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="git repositories of modules, or folders with several")
    parser.add_argument("--every", choices=EVERY, default="minor", help="which releases are taken (default: %(default)s)")
    options = parser.parse_args()
    try:
        repositories = [each for folder in options.folders for each in _repositories(Path(folder))]
        for name, data in made_interfaces(each for folder in repositories for each in releases_of(str(folder), options.every)):
            reason = _reason_against(data)
            print(f"{name}: {reason or 'made'}")
            if reason is None:
                (Path(DATA) / name).write_bytes(data)
    except (ConfigError, InvalidCheckoutError) as error:
        print(f"release.interfaces: {error}", file=sys.stderr)
        return 2
    Path(INDEX).write_bytes(index_bytes(interfaces_in((DATA,))))
    return 0


def _repositories(folder: Path) -> Iterator[Path]:
    inside = [place for each in sorted(folder.iterdir()) if each.is_dir() for place in (each, each / "repo")]
    yield from [folder] if is_repository(str(folder)) else (each for each in inside if is_repository(str(each)))


def _reason_against(data: bytes) -> str | None:
    found = interface_in(data)
    if found is None:
        return "not an interface"
    if not found.has_definitions:
        return "no definitions"
    return "too large" if len(data) > LARGEST else reason_against(found.header)


if __name__ == "__main__":
    sys.exit(main())
