"""Messages of the Debug Adapter Protocol: their framing, and the reading of their fields."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from typing import BinaryIO, TypeVar

from puppet_check.reading.json_data import loads

T = TypeVar("T")
Data = Mapping[str, object]
LARGEST = 1 << 24
"""The size in bytes of the largest message that is read."""


class RequestError(Exception):
    """Raised for a request that cannot be answered, with the reason."""


def read_message(stream: BinaryIO) -> Data | None:
    """The next message; None at the end of the input. Raises ValueError if it is not one."""
    length = 0
    while (line := stream.readline(1000)) not in (b"\r\n", b"\n"):
        if not line:
            return None
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    if not 0 < length <= LARGEST:
        raise ValueError(f"a message of {length} bytes")
    body = stream.read(length)
    if len(body) < length:
        return None
    message = loads(body)
    if not isinstance(message, dict):
        raise ValueError("a message that is not an object")
    return message


class Writer:
    """Sends responses and events with their sequence numbers. Any thread may use it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._last = 0

    def respond(self, request: Data, body: object = None) -> None:
        """Send the response to a request."""
        self._send("response", {**_answered(request), "success": True, "body": {} if body is None else body})

    def refuse(self, request: Data, reason: str) -> None:
        """Send the response to a request that cannot be answered."""
        error = {"id": 1, "format": "{reason}", "variables": {"reason": reason}, "showUser": True}
        self._send("response", {**_answered(request), "success": False, "message": reason, "body": {"error": error}})

    def emit(self, event: str, body: object = None) -> None:
        """Send an event."""
        self._send("event", {"event": event, **({} if body is None else {"body": body})})

    def output(self, text: str, category: str = "console") -> None:
        """Send text for the console of the client: `console`, `stdout`, or `stderr`."""
        self.emit("output", {"category": category, "output": text})

    def _send(self, type: str, message: Data) -> None:
        with self._lock:
            self._last += 1
            body = json.dumps({"seq": self._last, "type": type, **message}, ensure_ascii=False).encode(errors="replace")
            self._stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self._stream.flush()


def _answered(request: Data) -> Data:
    return {"request_seq": request.get("seq", 0), "command": request.get("command", "")}


def arguments_of(request: Data) -> Data:
    """The arguments of a request."""
    found = request.get("arguments")
    return found if isinstance(found, dict) else {}


def text_in(data: Data, name: str) -> str | None:
    """A field with text; None if it is absent or empty. Raises RequestError."""
    found = data.get(name)
    if found is None or found == "":
        return None
    if not isinstance(found, str):
        raise RequestError(f"`{name}` must be a string")
    return found


def path_in(data: Data, name: str) -> str | None:
    """A field with a path; None if it is absent or empty. Raises RequestError."""
    found = text_in(data, name)
    return None if found is None else verified_path(found, name)


def verified_path(path: str, name: str) -> str:
    """A path from a field, if a file may have it. Raises RequestError."""
    try:
        if b"\0" not in os.fsencode(path):
            return path
    except UnicodeEncodeError:
        pass
    raise RequestError(f"`{name}` is not a valid path")


def number_in(data: Data, name: str) -> int:
    """A field with an integer. Raises RequestError."""
    found = data.get(name)
    if not isinstance(found, int):
        raise RequestError(f"`{name}` must be an integer")
    return found


def list_in(data: Data, name: str) -> list[Data]:
    """A field with objects; empty if it is absent. Raises RequestError."""
    return _items(data, name, dict, "objects")


def texts_in(data: Data, name: str) -> list[str]:
    """A field with texts; empty if it is absent. Raises RequestError."""
    return _items(data, name, str, "strings")


def _items(data: Data, name: str, kind: type[T], words: str) -> list[T]:
    found = data.get(name)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(each, kind) for each in found):
        raise RequestError(f"`{name}` must be an array of {words}")
    return found
