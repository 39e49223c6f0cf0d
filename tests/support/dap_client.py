"""A small client of the Debug Adapter Protocol, without any library of it."""

from __future__ import annotations

import json
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

PROGRAM = str(Path(sys.executable).parent / "puppet-eval")
TIMEOUT = 120.0
"""Seconds after which a wait fails."""
Json = Any  # any JSON of the protocol


class Failure(Exception):  # noqa: N818  # an error response, not of the client
    """An unsuccessful response."""


class Client:
    """One session. Events are kept in their order until they are waited for."""

    def __init__(self, arguments: Sequence[str] = ("--dap",), *, cwd: Path | None = None, port: bool = False) -> None:
        environment = {**os.environ, "XDG_CACHE_HOME": str(cwd or Path.cwd())}
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, env=environment
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._input: IO[bytes] = self.process.stdin
        self._output: IO[bytes] = self.process.stdout
        if port:
            number = int(self.process.stdout.readline().rpartition(b":")[2])
            connection = socket.create_connection(("127.0.0.1", number))
            self._input, self._output = connection.makefile("wb"), connection.makefile("rb")
        self.output: list[tuple[str, str]] = []
        """The category and text of all output."""
        self._responses: queue.Queue[Json] = queue.Queue()
        self._events: queue.Queue[Json] = queue.Queue()
        self._last = 0
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(TIMEOUT)

    def ask(self, command: str, **arguments: Json) -> Json:
        """Send a request and wait for its response. Raises Failure."""
        self._last += 1
        body = json.dumps({"seq": self._last, "type": "request", "command": command, "arguments": arguments}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._input.flush()
        response = self._responses.get(timeout=TIMEOUT)
        assert (response["request_seq"], response["command"]) == (self._last, command)
        if not response["success"]:
            raise Failure(response["message"])
        return response["body"]

    def wait(self, event: str) -> Json:
        """The body of the next event of a kind; others that come before are dropped."""
        while True:
            message = self._events.get(timeout=TIMEOUT)
            if message["event"] == event:
                return message.get("body")

    def start(self, breakpoints: Mapping[Path, Sequence[Json]] | None = None, *, filters: Sequence[str] = (), **launch: Json) -> list[Json]:
        """Begin a session as clients do, and return the breakpoints; those that are numbers are lines."""
        self.ask("initialize", adapterID="puppet", linesStartAt1=True, columnsStartAt1=True)
        self.wait("initialized")
        self.ask("launch", **launch)
        found: list[Json] = []
        for path, several in (breakpoints or {}).items():
            asked = [{"line": each} if isinstance(each, int) else each for each in several]
            found += self.ask("setBreakpoints", source={"path": str(path)}, breakpoints=asked)["breakpoints"]
        self.ask("setExceptionBreakpoints", filters=list(filters))
        self.ask("configurationDone")
        return found

    def stopped(self) -> str:
        """Wait for a pause, and return its reason."""
        return str(self.wait("stopped")["reason"])

    def stack(self) -> list[tuple[str, str, int]]:
        """The name, file name and line of each frame, from the innermost."""
        frames = self.ask("stackTrace", threadId=1)["stackFrames"]
        return [(each["name"], each.get("source", {}).get("name", ""), each["line"]) for each in frames]

    def at(self) -> tuple[str, int]:
        """The file name and line of the innermost frame."""
        return self.stack()[0][1:]

    def go(self, command: str) -> tuple[str, int]:
        """Step, and return where the evaluation is paused next."""
        self.ask(command, threadId=1)
        self.stopped()
        return self.at()

    def scopes(self, frame: int | None = None) -> dict[str, int]:
        """The references of the scopes of a frame, by name."""
        frames = self.ask("stackTrace", threadId=1)["stackFrames"]
        found = self.ask("scopes", frameId=frames[0]["id"] if frame is None else frame)["scopes"]
        return {each["name"]: each["variablesReference"] for each in found}

    def variables(self, reference: int) -> dict[str, Json]:
        """Variables by name."""
        return {each["name"]: each for each in self.ask("variables", variablesReference=reference)["variables"]}

    def value(self, expression: str) -> tuple[str, str]:
        """The text and type of an expression."""
        found = self.ask("evaluate", expression=expression, context="watch")
        return found["result"], found["type"]

    def end(self) -> int:
        """Wait for the end of the evaluation, and return the exit code."""
        return int(self.wait("exited")["exitCode"])

    def text(self, category: str) -> str:
        """All output of a category."""
        return "".join(text for kind, text in self.output if kind == category)

    def _read(self) -> None:
        while line := self._output.readline():
            length = int(line.partition(b":")[2])
            self._output.readline()
            message = json.loads(self._output.read(length))
            if message["type"] == "response":
                self._responses.put(message)
                continue
            if message["event"] == "output":
                self.output.append((message["body"]["category"], message["body"]["output"]))
            self._events.put(message)
