"""Language servers that are forks of a process that has imported theirs: a session takes half of the processor time of a new process."""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tests.support.commands import connection_to, is_like_ours
from tests.support.session_server import COMMAND, NUMBER, SIZE, Request

SERVER = Path(__file__).with_name("session_server.py")


class Forked:
    """A server that was started, with what tests use of `subprocess.Popen`."""

    def __init__(self, stdin: int, stdout: int, pipe: int) -> None:
        self.stdin: IO[bytes] | None = os.fdopen(stdin, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(stdout, "rb")
        self._pipe = pipe
        self.pid = _number(pipe)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended. Raises `TimeoutExpired` after some seconds."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(COMMAND, timeout or 0.0)
        return code

    def kill(self) -> None:
        """End it."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None:
            ready = select.poll()
            ready.register(self._pipe, select.POLLIN)
            if ready.poll(None if timeout is None else timeout * 1000):
                self.returncode = _number(self._pipe)
                os.close(self._pipe)
        return self.returncode


class Sessions:
    """The process that starts servers, started when it is first asked. Threads take turns."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: socket.socket | None = None

    def start(self, environment: Mapping[str, str], errors: int | None, cwd: Path | None) -> Forked:
        """Start a server."""
        given, written = os.pipe()
        read, taken = os.pipe()
        told, pipe = os.pipe()
        body = pickle.dumps(tuple(Request(str(Path.cwd() if cwd is None else cwd), dict(environment))))
        streams = (given, taken, 2 if errors is None else errors, pipe)
        with self._lock:
            connection = self._connection or self._start()
            socket.send_fds(connection, [SIZE.pack(len(body))], streams)
            connection.sendall(body)
        for each in (given, taken, pipe):
            os.close(each)
        return Forked(written, read, told)

    def _start(self) -> socket.socket:
        self._connection = connection_to(SERVER)
        return self._connection


def _number(pipe: int) -> int:
    read = os.read(pipe, NUMBER.size)
    if len(read) < NUMBER.size:
        raise RuntimeError("the process that starts servers has ended")
    (found,) = NUMBER.unpack(read)
    return int(found)


SESSIONS = Sessions()


def started(environment: Mapping[str, str], errors: int | None, cwd: Path | None) -> Forked | None:
    """A server in these surroundings; None if only a new process would be in them."""
    if not hasattr(os, "fork") or not is_like_ours(environment):
        return None
    return SESSIONS.start(environment, errors, cwd)
