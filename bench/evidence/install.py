"""Checks of metadata, which catalogs do not need, by the reference's module installer."""

from __future__ import annotations

import shlex
import subprocess
import tarfile
import tempfile
from pathlib import Path

from bench.evidence.reference import Refusal

COMMAND = "reference puppet"


def refusal_to_install(module: Path, command: str = COMMAND) -> Refusal | None:
    """The installer's error for an archive of a module; None if it is installed."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, f"{module.name}.tar.gz")
        with tarfile.open(archive, "w:gz", dereference=True) as made:
            made.add(module, arcname=module.name)
        target = Path(folder, "modules")
        target.mkdir()
        told = (
            *shlex.split(command),
            "module",
            "install",
            str(archive),
            "--ignore-dependencies",
            "--modulepath",
            str(target),
            "--color",
            "false",
        )
        done = subprocess.run(told, capture_output=True, encoding="utf-8", check=False)
        message = next((line for line in (done.stdout + done.stderr).splitlines() if line.startswith("Error: ")), "")
        return Refusal(message, str(module / "metadata.json"), None) if message else None
