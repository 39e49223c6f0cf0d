"""Our own modules are found and read as Python does it: in the same places, and sources that have changed are compiled anew."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from importlib.util import module_from_spec
from pathlib import Path

from puppet_check.own_modules import Finder

PLACES = """
import sys
from puppet_check.own_modules import find_quickly
if sys.argv[1:]:
    find_quickly()
    find_quickly()
    assert sum(type(each).__module__ == "puppet_check.own_modules" for each in sys.meta_path) == 1
import puppet_check.cli.run, puppet_check.lsp
for name, module in sorted(sys.modules.items()):
    if name.startswith("puppet_"):
        spec = module.__spec__
        print(name, module.__file__, module.__cached__ if hasattr(module, "__cached__") else None, module.__package__)
        print(getattr(module, "__path__", None), spec.origin, spec.has_location, spec.parent)
"""
NAME = "puppet_check.made_here"


def places(*arguments: str, **environment: str) -> str:
    """Where the modules of a check are, in a new process."""
    command = (sys.executable, "-c", PLACES, *arguments)
    return subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment}).stdout


def value(finder: Finder, folder: Path) -> object:
    """The value of `VALUE` in the module of a folder."""
    spec = finder.find_spec(NAME, [str(folder)])
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made.VALUE


def test_all_modules_are_where_python_finds_them() -> None:
    assert len(places().splitlines()) > 500
    assert places("quickly") == places()


def test_a_source_that_has_changed_is_compiled_anew(tmp_path: Path) -> None:
    source, finder = tmp_path / "made_here.py", Finder()
    source.write_text("VALUE = 1\n")
    assert value(finder, tmp_path) == 1
    py_compile.compile(str(source), doraise=True)
    assert value(finder, tmp_path) == 1
    source.write_text("VALUE = 23\n")
    assert value(finder, tmp_path) == 23


def test_a_compiled_file_is_read_in_place_of_a_source_of_the_same_time_and_size(tmp_path: Path) -> None:
    source = tmp_path / "made_here.py"
    source.write_text("VALUE = 1\n")
    py_compile.compile(str(source), doraise=True)
    before = source.stat()
    source.write_text("VALUE = 2\n")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert value(Finder(), tmp_path) == 1


def test_a_damaged_compiled_file_is_made_anew(tmp_path: Path) -> None:
    source = tmp_path / "made_here.py"
    source.write_text("VALUE = 1\n")
    compiled = Path(py_compile.compile(str(source), doraise=True))
    for content in (b"", b"\0" * 16, compiled.read_bytes()[:8]):
        compiled.write_bytes(content)
        assert value(Finder(), tmp_path) == 1


def test_other_modules_are_left_to_python(tmp_path: Path) -> None:
    (tmp_path / "made_here.py").write_text("")
    (tmp_path / "plain").mkdir()
    finder = Finder()
    assert finder.find_spec("made_here", None) is None
    assert finder.find_spec("other.made_here", [str(tmp_path)]) is None
    assert finder.find_spec("puppet_check.absent", [str(tmp_path)]) is None
    assert finder.find_spec("puppet_check.plain", [str(tmp_path)]) is None
    assert finder.find_spec(NAME, [str(tmp_path), str(tmp_path)]) is None
    assert finder.find_spec(NAME, [str(tmp_path / "absent")]) is None
