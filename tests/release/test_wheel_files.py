"""The command that makes the single file and the bill of materials of a wheel."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from release import artifacts, wheel_files

VERSION = ".".join(map(str, sys.version_info[:2]))


def made(name: str) -> Callable[[Path, Path, int], Iterator[Path]]:
    """What writes one file beside the wheel, with the names of the wheels that it finds there."""

    def build(_: Path, output: Path, time: int) -> Iterator[Path]:
        assert time > 0
        path = output / name
        path.write_text(" ".join(each.name for each in output.glob("*.whl")))
        yield path

    return build


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ([], [f"puppet-check-python{VERSION}.pyz"]),
        (["--sbom"], [f"puppet-check-python{VERSION}.pyz", "puppet-check.cdx.json"]),
    ],
)
def test_files_are_named_for_their_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], names: list[str]) -> None:
    kinds: Mapping[str, Callable[[Path, Path, int], Iterator[Path]]] = {
        "pyz": made("puppet-check.pyz"),
        "sbom": made("puppet-check.cdx.json"),
    }
    monkeypatch.setattr(artifacts, "KINDS", kinds)
    wheel, folder = tmp_path / "a-1-py3-none-any.whl", tmp_path / "new" / "files"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("a.py", "")
    monkeypatch.setattr(sys, "argv", ["wheel_files", str(wheel), str(folder), *more])
    assert wheel_files.main() == 0
    assert sorted(each.name for each in folder.iterdir()) == names
    assert {each.read_text() for each in folder.iterdir()} == {wheel.name}
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == [wheel.name]


def test_a_wheel_that_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["wheel_files", str(tmp_path / "none.whl"), str(tmp_path / "files")])
    assert wheel_files.main() == 2
    assert capsys.readouterr().err == f"release: {tmp_path / 'none.whl'}: expected the wheel that the files are made of\n"
    assert not (tmp_path / "files").exists()
