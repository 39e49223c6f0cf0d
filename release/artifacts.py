"""Builds what a release consists of, each the same bytes from the same commit."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from release.single_file import finished
from release.versions import ReleaseError

PROGRAM = "puppet-check"
SUMS = "SHA256SUMS"


def build(checkout: Path, output: Path, kinds: tuple[str, ...], time: int) -> Iterator[Path]:
    """Build artifacts of some kinds from a checkout, and a list of their checksums. `time` is that of the commit, in seconds.

    Raises ReleaseError.
    """
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReleaseError(f"{output}: {error.strerror}; expected a folder") from None
    made = []
    for kind in kinds:
        for path in KINDS[kind](checkout, output, time):
            made.append(path)
            yield path
    sums = output / SUMS
    sums.write_text("".join(f"{_sum(path)}  {path.name}\n" for path in sorted(made)), encoding="utf-8")
    yield sums


def _sdist(checkout: Path, output: Path, time: int) -> Iterator[Path]:
    _run([sys.executable, "-m", "build", "--sdist", "--outdir", str(output), "."], checkout, time)
    (path,) = output.glob("*.tar.gz")
    path.write_bytes(_normalized(path.read_bytes(), time))
    yield path


def _wheel(checkout: Path, output: Path, time: int) -> Iterator[Path]:
    _run([sys.executable, "-m", "build", "--wheel", "--outdir", str(output), "."], checkout, time)
    yield _only(output, "*.whl")


def _single_file(checkout: Path, output: Path, time: int) -> Iterator[Path]:
    """One file with all programs and libraries, for a machine with Python of this version and system, and without pip."""
    path = output / f"{PROGRAM}.pyz"
    wheel = _only(output, "*.whl")
    command = [sys.executable, "-m", "shiv", "--reproducible", "--console-script", PROGRAM, "--output-file", str(path)]
    _run([*command, "--python", "/usr/bin/env python3", str(wheel)], checkout, time)
    path.write_bytes(finished(path.read_bytes(), sys.version_info[:2], sys.platform))
    yield path


def _materials(checkout: Path, output: Path, time: int) -> Iterator[Path]:
    """The bill of materials: the package and all libraries that it installs, as CycloneDX."""
    path, environment = output / f"{PROGRAM}.cdx.json", output / ".environment"
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    try:
        _run([str(python), "-m", "pip", "install", "--quiet", str(_only(output, "*.whl"))], checkout, time)
        _run([str(python), "-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools"], checkout, time)
        command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--output-format", "JSON"]
        _run([*command, "--output-file", str(path), str(python)], checkout, time)
        path.write_text(_placeless(path.read_text(encoding="utf-8")), encoding="utf-8")
    finally:
        shutil.rmtree(environment, ignore_errors=True)
    yield path


def _placeless(materials: str) -> str:
    """A bill of materials without the paths of this machine."""
    found = json.loads(materials)
    for component in found["components"]:
        references = [each for each in component.pop("externalReferences", ()) if not each["url"].startswith("file:")]
        if references:
            component["externalReferences"] = references
    return json.dumps(found, indent=2) + "\n"


def _extension(checkout: Path, output: Path, time: int) -> Iterator[Path]:
    folder = checkout / "vscode-client"
    _run(["npm", "ci", "--no-audit", "--no-fund"], folder, time)
    _run(["npm", "run", "package"], folder, time)
    yield Path(shutil.copy(_only(folder, "*.vsix"), output))


KINDS: Mapping[str, Callable[[Path, Path, int], Iterator[Path]]] = {
    "sdist": _sdist,
    "wheel": _wheel,
    "pyz": _single_file,
    "sbom": _materials,
    "vsix": _extension,
}
"""The kinds of artifacts, in the order in which they are built: some need the wheel."""


def _normalized(archive: bytes, time: int) -> bytes:
    """An archive with sorted members, without names and times of the machine that it was made on."""
    made = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(archive)) as old,
        gzip.GzipFile(fileobj=made, mode="wb", mtime=time, filename="") as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = time
            member.pax_headers = {}
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    return made.getvalue()


def _run(command: list[str], folder: Path, time: int) -> None:
    # Debugging information would have the path of a temporary folder.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(time), "CFLAGS": "-g0", "PYTHONHASHSEED": "0"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise ReleaseError(f"{command[0]} is not installed") from None
    if done.returncode:
        raise ReleaseError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise ReleaseError(f"{folder}: expected one file {pattern}, found {len(found)}; sbom and pyz need the wheel")
    return found[0]


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
