"""While the server waits for more keys, it lowers the text, so that the check after the pause finds the program there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from puppet_check.analysis import TREES, Analysis
from puppet_check.document import Document
from puppet_check.lsp import session
from puppet_check.lsp.checking import CheckResult
from puppet_check.lsp.session import Session
from puppet_grammar.parse import Change

NEVER = 1e6
TEXT = "class a { }\n"


@pytest.fixture(autouse=True)
def _short_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "READING", 0.0)


def edited(path: Path, results: list[CheckResult]) -> tuple[Session, Document]:
    """A session with a document that was edited just now."""
    made = Session(results.append, lambda _: True)
    made.open(str(path), TEXT, 0, is_puppet=True)
    made.edit(str(path), [Change(0, 0, b"$x = 1\n")], 1)
    return made, document_of(made, str(path))


def document_of(made: Session, path: str) -> Document:
    """The state of an open document."""
    found = made.analysis.opened(path)
    assert found is not None
    return found


async def lowered(document: Document) -> bool:
    """Whether a document that nothing asks for has been lowered within two minutes."""
    for _ in range(12_000):
        if "lowered" in vars(document):
            return True
        await asyncio.sleep(0.01)
    return False


async def test_a_text_is_lowered_before_its_check_is_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "DELAY", NEVER)
    results: list[CheckResult] = []
    made, document = edited(tmp_path / "a.pp", results)
    assert await lowered(document)
    assert all(each.text is not document.text for each in results)
    made.stop()


async def test_the_check_takes_the_program_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "DELAY", 0.3)
    made, document = edited(tmp_path / "a.pp", [])
    assert await lowered(document)
    program = document.lowered[0]
    found = await made.result(document.path)
    assert found is not None
    assert found.text is document.text
    assert document.lowered[0] is program
    made.stop()


async def test_a_newer_text_is_checked_with_its_own_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "DELAY", NEVER)
    made, document = edited(tmp_path / "a.pp", [])
    assert await lowered(document)
    made.edit(document.path, [Change(0, 0, b"class a { }\n")], 2)
    newer = document_of(made, document.path)
    found = await made.result(document.path)
    assert found is not None
    assert found.text is newer.text
    assert [each.code for each in found.diagnostics] == ["duplicate-definition"]
    made.stop()


def test_few_documents_keep_their_trees_and_others_answer_as_before(tmp_path: Path) -> None:
    analysis = Analysis()
    paths = [str(tmp_path / f"a{number}.pp") for number in range(TREES + 4)]
    for path in paths:
        analysis.open(path, TEXT + "class b ($x, $x) { }\n", 0)
    analysis.release_trees()
    assert all(vars(each)["_tree"] is not None for path in paths if (each := analysis.opened(path)) is not None)  # none has been lowered
    for path in paths:
        assert analysis.check(path).diagnostics
    analysis.release_trees()
    kept = [vars(each)["_tree"] is not None for path in paths if (each := analysis.opened(path)) is not None]
    assert kept == [False] * 4 + [True] * TREES
    first = analysis.opened(paths[0])
    assert first is not None
    assert first.tree.tree.root_node.child_count == 2
    edited = analysis.edit(paths[0], [Change(17, 17, b" # x\n")], 1)
    fresh = Analysis().open(paths[0], edited.text.source, 0)
    assert str(edited.tree.tree.root_node) == str(fresh.tree.tree.root_node)
    assert [each.code for each in edited.diagnostics] == [each.code for each in fresh.diagnostics]
