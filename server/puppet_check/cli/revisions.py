"""Revisions of a repository as folders: their files are written to a temporary folder, and the repository does not change.

Modules that the repository does not contain, because git ignores them or because they are submodules, are those of the working folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory

from puppet_check.cli.git import commit_of, git, top_of
from puppet_check.cli.nodes import Environment, project_of
from puppet_check.config.error import ConfigError
from puppet_check.reading.places import is_below, is_folder, real

SUBMODULE = "160000"
"""The mode of submodules in the index."""


@contextmanager
def environments(revisions: tuple[str, str | None], given: Environment) -> Iterator[tuple[Environment, Environment]]:
    """The environment at two revisions, each also a folder; without the second one it is the working folder. Raises ConfigError."""
    with ExitStack() as stack:
        before, after = (given if each is None else stack.enter_context(_environment_at(each, given)) for each in revisions)
        yield before, after


def is_path(revision: str) -> bool:
    """Whether the name of a revision is meant as a path."""
    return os.path.isabs(revision) or revision.split(os.sep)[0] in (os.curdir, os.pardir)


@contextmanager
def _environment_at(revision: str, given: Environment) -> Iterator[Environment]:
    commit = None if is_path(revision) else commit_of(given.folder, revision)
    if commit is None:
        if not is_folder(revision):
            raise ConfigError(f"'{revision}' is neither a revision nor a folder")
        yield given._replace(folder=os.path.abspath(revision))
        return
    top = top_of(given.folder)
    with TemporaryDirectory(prefix="puppet-check-") as temporary:
        # A module without metadata is named after its folder.
        folder = os.path.join(temporary, "tree", os.path.basename(top) or "root")
        _write_tree(top, commit, folder, os.path.join(temporary, "index"))
        yield _moved(given, top, folder, os.path.join(temporary, "modules"))


def _write_tree(top: str, commit: str, folder: str, index: str) -> None:
    """Write the files of a commit to a new folder, which is the root of a repository to the checker."""
    os.makedirs(os.path.join(folder, ".git"))
    own = {"GIT_INDEX_FILE": index}
    git(top, "read-tree", commit, environment=own)
    git(top, "checkout-index", "--all", "--quiet", f"--prefix={folder}{os.sep}", environment=own)


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
    untracked = git(top, "ls-files", "--others", "--directory", "-z").split("\0")
    yield from (each.rstrip("/") for each in untracked if each.endswith("/"))
    for each in git(top, "ls-files", "--stage", "-z").split("\0"):
        if each.startswith(SUBMODULE):
            yield each.partition("\t")[2]
