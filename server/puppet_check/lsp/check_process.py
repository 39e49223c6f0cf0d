"""The process that checks all files, of which there is one for each check."""

from __future__ import annotations

import json
import subprocess
import sys

from puppet_check.reports.service import Request

COMMAND = (sys.executable, "-P", "-m", "puppet_check.reports.service")
"""`-P`: nothing may be imported from the current folder, which is that of a workspace."""


def started(request: Request, output: int) -> subprocess.Popen[bytes]:
    """A process that has got a request; `output` is where its results go, as for `Popen`. It ends with its input. Raises OSError."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=output)
    assert process.stdin is not None
    process.stdin.write(json.dumps(request._asdict()).encode() + b"\n")
    process.stdin.flush()
    return process
