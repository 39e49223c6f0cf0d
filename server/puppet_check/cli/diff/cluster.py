"""Hands the comparison of nodes to the workers of a cluster of dask.distributed, in parts.

The code, the data and what nodes export go there once; parts go there as workers become free. A part whose worker is lost is given to
another one by the scheduler. What is there must have the same version of this program.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from itertools import islice
from typing import TYPE_CHECKING

from puppet_check.cli.diff.archive import packed, place_of
from puppet_check.cli.diff.comparing import NodeChanges
from puppet_check.cli.diff.remote import Failed, Part, archived, collected, compared
from puppet_check.cli.nodes import Environment, project_of
from puppet_check.config.error import ConfigError
from puppet_check.fingerprint import digest
from puppet_check.installed import contents
from puppet_check.reading.places import is_below, is_folder, real, territory
from puppet_typesys.evaluate.exports import ANY_EXPORTS, Exports
from puppet_typesys.node_catalogs.node import Node

if TYPE_CHECKING:
    from distributed import Client

SECONDS = 20
"""How long the scheduler may take to answer."""
LARGEST_PART, SMALLEST_PART = 200, 2
"""The number of nodes of a part."""
PARTS = 4
"""How many parts there are for each worker, if they are not too large or small."""
WAITING = 2
"""How many parts for each worker are with the scheduler at a time."""
RETRIES = 3
"""How often a part is tried again that has failed."""


def in_cluster(
    address: str,
    environments: tuple[Environment, Environment],
    nodes: Sequence[Node],
    *,
    exports: tuple[Exports, Exports] = (ANY_EXPORTS, ANY_EXPORTS),
    is_full: bool,
) -> Iterator[NodeChanges]:
    """What differs of each node, in any order; `exports` is what nodes export before the change and after it. Raises ConfigError."""
    folders = _folders(environments)
    archive = packed(folders)
    before, after = (_moved(each, folders) for each in environments)
    client = _client(address)
    try:
        workers = sum(client.nthreads().values())
        if not workers:
            raise ConfigError(f"--scheduler {address}: it has no workers")
        size = min(max(len(nodes) // (workers * PARTS), SMALLEST_PART), LARGEST_PART)
        # Both stay with the scheduler, which makes them again where all workers are lost that have them.
        there = client.submit(archived, *archive, key=f"puppet-check-{archive.name}", retries=RETRIES)
        given = pickle.dumps(exports)
        exported = client.submit(collected, given, key=f"puppet-check-exports-{digest(given)}", retries=RETRIES)
        starts = range(0, len(nodes), size)
        parts = ((start, Part(contents(), (before, after), (*nodes[start : start + size],), is_full)) for start in starts)
        for start, found in _results(client, (there, exported), parts, workers * WAITING):
            if isinstance(found, Failed):
                raise ConfigError(f"--scheduler {address}: a worker has failed: {found.reason}")
            yield from (each._replace(node=start + each.node) for each in found)
    except (CancelledError, OSError, TimeoutError) as error:
        raise ConfigError(f"--scheduler {address}: the connection is lost: {error or type(error).__name__}") from None
    finally:
        client.close(timeout=1)


def _client(address: str) -> Client:
    try:
        from distributed import Client  # an extra
    except ImportError:
        raise ConfigError("--scheduler needs the package distributed, which is the extra `cluster` of puppet-check") from None
    try:
        return Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ConfigError(f"--scheduler {address}: cannot be reached: {error}") from None


def _results(
    client: Client, there: tuple[object, object], parts: Iterator[tuple[int, Part]], most: int
) -> Iterator[tuple[int, list[NodeChanges] | Failed]]:
    """The results of parts by the number of their first node, of which only so many are with the scheduler at a time."""
    from distributed import KilledWorker, as_completed  # an extra

    starts = {}
    completed = as_completed(loop=client.loop)

    def give(count: int) -> None:
        for start, part in islice(parts, count):
            future = client.submit(compared, *there, pickle.dumps(part), pure=False, retries=RETRIES)
            starts[future.key] = start
            completed.add(future)

    give(most)
    for future in completed:
        try:
            found = future.result()
        except KilledWorker as error:
            found = Failed(str(error))
        yield starts.pop(future.key), found
        give(1)


# ---- what the archive has


def _folders(environments: Sequence[Environment]) -> list[str]:
    """The folders with all that the environments have, none of which is in another. Raises ConfigError."""
    found = dict.fromkeys(territory(each.folder) for each in environments)
    for each in environments:
        for path in each.modulepath or ():
            found.update({real(path): None} if is_folder(path) else {})
        _verify(each, tuple(found))
    return [each for each in found if not any(each != other and is_below(each, other) for other in found)]


def _verify(environment: Environment, folders: Sequence[str]) -> None:
    """Raise a ConfigError if there is code or data outside of some folders."""
    if environment.hiera is not None and not any(is_below(real(environment.hiera), each) for each in folders):
        raise ConfigError(f"--scheduler: {environment.hiera} is not in the control repository, so workers do not have its data")
    for path in project_of(environment).modulepath:
        if is_folder(path) and not any(is_below(real(path), each) for each in folders):
            raise ConfigError(f"--scheduler: {path} is outside of the control repository; give it as --modulepath")


def _moved(environment: Environment, folders: Sequence[str]) -> Environment:
    """An environment with its paths in the archive."""

    def moved(path: str) -> str:
        actual = real(path)
        for number, each in enumerate(folders):
            if is_below(actual, each):
                return os.path.normpath(os.path.join(place_of(number, each), os.path.relpath(actual, each)))
        return os.path.join("absent", path.lstrip(os.sep))

    paths = environment.modulepath
    return environment._replace(
        folder=moved(environment.folder),
        modulepath=None if paths is None else tuple(map(moved, paths)),
        hiera=environment.hiera and moved(environment.hiera),
        puppetdb=None,  # A worker has neither its certificates nor a way to it,
        key=None,  # and no key.
    )
