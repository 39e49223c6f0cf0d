"""What sessions with the server have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.attacks.asked import INTERNAL, Watch

from tests.support.lsp_client import Client, Failure

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


def ask(client: Client, method: str, params: Json, seconds: float = 4.0) -> Json:
    """Send a request, which may be refused, but not with an exception, and not late."""
    watch = Watch(client)
    found = None
    try:
        found = client.ask(method, params, patience=120)
    except Failure as error:
        assert error.code != INTERNAL, f"{method}: {error}"
    late = watch.late(seconds)
    assert late is None, f"late: {method} {late}"
    return found
