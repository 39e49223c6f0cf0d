"""Sessions with a client that is no library: it can send invalid messages, and observe the server's process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.lsp_client import FORKED, Client, Json


@contextmanager
def session(
    cache: Path, *folders: Path, capabilities: Json = None, options: Json = None, settings: Json = None, cwd: Path | None = None
) -> Iterator[Client]:
    """A client that has begun a session, with a cache of its own; `settings` is what it says when it is asked."""
    errors = open(cache / "errors.txt", "ab")  # noqa: SIM115  # The process has it.
    client = Client(FORKED, env={"XDG_CACHE_HOME": str(cache)}, errors=errors.fileno(), cwd=cwd)
    if settings is not None:
        client.answers["workspace/configuration"] = lambda params: [settings] * len(params["items"])
    try:
        client.initialize(*folders, capabilities=capabilities, options=options)
        yield client
    finally:
        client.kill()
        errors.close()


def log(cache: Path) -> str:
    """What the server wrote to its standard error."""
    return (cache / "errors.txt").read_text(errors="replace")


def codes(diagnostics: list[Json]) -> list[str]:
    """The codes of diagnostics."""
    return [each["code"] for each in diagnostics]


def is_alive(client: Client, folder: Path) -> bool:
    """Whether the server still reports the findings of a document."""
    path = folder / "alive.pp"
    since = len(client.came)
    client.open(path, "class a ($x, $x) { }\n")
    found = client.published(path, 0, since)[1]
    client.close(path)
    return "duplicate-parameter" in codes(found)
