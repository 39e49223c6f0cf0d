"""A process that runs the commands of this project in forks of itself, so that each starts with everything imported.

It reads requests from a socket, one after the other, and answers each with the exit code of the command; see `commands.py`. A fork differs
from a new process in the modules that are imported, those that a check, a format, an evaluation, a catalog and a comparison of catalogs
import, in their order; and in that it knows the fingerprint of the program.
"""

from __future__ import annotations

import gc
import os
import pickle
import socket
import struct
import sys
import tempfile
import traceback
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple, NoReturn

SIZE = struct.Struct("!I")
MAIN = {each.name: each.value for each in entry_points(group="console_scripts") if each.value.startswith("puppet_check.")}
WARMING = (
    ("puppet-check", "."),
    ("puppet-format", "--check", "a.pp"),
    ("puppet-eval", "-e", "[1].map |$x| { $x }"),
    ("puppet-eval", "--catalog", "a.pp"),
    ("puppet-eval", "diff", ".", ".", "--facts-dir", "facts", "--full", "--jobs", "1"),
)
CHECKING = (
    "puppet_check.reports.catalogs.subjects",
    "puppet_check.workspace.interfaces.file",
    "puppet_typesys.values.regexp_translation",
    "rapidfuzz.fuzz",
    "rapidfuzz.process",
)
"""What the processes import that check files for a command, which are forks of it."""
FILES = {
    "a.pp": "class a (Optional[String] $x = undef) {\n  file { '/a': content => epp('a/b', { 'x' => $x }) }\n}\n",
    "manifests/site.pp": "notify { 'a': }\n",
    "facts/a.json": "{}",
}


class Request(NamedTuple):
    """A command to run, with its surroundings; the streams are files."""

    command: str
    arguments: tuple[str, ...]
    cwd: str
    environment: dict[str, str]
    stdin: str
    stdout: str
    stderr: str


def main() -> None:
    """Serve the socket whose descriptor is the argument, until it is closed."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    sys.path[0] = str(Path(sys.executable).parent)
    for name in _imported():
        import_module(name)
    import_checking()
    import_module("puppet_check.installed").version()
    gc.freeze()
    while (request := _received(connection)) is not None:
        child = os.fork()
        if child == 0:
            connection.close()
            _become(request)
        _, status = os.waitpid(child, 0)
        connection.sendall(struct.pack("!i", os.waitstatus_to_exitcode(status)))


@cache
def import_checking() -> None:
    """Import what otherwise each process would that checks files for a command of this process."""
    for name in CHECKING:
        import_module(name)
    import_module("puppet_typesys.functions.registry").function_names()
    import_module("puppet_check.rules.run").load_all()


def _received(connection: socket.socket) -> Request | None:
    head = _exactly(connection, SIZE.size)
    return None if head is None else Request(*pickle.loads(_exactly(connection, SIZE.unpack(head)[0]) or b""))


def _exactly(connection: socket.socket, size: int) -> bytes | None:
    parts = b""
    while len(parts) < size:
        part = connection.recv(size - len(parts))
        if not part:
            return None
        parts += part
    return parts


def _become(request: Request) -> NoReturn:
    """Run a command in this process as a new one would, and end."""
    code = 1
    try:
        for number, (path, flags) in enumerate(
            ((request.stdin, os.O_RDONLY), (request.stdout, os.O_WRONLY | os.O_APPEND), (request.stderr, os.O_WRONLY | os.O_APPEND))
        ):
            opened = os.open(path, flags)
            os.dup2(opened, number)
            os.close(opened)
        os.chdir(request.cwd)
        os.environ.clear()
        os.environ.update(request.environment)
        sys.argv = [str(Path(sys.executable).parent / request.command), *request.arguments]
        module, _, name = MAIN[request.command].partition(":")
        answer = getattr(import_module(module), name)()
        code = answer if isinstance(answer, int) else 0
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # As an interpreter ends: whatever it is, it is shown.
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                code = code or 120
        os._exit(code & 0xFF)


def _imported() -> list[str]:
    """The modules that commands import, found by running them."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        listing, streams = Path(folder, "modules"), Path(folder, "streams")
        found: dict[str, None] = {}
        for command, *arguments in WARMING:
            streams.touch()
            child = os.fork()
            if child == 0:
                before = set(sys.modules)
                os._exit = _listing(listing, before)  # type: ignore[assignment]  # the one place that every command passes at its end
                _become(Request(command, (*arguments,), folder, dict(os.environ), os.devnull, str(streams), str(streams)))
            os.waitpid(child, 0)
            found |= dict.fromkeys(listing.read_text().split())
    return [*found]


def _listing(listing: Path, before: set[str]) -> object:
    leave = os._exit

    def listed(code: int) -> None:
        listing.write_text("\n".join(name for name in sys.modules if name not in before and "__main__" not in name))
        leave(code)

    return listed


if __name__ == "__main__":
    main()
