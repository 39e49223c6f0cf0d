"""The specs of modules: what examples there are, their results, and the diagnostics about those that fail."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.client import Client
from puppet_check.lsp.progress import Progress
from puppet_check.lsp.protocol import Refused
from puppet_check.lsp.published import Published
from puppet_check.lsp.session import Session
from puppet_check.lsp.spec_process import SpecProcess
from puppet_check.lsp.spec_results import Listing, Result, listing_of, results_of
from puppet_check.lsp.uris import uri_of
from puppet_check.reading.files import LARGEST_SEARCHED, read
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Encoding, Text

SPEC = lazy_pattern(r"[/\\]spec[/\\](?:.*[/\\])?[^/\\]+_spec\.rb\Z")
SOURCE = "puppet-check test"
"""The source of diagnostics about examples."""
TITLE = "Running specs"
BROKEN = "the process that runs specs has failed; the log of the server says why"
LONGEST = 2000
"""The number of characters of the longest message of a diagnostic."""
MOST = 200
"""The number of diagnostics of a file."""


class Target(NamedTuple):
    """Specs to run."""

    path: str
    """A spec file, or a folder of a module or of specs."""
    ids: tuple[str, ...] | None = None
    """The examples and groups that are wanted; None for all."""


class Run(NamedTuple):
    """What came of a run."""

    counts: Counter[str]
    """The numbers of examples by status."""
    coverage: object
    """By the path of a manifest, what is covered."""


Take = Callable[[str, Sequence[Result]], None]
"""Takes the path of a spec file and the results of its examples."""


def is_spec(path: str) -> bool:
    """Whether a file has specs, by its path."""
    return SPEC.search(path) is not None


class Specs:
    """Owns the processes that list and run specs, the examples of open files, and what has failed. Used on the protocol's thread."""

    def __init__(self, client: Client, session: Session, published: Published) -> None:
        self._client = client
        self._session = session
        self._published = published
        self._lister, self._runner = SpecProcess(), SpecProcess()
        self._listings: dict[str, tuple[Text, asyncio.Future[Listing]]] = {}
        """The groups and examples of open files, or what computes them, with the text that they are of."""
        self._failed: dict[tuple[str, str], tuple[str, types.Diagnostic]] = {}
        """The path and the diagnostic of each example that failed, by its spec file and id."""
        self._progress = Progress(client, TITLE)

    async def files(self, folders: Sequence[str]) -> list[str]:
        """The paths of the spec files below folders. Raises Refused."""
        answer = await asyncio.shield(self._lister.ask(self._request("files", [Target(each) for each in folders])))
        if answer is None:
            raise Refused(BROKEN)
        found = answer["files"]
        assert isinstance(found, list)
        return found

    async def listing(self, path: str) -> Listing:
        """The groups and examples of a spec file as it is now. Raises Refused."""
        text, known = self._text(path), self._listings.get(path)
        if text is None or known is None or known[0] is not text or (known[1].done() and known[1].exception() is not None):
            listing = asyncio.ensure_future(self._list(path))
            if text is None:
                return await asyncio.shield(listing)
            known = self._listings[path] = text, listing
        # Several requests about one text wait for the same listing, which goes on when one of them is cancelled.
        return await asyncio.shield(known[1])

    async def _list(self, path: str) -> Listing:
        answer = await self._lister.ask(self._request("list", [Target(path)]))
        if answer is None:
            raise Refused(BROKEN)
        return listing_of(answer)

    async def run(self, targets: Sequence[Target], take: Take, *, shows_progress: bool) -> Run:
        """Run examples; `take` gets those of each file. What fails is published. Raises Refused."""
        texts = self._texts()
        counts, files, total = Counter[str](), 0, 0

        def took(line: dict[str, object]) -> None:
            nonlocal files, total
            if isinstance(line.get("total"), int):
                total = int(str(line["total"]))
                return
            found, path = results_of(line), str(line["file"])
            counts.update(each.status for each in found)
            files += 1
            if texts.get(path) is self._text(path):
                self._note(path, found)
            take(path, found)
            if shows_progress:
                self._progress.report(files, total)

        try:
            answer = await self._runner.ask(self._request("run", targets), took)
        finally:
            if shows_progress:
                self._progress.end()
        if answer is None:
            raise Refused(BROKEN)
        return Run(counts, answer.get("coverage"))

    def cancel(self, token: types.ProgressToken) -> None:
        """Stop the run whose progress has this token."""
        if self._progress.has_token(token):
            self._runner.cancel()
            self._progress.end()

    def forget(self, path: str) -> None:
        """Withdraw the diagnostics of a file that has changed, and those about its examples."""
        self._listings.pop(path, None)
        self._withdraw([key for key, (place, _) in self._failed.items() if path in (key[0], place)])

    def stop(self) -> None:
        """End the processes."""
        self._lister.stop()
        self._runner.stop()

    def _request(self, kind: str, targets: Sequence[Target]) -> dict[str, object]:
        texts = {path: text.source.decode("utf-8", "surrogatepass") for path, text in self._texts().items()}
        jobs = self._session.analysis.workspace.configuration.of(targets[0].path).jobs if targets else 0
        return {"kind": kind, "targets": [(each.path, each.ids) for each in targets], "texts": texts, "jobs": jobs}

    def _texts(self) -> dict[str, Text]:
        """The texts of open documents, which count in place of those on the disk."""
        opened = self._session.analysis.opened
        found = {path: opened(path) for path in self._session.analysis.paths()}
        return {path: document.text for path, document in found.items() if document is not None}

    def text(self, path: str) -> Text:
        """The text of a file as it is now; an empty one if it cannot be read."""
        return self._text(path) or text_on_disk(path)

    def _text(self, path: str) -> Text | None:
        document = self._session.analysis.opened(path)
        return None if document is None else document.text

    def _note(self, path: str, results: Sequence[Result]) -> None:
        """Publish what has failed, and withdraw what has passed now."""
        self._withdraw([(path, each.id) for each in results], but=[each.place.path for each in results])
        for each in results:
            if each.status == "failed":
                self._failed[path, each.id] = each.place.path, self._diagnostic(each)
        self._publish({each.place.path for each in results})

    def _withdraw(self, keys: Sequence[tuple[str, str]], but: Sequence[str] = ()) -> None:
        """Withdraw diagnostics; those of some files are published later."""
        gone = [self._failed.pop(key) for key in keys if key in self._failed]
        self._publish({path for path, _ in gone} - {*but})

    def _publish(self, paths: set[str]) -> None:
        by_path: dict[str, list[types.Diagnostic]] = {each: [] for each in paths}
        for path, diagnostic in self._failed.values():
            if path in by_path and len(by_path[path]) < MOST:
                by_path[path].append(diagnostic)
        for path, found in by_path.items():
            self._published.publish_failed_examples(path, found)

    def _diagnostic(self, failed: Result) -> types.Diagnostic:
        related = None
        if failed.declared is not None:
            place = types.Location(uri_of(failed.declared.path), self._line(*failed.declared))
            related = [types.DiagnosticRelatedInformation(place, "declared here")]
        message = "\n".join(_message(failed))[:LONGEST]
        severity = types.DiagnosticSeverity.Error
        return types.Diagnostic(self._line(*failed.place), message, severity, failed.id, source=SOURCE, related_information=related)

    def _line(self, path: str, line: int) -> types.Range:
        """The range of the code in a line."""
        return line_range(self.text(path), line, self._client.encoding)


def line_range(text: Text, line: int, encoding: Encoding) -> types.Range:
    """The range of the code in a line; an empty one in a line that does not exist."""
    if not 0 <= line < len(text.line_starts):
        return types.Range(types.Position(max(0, line), 0), types.Position(max(0, line), 0))
    start, end = text.line_span(line)
    code = text.source[start:end]
    return convert.from_span(end - len(code.lstrip()), start + len(code.rstrip()) if code.strip() else end, text, encoding)


def text_on_disk(path: str) -> Text:
    """The text of a file; an empty one if it cannot be read."""
    try:
        return Text(read(path, LARGEST_SEARCHED))
    except OSError:
        return Text(b"")


def _message(failed: Result) -> Iterator[str]:
    yield failed.description
    yield failed.message
