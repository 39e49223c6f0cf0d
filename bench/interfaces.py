"""Makes the bundled interfaces: of modules in a folder, and of the last release of each major version in repositories.

    python -m bench.interfaces --output FOLDER [--modules FOLDER] [REPOSITORY ...]

A REPOSITORY is the git directory of a module, with a tag for each release.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from puppet_check.cli.interface_making import InvalidCheckoutError, made_interfaces, release_in
from puppet_check.workspace.interfaces.bundling import reason_against
from puppet_check.workspace.interfaces.file import SUFFIX, interface_of

RELEASE = re.compile(r"v?(\d+)\.(\d+)\.(\d+)")
"""The name of a tag for a release; pre-releases are left out."""
PARTS = frozenset({"metadata.json", "manifests", "functions", "types", "plans", "lib"})
"""What is read of a module."""
MOST = 12
"""The number of major versions of a module, the newest ones, that are taken."""


def main() -> None:
    """Make the interfaces, and tell how large they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="*", type=Path, metavar="REPOSITORY")
    parser.add_argument("--modules", type=Path, metavar="FOLDER", help="a folder of modules")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    size = 0
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [each for each in _checkouts(options, Path(folder)) if _is_module(each)]
        for name, data in made_interfaces(map(str, checkouts)):
            path = options.output / name
            path.write_bytes(data)
            if against := _reason_against(path):
                print(f"left out: {name}, {against}", file=sys.stderr)
                path.unlink()
                continue
            size += len(data)
    print(f"{size // 1000} kB from {len(checkouts)} releases")


def _checkouts(options: argparse.Namespace, folder: Path) -> Iterator[Path]:
    if options.modules is not None:
        yield from sorted(each.parent for each in options.modules.glob("*/metadata.json"))
    for repository in options.repositories:
        for tag in last_releases(_git(repository, "tag").decode().split()):
            checkout = folder / repository.parent.name / tag
            checkout.mkdir(parents=True)
            try:
                for part in sorted({*_git(repository, "ls-tree", "--name-only", tag).decode().split()} & PARTS):
                    _export(repository, tag, part, checkout)
            except subprocess.CalledProcessError:
                # Snapshots may lack large files.
                print(f"left out: {repository}, {tag}", file=sys.stderr)
                continue
            yield checkout


def _export(repository: Path, tag: str, part: str, checkout: Path) -> None:
    if part == "metadata.json":
        (checkout / part).write_bytes(_git(repository, "show", f"{tag}:{part}"))
        return
    with tarfile.open(fileobj=io.BytesIO(_git(repository, "archive", f"--prefix={part}/", f"{tag}:{part}"))) as archive:
        archive.extractall(checkout, filter="data")


def last_releases(tags: list[str]) -> list[str]:
    """The tags of the last release of each of the newest major versions."""
    found: dict[int, tuple[tuple[int, ...], str]] = {}
    for tag in tags:
        if match := RELEASE.fullmatch(tag):
            version = tuple(map(int, match.groups()))
            found[version[0]] = max(found.get(version[0], (version, tag)), (version, tag))
    return [found[major][1] for major in sorted(found)[-MOST:]]


def _git(repository: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", f"--git-dir={repository}", *arguments], check=True, stdout=subprocess.PIPE).stdout


def _reason_against(path: Path) -> str | None:
    made = interface_of(path.name.removesuffix(SUFFIX), (str(path.parent),))
    return "it cannot be read" if made is None else reason_against(made.header)


def _is_module(folder: Path) -> bool:
    try:
        release_in(str(folder))
    except InvalidCheckoutError as error:
        print(f"left out: {error}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    main()
