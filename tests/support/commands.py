"""Running of the commands in forks of a process that has imported them: starting one takes a tenth of the time of a new process."""

from __future__ import annotations

import atexit
import os
import pickle
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

from tests.support.command_server import SIZE, Request

SERVER = Path(__file__).with_name("command_server.py")


class Commands:
    """The process that runs commands, started when it is first asked. Threads take turns."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: socket.socket | None = None

    def run(
        self, command: str, arguments: tuple[str, ...], cwd: Path | None, stdin: bytes, environment: Mapping[str, str]
    ) -> tuple[int, bytes, bytes]:
        """The exit code, the output and the errors of a command."""
        with self._lock, tempfile.TemporaryDirectory() as folder:
            given, out, err = (Path(folder, name) for name in ("in", "out", "err"))
            given.write_bytes(stdin)
            out.touch()
            err.touch()
            where = str(Path.cwd() if cwd is None else cwd)
            code = self._ask(Request(command, arguments, where, dict(environment), str(given), str(out), str(err)))
            return code, out.read_bytes(), err.read_bytes()

    def _ask(self, request: Request) -> int:
        connection = self._connection or self._start()
        body = pickle.dumps(tuple(request))
        connection.sendall(SIZE.pack(len(body)) + body)
        answer = connection.recv(4, socket.MSG_WAITALL)
        if len(answer) < 4:
            raise RuntimeError(f"the process that runs commands has ended, during: {request.command} {' '.join(request.arguments)}")
        (code,) = struct.unpack("!i", answer)
        return int(code)

    def _start(self) -> socket.socket:
        self._connection = connection_to(SERVER)
        return self._connection


def connection_to(program: Path) -> socket.socket:
    """A socket to a new process of a program, which gets the descriptor of the other end as its argument, and ends with ours."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, program, str(theirs.fileno())], pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    theirs.close()
    atexit.register(_stop, ours, process)
    return ours


def _stop(connection: socket.socket, process: subprocess.Popen[bytes]) -> None:
    connection.close()
    process.wait()


COMMANDS = Commands()


def is_like_ours(environment: Mapping[str, str]) -> bool:
    """Whether an interpreter would start in an environment as it has in ours."""
    names = {name for name in environment.keys() | os.environ.keys() if name.startswith(("PYTHON", "LC_", "LANG"))}
    return all(environment.get(name) == os.environ.get(name) for name in names)
