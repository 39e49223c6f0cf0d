"""What people type, right and wrong: the exit code, and the first line of what the program says."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, run, write

RECORDED = CHECKOUT / "tests" / "data" / "texts" / "invocations.txt"
"""Command lines, each with its exit code and the first line of the standard error, or else of the output; `.` is the current folder."""
FILES = {
    "mod/manifests/init.pp": "# A class.\nclass mod (String $name_of = 'a') {\n  notify { $name_of: }\n}\n",
    "mod/metadata.json": '{"name":"me-mod","version":"1.0.0","author":"me","license":"MIT","summary":"s",'
    '"source":"https://example.com","dependencies":[]}\n',
    "mod/data/.keep": "",
    "empty/.keep": "",
    "broken.pp": "class broken {\n",
    "binary.pp": b"\xff\xfe\x00",
    "notes.txt": "# x\n",
    "bad.json": "{\n",
    "facts.json": '{"os":{"family":"Debian"}}\n',
    "list.json": "[1]\n",
    "plain.yaml": "a: b\n",
    "bad.toml": "bogus = 1\n",
}


def invocations() -> list[tuple[str, str]]:
    """The recorded command lines with what is said."""
    blocks = RECORDED.read_text("utf-8").strip().split("\n\n")
    return [(line.removeprefix("$ "), answer.rstrip()) for line, answer in (each.split("\n", 1) for each in blocks)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = write(tmp_path_factory.mktemp("invocations"), FILES)
    (made / "dangling.pp").symlink_to("nowhere.pp")
    return made


@pytest.mark.parametrize(("line", "answer"), invocations(), ids=lambda each: each)
def test_an_invocation_is_answered(folder: Path, line: str, answer: str) -> None:
    program, *arguments = shlex.split(line)
    found = run(program, *arguments, cwd=folder)
    text = (found.err if found.err.strip() else found.out).strip().split("\n")[0].replace(str(folder), ".")
    assert f"[{found.code}] {text}".rstrip() == answer
