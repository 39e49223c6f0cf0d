"""The length of a file does not change its findings."""

from __future__ import annotations

from pathlib import Path

from puppet_check.analysis import Analysis


def test_a_long_text_is_examined_whole(tmp_path: Path) -> None:
    count = 9000
    resources = "".join(f"  file {{ '/a/{number}': ensure => file, mod => '0644' }}\n" for number in range(count))
    manifest = tmp_path / "a.pp"
    manifest.write_text(f"class a {{\n{resources}}}\n")
    assert len(Analysis().check(str(manifest)).diagnostics) == count
