"""The process that watches folders for clients that cannot."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from puppet_check.lsp.check_process import CHANGES, start
from puppet_check.lsp.watch_service import TICK, Request
from tests.support.lsp_client import TIMEOUT

FAILING = """
import watchfiles
def watch(*folders, **options):
    raise OSError("no more watches")
watchfiles.watch = watch
from puppet_check.lsp.watch_service import main
main()
"""


def watching(folder: Path, since: float) -> subprocess.Popen[bytes]:
    """A process that watches a folder."""
    process = start(CHANGES, subprocess.PIPE)
    asked(process, folder, since)
    return process


def asked(process: subprocess.Popen[bytes], folder: Path, since: float, *others: Path) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(Request([*map(str, (folder, *others))], since)._asdict()).encode() + b"\n")
    process.stdin.flush()


def line(process: subprocess.Popen[bytes]) -> object:
    """The next line that a process writes."""
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def ended(process: subprocess.Popen[bytes]) -> int:
    """Close the input of a process, and wait for its end."""
    assert process.stdin is not None
    process.stdin.close()
    return process.wait(TIMEOUT)


def test_what_changes_before_the_folders_are_watched_is_reported_and_nothing_older(tmp_path: Path) -> None:
    module = tmp_path / "m" / "manifests"
    module.mkdir(parents=True)
    for name in ("old.pp", "gone.pp", "changed.pp"):
        (module / name).write_text("")
    time.sleep(3 * TICK)
    since = time.time()
    (module / "changed.pp").write_text("class m::changed { }\n")
    (module / "gone.pp").unlink()
    (module / "other.txt").write_text("")
    process = watching(tmp_path, since)
    assert line(process) == [str(module), str(module / "changed.pp")]
    ended(process)


def test_later_changes_are_reported_and_the_process_ends_with_its_input(tmp_path: Path) -> None:
    changed = tmp_path / "changed.pp"
    process = watching(tmp_path, time.time())
    changed.write_text("class a { }\n")
    first = line(process)
    assert isinstance(first, list)
    assert str(changed) in first
    changed.write_text("class b { }\n")
    assert line(process) == [str(changed)]
    assert ended(process) != 0
    assert process.stdout is not None
    assert process.stdout.read() == b""


def test_folders_that_are_not_there_are_not_watched(tmp_path: Path) -> None:
    process = watching(tmp_path / "absent", time.time())
    assert process.stdout is not None
    assert process.stdout.read() == b""
    assert process.wait(TIMEOUT) == 0


def test_a_folder_whose_name_is_no_unicode_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    folder.mkdir()
    process = start(CHANGES, subprocess.PIPE)
    (tmp_path / "\udcff").mkdir()
    asked(process, tmp_path / "\udcff", time.time(), folder)
    (folder / "a.pp").write_text("")
    assert str(folder / "a.pp") in every_path(process, folder / "a.pp")
    ended(process)


def test_a_file_whose_name_is_no_unicode_does_not_end_the_watching(tmp_path: Path) -> None:
    process = watching(tmp_path, time.time())
    (tmp_path / "a.pp").write_text("")
    every_path(process, tmp_path / "a.pp")
    (tmp_path / "\udcff.pp").write_text("")
    (tmp_path / "b.pp").write_text("")
    every_path(process, tmp_path / "b.pp")
    (tmp_path / "c.pp").write_text("")
    every_path(process, tmp_path / "c.pp")
    ended(process)


def every_path(process: subprocess.Popen[bytes], last: Path) -> list[str]:
    """The paths that a process writes until there is a certain one."""
    found: list[str] = []
    while str(last) not in found:
        paths = line(process)
        assert isinstance(paths, list)
        found += paths
    return found


def test_what_cannot_be_watched_is_said(tmp_path: Path) -> None:
    process = subprocess.Popen((sys.executable, "-c", FAILING), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    asked(process, tmp_path, time.time())
    assert line(process) == "no more watches"
    assert process.wait(TIMEOUT) == 0
