"""What is written: no file that a link of a repository leads to outside of it, unless the user names the path."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

METADATA = '{"name": "x-m", "version": "1.0.0", "license": "Apache-2.0", "author": "x", "summary": "s", "source": "", "dependencies": []}'
FILES = {
    "metadata.json": METADATA,
    "manifests/init.pp": "# A class.\nclass m { $a = 1 / 0 }\n",
    ".git/HEAD": "",
    ".puppet-check.toml": 'baseline = "known/b.json"\n',
}
OUTSIDE = "untouched\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository beside a folder with a file."""
    write(tmp_path / "outside", {"file": OUTSIDE})
    return write(tmp_path / "m", FILES)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


WRITERS = {
    "REFERENCE.md": ("docs",),
    "known/b.json": ("--update-baseline", "--no-cache"),
    "made/x-m.json.gz": ("interfaces", "make", ".", "--output", "made"),
}


@pytest.mark.parametrize("place", WRITERS)
@pytest.mark.parametrize("target", ["file", "new", "folder"])
def test_links_that_lead_out_are_refused(place: str, target: str, repository: Path) -> None:
    # What is written where is seen without a link first.
    run("puppet-check", *WRITERS[place][:-1] if place == "known/b.json" else WRITERS[place], cwd=write(repository, {"known/x": ""}))
    made = next(each for each in (repository / place).parent.iterdir() if each.name.startswith((repository / place).name.partition(".")[0]))
    made.unlink()
    outside = repository.parent / "outside"
    if target == "folder":
        if made.parent == repository or made.parent.name == "made":
            return  # The folder is the one that the user names.
        (repository / "known/x").unlink()
        made.parent.rmdir()
        made.parent.symlink_to(outside)
    else:
        made.symlink_to(outside / target)
    answer = run("puppet-check", *WRITERS[place], cwd=repository)
    assert answer.code == 2 and answer.err.startswith("puppet-check: "), answer
    assert contents(outside) == {"file": OUTSIDE.encode()}


def test_links_inside_of_the_repository_are_followed(repository: Path) -> None:
    write(repository, {"docs/reference.md": ""})
    (repository / "REFERENCE.md").symlink_to("docs/reference.md")
    assert run("puppet-check", "docs", cwd=repository).code == 0
    assert "A class" in (repository / "docs/reference.md").read_text()
    assert (repository / "REFERENCE.md").is_symlink()


@pytest.mark.parametrize("command", [("docs", "--output"), ("--update-baseline", "--baseline"), ("--no-config", "--output-file")])
def test_a_path_that_the_user_names_is_followed(command: tuple[str, ...], repository: Path) -> None:
    target = repository.parent / "outside/new"
    (repository / "named").symlink_to(target)
    run("puppet-check", *command, "named", cwd=repository)
    assert target.is_file() and target.read_text()


def test_migrate_does_not_write_through_a_link(repository: Path) -> None:
    write(repository, {".puppet-lint.rc": "--no-80chars-check\n"})
    (repository / ".puppet-check.toml").unlink()
    (repository / ".puppet-check.toml").symlink_to("../outside/new")
    assert run("puppet-check", "migrate", cwd=repository).code == 2
    assert contents(repository.parent / "outside") == {"file": OUTSIDE.encode()}
