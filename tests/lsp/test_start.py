"""The start of the server, which keeps the compiled methods of `lsprotocol.types` for the next start."""

from __future__ import annotations

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


def test_compiled_methods_are_kept(tmp_path: Path) -> None:
    start(tmp_path)
    (file,) = methods(tmp_path)
    before = file.stat()
    start(tmp_path)
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_nothing_is_written_where_python_is_not_to_write(tmp_path: Path) -> None:
    start(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert not methods(tmp_path)


@pytest.mark.parametrize("place", [0, 5, 24, 25, 26, 1_000, 100_000, -1])
def test_damaged_methods_are_compiled_again(tmp_path: Path, place: int) -> None:
    start(tmp_path)
    (file,) = methods(tmp_path)
    good = file.read_bytes()
    bad = bytearray(good)
    bad[place] ^= 0x5A
    file.write_bytes(bad)
    assert start(tmp_path) == "puppet-language-server"
    assert len(file.read_bytes()) == len(good)
    assert file.read_bytes() != bad


@pytest.mark.parametrize("content", [b"", b"\n", b"x\n"])
def test_other_contents_are_replaced(tmp_path: Path, content: bytes) -> None:
    start(tmp_path)
    (file,) = methods(tmp_path)
    file.write_bytes(content)
    assert start(tmp_path) == "puppet-language-server"
    assert len(file.read_bytes()) > 100_000


def test_a_folder_in_place_of_the_file_is_left(tmp_path: Path) -> None:
    start(tmp_path)
    (file,) = methods(tmp_path)
    file.unlink()
    file.mkdir()
    assert start(tmp_path) == "puppet-language-server"
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
