"""The length of a file does not change what is found in it; of a kind, a hundred findings are reported."""

from __future__ import annotations

from pathlib import Path

from puppet_check.analysis import Analysis
from puppet_check.rules.bounded import MOST_FINDINGS


def test_a_long_text_is_examined_whole(tmp_path: Path) -> None:
    count = 9000
    resources = "".join(f"  file {{ '/a/{number}': ensure => file, mod => '0644' }}\n" for number in range(count))
    manifest = tmp_path / "a.pp"
    manifest.write_text(f"class a {{\n{resources}}}\n")
    *_, last = found = Analysis().check(str(manifest)).diagnostics
    assert len(found) == MOST_FINDINGS
    assert last.message.endswith(f"(and {count - MOST_FINDINGS} more of this kind in this file)")
