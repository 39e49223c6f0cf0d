"""What the page of the playground is answered; the page itself is tried in a browser by `docs/playground/page/test`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from docs.playground.session import Session, answer

INIT = """# é😀
class m (Integer $port = 80) {
  file { '/tmp/x':
    contnet => $prot,
  }
}
"""
METADATA = '{"name": "me-m", "version": "1.0.0", "author": "me", "license": "MIT", "source": "x", "summary": "x", "dependencies": []}\n'


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(str(tmp_path / "project"), {"metadata.json": METADATA, "manifests/init.pp": INIT})


def at(text: str, word: str) -> tuple[int, int]:
    """Where a word is, in UTF-16 code units."""
    start = len(text[: text.index(word)].encode("utf-16-le")) // 2
    return start, start + len(word)


def test_findings_have_their_places_in_code_units(session: Session) -> None:
    found = {(each["path"], each["code"]): (each["start"], each["end"]) for each in session.findings()}
    assert found == {
        ("manifests/init.pp", "unknown-parameter"): at(INIT, "contnet"),
        ("manifests/init.pp", "unknown-variable"): at(INIT, "$prot"),
    }


def test_an_edit_is_seen_in_the_other_files(session: Session) -> None:
    session.edit("manifests/a.pp", "class m::a { include m::gone }\n")
    assert "unknown-class" in [each["code"] for each in session.findings()]
    session.edit("manifests/gone.pp", "class m::gone { }\n")
    assert "unknown-class" not in [each["code"] for each in session.findings()]


def test_fixes_leave_nothing_to_fix(session: Session) -> None:
    text = INIT
    for word in ("$prot", "contnet"):
        start, end = at(text, word)
        made, *_ = session.fixes("manifests/init.pp", start, end)
        units = text.encode("utf-16-le")
        edits = made["edits"]
        assert isinstance(edits, list)
        for each in sorted(edits, key=lambda each: -int(each["start"])):
            units = units[: 2 * each["start"]] + each["text"].encode("utf-16-le") + units[2 * each["end"] :]
        text = units.decode("utf-16-le")
        session.edit("manifests/init.pp", text)
    assert [each for each in session.findings() if each["path"] == "manifests/init.pp"] == []
    assert "content => $port" in text


def test_words_are_described_and_completed(session: Session) -> None:
    found = session.hover("manifests/init.pp", at(INIT, "$port")[0] + 1)
    assert found is not None
    assert "Integer" in str(found["text"])
    session.edit("manifests/init.pp", INIT.replace("contnet", "conten"))
    completion = session.complete("manifests/init.pp", at(INIT, "contnet")[0] + len("conten"))
    items = completion["items"]
    assert isinstance(items, list)
    assert "content" in [each["label"] for each in items]
    about = next(each["about"] for each in items if each["label"] == "content")
    assert "Attribute of `file`" in str(session.describe("manifests/init.pp", about))


def test_a_text_is_formatted_unless_it_has_errors(session: Session) -> None:
    session.edit("manifests/b.pp", "class m::b{notify{'x':}}")
    assert session.formatted("manifests/b.pp") == "class m::b { notify { 'x': } }\n"
    session.edit("manifests/b.pp", "class m::b {")
    assert session.formatted("manifests/b.pp") == "class m::b {"


def test_the_catalog_of_a_class_is_that_of_a_system(session: Session) -> None:
    session.edit("manifests/init.pp", "class m { notify { $facts['os']['family']: } }\n")
    assert session.classes() == ["m"]
    for system, release, family in (("Debian", "12", "Debian"), ("Ubuntu", "24.04", "Debian"), ("windows", "2022", "windows")):
        resources = session.catalog("m", system, release)["resources"]
        assert isinstance(resources, list)
        assert family in [each["title"] for each in resources if each["type"] == "Notify"]
    session.edit("manifests/init.pp", "class m { fail('no') }\n")
    assert session.catalog("m", "Debian", "12")["error"] == "no"


@pytest.mark.parametrize("path", ["../x.pp", "/tmp/x.pp", "a/../../x.pp"])
def test_nothing_is_written_beside_the_folder(session: Session, path: str) -> None:
    with pytest.raises(ValueError, match="not below the folder"):
        session.edit(path, "")


def test_only_questions_of_the_page_are_answered(session: Session) -> None:
    assert json.loads(answer(session, '["classes"]')) == ["m"]
    with pytest.raises(KeyError):
        answer(session, '["_write", "x", "y"]')
