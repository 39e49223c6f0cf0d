"""The process that checks all files takes the results of the last session while nothing that they depended on has changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.support.lsp_client import Json

WRONG = {"b/manifests/init.pp": ["wrong-parameter"]}


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    """A module whose class takes a number, and one that gives it none."""
    declaring = "class b {\n  class { 'a': port => 'x' }\n}\n"
    return write(tmp_path / "modules", {"a/manifests/init.pp": "class a(Integer $port) { }\n", "b/manifests/init.pp": declaring})


class Service:
    """Runs the process, with a cache of its own."""

    def __init__(self, modules: Path, cache: Path) -> None:
        self.modules = modules
        self.store = cache / "records.sqlite3"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}

    def codes(self) -> dict[str, list[str]]:
        """The codes of the findings, by file."""
        request: Json = {"folders": [str(self.modules)], "encoding": "utf-16", "store": str(self.store), "jobs": 1}
        command = (sys.executable, "-m", "puppet_check.reports.service")
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment) as process:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            count, *results, _ = map(json.loads, process.stdout)
        assert process.returncode == 0 and count == len(results)
        return {os.path.relpath(path, self.modules): [row[5] for row in rows] for path, failed, rows in results if rows and not failed}

    def codes_without_records(self) -> tuple[dict[str, list[str]], bool]:
        """The codes after the records of single files were removed, and whether they were made again, by checking the files."""
        self.store.unlink(missing_ok=True)
        return self.codes(), self.store.exists()


@pytest.fixture
def service(modules: Path, tmp_path: Path) -> Service:
    made = Service(modules, tmp_path / "cache")
    # The results of the first one may not be kept, as it reads files that have only just been written.
    assert made.codes() == made.codes() == WRONG
    return made


def test_nothing_is_read_again_if_nothing_has_changed(service: Service) -> None:
    assert service.codes_without_records() == (WRONG, False)


CHANGES = {
    "a file that has a finding": ("b/manifests/init.pp", "class b { }\n"),
    "a file that one with a finding depends on": ("a/manifests/init.pp", "class a(String $port) { }\n"),
    "a configuration file": (".puppet-check.toml", 'ignore = ["wrong-parameter"]\n'),
}


@pytest.mark.parametrize(("name", "text"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_a_file_counts(name: str, text: str, service: Service) -> None:
    write(service.modules, {name: text})
    assert service.codes() == {}


def test_a_new_file_counts(service: Service) -> None:
    write(service.modules, {"b/manifests/c.pp": "class b::d { }\n"})
    assert "b/manifests/c.pp" in service.codes()


def test_a_removed_file_counts(service: Service) -> None:
    (service.modules / "b/manifests/init.pp").unlink()
    assert service.codes() == {}


def test_another_home_counts(service: Service, tmp_path: Path) -> None:
    other = Service(service.modules, tmp_path / "cache")
    other.environment["HOME"] = str(tmp_path)
    assert other.codes_without_records()[1]
