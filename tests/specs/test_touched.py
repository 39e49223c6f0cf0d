"""`puppet-check test --watch` and `--changed-since`: only what a change may touch is run again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.cli.command import run, write
from tests.specs.module import FILES

SPEC = "require 'spec_helper'\ndescribe '%s' do\n  it { is_expected.to compile }\nend\n"
MODULE = FILES | {
    "manifests/one.pp": "class web::one {\n  web::part { 'a': }\n}\n",
    "manifests/part.pp": "define web::part {\n  notice(template('web/part.erb'))\n}\n",
    "manifests/two.pp": "class web::two {\n  $which = 'oth'\n  include \"web::${which}er\"\n}\n",
    "manifests/other.pp": "class web::other {\n}\n",
    "templates/part.erb": "text\n",
    "spec/classes/one_spec.rb": SPEC % "web::one",
    "spec/classes/two_spec.rb": SPEC % "web::two",
    "spec/classes/three_spec.rb": SPEC % "web",
}


@contextmanager
def watching(folder: Path) -> Iterator[IO[str]]:
    """The output of a run with `--watch`."""
    command = [str(Path(sys.executable).parent / "puppet-check"), "test", "--watch"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as run:
        assert run.stdout is not None
        try:
            yield run.stdout
        finally:
            run.terminate()


def next_run(out: IO[str]) -> tuple[str, str]:
    """What a run says that it runs, and its counts."""
    begun = ""
    for line in out:
        if line.startswith("Running"):
            begun = line.rstrip()
        if " passed, " in line:
            return begun, line.rstrip()
    raise EOFError


def test_watching_runs_what_a_change_may_touch_and_reports_the_rest_from_before(tmp_path: Path) -> None:
    with watching(write(tmp_path, MODULE)) as out:
        assert next_run(out) == ("", "3 passed, 0 failed, 0 unknown, 0 not supported")
        write(tmp_path, {"manifests/part.pp": "define web::part {\n  fail('broken')\n}\n"})
        assert next_run(out) == ("Running 1 spec file, 2 unchanged", "2 passed, 1 failed, 0 unknown, 0 not supported")
        write(tmp_path, {"manifests/other.pp": "class web::other {\n  fail('broken')\n}\n"})
        assert next_run(out) == ("Running 1 spec file, 2 unchanged", "1 passed, 2 failed, 0 unknown, 0 not supported")
        write(tmp_path, {"manifests/part.pp": MODULE["manifests/part.pp"], "manifests/other.pp": MODULE["manifests/other.pp"]})
        while next_run(out)[1] != "3 passed, 0 failed, 0 unknown, 0 not supported":
            pass


def test_watching_runs_all_after_a_change_of_what_any_example_may_read(tmp_path: Path) -> None:
    with watching(write(tmp_path, MODULE)) as out:
        next_run(out)
        write(tmp_path, {"spec/spec_helper.rb": FILES["spec/spec_helper.rb"] + "unknown_method\n"})
        assert next_run(out) == ("", "0 passed, 0 failed, 0 unknown, 3 not supported")


def test_watching_sees_new_and_removed_spec_files(tmp_path: Path) -> None:
    with watching(write(tmp_path, MODULE)) as out:
        next_run(out)
        write(tmp_path, {"spec/classes/four_spec.rb": SPEC % "web::other"})
        assert next_run(out) == ("Running 1 spec file, 3 unchanged", "4 passed, 0 failed, 0 unknown, 0 not supported")
        (tmp_path / "spec/classes/four_spec.rb").unlink()
        assert next_run(out)[1] == "3 passed, 0 failed, 0 unknown, 0 not supported"


@pytest.mark.parametrize(
    ("changed", "count"),
    [
        ("manifests/part.pp", 1),
        ("templates/part.erb", 1),
        ("manifests/other.pp", 1),
        ("spec/classes/one_spec.rb", 1),
        ("spec/spec_helper.rb", 3),
        ("README.md", 0),
        ("manifests/new.pp", 3),
    ],
)
def test_only_what_changes_since_a_revision_may_touch_is_run(tmp_path: Path, changed: str, count: int) -> None:
    write(tmp_path, MODULE)
    for arguments in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    text = (tmp_path / changed).read_text() if (tmp_path / changed).exists() else ""
    write(tmp_path, {changed: f"{text}# changed\n"})
    found = run("puppet-check", "test", "--changed-since", "HEAD", cwd=tmp_path)
    assert f"{count} passed, 0 failed" in found.out


def test_a_file_that_no_longer_defines_a_name_touches_all(tmp_path: Path) -> None:
    write(tmp_path, MODULE)
    for arguments in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    write(tmp_path, {"manifests/part.pp": "define web::piece {\n}\n"})
    found = run("puppet-check", "test", "--changed-since", "HEAD", cwd=tmp_path)
    assert "2 passed, 1 failed" in found.out
