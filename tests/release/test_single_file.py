"""The single file of a release: the same bytes wherever it is made, and a clear message where it cannot run."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from release.single_file import finished

HERE = sys.version_info[:2]
PRINTS_ROOT = b'import os\nprint(os.environ.get("SHIV_ROOT", "at home"))\n'
DIST = "site-packages/a-1.dist-info/"


def archive(mode: int, origin: str, main: bytes = PRINTS_ROOT) -> bytes:
    """A file with the members that shiv gives it."""
    members = {
        "site-packages/a.py": b"1\n",
        f"{DIST}direct_url.json": origin.encode(),
        f"{DIST}RECORD": f"a.py,sha256=x,2\na-1.dist-info/direct_url.json,sha256={origin},3\n".encode(),
        "environment.json": json.dumps({"build_id": origin}).encode(),
        "__main__.py": main,
    }
    made = io.BytesIO(b"#!/usr/bin/env python3\n")
    made.seek(0, os.SEEK_END)
    with zipfile.ZipFile(made, "w") as file:
        for name, content in members.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = mode << 16
            file.writestr(member, content)
    return made.getvalue()


def start(path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the file with no variables but these."""
    return subprocess.run([sys.executable, path], env=variables, capture_output=True, text=True)


def placed(folder: Path, version: tuple[int, int] = HERE, main: bytes = PRINTS_ROOT) -> Path:
    """The finished file in a folder."""
    path = folder / "a b é.pyz"
    path.write_bytes(finished(archive(0o100644, "x", main), version, sys.platform))
    return path


def test_file_does_not_depend_on_where_it_is_made() -> None:
    made = [finished(archive(*each), HERE, sys.platform) for each in ((0o100644, "file:///one"), (0o100600, "file:///two"))]
    assert made[0] == made[1]
    with zipfile.ZipFile(io.BytesIO(made[0])) as file:
        assert not any(b"direct_url" in file.read(each) or "direct_url" in each for each in file.namelist())
        assert len(json.loads(file.read("environment.json"))["build_id"]) == 64


def test_another_version_of_python_is_refused_with_a_reason(tmp_path: Path) -> None:
    answer = start(placed(tmp_path, (3, 99), b"raise SystemExit(7)\n"))
    assert answer.returncode == 2
    assert answer.stderr.startswith("puppet-check.pyz: its libraries are for Python 3.99 on ") and "Traceback" not in answer.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs folders for one user")
@pytest.mark.parametrize(("home", "expected"), [("home", "at home"), ("file/home", "{temp}/puppet-check-{user}")])
def test_libraries_are_unpacked_where_that_is_possible(tmp_path: Path, home: str, expected: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "temp").mkdir()
    variables: Mapping[str, str] = {"HOME": str(tmp_path / home), "TMPDIR": str(tmp_path / "temp")}
    answer = start(placed(tmp_path), **variables)
    assert (answer.returncode, answer.stdout.strip()) == (0, expected.format(temp=tmp_path / "temp", user=os.getuid())), answer.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs folders for one user")
def test_no_folder_is_used_that_others_can_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / f"puppet-check-{os.getuid()}").mkdir()
    (tmp_path / f"puppet-check-{os.getuid()}").chmod(0o777)
    path = placed(tmp_path)
    answer = start(path, HOME=str(tmp_path / "file/home"), TMPDIR=str(tmp_path))
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "set SHIV_ROOT to a folder of your own" in answer.stderr
    assert start(path, HOME=str(tmp_path / "file/home"), TMPDIR=str(tmp_path), SHIV_ROOT="/own").stdout == "/own\n"
