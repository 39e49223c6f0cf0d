"""The tutorial is what it says: its files, its commands and what they print."""

import re
from pathlib import Path

from tests.cli.command import CHECKOUT, run

PAGE = (CHECKOUT / "docs/website/tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def test_each_step_prints_what_the_page_shows(tmp_path: Path) -> None:
    folder, printed = tmp_path, 0
    (tmp_path / ".git").mkdir()
    for language, title, text in BLOCK.findall(PAGE):
        if title:
            (tmp_path / title).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / title).write_text(text, encoding="utf-8")
            continue
        assert language == "console"
        for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            program, *arguments = command.split()
            if program == "cd":
                folder = folder / arguments[0]
                continue
            answer = run(program, *arguments, cwd=folder, env={"NO_COLOR": "1"})
            assert answer.out + answer.err == output, command
            printed += bool(output)
    assert printed == 4


def test_the_result_is_clean(tmp_path: Path) -> None:
    test_each_step_prints_what_the_page_shows(tmp_path)
    assert run("puppet-check", cwd=tmp_path / "motd").out == "No problems in 3 files\n"
