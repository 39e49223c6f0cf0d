"""Runs `puppet-check` in this process, by the entry point of its console script, for tests with many runs."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from puppet_check.cli.check import main
from tests.cli.command import write
from tests.support.command_server import import_checking


class Found(NamedTuple):
    """A finding in a file below the folder that was checked; lines count from 1."""

    path: str
    line: int
    severity: str
    code: str
    message: str


def findings(folder: Path, files: Mapping[str, str | bytes] | None = None, *, paths: tuple[str, ...] = ()) -> list[Found]:
    """The findings in a folder with these files, sorted; in some paths of it only, if they are given."""
    write(folder, files or {})
    asked = [str(folder / each) for each in paths] or [str(folder)]
    with printed() as out:
        main(["--format", "json", "--no-cache", "--no-gitignore", *asked])
    found = json.loads(out.getvalue())
    return sorted(Found(str(Path(each["file"]).relative_to(folder)), *(each[key] for key in KEYS)) for each in found)


KEYS = ("line", "severity", "code", "message")


@contextlib.contextmanager
def printed() -> Iterator[io.StringIO]:
    """What is printed; what the command changes for its whole process is as before afterwards."""
    import_checking()
    depth, thresholds = sys.getrecursionlimit(), gc.get_threshold()
    try:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            yield out
    finally:
        sys.setrecursionlimit(depth)
        gc.set_threshold(*thresholds)


def metadata(*dependencies: str) -> str:
    """The `metadata.json` of a module `acme-motd` that depends on some modules."""
    return json.dumps(
        {
            "name": "acme-motd",
            "version": "1.0.0",
            "author": "acme",
            "license": "MIT",
            "summary": "The message of the day",
            "source": "https://example.com/motd",
            "dependencies": [{"name": each, "version_requirement": ">= 1.0.0"} for each in dependencies],
        }
    )
