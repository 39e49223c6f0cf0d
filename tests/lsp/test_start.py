"""The start of the server, which keeps the compiled methods of `lsprotocol.types` for the next start."""

from __future__ import annotations

import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

import puppet_check
import puppet_grammar
import puppet_typesys
from tests.cli.command import write
from tests.support.lsp_client import Client


def start(folder: Path, **env: str) -> str:
    """The name that the server answers with, which has its `__pycache__` in a folder."""
    client = Client(env={"PYTHONPYCACHEPREFIX": str(folder), "PYTHONDONTWRITEBYTECODE": "", **env})
    try:
        name: str = client.initialize()["serverInfo"]["name"]
        return name
    finally:
        client.kill()


def methods(folder: Path) -> list[Path]:
    """The files with compiled methods below a folder."""
    return [*folder.rglob("methods.*")]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a first start has kept, which compiles all modules of Python and of this project. No test changes it."""
    folder = tmp_path_factory.mktemp("first")
    start(folder)
    return folder


@pytest.fixture
def folder(first: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(first, tmp_path / "kept")


def test_compiled_methods_are_kept(folder: Path) -> None:
    (file,) = methods(folder)
    before = file.stat()
    start(folder)
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_nothing_is_written_where_python_is_not_to_write(folder: Path) -> None:
    (file,) = methods(folder)
    file.unlink()
    start(folder, PYTHONDONTWRITEBYTECODE="1")
    assert not methods(folder)


@pytest.mark.parametrize("place", [0, 5, 24, 25, 26, 1_000, 100_000, -1])
def test_damaged_methods_are_compiled_again(folder: Path, place: int) -> None:
    (file,) = methods(folder)
    good = file.read_bytes()
    bad = bytearray(good)
    bad[place] ^= 0x5A
    file.write_bytes(bad)
    assert start(folder) == "puppet-language-server"
    assert len(file.read_bytes()) == len(good)
    assert file.read_bytes() != bad


@pytest.mark.parametrize("content", [b"", b"\n", b"x\n"])
def test_other_contents_are_replaced(folder: Path, content: bytes) -> None:
    (file,) = methods(folder)
    file.write_bytes(content)
    assert start(folder) == "puppet-language-server"
    assert len(file.read_bytes()) > 100_000


def test_a_folder_in_place_of_the_file_is_left(folder: Path) -> None:
    (file,) = methods(folder)
    file.unlink()
    file.mkdir()
    assert start(folder) == "puppet-language-server"
    assert file.is_dir()


def test_files_are_checked_where_only_the_server_finds_its_modules(tmp_path: Path) -> None:
    # As in the single file of a release and in the package of Debian, whose programs add the folder of their libraries.
    found = [str(Path(each.__file__).parents[1]) for each in (puppet_check, puppet_grammar, puppet_typesys)]
    libraries = [*found, sysconfig.get_path("platlib"), sysconfig.get_path("purelib")]
    script = write(tmp_path, {"server.py": f"import sys\nsys.path[:0] = {libraries}\nfrom puppet_check.lsp.start import main\nmain()\n"})
    top = write(tmp_path / "m", {"manifests/init.pp": "class m {\n  $a = 1 / 0\n}\n"})
    client = Client((sys._base_executable, str(script / "server.py")), env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    client.initialize(top)
    uri = (top / "manifests/init.pp").as_uri()
    client.wait(lambda each: each.get("method") == "textDocument/publishDiagnostics" and each["params"]["uri"] == uri)
    assert client.stop() == 0
