"""Listings of one thread never reach another thread that has been notified of a change."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_check.workspace.autoload import folders
from puppet_check.workspace.disk import Disk, remembered

Walk = Iterator[tuple[str, list[str], list[str]]]
FUNCTION = "Puppet::Functions.create_function(:late) do\n  dispatch(:late) { }\n  def late\n  end\nend\n"


def written(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def codes(analysis: Analysis, path: str) -> list[str]:
    return [each.code for each in analysis.check(path).diagnostics]


def after_first_walk(top: str, then: Callable[[], None]) -> Callable[..., Walk]:
    """`walk` that calls a function once, after the files below a folder were listed and before the caller gets to know it."""
    walk, waiting = folders.walk, [then]

    def walked(*path: str) -> Walk:
        yield from walk(*path)
        if os.path.join(*path) == top and waiting:
            waiting.pop()()

    return walked


def test_a_listing_that_is_made_during_a_change_does_not_survive_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The analyses of the checking thread and of the protocol's thread: a file comes while the first lists the folder it comes to."""
    written(tmp_path / "environment.conf", "")
    path = written(tmp_path / "manifests" / "site.pp", "late()\n")
    functions = tmp_path / "modules" / "shop" / "lib" / "puppet" / "functions"
    early = written(functions / "early.rb", FUNCTION.replace("late", "early"))
    checking, protocol = Analysis(), Analysis()
    assert codes(protocol, path) == ["unknown-function"]
    protocol.notice([early])

    def change() -> None:
        new = written(functions / "late.rb", FUNCTION)
        protocol.notice([new])

    monkeypatch.setattr(folders, "walk", after_first_walk(str(functions), change))
    assert codes(checking, path) == ["unknown-function"], "it listed the folder before the file came"
    assert (functions / "late.rb").exists()
    assert codes(protocol, path) == [], "the analysis was notified of the file"
    checking.notice([str(functions / "late.rb")])
    assert codes(checking, path) == []
    assert codes(protocol, path) == []


def test_answers_are_remembered_until_they_are_forgotten(tmp_path: Path) -> None:
    @remembered(2)
    def size(disk: Disk, path: Path) -> int:
        return path.stat().st_size

    @remembered(2)
    def name(disk: Disk, path: Path) -> str:
        return path.read_text()

    path, disk, other = tmp_path / "a", Disk(), Disk()
    path.write_text("one")
    assert (size(disk, path), name(disk, path)) == (3, "one")
    path.write_text("three")
    assert (size(disk, path), name(disk, path)) == (3, "one")
    assert size(other, path) == 5
    disk.forget(size)
    assert (size(disk, path), name(disk, path)) == (5, "one")
    disk.forget()
    assert name(disk, path) == "three"


def test_the_oldest_answer_makes_place_for_another(tmp_path: Path) -> None:
    asked: list[str] = []

    @remembered(2)
    def answer(disk: Disk, name: str) -> str:
        asked.append(name)
        return name

    disk = Disk()
    for each in ("a", "b", "c", "b", "a"):
        answer(disk, each)
    assert asked == ["a", "b", "c", "a"]
