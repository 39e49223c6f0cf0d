"""The first findings of a document in a repository of very many modules do not wait until the code of all of them has been searched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import thread_time

import pytest

from puppet_check.analysis import Analysis
from puppet_check.lsp.checking import CheckResult
from puppet_check.lsp.session import Session
from puppet_check.workspace import known
from puppet_check.workspace.autoload import absence
from puppet_check.workspace.outside import Outside, outside_of
from puppet_grammar.parse import Change
from tests.cli.command import write
from tests.workspace.test_rewritten_files import FILES, MANIFESTS, text_of

WRONG = "class m {\n  file { '/a': mode => 420 }\n  notice($nothing_sets_it)\n}\n"


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "FEW", 0)


async def opened(folder: Path, results: list[CheckResult], text: str = WRONG) -> tuple[Session, str]:
    """A session with a document whose first finding has come."""
    write(folder, {"environment.conf": "", "modules/m/manifests/init.pp": text, "modules/n/manifests/init.pp": "class n { }\n"})
    path = str(folder / "modules/m/manifests/init.pp")
    made = Session(results.append, lambda _: True)
    made.open(path, text, 0, is_puppet=True)
    await came(results, 1)
    return made, path


async def came(results: list[CheckResult], count: int) -> None:
    """Wait for a number of results."""
    for _ in range(12_000):
        if len(results) >= count:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError(f"{len(results)} of {count} results came")


def codes(result: CheckResult) -> list[str]:
    return [each.code for each in result.diagnostics]


async def test_what_needs_a_search_comes_later(tmp_path: Path) -> None:
    results: list[CheckResult] = []
    made, path = await opened(tmp_path, results)
    await came(results, 2)
    assert [*map(codes, results)] == [["wrong-value"], ["wrong-value", "unknown-variable"]]
    made.edit(path, [Change(0, 0, b"# edited\n")], 1)
    await came(results, 3)
    assert codes(results[2]) == codes(results[1]), "it has been searched"
    made.stop()


async def test_titles_and_facts_of_other_modules_come_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "class m {\n  file { '/a': mode => 420, require => Package['nowhere'] }\n  notice($facts['networkng'])\n}\n"
    searched: list[bool] = []
    search = known.Known.search

    def noted(self: known.Known, is_enough: Callable[[], bool], *, with_texts: bool) -> bool:
        searched.append(with_texts)
        return search(self, is_enough, with_texts=with_texts)

    monkeypatch.setattr(known.Known, "search", noted)
    results: list[CheckResult] = []
    made, _ = await opened(tmp_path, results, text)
    await came(results, 2)
    assert [*map(codes, results)] == [["wrong-value"], ["wrong-value", "unknown-reference", "unknown-fact"]]
    assert searched == [True]
    made.stop()


async def test_an_edit_during_the_search_is_looked_at_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[CheckResult] = []
    is_searching = asyncio.Event()
    loop = asyncio.get_running_loop()
    read_ahead = absence.Absence.read_ahead

    def slow(self: absence.Absence, is_enough: object = None) -> bool:
        assert callable(is_enough)
        loop.call_soon_threadsafe(is_searching.set)
        while len(found) < 2 and not is_enough():
            pass
        return read_ahead(self, is_enough)

    monkeypatch.setattr(absence.Absence, "read_ahead", slow)
    made, path = await opened(tmp_path, found)
    await is_searching.wait()
    made.edit(path, [Change(10, 10, b"  $x = 1 + 'a'\n")], 1)
    await came(found, 3)
    assert [*map(codes, found)] == [
        ["wrong-value"],
        ["not-numeric", "wrong-value"],
        ["not-numeric", "wrong-value", "unknown-variable"],
    ]
    made.stop()


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_at_first_is_said_later_as_well(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    write(tmp_path, {"environment.conf": "modulepath = modules\n", **{path: text_of(path, suffix, random) for path, suffix in FILES}})
    analysis = Analysis()
    is_less = False
    for path in MANIFESTS:
        document = analysis.open(str(tmp_path / path), (tmp_path / path).read_text())
        first = {*document.rebuilt_in(analysis.workspace.preliminary()).diagnostics}
        assert first <= {*document.diagnostics}
        is_less = is_less or first < {*document.diagnostics}
    assert is_less


def test_the_time_of_a_search_is_not_that_of_the_evaluation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*given: object) -> Outside:
        until = thread_time() + 3
        while thread_time() < until:
            pass
        return outside_of(*given)  # type: ignore[arg-type]  # what it was given

    monkeypatch.setattr(absence, "outside_of", slow)
    write(tmp_path, {"environment.conf": "", "modules/m/manifests/init.pp": WRONG})
    path = tmp_path / "modules/m/manifests/init.pp"
    assert [each.code for each in Analysis().open(str(path), WRONG).diagnostics] == ["wrong-value", "unknown-variable"]
