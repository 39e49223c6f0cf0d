"""What commands that ask git make of a repository: no program of it runs, and what differs is found without filters."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.support.hostile_repositories import make, started
from tests.support.repository import committed, git

METADATA = {"metadata.json": json.dumps({"name": "x-m", "version": "1.0.0", "dependencies": []})}
WRONG = "class m { $a = 1 / 0 }\n"


def test_no_program_but_git_is_started(tmp_path: Path) -> None:
    places = [*make(tmp_path)]
    assert len(places) >= 30
    (tmp_path / "canary").unlink(missing_ok=True)  # Making them has run some.
    assert started(tmp_path, places, {"XDG_CACHE_HOME": str(tmp_path / "cache")}) == set()
    assert not (tmp_path / "canary").exists()


def changed(folder: Path) -> set[str]:
    """The files with findings since HEAD."""
    answer = run("puppet-check", "--no-cache", "--changed-since", "HEAD", "--format", "json", cwd=folder)
    assert answer.code in (0, 1), answer.err
    return {each["file"] for each in json.loads(answer.out)}


def test_line_ends_are_no_change(tmp_path: Path) -> None:
    committed(tmp_path, {**METADATA, "manifests/init.pp": WRONG, "manifests/b.pp": "class m::b { $a = 1 / 0\n}\n"})
    write(tmp_path, {"manifests/init.pp": WRONG.replace("\n", "\r\n"), "manifests/b.pp": "class m::b { $a = 1 / 0\r\n$b = 2 / 0 }\r\n"})
    assert changed(tmp_path) == {"manifests/b.pp"}


def test_a_file_that_git_lfs_keeps_is_no_change(tmp_path: Path) -> None:
    content = WRONG.encode()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{hashlib.sha256(content).hexdigest()}\nsize {len(content)}\n"
    committed(tmp_path, {**METADATA, "manifests/init.pp": pointer})
    write(tmp_path, {"manifests/init.pp": content})
    assert changed(tmp_path) == set()
    write(tmp_path, {"manifests/init.pp": content + b"# more\n"})
    assert changed(tmp_path) == {"manifests/init.pp"}


@pytest.mark.parametrize("kind", ["in a submodule", "with names of SHA-256", "in a work tree", "in a shallow clone"])
def test_changes_are_found(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "m"
    folder.mkdir()
    if kind == "with names of SHA-256":
        git(folder, "init", "--quiet", "--object-format=sha256")
    committed(folder, {**METADATA, "manifests/init.pp": WRONG})
    if kind == "in a work tree":
        git(folder, "worktree", "add", "--quiet", "--detach", "../tree")
        folder = tmp_path / "tree"
    elif kind == "in a submodule":
        outer = committed(tmp_path / "outer", {"environment.conf": ""})
        git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(folder), "modules/m")
        folder = outer / "modules/m"
    elif kind == "in a shallow clone":
        git(tmp_path, "clone", "--quiet", "--depth=1", folder.as_uri(), "clone")
        folder = tmp_path / "clone"
    assert changed(folder) == set()
    write(folder, {"manifests/init.pp": WRONG.replace("1 / 0", "2 / 0")})
    assert changed(folder) == {"manifests/init.pp"}


def test_files_outside_of_a_sparse_checkout_are_not_gone(tmp_path: Path) -> None:
    committed(
        tmp_path,
        {**METADATA, "manifests/init.pp": WRONG, "types/t.pp": "type M::T = Integer\n", "manifests/u.pp": "class m::u(M::T $a) { }\n"},
    )
    git(tmp_path, "sparse-checkout", "set", "manifests")
    assert not (tmp_path / "types").exists()
    assert changed(tmp_path) == set()


def test_missing_objects_are_an_error(tmp_path: Path) -> None:
    committed(tmp_path, {**METADATA, "manifests/init.pp": WRONG})
    name = git(tmp_path, "rev-parse", "HEAD:manifests/init.pp").strip()
    (tmp_path / ".git/objects" / name[:2] / name[2:]).unlink()
    write(tmp_path, {"manifests/init.pp": "class m { }\n"})
    for command in (("--changed-since", "HEAD"), ("compare", "HEAD")):
        answer = run("puppet-check", *command, cwd=tmp_path)
        assert (answer.code, answer.err) == (
            2,
            f"puppet-check: git cat-file: object {name} is missing; the repository is incomplete or damaged\n",
        )
    git(tmp_path, "config", "core.repositoryformatversion", "1")
    git(tmp_path, "config", "extensions.partialClone", "origin")
    git(tmp_path, "config", "remote.origin.url", "/nowhere")
    answer = run("puppet-check", "compare", "HEAD", cwd=tmp_path)
    assert answer.code == 2 and "missing" in answer.err, answer.err


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only the superuser gives files away")
def test_a_repository_of_another_user_is_refused(tmp_path: Path) -> None:
    committed(tmp_path, {**METADATA, "manifests/init.pp": WRONG})
    for path in (tmp_path, tmp_path / ".git"):
        os.chown(path, 65534, 65534)
    answer = run("puppet-check", "--changed-since", "HEAD", cwd=tmp_path)
    assert answer.code == 2 and "detected dubious ownership" in answer.err and "safe.directory" in answer.err
    home = write(tmp_path / "home", {".gitconfig": f"[safe]\n\tdirectory = {tmp_path}\n"})
    assert run("puppet-check", "--changed-since", "HEAD", cwd=tmp_path, env={"HOME": str(home)}).code == 0


@pytest.mark.parametrize("content", ["gitdir: nowhere\n", "x", "gitdir: plain\n"])
def test_a_file_in_place_of_the_repository_has_to_name_one(tmp_path: Path, content: str) -> None:
    committed(tmp_path, {**METADATA, "manifests/init.pp": WRONG})
    (tmp_path / ".git").rename(tmp_path / "plain")
    (tmp_path / ".git").write_text(content)
    answer = run("puppet-check", "--changed-since", "HEAD", cwd=tmp_path)
    assert answer.code == 2 and answer.err.startswith(f"puppet-check: {tmp_path / '.git'}: ")
