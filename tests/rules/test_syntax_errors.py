"""A syntax error is reported once, and the rest of the file is still checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.analysis import Analysis

BROKEN = {
    "a number that is none": ("$x = 0777 + 09\nnotice(1 / 0)\n", ["invalid-octal-number", "div-by-zero"]),
    "such a number in an array": ("notice([09, 1])\n", ["invalid-octal-number"]),
    "tags outside of a template": ("<%= @a %>\n", ["syntax-error"]),
    "a tag of a template in a class": ("class a { <%= $x %> }\n", ["syntax-error"]),
}


@pytest.mark.parametrize("what", BROKEN)
def test_it_is_reported_once(what: str, tmp_path: Path) -> None:
    text, expected = BROKEN[what]
    manifest = tmp_path / "broken.pp"
    manifest.write_text(text)
    assert [each.code for each in Analysis().check(str(manifest)).diagnostics] == expected
