"""The script with which the extension installs its wheels without pip."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

UNPACK = Path(__file__).parent.parent.parent / "vscode-client" / "unpack.py"
ENTRY = "[console_scripts]\nfind-it = finder.main:run\n"


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The interpreter of an empty environment whose path has a space."""
    environment = tmp_path / "an environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    return environment / "bin" / "python"


def wheel(folder: Path, name: str, files: Mapping[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / name, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)


def unpack(python: Path, folder: Path) -> str:
    """What the script writes to its standard error; empty if it succeeds."""
    return subprocess.run([python, "-I", UNPACK, folder], capture_output=True, text=True).stderr


def test_a_program_is_installed_with_its_libraries(python: Path, tmp_path: Path) -> None:
    files = {"finder/main.py": "import library\n\n\ndef run():\n    print(library.NAME)\n", "finder-1.dist-info/entry_points.txt": ENTRY}
    wheel(tmp_path / "wheels", "finder-1-py3-none-any.whl", files)
    wheel(tmp_path / "wheels", "library-2.0-py2.py3-none-any.whl", {"library.py": "NAME = 'found'\n"})
    assert unpack(python, tmp_path / "wheels") == ""
    assert subprocess.check_output([python.parent / "find-it"], text=True) == "found\n"


def test_the_wheel_of_this_version_is_taken(python: Path, tmp_path: Path) -> None:
    own = f"cp3{sys.version_info[1]}"
    for tag, name in (("cp32-abi3", "old"), ("cp399-cp399", "other"), (f"{own}-{own}", "own")):
        wheel(tmp_path / "wheels", f"library-1-{tag}-some_system.whl", {"library.py": f"NAME = '{name}'\n"})
    assert unpack(python, tmp_path / "wheels") == ""
    assert subprocess.check_output([python, "-c", "import library; print(library.NAME)"], text=True) == "own\n"


def test_a_library_without_a_wheel_for_this_version_is_left_to_pip(python: Path, tmp_path: Path) -> None:
    wheel(tmp_path / "wheels", "library-1-cp399-cp399-some_system.whl", {"library.py": ""})
    assert "library has no wheel for cp3" in unpack(python, tmp_path / "wheels")


def test_a_library_that_cannot_be_loaded_on_this_system_is_left_to_pip(python: Path, tmp_path: Path) -> None:
    wheel(tmp_path / "wheels", "library-1-cp32-abi3-some_system.whl", {"library.so": "not a library"})
    assert "OSError" in unpack(python, tmp_path / "wheels")
