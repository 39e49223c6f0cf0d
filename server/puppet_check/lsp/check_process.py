"""Processes that work for the server: one for each check of all files, those that list and run specs, and one that watches folders."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from puppet_check.reports.service import Request

START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); from puppet_check.own_modules import find_quickly; find_quickly(); "
    "from {} import main; main()"
)
CHECKS, SPECS, CHANGES = "puppet_check.reports.service", "puppet_check.specs.service", "puppet_check.lsp.watch_service"
"""The modules that they run."""


def started(request: Request, output: int) -> subprocess.Popen[bytes]:
    """A process that has got a request to check files; `output` is as for `start`. Raises OSError."""
    process = start(CHECKS, output)
    assert process.stdin is not None
    process.stdin.write(json.dumps(request._asdict()).encode() + b"\n")
    process.stdin.flush()
    return process


def start(module: str, output: int) -> subprocess.Popen[bytes]:
    """A process that runs the `main` of a module, and ends with its input; `output` is where it writes, as for `Popen`. Raises OSError."""
    # The package may be where only this process looks for modules, as in a single file or the package of Debian.
    command = (sys.executable, "-P", "-c", START.format(module), json.dumps(_path()))
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output)


def _path() -> list[str]:
    """Where modules are found. Nothing may be imported from the current folder, which is that of a workspace."""
    here = os.path.realpath(os.curdir)
    return [each for each in sys.path if os.path.realpath(each) != here]
