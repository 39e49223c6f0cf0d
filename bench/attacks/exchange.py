"""What sessions with the server have in common."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.lsp_client import Client, Failure

INTERNAL = -32603
"""The code of an error response that tells of an exception."""
Json = Any
Wire = Callable[[Client, Path], object]
"""A session. What it raises is the fault."""


def answers(client: Client, folder: Path) -> None:
    """The server still does what it should."""
    path = folder / "after.pp"
    client.open(path, "class after ($x, $x) { }\n")
    _, found = client.published(path)
    assert len(found) >= 1, "no findings after what was sent"


def between(send: Callable[[Client, Path], object]) -> Wire:
    """Something that is done between two messages."""

    def run(client: Client, folder: Path) -> None:
        client.initialize(folder)
        send(client, folder)
        answers(client, folder)
        client.kill()

    return run


def ask(client: Client, method: str, params: Json, seconds: float = 20.0) -> Json:
    """Send a request, which may be refused, but not with an exception, and not late."""
    started = time.monotonic()
    try:
        return client.ask(method, params, patience=seconds + 30)
    except Failure as error:
        assert error.code != INTERNAL, f"{method}: {error}"
        return None
    finally:
        assert time.monotonic() - started < seconds, f"late: {method} took {time.monotonic() - started:.1f} s"
