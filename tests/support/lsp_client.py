"""A small client of the language server over its standard input and output, without any library of the protocol."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from tests.support.sessions import Forked, started

SERVER = (str(Path(sys.executable).parent / "puppet-language-server"),)
FORKED = ()
"""In place of a command: the server in a fork of a process that has imported it, where that is possible."""
TIMEOUT = 120.0
"""Seconds after which a wait for the server fails: far more than it takes, as the machine may be busy with something else."""
Json = Any  # any JSON of the protocol


class Failure(Exception):  # noqa: N818  # an error of the server, not of the client
    """An error response of the server."""

    def __init__(self, error: Mapping[str, Json]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: int = error["code"]
        self.message: str = error["message"]


class Client:
    """One session. All messages of the server are kept with the time at which they came."""

    def __init__(
        self,
        command: Sequence[str] = SERVER,
        *,
        env: Mapping[str, str] | None = None,
        errors: int | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.process = _process(command, {**os.environ, **(env or {})}, errors, cwd)
        self.answers: dict[str, Callable[[Json], Json]] = {}
        """What requests of the server are answered with, by method; null if it says nothing."""
        self.came: list[tuple[float, Json]] = []
        """Notifications and requests of the server."""
        self._changed = threading.Condition()
        self._asked: dict[int, Future[Json]] = {}
        self._last = 0
        threading.Thread(target=self._read, daemon=True).start()

    # ---- messages

    def send(self, message: Mapping[str, Json]) -> None:
        """Send a message."""
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_bytes(self, body: bytes) -> None:
        """Send whatever this is, as a message."""
        self.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send_raw(self, data: bytes) -> None:
        """Send bytes."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Json = None) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params if params is not None else {}})

    def begin(self, method: str, params: Json = None) -> tuple[int, Future[Json]]:
        """Send a request; returns its id and a future of the response."""
        with self._changed:
            self._last += 1
            number, future = self._last, Future[Json]()
            self._asked[number] = future
        self.send({"id": number, "method": method, "params": params if params is not None else {}})
        return number, future

    def ask(self, method: str, params: Json = None, patience: float = TIMEOUT) -> Json:
        """Send a request and wait for its response. Raises Failure for an error response."""
        return self.begin(method, params)[1].result(patience)

    def wait(self, holds: Callable[[Json], bool], since: int = 0, patience: float = TIMEOUT) -> tuple[float, Json]:
        """The first message of the server for which something holds, among those since a number of them, and when it came."""
        ends = time.monotonic() + patience
        with self._changed:
            at = since
            while True:
                for each in self.came[at:]:
                    if holds(each[1]):
                        return each
                at = len(self.came)
                if not self._changed.wait(ends - time.monotonic()):
                    raise TimeoutError(f"nothing came for {patience} seconds")

    def _read(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not line:
                break
            self._take(json.loads(stream.read(length)), time.perf_counter())
        with self._changed:
            for each in self._asked.values():
                each.set_exception(ConnectionError("the server has ended"))

    def _take(self, message: Json, now: float) -> None:
        if "method" not in message:
            with self._changed:
                future = self._asked.pop(message["id"], None)
            if future is None:
                with self._changed:
                    self.came.append((now, message))
                    self._changed.notify_all()
            elif "error" in message:
                future.set_exception(Failure(message["error"]))
            else:
                future.set_result(message.get("result"))
            return
        if "id" in message:
            give = self.answers.get(message["method"])
            self.send({"id": message["id"], "result": None if give is None else give(message["params"])})
        with self._changed:
            self.came.append((now, message))
            self._changed.notify_all()

    # ---- a session

    def initialize(self, *folders: Path, capabilities: Json = None, options: Json = None) -> Json:
        """Begin a session with these folders."""
        listed = [{"uri": each.as_uri(), "name": each.name} for each in folders]
        params = {"processId": os.getpid(), "rootUri": listed[0]["uri"] if listed else None, "capabilities": capabilities or {}}
        answer = self.ask("initialize", {**params, "workspaceFolders": listed or None, "initializationOptions": options})
        self.notify("initialized")
        return answer

    def stop(self) -> int:
        """End the session, and give the exit code."""
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(TIMEOUT)

    def kill(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait(TIMEOUT)

    def open(self, path: Path, text: str, version: int = 0, language: str = "puppet") -> None:
        """Open a document."""
        item = {"uri": path.as_uri(), "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def edit(self, path: Path, version: int, *changes: tuple[int, int, int, int, str]) -> None:
        """Change a document: from a line and column to a line and column."""
        several = [
            {"range": {"start": {"line": a, "character": b}, "end": {"line": c, "character": d}}, "text": text}
            for a, b, c, d, text in changes
        ]
        self.notify("textDocument/didChange", {"textDocument": {"uri": path.as_uri(), "version": version}, "contentChanges": several})

    def close(self, path: Path) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def at(self, method: str, path: Path, line: int, column: int, **more: Json) -> Json:
        """Ask something about a place."""
        return self.ask(method, {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": column}, **more})

    def published(self, path: Path, version: int | None = None, since: int = 0, patience: float = TIMEOUT) -> tuple[float, list[Json]]:
        """The first diagnostics of a document's version among the messages since a number of them, and when they came."""
        uri = path.as_uri()

        def holds(message: Json) -> bool:
            if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
                return False
            return version is None or message["params"].get("version") == version

        came, message = self.wait(holds, since, patience)
        return came, message["params"]["diagnostics"]


def _process(
    command: Sequence[str], environment: Mapping[str, str], errors: int | None, cwd: Path | None
) -> subprocess.Popen[bytes] | Forked:
    forked = None if command else started(environment, errors, cwd)
    return forked or subprocess.Popen(
        command or SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment, cwd=cwd
    )


def tree(root: int) -> list[int]:
    """A process and all below it."""
    found = [root]
    for pid in found:
        try:
            for task in os.listdir(f"/proc/{pid}/task"):
                found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
        except OSError:
            continue
    return found


def memory(root: int) -> float:
    """The resident memory of a process tree in MB, each shared page counted once."""
    return sum(_field(each, "Pss:") for each in tree(root)) / 1024


def resident(pid: int) -> float:
    """The resident memory of one process in MB, with all pages of the libraries that it shares: it does not depend on other processes."""
    return _field(pid, "Rss:") / 1024


def cpu(pid: int) -> float:
    """The CPU seconds of a process and those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _field(pid: int, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith(name))
