"""Long runs over nodes that are interrupted go on where they were when they are started again."""

from __future__ import annotations

import json
import re
import signal
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from puppet_check.fingerprint import sealed, unsealed
from tests.cli.command import Answer, run, write
from tests.cli.test_puppetdb import serving
from tests.support import interruption
from tests.support.small_control import FILES, SLOW

NODES = 24
FACTS = {f"facts/n{number}.json": f'{{"role": "r{number}"}}' for number in range(NODES)}
COMMANDS = {
    "catalogs": ("--catalog", "--json", "--facts", "../facts"),
    "a full diff": ("diff", "../old", "../new", "--facts-dir", "../facts", "--full", "--format", "json"),
}


def repository(folder: Path) -> Path:
    write(folder / "old", FILES | SLOW)
    write(folder / "new", FILES | SLOW | {"data/common.yaml": "m::port: 2\nother: 2\n"})
    write(folder, FACTS)
    return folder


def again(folder: Path, arguments: Sequence[str]) -> Answer:
    return run("puppet-eval", *arguments, "--jobs", "1", cwd=folder / "old", env={"XDG_CACHE_HOME": str(folder / "cache")})


def kept(folder: Path) -> list[Path]:
    return interruption.kept(folder / "cache", "unfinished")


def interrupt(folder: Path, arguments: Sequence[str], how: signal.Signals = signal.SIGKILL) -> None:
    interruption.interrupt(folder / "old", folder / "cache", "unfinished", arguments, how)


def change_kept(folder: Path, old: str, new: str) -> None:
    """Change a text in all results that are kept."""
    for path in kept(folder):
        text = zlib.decompress(unsealed(path.read_bytes())).decode()
        assert old in text
        path.write_bytes(sealed(zlib.compress(text.replace(old, new).encode())))


@pytest.mark.parametrize(("command", "how"), [("catalogs", signal.SIGINT), ("a full diff", signal.SIGKILL)])
def test_a_run_that_is_interrupted_goes_on_where_it_was(tmp_path: Path, command: str, how: signal.Signals) -> None:
    arguments = COMMANDS[command]
    interrupt(repository(tmp_path), arguments, how)
    made = again(tmp_path, arguments)
    assert not kept(tmp_path), "nothing is left of a run that is done"
    assert made == again(tmp_path, arguments)
    assert made.err == "" and made.out.count(f"r{NODES - 1}") > 0


@pytest.mark.parametrize("command", COMMANDS)
def test_what_was_kept_is_not_made_again(tmp_path: Path, command: str) -> None:
    interrupt(repository(tmp_path), COMMANDS[command])
    change_kept(tmp_path, "600", "mark")
    assert "mark" in again(tmp_path, COMMANDS[command]).out


CHANGES = [("old/data/common.yaml", "m::port: 7\nother: 2\n"), ("facts/n0.json", '{"role": "other"}'), ("old/data/nodes/n1.yaml", "x: 1\n")]


@pytest.mark.parametrize(("path", "text"), CHANGES)
def test_nothing_is_used_of_other_code_data_or_facts(tmp_path: Path, path: str, text: str) -> None:
    arguments = COMMANDS["catalogs"]
    interrupt(repository(tmp_path), arguments)
    change_kept(tmp_path, "600", "mark")
    write(tmp_path, {path: text})
    first = again(tmp_path, arguments).out.splitlines()[0]
    assert "mark" not in first and json.loads(first)["name"] == "n0"


def test_a_file_that_something_else_has_written_is_ignored(tmp_path: Path) -> None:
    arguments = COMMANDS["catalogs"]
    interrupt(repository(tmp_path), arguments)
    (path, *_) = kept(tmp_path)
    whole = path.read_bytes()
    expected = again(tmp_path, arguments)
    for content in (whole[:-1], sealed(zlib.compress(b'[["0", 5]]'))):
        path.write_bytes(content)
        assert again(tmp_path, arguments) == expected


def test_a_comparison_with_stored_catalogs_goes_on_unless_these_have_changed(tmp_path: Path) -> None:
    state = {"hash": "1"}

    def reply(query: str, number: int) -> tuple[int, bytes]:
        names = re.findall(r'"([\w.]+)"', query)
        if query.startswith("inventory"):
            rows: list[dict[str, object]] = [{"certname": each, "facts": {"role": each}} for each in names]
        elif query.startswith("catalogs[certname, hash]"):
            rows = [{"certname": each, "hash": state["hash"]} for each in names]
        elif query.startswith("catalogs"):
            rows = [{"certname": each, "resources": {"data": []}, "edges": {"data": []}} for each in names]
        else:
            rows = [] if query.startswith("resources") else [{"certname": f"n{number}"} for number in range(NODES)]
        return 200, json.dumps(rows).encode()

    with serving(reply) as (address, asked):
        arguments = ("verify", "--puppetdb", address)
        interrupt(repository(tmp_path), arguments)
        change_kept(tmp_path, "Notify[", "Marked[")
        asked.clear()
        assert "only here: Marked" in again(tmp_path, arguments).out
        assert sum(each.startswith("catalogs {") for each in asked) < NODES
        interrupt(tmp_path, arguments)
        state["hash"] = "2"
        asked.clear()
        assert again(tmp_path, arguments).out.endswith(f"0.0 % of {NODES} nodes identical\n")
        assert sum(each.startswith("catalogs {") for each in asked) == NODES
