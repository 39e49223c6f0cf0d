"""The states of folders: what changes them, and that each folder is looked at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from puppet_check.reading.folders import Listed
from puppet_check.workspace import path_states
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.path_states import Below, below, manifests_below
from tests.cli.command import write

FILES = {
    "m/manifests/init.pp": "class m { }\n",
    "m/manifests/a/b.pp": "class m::a::b { }\n",
    "m/manifests/templates/x.erb": "<%= @a %>\n",
    "m/templates/t.erb": "<%= @a %>\n",
    "m/templates/manifests/e.epp": "<%= $a %>\n",
    "m/lib/x.rb": "x\n",
    "m/examples/init.pp": "include m\n",
    "m/README.md": "prose\n",
}
CHANGED = [*Below._fields[:3]]


def state(folder: Path) -> Below:
    return below(Disk(), f"{folder}/")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("m/manifests/init.pp", {"state"}),
        ("m/manifests/a/b.pp", {"state"}),
        ("m/manifests/templates/x.erb", {"state", "apart"}),
        ("m/templates/t.erb", {"state", "apart"}),
        ("m/templates/manifests/e.epp", {"state", "apart"}),
        ("m/lib/x.rb", {*CHANGED}),
        ("m/examples/init.pp", {*CHANGED}),
        ("m/README.md", set()),
        (".hidden/x.rb", set()),
    ],
)
def test_a_change_shows_where_it_counts(tmp_path: Path, path: str, expected: set[str]) -> None:
    before = state(write(tmp_path, FILES))
    after = state(write(tmp_path, {path: "another text\n"}))
    assert {each for each in CHANGED if getattr(before, each) != getattr(after, each)} == expected
    assert after.is_whole


@pytest.mark.parametrize("path", ["m/manifests/new.pp", "m/templates/new.erb", "m/new/x", "new.txt"])
def test_a_new_file_is_another_state(tmp_path: Path, path: str) -> None:
    before = state(write(tmp_path, FILES))
    after = state(write(tmp_path, {path: ""}))
    assert all(getattr(before, each) != getattr(after, each) for each in CHANGED)


def test_empty_folders_do_not_count(tmp_path: Path) -> None:
    """Git does not keep them."""
    before = state(write(tmp_path, FILES))
    (tmp_path / "m" / "empty" / "inner").mkdir(parents=True)
    assert state(tmp_path) == before
    assert state(tmp_path / "m" / "empty") == state(tmp_path / "none")._replace(is_whole=True)


def test_a_link_to_a_folder_is_not_all(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    (tmp_path / "m" / "files").symlink_to(tmp_path / "m" / "lib")
    assert not state(tmp_path).is_whole
    assert state(tmp_path / "m" / "manifests").is_whole


def test_each_folder_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    seen, known, real = list[str](), Disk(), path_states.walk_listed

    def walked(folder: str, *inner: str) -> Iterator[tuple[str, Listed]]:
        for where, found in real(folder, *inner):
            seen.append(where)
            yield where, found

    monkeypatch.setattr(path_states, "walk_listed", walked)
    first = below(known, f"{tmp_path}/m/manifests/")
    whole = below(known, f"{tmp_path}/")
    assert below(known, f"{tmp_path}/m/manifests") == first
    assert sorted(seen) == sorted(where for where, *_ in os.walk(tmp_path))
    assert (first, whole) == (state(tmp_path / "m" / "manifests"), state(tmp_path))


def test_past_the_limit_the_states_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, known = state(write(tmp_path, FILES)), Disk()
    monkeypatch.setattr(path_states, "MOST", 2)
    assert [below(known, f"{tmp_path}/") for _ in range(2)] == [expected] * 2
    assert len(known.answers(below)) == 2
    assert len([*manifests_below(known, str(tmp_path))]) == 2


def test_manifests_are_those_of_which_only_the_names_count(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    found = sorted(os.path.relpath(each, folder) for each in manifests_below(Disk(), f"{folder}/"))
    assert found == ["m/manifests/a/b.pp", "m/manifests/init.pp"]
