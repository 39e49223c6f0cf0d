"""Compilation of catalogs by the reference, from a module path in which some files are replaced, and code."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

COMMAND = "reference compile"


class Refusal(NamedTuple):
    """The first error of the reference; lines count from 1."""

    message: str
    file: str
    line: int | None


class Job(NamedTuple):
    """A catalog to compile."""

    code: str | None
    manifest: str | None = None
    """The manifest to evaluate, instead of code."""
    facts: str = "debian12"
    files: tuple[tuple[str, str], ...] = ()
    """The paths of replaced files of the modules, with their new text."""
    named: tuple[str, str] | None = None
    """A directory whose name is not that of a module, and the name under which it is made available."""


def refusals(jobs: Iterable[Job], modules: Path, command: str = COMMAND) -> list[Refusal | None]:
    """The reference's error for each job; None if it compiles, or takes too long."""
    asked = list(jobs)
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for number, job in enumerate(asked):
            overlay = Path(folder, str(number))
            _write(overlay, modules, dict(job.files))
            if job.named:
                _name(overlay, modules, *job.named)
            paths = [str(overlay), str(modules)] if overlay.exists() else [str(modules)]
            fields = {"id": number, "modulepath": paths, "facts": job.facts, "ral": True, "timeout": 20}
            manifest = str(_moved(overlay, modules, job.manifest) if job.files else job.manifest) if job.manifest else None
            lines.append({**fields, "manifest": manifest} if manifest else {**fields, "code": job.code})
        answers = zip(asked, ask(lines, command), strict=True)
        return [_refusal(answer, Path(folder, str(number)), modules, job) for number, (job, answer) in enumerate(answers)]


def _write(overlay: Path, modules: Path, files: Mapping[str, str]) -> None:
    """Create modules that are the originals except for some files."""
    for path, text in files.items():
        inner = Path(path).relative_to(modules)
        here, there = overlay, modules
        for depth, part in enumerate(inner.parts):
            if here.is_symlink():
                here.unlink()
            if not here.exists():
                here.mkdir(parents=True)
                for entry in os.scandir(there) if depth else ():
                    os.symlink(entry.path, here / entry.name)
            here, there = here / part, there / part
        if here.is_symlink():
            here.unlink()
        here.write_text(text, encoding="utf-8")


def _moved(overlay: Path, modules: Path, path: str) -> Path:
    return overlay / Path(path).relative_to(modules)


def ask(jobs: list[dict[str, object]], command: str) -> list[dict[str, object]]:
    """The answers; a job that ends the process has none, and the remaining ones are sent to another process."""
    answers: dict[int, dict[str, object]] = {}
    first = 0
    while first < len(jobs):
        with tempfile.TemporaryFile("w+", encoding="utf-8") as asked:
            asked.writelines(json.dumps(job) + "\n" for job in jobs[first:])
            asked.seek(0)
            done = subprocess.run(
                shlex.split(command), stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", check=False
            )
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        answers.update({each["id"]: each for each in found})
        first = max((each["id"] for each in found), default=first) + 1 + (len(found) < len(jobs) - first and bool(found))
    return [answers.get(number, {}) for number in range(len(jobs))]


def _name(overlay: Path, modules: Path, folder: str, name: str) -> None:
    overlay.mkdir(parents=True, exist_ok=True)
    if (overlay / folder).exists():
        (overlay / folder).rename(overlay / name)
    else:
        (overlay / name).symlink_to(modules / folder)


def _refusal(answer: Mapping[str, object], overlay: Path, modules: Path, job: Job) -> Refusal | None:
    error = answer.get("error")
    if answer.get("ok") or not isinstance(error, dict) or answer.get("phase") == "timeout":
        return None
    line = error.get("line")
    message, file = (_original(str(error.get(key) or ""), overlay, modules, job) for key in ("message", "file"))
    return Refusal(message, file, int(line) if line else None)


def _original(text: str, overlay: Path, modules: Path, job: Job) -> str:
    """A text with the paths of the overlay replaced by those of the modules."""
    if job.named:
        folder, name = job.named
        text = text.replace(f"{overlay}/{name}/", f"{modules}/{folder}/")
    return text.replace(f"{overlay}/", f"{modules}/")
