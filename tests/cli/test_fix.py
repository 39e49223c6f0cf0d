"""Fixes on the command line: what is applied, what is not, and that no file is ever left half written."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puppet_check.analysis import Analysis, CheckedFile
from puppet_check.config.configuration import Configuration, Given
from puppet_check.fixing import fixed
from puppet_check.workspace.workspace import Workspace
from tests.cli.command import Answer, run, write

STYLE = ("--profile", "puppet-lint", "--no-cache", "--no-config")
UGLY = "# text\nclass m {   \n  notice('a') \n}\n"
CLEAN = "# text\nclass m {\n  notice('a')\n}\n"


def fix(*arguments: str | Path, **options: object) -> Answer:
    return run("puppet-check", *STYLE, *arguments, **options)  # type: ignore[arg-type]  # handed on


def test_a_safe_fix_is_applied_and_what_is_left_is_reported(tmp_path: Path) -> None:
    write(tmp_path, {"m/manifests/init.pp": UGLY + "\n$x = 1 + undef\n"})
    found = fix("--fix", tmp_path / "m")
    assert (tmp_path / "m/manifests/init.pp").read_text().startswith(CLEAN)
    assert "Fixed 2 findings in 1 file" in found.err and "error" in found.out and "trailing_whitespace" not in found.out


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"m/manifests/init.pp": UGLY})
    assert fix("--fix", tmp_path).code == 0
    assert "Nothing to fix" in fix("--fix", tmp_path).err
    assert (tmp_path / "m/manifests/init.pp").read_text() == CLEAN


def test_a_diff_shows_what_would_change_and_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"m/manifests/init.pp": UGLY})
    found = fix("--diff", "m", cwd=tmp_path)
    assert (
        found.code == 1
        and "-class m {   \n" in found.out
        and "+class m {\n" in found.out
        and found.out.startswith("--- m/manifests/init.pp\n")
    )
    assert (tmp_path / "m/manifests/init.pp").read_text() == UGLY
    write(tmp_path, {"m/manifests/init.pp": CLEAN})
    assert (answer := fix("--diff", "m", cwd=tmp_path)).code == 0 and answer.out == ""


def test_fix_only_reports_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"m/manifests/init.pp": UGLY + "$x = 1 + undef\n"})
    found = fix("--fix-only", tmp_path)
    assert (found.code, found.out) == (0, "") and "Fixed 2 findings in 1 file" in found.err


def test_standard_input_is_printed_with_its_fixes() -> None:
    assert fix("--fix", "-", stdin=UGLY).out == CLEAN
    assert fix("--diff", "-", stdin=CLEAN).out == ""


def test_line_ends_mode_and_bytes_of_other_encodings_are_kept(tmp_path: Path) -> None:
    text = "# caf\xe9 \xff\r\nclass m {   \r\n  $a = 'x' # \xfc\r\n}\r\n".encode()
    write(tmp_path, {"m/manifests/init.pp": text})
    path = tmp_path / "m/manifests/init.pp"
    path.chmod(0o640)
    fix("--fix", tmp_path)
    assert path.read_bytes() == text.replace(b"{   ", b"{") and path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "manifests/real.txt": UGLY})
    (tmp_path / "manifests/a.pp").symlink_to("real.txt")
    fix("--fix", "manifests", cwd=tmp_path)
    assert (tmp_path / "manifests/a.pp").is_symlink() and (tmp_path / "manifests/real.txt").read_text() == CLEAN


def test_a_guess_is_never_applied_as_a_safe_fix(tmp_path: Path) -> None:
    text = "class m (Strin $a) {\n  include m::othr\n}\n"
    write(tmp_path, {"m/manifests/init.pp": text, "m/manifests/other.pp": "class m::other { }\n", "m/metadata.json": "{}"})
    run("puppet-check", "--fix", "--no-cache", tmp_path)
    assert (tmp_path / "m/manifests/init.pp").read_text() == text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"m/manifests/init.pp": UGLY})
    (tmp_path / "m/manifests").chmod(0o500)
    found = fix("--fix", tmp_path)
    assert found.code == 2 and "cannot write the file" in found.out


@pytest.mark.parametrize("options", [("--fix", "--diff"), ("--unsafe-fixes",), ("--fix", "--watch")])
def test_options_that_cannot_be_combined_are_refused(options: tuple[str, ...]) -> None:
    assert fix(*options).code == 2


def test_a_run_that_is_killed_leaves_whole_files(tmp_path: Path) -> None:
    texts = {f"m/manifests/c{number}.pp": UGLY.replace("class m", f"class m::c{number}") * 20 for number in range(60)}
    command = [Path(sys.executable).parent / "puppet-check", *STYLE, "--fix", "."]
    seeded = random.Random(15)
    for _ in range(10):
        write(tmp_path, texts)
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(seeded.uniform(0.1, 1.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for name, text in texts.items():
            fixed = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
            assert (tmp_path / name).read_text() in (text, fixed)


def test_data_and_templates_are_fixed_as_well(tmp_path: Path) -> None:
    data = 'm::a: "%{::osfamily} %{::fqdn}"\nm::b: "%{::hostname}"\n'
    files = {"m/manifests/init.pp": "class m ($a, $b) { notice($a, $b, template('m/a.erb')) }\n", "m/metadata.json": "{}"}
    write(
        tmp_path,
        {**files, "m/hiera.yaml": "version: 5\n", "m/data/common.yaml": data, "m/templates/a.erb": '<%= @osfamily + "#@fqdn" %>\n'},
    )
    run("puppet-check", "--fix", "--no-cache", "m", cwd=tmp_path)
    expected = 'm::a: "%{facts.os.family} %{facts.networking.fqdn}"\nm::b: "%{facts.networking.hostname}"\n'
    assert (tmp_path / "m/data/common.yaml").read_text() == expected
    assert (tmp_path / "m/templates/a.erb").read_text() == "<%= @facts['os']['family'] + \"#{@facts['networking']['fqdn']}\" %>\n"
    assert "Nothing to fix" in run("puppet-check", "--fix", "--no-cache", "m", cwd=tmp_path).err


def test_many_fixes_that_each_make_a_finding_are_given_up_soon(tmp_path: Path) -> None:
    """The fixes of long lines break them behind an arrow, where the strict profile wants a space."""
    pairs = "".join(f"    'key_{each:03}'{' ' * 44} => $facts['long_name_{each:03}'],\n" for each in range(60))
    write(tmp_path, {"a.pp": f"# @summary a\nclass a {{\n  $x = {{\n{pairs}  }} \n}}\n"})
    path = str(tmp_path / "a.pp")
    analysis = Analysis(Workspace(Configuration(Given(replaced=(("profile", "strict"),)))))
    before = analysis.check(path)
    texts: list[bytes] = []
    check_text = analysis.check_text

    def counted(path: str, source: bytes) -> CheckedFile:
        texts.append(source)
        return check_text(path, source)

    analysis.check_text = counted  # type: ignore[method-assign]
    found = fixed(path, analysis, before)
    assert [each.code for each in found.after.diagnostics].count("80chars") == 60
    assert found.applied == ("trailing_whitespace",) and len(texts) <= 6
