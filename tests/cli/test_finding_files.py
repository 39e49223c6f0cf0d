"""Which files `puppet-check` checks."""

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

FAULTY = "class {\n"


def checked(folder: Path, *arguments: str) -> list[str]:
    """The files that are checked, given that each has one fault."""
    answer = run("puppet-check", "--format", "json", *arguments, cwd=folder)
    return sorted({finding["file"] for finding in json.loads(answer.out)})


def test_manifests_and_templates_in_all_folders_are_checked(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY, "b/c.epp": "<% class { %>", "b/d/e.pp": FAULTY, "f.rb": "", "g.erb": ""})
    assert checked(tmp_path) == ["a.pp", "b/c.epp", "b/d/e.pp"]
    assert checked(tmp_path, "b") == ["b/c.epp", "b/d/e.pp"]


@pytest.mark.parametrize("folder", [".git", ".bundle", "node_modules", "spec/fixtures/modules"])
def test_excluded_folders_are_skipped(tmp_path: Path, folder: str) -> None:
    write(tmp_path, {"a.pp": FAULTY, f"{folder}/b/c.pp": FAULTY})
    assert checked(tmp_path) == ["a.pp"]


def test_excluded_folders_are_checked_when_they_are_named(tmp_path: Path) -> None:
    write(tmp_path, {"spec/fixtures/modules/b/c.pp": FAULTY})
    assert checked(tmp_path, "spec/fixtures/modules") == ["spec/fixtures/modules/b/c.pp"]


def test_what_git_ignores_is_skipped(tmp_path: Path) -> None:
    files = {
        ".gitignore": "# comment\nbuilt/\n*.gen.pp\n/top.pp\n",
        "a.pp": FAULTY,
        "built/b.pp": FAULTY,
        "c.gen.pp": FAULTY,
        "top.pp": FAULTY,
        "d/top.pp": FAULTY,
    }
    write(tmp_path, files)
    assert checked(tmp_path) == ["a.pp", "d/top.pp"]
    assert checked(tmp_path, "--no-gitignore") == ["a.pp", "built/b.pp", "c.gen.pp", "d/top.pp", "top.pp"]


def test_an_inner_gitignore_overrules_an_outer_one(tmp_path: Path) -> None:
    files = {
        ".gitignore": "*.pp\n",
        "a.pp": FAULTY,
        "in/.gitignore": "!b.pp\nd/\n",
        "in/b.pp": FAULTY,
        "in/c.pp": FAULTY,
        "in/d/b.pp": FAULTY,
    }
    write(tmp_path, files)
    assert checked(tmp_path) == ["in/b.pp"]


def test_a_gitignore_above_the_folder_counts_inside_a_repository(tmp_path: Path) -> None:
    write(
        tmp_path,
        {".git/info/exclude": "private.pp\n", ".gitignore": "/m/x.pp\n", "m/x.pp": FAULTY, "m/y.pp": FAULTY, "m/private.pp": FAULTY},
    )
    assert checked(tmp_path, "m") == ["m/y.pp"]
    assert checked(tmp_path / "m") == ["y.pp"]


def test_a_file_named_explicitly_is_checked_whatever_its_suffix(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "a.pp\n", "a.pp": FAULTY, "b.txt": FAULTY})
    assert checked(tmp_path, "a.pp", "b.txt") == ["a.pp", "b.txt"]


def test_a_file_that_is_named_twice_is_checked_once(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": FAULTY})
    assert "1 file" in run("puppet-check", "a.pp", ".", "a.pp", cwd=tmp_path).out


def test_links_that_lead_around_in_circles_end(tmp_path: Path) -> None:
    write(tmp_path, {"m/a.pp": FAULTY})
    (tmp_path / "m" / "again").symlink_to("..")
    (tmp_path / "l").symlink_to("m")
    assert checked(tmp_path) == ["m/a.pp"]


def test_a_linked_folder_is_checked(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere/a.pp": FAULTY})
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "m").symlink_to("../elsewhere")
    assert checked(tmp_path, "modules") == ["modules/m/a.pp"]
