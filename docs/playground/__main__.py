"""Builds the playground: a folder of static files, which any server or `python -m http.server` can serve.

python -m docs.playground FOLDER --extensions EXTENSIONS [--rules ADDRESS]

EXTENSIONS is what `python -m docs.playground.extensions` has written. It needs npm, for Pyodide and the editor of the page.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).parent / "page"
PACKAGES = ("puppet_grammar", "puppet_typesys", "puppet_check", "platformdirs", "tree_sitter", "regex", "rapidfuzz", "yaml")
"""The packages that run in the browser; what they have in C is in EXTENSIONS, or has an equal in Python."""
PROGRAMS = ("lsp",)
"""The folders of `puppet_check` that a page has no use for."""
SUFFIXES = (".py", ".json", ".z", ".md", ".scm", ".toml", ".pp")
PYODIDE = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def main() -> int:
    """Write the page, Pyodide, and the checker as one archive."""
    parser = argparse.ArgumentParser(prog="docs.playground", description="Build the playground.")
    parser.add_argument("folder", type=Path, help="where it is written")
    parser.add_argument("--extensions", type=Path, required=True, help="the folder with the extensions for WebAssembly")
    options = parser.parse_args()
    npm = shutil.which("npm")
    if npm is None or not (options.extensions / "puppet_grammar").is_dir():
        print("docs.playground: needs npm, and extensions made by `python -m docs.playground.extensions`", file=sys.stderr)
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=PAGE, check=True)
    subprocess.run([npm, "run", "--silent", "bundle", "--", f"--outdir={options.folder.absolute()}"], cwd=PAGE, check=True)
    for name in ("index.html", "worker.js"):
        shutil.copyfile(PAGE / name, options.folder / name)
    (options.folder / "pyodide").mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copyfile(PAGE / "node_modules" / "pyodide" / name, options.folder / "pyodide" / name)
    with zipfile.ZipFile(options.folder / "checker.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(_files(options.extensions)):
            archive.write(path, name)
    return 0


def _files(extensions: Path) -> Iterator[tuple[str, Path]]:
    """The files of the archive, by their names in it."""
    for package in PACKAGES:
        spec = find_spec(package)
        for folder in spec.submodule_search_locations or () if spec is not None else ():
            yield from _of_package(package, Path(folder))
    queries = ROOT / "grammar" / "queries"
    yield from ((f"puppet_grammar/queries/{each.name}", each) for each in queries.iterdir() if each.suffix in SUFFIXES)
    yield from ((str(each.relative_to(extensions)), each) for each in extensions.rglob("*.so"))
    yield "session.py", Path(__file__).parent / "session.py"
    yield "browser.py", Path(__file__).parent / "browser.py"


def _of_package(package: str, folder: Path) -> Iterator[tuple[str, Path]]:
    for each in folder.rglob("*"):
        inside = each.relative_to(folder)
        if each.suffix in SUFFIXES and not (package == "puppet_check" and inside.parts[0] in PROGRAMS):
            yield f"{package}/{inside.as_posix()}", each


if __name__ == "__main__":
    raise SystemExit(main())
