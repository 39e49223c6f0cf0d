"""Quick fixes that guard the use of a value that may be undef."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.test_actions import done, offered

HEAD = "class m::a (Optional[String] $o = undef, Boolean $b = true, Optional[Variant[Boolean, Integer]] $v = undef) {\n"


@pytest.mark.parametrize(
    ("code", "title", "expected"),
    [
        ("  notice(|$o.length)\n  notice($b)\n", "Guard with `if $o`", "  if $o {\n    notice($o.length)\n  }\n  notice($b)\n"),
        ("  notice(|$v + 1)\n", "Guard with `if $v != undef`", "  if $v != undef {\n    notice($v + 1)\n  }\n"),
        (
            "  if $b {\n    file { '/x':\n      content => |$o.upcase,\n    }\n  }\n",
            "Guard with `if $o`",
            "  if $b {\n    if $o {\n      file { '/x':\n        content => $o.upcase,\n      }\n    }\n  }\n",
        ),
        ("  if |$o.length > 3 { notice(1) }\n", "Guard with `$o and`", "  if $o and $o.length > 3 { notice(1) }\n"),
        (
            "  if |$o.length > 3 or $b { notice(1) }\n",
            "Guard with `$o and`",
            "  if $o and ($o.length > 3 or $b) { notice(1) }\n",
        ),
    ],
)
def test_a_guard(code: str, title: str, expected: str, tmp_path: Path) -> None:
    text = HEAD + code + "}\n"
    assert done(tmp_path, text, title) == HEAD + expected + "}\n"
    assert offered(tmp_path, text)[title].is_checked


@pytest.mark.parametrize(
    "code",
    [
        "  $r = @(E)\n    a ${|o.length}\n    | E\n",
        "  unless |$o.length > 3 { notice(1) }\n",
        "  notice(1, '\n  ', |$o.length)\n",
        "  notice($b) notice(|$o.length)\n",
    ],
)
def test_no_guard_where_lines_cannot_be_moved(code: str, tmp_path: Path) -> None:
    assert not [title for title in offered(tmp_path, HEAD + code + "}\n") if title.startswith("Guard")]
