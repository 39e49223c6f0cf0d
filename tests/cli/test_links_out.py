"""What may be changed: no file that a link outside of the repository leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

UGLY = "class ntp {\n  file { '/x': mode => 644 , }\n}\n"


def _linked(tmp_path: Path) -> tuple[Path, Path]:
    """A repository with a link to a module outside of it, and a file of that module."""
    write(tmp_path, {"elsewhere/ntp/manifests/init.pp": UGLY, "repository/environment.conf": "", "repository/modules/README": ""})
    (tmp_path / "repository" / ".git").mkdir()
    (tmp_path / "repository" / "modules" / "ntp").symlink_to(tmp_path / "elsewhere" / "ntp")
    return tmp_path / "repository", tmp_path / "elsewhere" / "ntp" / "manifests" / "init.pp"


@pytest.mark.parametrize(
    "command",
    [
        ("puppet-format",),
        ("puppet-check", "--fix", "--unsafe-fixes", "--profile", "puppet-lint"),
        ("puppet-check", "upgrade", "--target", "puppet8", "--fix", "--unsafe-fixes"),
    ],
)
def test_files_outside_of_the_repository_are_left_alone(command: tuple[str, ...], tmp_path: Path) -> None:
    repository, file = _linked(tmp_path)
    done = run(*command, cwd=repository)
    assert file.read_text() == UGLY
    assert "1 file is left alone, to which links lead out of the repository" in done.err


def test_a_link_that_is_named_is_followed(tmp_path: Path) -> None:
    repository, file = _linked(tmp_path)
    run("puppet-format", "modules/ntp", cwd=repository)
    assert file.read_text() != UGLY


def test_files_behind_links_inside_of_the_repository_are_formatted(tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "shared/ntp/manifests/init.pp": UGLY, "modules/README": ""})
    (tmp_path / ".git").mkdir()
    (tmp_path / "modules" / "ntp").symlink_to("../shared/ntp")
    run("puppet-format", "modules", cwd=tmp_path)
    assert (tmp_path / "shared" / "ntp" / "manifests" / "init.pp").read_text() != UGLY
