"""Compiles the C extensions that a check needs to WebAssembly, for the Python of Pyodide.

python -m docs.playground.extensions FOLDER --headers HEADERS [--sources SOURCES] [--emcc COMMAND]

It needs Emscripten, and the headers of the Python that Pyodide has (3.13) for 32 bits: those of `pyodide xbuildenv`, or in Debian
those of libpython3.13-dev for i386, with its pyconfig.h beside Python.h.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIBRARIES = ("tree-sitter", "regex")
"""The libraries with C code that a check of Puppet code and data imports."""


def main() -> int:
    """Write the extensions to a folder, at the paths at which they are imported."""
    parser = argparse.ArgumentParser(prog="docs.playground.extensions", description="Compile C extensions to WebAssembly.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--headers", type=Path, required=True, help="the folder with Python.h of Python 3.13 for 32 bits")
    parser.add_argument("--sources", type=Path, help="a folder with the source distributions (default: they are downloaded)")
    parser.add_argument("--emcc", default="emcc", help="Emscripten's compiler (default: emcc)")
    options = parser.parse_args()
    if shutil.which(options.emcc) is None or not (options.headers / "Python.h").exists():
        print(f"docs.playground.extensions: needs {options.emcc} and {options.headers / 'Python.h'}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as top:
        sources = options.sources or _downloaded(Path(top) / "sources")
        folders = [ROOT, *(_unpacked(name, sources, Path(top)) for name in LIBRARIES)]
        for folder in folders:
            made = Path(top) / "made" / folder.name
            _compile(folder, made, options.emcc, options.headers.absolute())
            _take(made, options.folder)
    return 0


def _downloaded(folder: Path) -> Path:
    wanted = [f"{name}=={version(name)}" for name in LIBRARIES]
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(folder), *wanted]
    subprocess.run(command, check=True)
    return folder


def _unpacked(name: str, sources: Path, top: Path) -> Path:
    (archive,) = sources.glob(f"{name.replace('-', '_')}-*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(top, filter="data")
    return top / archive.name.removesuffix(".tar.gz")


def _compile(folder: Path, made: Path, emcc: str, headers: Path) -> None:
    """Build the extensions of a source distribution; the headers come before those of the Python that runs this."""
    flags = f"-I{headers} -O2 -g0 -fPIC -DNDEBUG"
    environment = {**os.environ, "CC": emcc, "LDSHARED": f"{emcc} -sSIDE_MODULE=1 -O2", "CFLAGS": flags}
    command = [
        sys.executable,
        "setup.py",
        "-q",
        "build_ext",
        "--build-lib",
        str(made),
        "--build-temp",
        str(made.parent / "temp" / folder.name),
    ]
    subprocess.run(command, cwd=folder, env=environment, check=True)


def _take(made: Path, folder: Path) -> None:
    """Copy the extensions without the system in their names, which is that of this machine."""
    for each in made.rglob("*.so"):
        to = folder / each.relative_to(made).with_name(f"{each.name.split('.')[0]}.so")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(each, to)


if __name__ == "__main__":
    raise SystemExit(main())
