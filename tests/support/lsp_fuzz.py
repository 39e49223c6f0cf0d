"""Every request at random places of random files, whole, cut and edited: `python -m bench.lsp_fuzz MODULES [--files 40] [--places 30]`

Opens files of all kinds of a folder of modules and asks the server all that can be asked about each place. Prints what was answered with
an error, places outside of the texts, what the server wrote to its log, and slow answers.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlparse

from tests.support.lsp_client import Client, Failure, Json

PLACED = (
    *("hover", "completion", "definition", "declaration", "typeDefinition", "implementation", "references", "signatureHelp"),
    *(
        "documentHighlight",
        "prepareRename",
        "rename",
        "prepareCallHierarchy",
        "prepareTypeHierarchy",
        "onTypeFormatting",
    ),
)
WHOLE = ("documentSymbol", "foldingRange", "semanticTokens/full", "documentLink", "codeLens", "diagnostic", "selectionRange")
PARTS = ("inlayHint", "codeAction", "semanticTokens/range")
NAMES = (
    "*.pp",
    "*.epp",
    "*.erb",
    "metadata.json",
    "data/**/*.yaml",
    "hiera.yaml",
    "tasks/*.json",
    "Puppetfile",
    "environment.conf",
    "spec/**/*_spec.rb",
)
PIECES = (
    "$x",
    " ",
    "\n",
    "'",
    '"',
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "::",
    "=>",
    "%{",
    "<%",
    "%>",
    ":",
    ",",
    "- ",
    "|",
    "é",
    "𝄞",
    "#",
    "@",
    "\t",
)
SHOWN = 40
"""The number of the slowest requests to show."""
REFUSED = ("textDocument/rename", "textDocument/prepareRename")
"""Requests that the server may refuse with a reason."""
INVALID, OUTDATED = -32602, -32801


def main() -> int:
    """Send all requests and return the exit code."""
    parser = argparse.ArgumentParser(prog="bench.lsp_fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--places", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choose = random.Random(options.seed)
    several = [[path for path in options.modules.glob(f"*/**/{name}") if path.stat().st_size < 40_000] for name in NAMES]
    paths = [path for each in several for path in choose.sample(sorted(each), min(len(each), max(1, options.files // len(NAMES))))]
    with tempfile.TemporaryDirectory() as folder, open(Path(folder, "log"), "w+b") as log:
        client = Client(env={"XDG_CACHE_HOME": folder}, errors=log.fileno())
        client.initialize()
        fuzz = Fuzz(client, choose)
        for path in paths:
            fuzz.file(path, path.read_text(errors="replace"), options.places)
        client.stop()
        log.seek(0)
        errors = log.read().decode(errors="replace")
    for each in fuzz.wrong:
        print(each)
    slow = sorted(((max(times), sum(times) / len(times), method) for method, times in fuzz.times.items()), reverse=True)
    for most, mean, method in slow[:SHOWN]:
        print(f"{method:42} most {1000 * most:7.1f} ms, mean {1000 * mean:6.1f} ms, {len(fuzz.times[method])} times")
    print(f"{len(paths)} files, {sum(map(len, fuzz.times.values()))} requests, {len(fuzz.wrong)} wrong")
    print(errors[-20000:])
    return 1 if fuzz.wrong or "Traceback" in errors else 0


class Fuzz:
    """A session in which every request is sent."""

    def __init__(self, client: Client, choose: random.Random) -> None:
        self.client = client
        self.choose = choose
        self.wrong: list[str] = []
        self.times: dict[str, list[float]] = {}
        self._texts: dict[str, str] = {}
        self._version = 0

    def file(self, path: Path, text: str, places: int) -> None:
        """Test a file as it is, truncated at a random offset, and after some edits."""
        cut = text[: self.choose.randint(0, len(text))]
        edited = text
        for _ in range(self.choose.randint(1, 5)):
            at = self.choose.randint(0, len(edited))
            edited = edited[:at] + self.choose.choice(PIECES) + edited[at + self.choose.choice((0, 0, 1, 7)) :]
        uri = path.as_uri()
        self.client.open(path, text, self._version)
        for each in (text, cut, edited):
            self._version += 1
            self.client.notify(
                "textDocument/didChange", {"textDocument": {"uri": uri, "version": self._version}, "contentChanges": [{"text": each}]}
            )
            self._texts[uri] = each
            self.whole(uri)
            for _ in range(places // 3):
                self.place(uri, each)
        self.client.close(path)
        del self._texts[uri]

    def whole(self, uri: str) -> None:
        """Send the requests about a whole document."""
        identifier = {"textDocument": {"uri": uri}}
        for method in WHOLE:
            found = self.ask(f"textDocument/{method}", {**identifier, "positions": [{"line": 0, "character": 0}]}, uri)
            for each in found[:3] if method == "codeLens" and found else ():
                self.ask("codeLens/resolve", each, uri)
        self.ask("workspace/symbol", {"query": Path(unquote(uri)).stem[:4]}, uri)

    def place(self, uri: str, text: str) -> None:
        """Send the requests about a position."""
        lines = text.split("\n")
        line = self.choose.randrange(len(lines))
        place = {"line": line, "character": units(lines[line][: self.choose.randint(0, len(lines[line]))])}
        more = {
            "newName": self.choose.choice(("other", "a::b", "$x", "1", "")),
            "ch": self.choose.choice((">", "\n", "}")),
            "options": {"tabSize": 2, "insertSpaces": True},
            "positions": [place],
            "range": {"start": {"line": max(0, line - 3), "character": 0}, "end": place},
        }
        for method in (*PLACED, *PARTS, "selectionRange"):
            context = {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1, "isRetrigger": False}
            found = self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": place, "context": context, **more}, uri)
            self.follow(method, found, uri)

    def follow(self, method: str, found: Json, uri: str) -> None:
        """Send the requests that continue from a response."""
        if method == "completion" and found:
            for item in self.choose.sample(found["items"], min(3, len(found["items"]))):
                self.ask("completionItem/resolve", item, uri)
        for kind, ways in (("Call", ("incomingCalls", "outgoingCalls")), ("Type", ("supertypes", "subtypes"))):
            if method == f"prepare{kind}Hierarchy" and found:
                for way in ways:
                    self.ask(f"{kind.lower()}Hierarchy/{way}", {"item": found[0]}, uri)

    def ask(self, method: str, params: Json, uri: str) -> Json:
        """Send a request and record errors in its response."""
        started = time.perf_counter()
        try:
            found = self.client.ask(method, params)
        except Failure as failure:
            if failure.code != OUTDATED and not (method in REFUSED and failure.code == INVALID):
                self.wrong.append(f"{method} in {uri}: {failure} {params.get('position')}")
            return None
        finally:
            self.times.setdefault(f"{method} {Path(uri).suffix or Path(uri).name}", []).append(time.perf_counter() - started)
        for each in misplaced(found, uri, self.text):
            self.wrong.append(f"{method} in {uri}: {each} {params.get('position')}")
        return found

    def text(self, uri: str) -> str | None:
        """The text of a document; None if it cannot be read."""
        if uri in self._texts:
            return self._texts[uri]
        try:
            return Path(unquote(urlparse(uri).path)).read_bytes().decode(errors="replace")
        except OSError:
            return None


def misplaced(found: Json, uri: str, text_of: Json) -> Iterator[str]:
    """The ranges of a response that are outside of their text or end before they begin."""
    if isinstance(found, list):
        for each in found:
            yield from misplaced(each, uri, text_of)
    if not isinstance(found, dict):
        return
    if "href" not in found:
        uri = str(found.get("uri") or found.get("targetUri") or uri)
    if {"start", "end"} <= found.keys() and isinstance(found["start"], dict):
        text = text_of(uri)
        if text is not None and not is_inside(found, text):
            yield f"{found} is outside of {uri}"
    if "selectionRange" in found and "range" in found and not _contains(found["range"], found["selectionRange"]):
        yield f"the selection is outside of its range: {found.get('name')} {found['range']} {found['selectionRange']}"
    if "parent" in found and not _contains(found["parent"]["range"], found["range"]):
        yield f"a selection is outside of the one around: {found['range']}"
    for key, each in found.items():
        if key == "changes" and isinstance(each, dict):
            for other, edits in each.items():
                yield from misplaced(edits, other, text_of)
        elif key not in ("data", "fromRanges"):
            yield from misplaced(each, uri, text_of)


def is_inside(range: Json, text: str) -> bool:
    """Whether a range is inside a text."""
    lines = text.split("\n")
    places = [(range[each]["line"], range[each]["character"]) for each in ("start", "end")]
    return places == sorted(places) and all(0 <= line < len(lines) and 0 <= column <= units(lines[line]) for line, column in places)


def _contains(outer: Json, inner: Json) -> bool:
    def pair(range: Json) -> Sequence[tuple[int, int]]:
        return [(range[each]["line"], range[each]["character"]) for each in ("start", "end")]

    (start, end), (inner_start, inner_end) = pair(outer), pair(inner)
    return start <= inner_start and inner_end <= end


def units(text: str) -> int:
    """The length in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
