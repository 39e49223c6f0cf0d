"""Revisions of a repository as folders: their files are written to a temporary folder, and the repository does not change.

Modules that the repository does not contain, because git ignores them or because they are submodules, are those of the working folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory

from puppet_check.cli.nodes import Environment, project_of
from puppet_check.config.error import ConfigError
from puppet_check.reading.files import read
from puppet_check.reading.places import is_below, is_folder, real
from puppet_check.workspace.roots import PUPPETFILE

SUBMODULE = "160000"
"""The mode of submodules in the index."""
QUIET = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
"""Settings with which git runs no programs of a repository but the filters of its files, such as those of Git LFS."""


@contextmanager
def environments(revisions: tuple[str, str | None], given: Environment) -> Iterator[tuple[Environment, Environment]]:
    """The environment at two revisions, each also a folder; without the second one it is the working folder. Raises ConfigError."""
    with ExitStack() as stack:
        before, after = (given if each is None else stack.enter_context(_environment_at(each, given)) for each in revisions)
        _warn_of_puppetfiles(before, after)
        yield before, after


def is_path(revision: str) -> bool:
    """Whether the name of a revision is meant as a path."""
    return os.path.isabs(revision) or revision.split(os.sep)[0] in (os.curdir, os.pardir)


@contextmanager
def _environment_at(revision: str, given: Environment) -> Iterator[Environment]:
    commit = None if is_path(revision) else _commit(given.folder, revision)
    if commit is None:
        if not is_folder(revision):
            raise ConfigError(f"'{revision}' is neither a revision nor a folder")
        yield given._replace(folder=os.path.abspath(revision))
        return
    top = real(_git(given.folder, "rev-parse", "--show-toplevel").strip())
    with TemporaryDirectory(prefix="puppet-eval-") as temporary:
        # A module without metadata is named after its folder.
        folder = os.path.join(temporary, "tree", os.path.basename(top) or "root")
        _write_tree(top, commit, folder, os.path.join(temporary, "index"))
        yield _moved(given, top, folder, os.path.join(temporary, "modules"))


def _commit(folder: str, revision: str) -> str | None:
    """The name of the commit of a revision; None if there is none."""
    try:
        return _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip() or None
    except ConfigError:
        return None


def _write_tree(top: str, commit: str, folder: str, index: str) -> None:
    """Write the files of a commit to a new folder, which is the root of a repository to the checker."""
    os.makedirs(os.path.join(folder, ".git"))
    own = {"GIT_INDEX_FILE": index}
    _git(top, "read-tree", commit, environment=own)
    _git(top, "checkout-index", "--all", "--quiet", f"--prefix={folder}{os.sep}", environment=own)


def _moved(given: Environment, top: str, folder: str, extra: str) -> Environment:
    """An environment in the folder of a revision; `extra` is for links to the modules that the repository does not contain."""

    def moved(path: str) -> str:
        return os.path.join(folder, os.path.relpath(path, top)) if is_below(path, top) else path

    given = given._replace(folder=real(given.folder), modulepath=given.modulepath and tuple(map(real, given.modulepath)))
    made = Environment(
        os.path.normpath(moved(given.folder)), given.modulepath and tuple(map(moved, given.modulepath)), given.hiera and moved(given.hiera)
    )
    others = dict(_other_modules(given, top))
    if not others:
        return made
    os.makedirs(extra)
    for name, target in others.items():
        os.symlink(target, os.path.join(extra, name))
    present = {moved(each) for each in given.modulepath or project_of(given).modulepath if is_folder(each)}
    path = made.modulepath or project_of(made).modulepath
    return made._replace(modulepath=(*(each for each in path if is_folder(each) or each not in present), extra))


def _other_modules(given: Environment, top: str) -> Iterator[tuple[str, str]]:
    """The modules of the working folder that its repository does not contain."""
    outside = [os.path.join(top, each) for each in _not_contained(top)]
    for name, module in project_of(given).modules.items():
        folder = real(module.folder)
        if folder != given.folder and (not is_below(folder, top) or any(is_below(folder, each) for each in outside)):
            yield name, folder


def _not_contained(top: str) -> Iterable[str]:
    """The folders without files of the repository, such as those that git ignores, and submodules; relative to its root."""
    untracked = _git(top, "ls-files", "--others", "--directory", "-z").split("\0")
    yield from (each.rstrip("/") for each in untracked if each.endswith("/"))
    for each in _git(top, "ls-files", "--stage", "-z").split("\0"):
        if each.startswith(SUBMODULE):
            yield each.partition("\t")[2]


def _warn_of_puppetfiles(before: Environment, after: Environment) -> None:
    """Print a note if the revisions want different modules of others, of which only one set is installed."""
    texts = [_contents(os.path.join(each.folder, PUPPETFILE)) for each in (before, after)]
    is_shared = any(each.modulepath is not None for each in (before, after))
    if is_shared and texts[0] != texts[1]:
        print(
            "puppet-eval: the Puppetfiles differ; the modules that are installed in the working folder are used for both", file=sys.stderr
        )


def _contents(path: str) -> bytes | None:
    try:
        return read(path)
    except OSError:
        return None


def _git(folder: str, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """The output of git. Raises ConfigError."""
    try:
        done = subprocess.run(
            ["git", *QUIET, "-C", folder, *arguments],
            capture_output=True,
            text=True,
            errors="surrogateescape",
            env={**os.environ, **(environment or {})},
        )
    except FileNotFoundError:
        raise ConfigError("git is not installed, which is needed to compare revisions") from None
    if done.returncode != 0:
        raise ConfigError(f"git {arguments[0]}: {done.stderr.strip() or f'exit code {done.returncode}'}")
    return done.stdout
