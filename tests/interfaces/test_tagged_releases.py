"""Interfaces can be made from the tags of git repositories, without a work tree."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from puppet_check.cli.check import main
from tests.cli.in_process import printed
from tests.interfaces.test_interfaces import metadata
from tests.support.repository import committed, git

VERSIONS = ("0.1.0", "0.1.1", "0.2.0", "1.0.0", "1.1.0", "1.1.1", "2.0.0")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The git directory of a module with a class for each release."""
    folder = tmp_path_factory.mktemp("tool")
    for version in VERSIONS:
        name = f"r{version.replace('.', '_')}"
        committed(folder, {"metadata.json": metadata("ann-tool", version), f"manifests/{name}.pp": f"class tool::{name} {{ }}\n"})
        git(folder, "tag", f"v{version}")
    git(folder, "tag", "3.0.0")  # whose metadata have another version
    git(folder, "tag", "newest")
    bare = folder / "bare"
    shutil.move(folder / ".git", bare)
    return bare


def made(repository: Path, output: Path, every: str) -> str:
    with printed() as out:
        assert main(["interfaces", "make", "--every", every, str(repository), "--output", str(output)]) == 0
        assert main(["interfaces", "--interfaces", str(output)]) == 0
    return next(line for line in out.getvalue().splitlines() if line.startswith("ann/tool "))


@pytest.mark.parametrize(
    ("every", "expected"),
    [
        ("release", "0.1.0, 0.1.1, 0.2.0, 1.0.0, 1.1.0, 1.1.1, 2.0.0"),
        ("minor", "0.1.1, 0.2.0, 1.0.0, 1.1.1, 2.0.0"),
        ("major", "0.1.1, 0.2.0, 1.1.1, 2.0.0"),
    ],
)
def test_releases_are_those_of_tags_that_the_metadata_confirm(repository: Path, tmp_path: Path, every: str, expected: str) -> None:
    assert made(repository, tmp_path, every) == f"ann/tool (MIT): {expected}"


def test_a_repository_without_tags_has_the_release_of_its_newest_commit(repository: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(repository, tmp_path / "copy")
    for tag in ("newest", "3.0.0", *(f"v{each}" for each in VERSIONS)):
        git(copy, "--git-dir", ".", "tag", "--delete", tag)
    assert made(copy, tmp_path / "made", "minor") == "ann/tool (MIT): 2.0.0"


def test_a_newest_commit_of_a_later_version_is_a_release_as_well(repository: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(repository, tmp_path / "copy")
    git(copy, "--git-dir", ".", "tag", "--delete", "v2.0.0", "3.0.0")
    assert made(copy, tmp_path / "made", "major") == "ann/tool (MIT): 0.1.1, 0.2.0, 1.1.1, 2.0.0"


def test_a_module_with_a_modulefile_has_releases(tmp_path: Path) -> None:
    folder = tmp_path / "tool"
    committed(folder, {"Modulefile": "name    'ann-tool'\nversion '0.9.0'\nlicense 'MIT'\n", "manifests/init.pp": "class tool { }\n"})
    git(folder, "tag", "0.9.0")
    assert made(folder, tmp_path / "made", "minor") == "ann/tool (MIT): 0.9.0"


def test_a_folder_that_is_no_repository_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["interfaces", "make", "--every", "minor", str(tmp_path), "--output", str(tmp_path / "out")]) == 2
    assert "not a git repository" in capsys.readouterr().err
