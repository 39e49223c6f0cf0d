"""A session with the language server in the current folder: opens the files of an editor, and asks everything about each.

Ends with 3, and tells what it is, if the server ends, an answer comes too late, or an ordinary document beside the others gets no findings
in time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import Any

from tests.support.lsp_client import Client, Failure

SECONDS, PER_BYTE = 2.0, 20e-6
SLACK = 3.0
"""How many times as long an answer may take, since this counts time on the wall."""
MOST_FILES = 12
MOST_BYTES = 4 << 20
WHOLE = ("documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full", "diagnostic")
AT_PLACES = (
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "completion",
    "signatureHelp",
    "prepareRename",
    "prepareCallHierarchy",
)
INVITED = ("invalid", "not open", "nothing", "cannot", "no ", "takes too long", "unknown", "changed")
"""Words of refusals that are right."""
ORDINARY = "class ordinary ($x, $x) { }\n"


def main() -> int:
    """Run one session."""
    folder = Path.cwd()
    files = [*_files(folder)]
    allowed = (SECONDS + PER_BYTE * sum(len(text) for _, text in files)) * SLACK
    with Path("../errors").open("w+b") as errors:
        client = Client(errors=errors.fileno())
        try:
            found = [*_session(client, folder, files, allowed)]
        except (TimeoutError, ConnectionError, OSError) as error:
            found = [f"{type(error).__name__}: {error}"]
            client.kill()
        errors.seek(0)
        print(errors.read(1 << 20).decode(errors="replace"))
    for each in found:
        print(each)
    return 3 if found else 0


def _session(client: Client, folder: Path, files: list[tuple[Path, str]], allowed: float) -> Iterator[str]:
    client.initialize(folder)
    for path, text in files:
        client.open(path, text)
    ordinary = folder / "manifests" / "ordinary_neighbour.pp"
    started = time.monotonic()
    client.open(ordinary, ORDINARY)
    client.published(ordinary, patience=allowed + 10)
    taken = time.monotonic() - started
    if taken > allowed + 1:
        yield f"late: the findings of another document came after {taken:.1f} s"
    for path, text in files:
        yield from _about(client, path, text, allowed)
    started = time.monotonic()
    code = client.stop()
    if code or time.monotonic() - started > allowed:
        yield f"late: the server ended with {code} after {time.monotonic() - started:.1f} s"


def _about(client: Client, path: Path, text: str, allowed: float) -> Iterator[str]:
    identifier = {"textDocument": {"uri": path.as_uri()}}
    lines = text.split("\n")
    places = [(0, 0), (len(lines) // 2, len(lines[len(lines) // 2]) // 2), (len(lines) - 1, len(lines[-1]))]
    asked: list[tuple[str, dict[str, Any]]] = [(method, identifier) for method in WHOLE]
    for line, column in places:
        position = {"line": line, "character": min(column, 1 << 30)}
        more = {"position": position, "context": {"includeDeclaration": True, "triggerKind": 1, "isRetrigger": False}}
        asked += [(method, {**identifier, **more}) for method in AT_PLACES]
        whole = {"start": position, "end": position}
        asked += [
            ("codeAction", {**identifier, "range": whole, "context": {"diagnostics": []}}),
            ("inlayHint", {**identifier, "range": whole}),
        ]
    for method, params in asked:
        started = time.monotonic()
        try:
            client.ask(f"textDocument/{method}", params, patience=allowed + 10)
        except Failure as error:
            if not any(word in error.message for word in INVITED):
                yield f"exception: {method}: {error}"
        if time.monotonic() - started > allowed:
            yield f"late: {method} took {time.monotonic() - started:.1f} s"


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    found = 0
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(where, name)
            try:
                status = path.lstat()
                if found < MOST_FILES and S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES:
                    found += 1
                    yield path, path.read_text(errors="replace")
            except (OSError, ValueError):
                continue


if __name__ == "__main__":
    sys.exit(main())
