"""The page about types says what is inferred: the comment behind each assignment in its examples is the type of the variable."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.command import run, write

PAGE = Path(__file__).parents[2] / "docs" / "website" / "types.md"
EXAMPLE = re.compile(r"^```puppet\n(.*?)^```", re.MULTILINE | re.DOTALL)
ASSIGNED = re.compile(r"^ *(\$\w+) = .* # (\S.*)$")


def test_the_comments_in_the_examples_are_the_inferred_types(tmp_path: Path) -> None:
    examples = EXAMPLE.findall(PAGE.read_text())
    assert len(examples) >= 5
    write(tmp_path, {f"manifests/e{number}.pp": text for number, text in enumerate(examples)})
    rows = json.loads(run("puppet-check", "--types", "--format", "json", "manifests", cwd=tmp_path).out)
    inferred = {(each["file"], each["line"], each["name"]): each["type"] for each in rows}
    claimed = {
        (f"manifests/e{number}.pp", line, found[1]): found[2]
        for number, text in enumerate(examples)
        for line, source in enumerate(text.split("\n"), 1)
        if (found := ASSIGNED.match(source)) is not None
    }
    assert len(claimed) >= 12
    assert {key: inferred.get(key) for key in claimed} == claimed
