"""By what the installed program is known, as results of another one are not used."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import puppet_check
from puppet_check.installed import version
from tests.cli.command import write

LIST = "puppet_check-1.0.dist-info/RECORD"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the program is installed, as far as can be seen."""
    write(tmp_path, {"puppet_check/__init__.py": "", LIST: "puppet_check/__init__.py,sha256=1,0\n"})
    monkeypatch.setattr(puppet_check, "__path__", [str(tmp_path / "puppet_check")])
    yield tmp_path
    version.cache_clear()


def now() -> str:
    version.cache_clear()
    return version()


def test_an_installed_program_is_known_by_the_list_of_its_files(site: Path) -> None:
    first = now()
    assert now() == first
    (site / "puppet_check" / "made.py").write_text("")
    assert now() == first, "only installers put files there"
    (site / LIST).write_text("puppet_check/__init__.py,sha256=2,0\n")
    assert now() != first


def test_the_same_list_written_again_is_another_installation(site: Path) -> None:
    first = now()
    os.utime(site / LIST, ns=(1, 1))
    assert now() != first


@pytest.mark.parametrize("count", [0, 2], ids=["without a list", "with the lists of two versions"])
def test_a_program_without_one_list_is_known_by_its_files(site: Path, count: int) -> None:
    if count:
        write(site, {"puppet_check-2.0.dist-info/RECORD": ""})
    else:
        (site / LIST).unlink()
    first = now()
    assert now() == first
    (site / "puppet_check" / "made.py").write_text("")
    assert now() != first
