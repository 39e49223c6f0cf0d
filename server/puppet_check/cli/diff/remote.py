"""The part of a comparison that a worker of a cluster makes: in a process of its own, which has nothing but what it is given.

A worker runs `compared`, which unpacks the archive once and starts the process; `main` is what runs there.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from functools import lru_cache
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puppet_check.cli.diff.archive import Archive, unpacked
from puppet_check.cli.diff.comparing import NodeChanges
from puppet_check.cli.diff.running import in_full, reduced_with
from puppet_check.cli.nodes import Environment
from puppet_check.installed import contents
from puppet_check.stack import run_deep
from puppet_grammar.dataclass import replace
from puppet_typesys.evaluate.exports import Exports
from puppet_typesys.node_catalogs.node import Node

MODULE = "puppet_check.cli.diff.remote"
MOST_ARCHIVES = 4
"""How many archives a worker keeps unpacked."""
SHOWN = 2000
"""How much of an error is reported."""


class Part(NamedTuple):
    """A part of a comparison; paths are relative to the folder of the archive."""

    program: str
    """The fingerprint of the program that asks."""
    environments: tuple[Environment, Environment]
    nodes: tuple[Node, ...]
    is_full: bool


class Failed(NamedTuple):
    """Why a worker has made nothing of a part."""

    reason: str


def compared(archive: Archive, exports: bytes, part: bytes) -> list[NodeChanges] | Failed:
    """What differs of the nodes of a part, which are numbered from 0; called by a worker with what all nodes export."""
    try:
        folder = _folder(archive)
    except (OSError, ValueError) as error:
        return Failed(str(error))
    done = subprocess.run([sys.executable, "-P", "-m", MODULE], input=part + exports, capture_output=True, cwd=folder.name, check=False)
    if done.returncode:
        return Failed(done.stderr.decode("utf-8", "replace").strip()[-SHOWN:] or f"a process has ended with {done.returncode}")
    found: list[NodeChanges] = pickle.loads(done.stdout)
    return found


def archived(name: str, content: bytes) -> Archive:
    """The archive, as a worker has it."""
    return Archive(name, content)


def collected(exports: bytes) -> bytes:
    """What nodes export before the change and after it, as a worker has it."""
    return exports


@lru_cache(MOST_ARCHIVES)
def _folder(archive: Archive) -> TemporaryDirectory[str]:
    """The folder with the files of an archive, for as long as the worker lives."""
    made = TemporaryDirectory(prefix="puppet-check-", dir=_scratch())
    unpacked(archive, made.name)
    return made


def _scratch() -> str | None:
    """The folder of the worker, which its scheduler removes whatever becomes of the worker."""
    from distributed import get_worker  # only workers have it

    try:
        return str(get_worker().local_directory)
    except ValueError:
        return None


def main() -> None:
    """Compare the nodes of the part on the standard input, which what all nodes export follows; print the result for `compared`."""
    part = pickle.load(sys.stdin.buffer)
    if part.program != contents():
        sys.exit("the worker has another version of puppet-check, of Python or of a library")
    exports = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(run_deep(lambda: _compared(part, exports))))


def _compared(part: Part, exports: tuple[Exports, Exports]) -> list[NodeChanges]:
    first, second = (_absolute(each) for each in part.environments)
    if part.is_full:
        before, after = ([replace(node, exports=each) for node in part.nodes] for each in exports)
        return [*in_full((first, second), (before, after), 1)]
    return [*reduced_with((first, second), part.nodes, exports).results(1)]


def _absolute(environment: Environment) -> Environment:
    paths = environment.modulepath
    return environment._replace(
        folder=os.path.abspath(environment.folder),
        modulepath=None if paths is None else tuple(map(os.path.abspath, paths)),
        hiera=environment.hiera and os.path.abspath(environment.hiera),
    )


if __name__ == "__main__":
    main()
