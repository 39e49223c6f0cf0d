"""The process that checks all files, of which there is one for each check."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from puppet_check.reports.service import Request

START = "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); from puppet_check.reports.service import main; main()"


def started(request: Request, output: int) -> subprocess.Popen[bytes]:
    """A process that has got a request; `output` is where its results go, as for `Popen`. It ends with its input. Raises OSError."""
    # The package may be where only this process looks for modules, as in a single file or the package of Debian.
    command = (sys.executable, "-P", "-c", START, json.dumps(_path()))
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output)
    assert process.stdin is not None
    process.stdin.write(json.dumps(request._asdict()).encode() + b"\n")
    process.stdin.flush()
    return process


def _path() -> list[str]:
    """Where modules are found. Nothing may be imported from the current folder, which is that of a workspace."""
    here = os.path.realpath(os.curdir)
    return [each for each in sys.path if os.path.realpath(each) != here]
