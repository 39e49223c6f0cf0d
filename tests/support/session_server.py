"""A process that starts language servers as forks of itself, so that each starts with everything imported.

It reads requests from a socket, each with the standard streams of a server and a pipe, and writes to the pipe which process the server is,
and later how it ended; see `sessions.py`. A fork differs from a new process in the modules that are imported, those that the entry point of
the command and its first documents import; in that it knows the fingerprint of the program; and in how long requests wait for a check.
"""

from __future__ import annotations

import os
import pickle
import socket
import struct
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn

SIZE, NUMBER = struct.Struct("!I"), struct.Struct("!i")
COMMAND = "puppet-language-server"
FIRST = (
    "puppet_check.workspace.interfaces.file",
    "puppet_check.workspace.ruby.read",
    "puppet_typesys.values.regexp_translation",
    "rapidfuzz.fuzz",
    "rapidfuzz.process",
)
"""What the server imports with its first documents."""
WAIT = 60.0
"""The seconds for which requests wait for the first check of a document. Users wait for a second; a busy machine may take longer."""


class Request(NamedTuple):
    """The surroundings of a server to start."""

    cwd: str
    environment: dict[str, str]


def main() -> None:
    """Serve the socket whose descriptor is the argument, until it is closed."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    sys.path[0] = str(Path(sys.executable).parent)
    from puppet_check.lsp.start import main as serve  # after the line above: modules are found as the command finds them

    for name in FIRST:
        import_module(name)
    import_module("puppet_check.rules.run").load_all()
    vars(import_module("puppet_check.lsp.session"))["TIMEOUT"] = WAIT
    import_module("puppet_check.installed").version()
    while (received := _received(connection)) is not None:
        request, descriptors = received
        if os.fork() == 0:
            connection.close()
            _follow(request, descriptors, serve)
        for each in descriptors:
            os.close(each)
        while _reaped():
            continue


def _received(connection: socket.socket) -> tuple[Request, list[int]] | None:
    head, descriptors, _, _ = socket.recv_fds(connection, SIZE.size, 4)
    if len(head) < SIZE.size:
        return None
    (size,), body = SIZE.unpack(head), b""
    while len(body) < size:
        body += connection.recv(size - len(body))
    return Request(*pickle.loads(body)), descriptors


def _follow(request: Request, descriptors: list[int], serve: Callable[[], int]) -> NoReturn:
    """Start a server in a process below this one, and tell the pipe what becomes of it."""
    *streams, pipe = descriptors
    server = os.fork()
    if server == 0:
        os.close(pipe)
        _become(request, streams, serve)
    for each in streams:
        os.close(each)
    os.write(pipe, NUMBER.pack(server))
    _, status = os.waitpid(server, 0)
    os.write(pipe, NUMBER.pack(os.waitstatus_to_exitcode(status)))
    os._exit(0)


def _become(request: Request, streams: list[int], serve: Callable[[], int]) -> NoReturn:
    """Run the server in this process as a new one would, and end."""
    code = 1
    try:
        for number, each in enumerate(streams):
            os.dup2(each, number)
            os.close(each)
        os.chdir(request.cwd)
        os.environ.clear()
        os.environ.update(request.environment)
        sys.argv = [str(Path(sys.executable).parent / COMMAND)]
        code = serve()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # As an interpreter ends: whatever it is, it is shown.
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code & 0xFF)


def _reaped() -> bool:
    """Whether a process below this one had ended, and is forgotten now."""
    try:
        return os.waitpid(-1, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return False


if __name__ == "__main__":
    main()
