"""What the text formats say about fixes: which findings have one, how many, and what `--fix` leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

SAFE = "notice($facts['osfamily'])\n"
UNSAFE = "notice($facts['serialnumber'])\n"
NONE = "notice($facts['dhcp_servers'])\n"


@pytest.mark.parametrize("style", ["text", "concise"])
def test_findings_with_a_fix_are_marked_and_counted(style: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": SAFE + UNSAFE + NONE})
    out = run("puppet-check", "--no-config", "--format", style, cwd=tmp_path).out
    marks = [line.partition("[legacy-fact]")[2] for line in out.splitlines() if "[legacy-fact]" in line]
    assert marks == [" [*]", " [* unsafe]", ""]
    assert out.splitlines()[-1] == "Found 3 warnings in 1 file; 1 fixable with --fix, 1 more with --unsafe-fixes"


def test_the_summary_says_how_unsafe_fixes_are_applied_if_there_are_no_others(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": UNSAFE})
    assert run("puppet-check", "--no-config", cwd=tmp_path).out.endswith("in 1 file; 1 fixable with --fix --unsafe-fixes\n")
    write(tmp_path, {"a.pp": NONE})
    assert run("puppet-check", "--no-config", cwd=tmp_path).out.endswith("in 1 file\n")


def test_the_cache_has_the_same_marks(tmp_path: Path) -> None:
    write(tmp_path / "m", {f"{name}.pp": SAFE + UNSAFE for name in "abcdefghij"})
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    first, second = (run("puppet-check", "--no-config", cwd=tmp_path / "m", env=cache).out for _ in range(2))
    assert first == second and first.endswith("10 fixable with --fix, 10 more with --unsafe-fixes\n")
    write(tmp_path / "m", {"a.pp": SAFE})
    third = run("puppet-check", "--no-config", cwd=tmp_path / "m", env=cache).out
    assert third.endswith("10 fixable with --fix, 9 more with --unsafe-fixes\n")


SENTENCES = {
    UNSAFE: "Nothing to fix safely; 1 fix is unsafe: --unsafe-fixes applies it\n",
    UNSAFE * 2: "Nothing to fix safely; 2 fixes are unsafe: --unsafe-fixes applies them\n",
    NONE: "Nothing to fix\n",
    SAFE: "Fixed 1 finding in 1 file\n",
    SAFE + UNSAFE: "Fixed 1 finding in 1 file; 1 more fixable with --unsafe-fixes\n",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_fix_says_what_only_unsafe_fixes_would_fix(text: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": text})
    assert run("puppet-check", "--no-config", "--fix-only", cwd=tmp_path).err == SENTENCES[text]


def test_ignored_findings_are_not_counted(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": UNSAFE})
    assert run("puppet-check", "--no-config", "--ignore", "legacy-fact", "--fix", cwd=tmp_path).err == "Nothing to fix\n"


def test_other_formats_have_no_marks(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": SAFE + UNSAFE})
    for style in ("github", "json", "checkstyle"):
        out = run("puppet-check", "--no-config", "--format", style, cwd=tmp_path).out
        assert "[*]" not in out and "fixable" not in out


def test_fixes_that_would_cause_other_findings_are_counted_apart(tmp_path: Path) -> None:
    condition = f"$a == '{'a' * 36}' and $::osfamily == '{'b' * 26}'"
    write(tmp_path, {"a.pp": f"# A\nclass k ($a) {{\n  if {condition} {{ notify {{ 'x': message => 'y' }} }}\n}}\n"})
    command = ("puppet-check", "--no-config", "--no-cache", "--select", "legacy_facts,140chars", "--fix-only")
    assert run(*command, cwd=tmp_path).err == "Nothing to fix; 1 fix was refused, as other findings would follow\n"


def test_the_style_of_a_text_does_not_keep_its_errors_from_being_fixed(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "\ufeffclass k {\n   include   ::k\n}\n"})
    run("puppet-check", "--no-config", "--no-cache", "--profile", "strict", "--fix-only", cwd=tmp_path)
    assert (tmp_path / "a.pp").read_text(encoding="utf-8") == "class k {\n  include   k\n}\n"
