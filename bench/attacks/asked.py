"""Every request of the protocol about a document and places in it, with what follows from the responses."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from puppet_check.deadline import slowness
from tests.support.lsp_client import Client, Failure, cpu

INTERNAL = -32603
"""The code of an error response that tells of an exception."""
SLACK = 3.0
"""How many times as long as permitted a response may take on the wall; it is late if the server works more than permitted as well."""
ENDLESS = 10
"""After so many times as long as that, it is late anyway."""
SECONDS, PER_BYTE = 2.0, 20e-6
WHOLE = ("documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full", "diagnostic")
AT_PLACES = (
    *("hover", "definition", "declaration", "typeDefinition", "implementation", "references", "documentHighlight", "completion"),
    *("signatureHelp", "prepareRename", "rename", "prepareCallHierarchy", "prepareTypeHierarchy"),
    *("onTypeFormatting", "codeAction", "inlayHint", "semanticTokens/range", "semanticTokens/full/delta", "selectionRange"),
)
OF_PROJECT = ("modules", "facts", "subjects", "status")
FOLLOWING = {
    "completion": ("completionItem/resolve",),
    "codeLens": ("codeLens/resolve",),
    "prepareCallHierarchy": ("callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"),
    "prepareTypeHierarchy": ("typeHierarchy/supertypes", "typeHierarchy/subtypes"),
}
FOLLOWED = 3
"""How many elements of a response are asked about."""
Json = Any


def allowed(size: int) -> float:
    """The seconds that a response may take, about so many bytes."""
    return (SECONDS + PER_BYTE * size) * slowness()


class Watch:
    """The time since now, on the wall and of the server's processor."""

    def __init__(self, client: Client) -> None:
        self._process = client.process
        self._started, self._used = time.monotonic(), self._now()

    def late(self, seconds: float) -> str | None:
        """What to tell if it took more than some seconds."""
        taken, used = time.monotonic() - self._started, self._now() - self._used
        if taken > seconds * SLACK * ENDLESS or (taken > seconds * SLACK and used > seconds):
            return f"took {taken:.1f} s, {used:.1f} s of processor time"
        return None

    def _now(self) -> float:
        try:
            return cpu(self._process.pid)
        except (OSError, IndexError):
            return 0.0


class Asked:
    """Sends requests, and has what was wrong about the responses."""

    def __init__(self, client: Client, size: int) -> None:
        self.client = client
        self.allowed = allowed(size)
        self.wrong: list[str] = []

    def ask(self, method: str, params: Json) -> Json:
        """Send a request; None if it is refused. An exception is wrong, and so is a late response."""
        watch = Watch(self.client)
        found = None
        try:
            found = self.client.ask(method, params, patience=self.patience)
        except Failure as error:
            if error.code == INTERNAL:
                self.wrong.append(f"exception: {method}: {error}")
        self.note(watch, method, self.allowed)
        return found

    def note(self, watch: Watch, what: str, seconds: float) -> None:
        """Note something that took more than some seconds."""
        late = watch.late(seconds)
        if late is not None:
            self.wrong.append(f"late: {what} {late}")

    @property
    def patience(self) -> float:
        """The seconds on the wall after which the server counts as hanging."""
        return self.allowed * SLACK * ENDLESS + 10

    def about(self, path: Path, text: str) -> None:
        """Send every request about a document."""
        identifier = {"textDocument": {"uri": path.as_uri()}}
        for method in WHOLE:
            self._followed(method, self.ask(f"textDocument/{method}", identifier))
        for place in _places(text):
            self.at(path, place)
        for name in OF_PROJECT:
            self.ask(f"puppetCheck/{name}", {"uri": path.as_uri()})
        for each in (self.ask("puppetCheck/subjects", {"uri": path.as_uri()}) or ())[:FOLLOWED]:
            self.ask("puppetCheck/preview", {"uri": path.as_uri(), **each})
        self.ask("puppetCheck/newFile", {"uri": path.as_uri(), "kind": "class", "name": "new"})
        moved = {"files": [{"oldUri": path.as_uri(), "newUri": path.with_name("moved.pp").as_uri()}]}
        self.ask("workspace/willRenameFiles", moved)
        self.ask("workspace/symbol", {"query": "a"})

    def at(self, path: Path, place: Json) -> None:
        """Send every request about a place."""
        more = {
            "position": place,
            "positions": [place],
            "range": {"start": {"line": max(0, place["line"] - 9), "character": 0}, "end": place},
            "context": {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1, "isRetrigger": False},
            "newName": "other",
            "ch": "\n",
            "options": {"tabSize": 2, "insertSpaces": True},
            "previousResultId": "1",
        }
        for method in AT_PLACES:
            self._followed(method, self.ask(f"textDocument/{method}", {"textDocument": {"uri": path.as_uri()}, **more}))

    def _followed(self, method: str, found: Json) -> None:
        several = found["items"] if isinstance(found, dict) and "items" in found else found
        for following in FOLLOWING.get(method, ()) if several else ():
            for each in several[:FOLLOWED]:
                self.ask(following, {"item": each} if "Hierarchy" in following else each)


def _places(text: str) -> Iterator[Json]:
    lines = text.split("\n")
    for line, share in ((0, 0.0), (0, 0.5), (len(lines) // 2, 0.5), (len(lines) - 1, 1.0)):
        yield {"line": line, "character": int(len(lines[line]) * share)}
