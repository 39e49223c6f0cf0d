"""Session: the open documents of a connection, the results of their checks, and the pending checks."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TypeVar

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.deadline import GivenUp
from puppet_check.lsp.checking import Checker, CheckResult
from puppet_check.lsp.protocol import TooLong
from puppet_check.reports.preload import preload
from puppet_check.workspace.store import Store, default_path
from puppet_check.workspace.summaries import OPEN_PARSED_LIMIT
from puppet_check.workspace.workspace import Shared, Workspace
from puppet_grammar.parse import Change
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic

LARGE = 2 << 20
"""Texts with more bytes are not parsed: that would take too long at each key."""
TIMEOUT = 1.0
"""Seconds that a request waits for the first check of a document."""

T = TypeVar("T")
IsCancelled = Callable[[], bool]
"""Whether a request has been cancelled."""
Publish = Callable[[CheckResult], None]
"""Publishes the result of a check."""


def patient() -> Configuration:
    """The configuration from settings files alone."""
    return Configuration(is_patient=True)


DELAY = 0.15
"""Seconds from the last key to the check."""
READING = 0.075
"""Seconds from the last key until the text is lowered, so that the check finds the program there. Most keys follow each other faster."""


class Session:
    """Owns the open documents and the checking thread. Made and used on the protocol's thread, while its event loop runs.

    The checking thread has an analysis of its own: only documents, diagnostics and configurations go from one to the other.
    """

    def __init__(self, publish: Publish, is_inside: Callable[[str], bool], configuration: Callable[[], Configuration] = patient) -> None:
        """`is_inside` tells whether a file is in a folder of the client; `configuration` makes the configuration of each thread."""
        self.analysis = Analysis(Workspace(configuration(), parsed_limit=OPEN_PARSED_LIMIT, shared=Shared()), most=LARGE)
        self._publish = publish
        self._loop = asyncio.get_running_loop()
        self._checker = Checker(partial(_analysis, configuration, self.analysis.workspace.shared), self._found, is_inside)
        self._due: dict[str, tuple[asyncio.TimerHandle, asyncio.TimerHandle]] = {}
        """When documents are lowered and checked, by path."""
        self._sent: dict[str, Text] = {}
        self._results: dict[str, CheckResult] = {}
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}
        self._on_disk: set[str] = set()
        """The open documents that have a file, as far as that has been noticed."""
        self.state = object()
        """Identifies what is known of all files and settings: another object after each change."""

    def begin(self) -> None:
        """Prepare for the first document."""
        self._checker.ask(lambda _: preload())

    def open(self, path: str, text: str, version: int, *, is_puppet: bool) -> None:
        """Open a document; `is_puppet` says whether it is Puppet code if its name does not."""
        self.state = object()
        self._results.pop(path, None)
        self.analysis.open(path, text, version, is_puppet=is_puppet)
        self._note_file(path)
        self.check_now(path)

    def edit(self, path: str, changes: Sequence[Change], version: int) -> None:
        """Edit a document, and check it once no key has been pressed for a moment.

        Each change refers to the text after the previous one; all of them make one new document.
        """
        self.state = object()
        self.analysis.edit(path, changes, version)
        self._forget_due(path)
        later = self._loop.call_later
        self._due[path] = later(READING, self._prepare, path), later(DELAY, self.check_now, path)

    def close(self, path: str) -> None:
        """Close a document: its text is that on the disk again."""
        self.state = object()
        self._forget_due(path)
        self._results.pop(path, None)
        self._sent.pop(path, None)
        self._on_disk.discard(path)
        self.analysis.close(path)
        self._checker.close(path)
        self._wake(path)

    def notice(self, paths: Collection[str], *, rewritten: bool = False) -> None:
        """Follow the creation, change or deletion of files and folders; `rewritten` says that all are files that existed before."""
        self.state = object()
        self.analysis.notice(paths, rewritten=rewritten)
        self._checker.notice(paths, rewritten=rewritten)
        for path in paths:
            if self.analysis.opened(path) is not None:
                self._note_file(path)

    def was_on_disk(self, path: str) -> bool:
        """Whether an open document had a file when that was opened or last noticed."""
        return path in self._on_disk

    def _note_file(self, path: str) -> None:
        (self._on_disk.add if os.path.isfile(path) else self._on_disk.discard)(path)

    def follow(self, configuration: Callable[[], Configuration]) -> None:
        """Apply other settings. Each thread calls `configuration` for its own."""
        self.state = object()
        self.analysis.reset(configuration())
        self._checker.ask(lambda analysis: analysis.reset(configuration()))

    def recheck_dependents(self) -> None:
        """Check closed files again that depend on unsaved text, after all have been checked as they are on the disk."""
        self._checker.recheck_dependents()

    def check_closed(self, path: str) -> None:
        """Check a file that is not open."""
        self._checker.check_closed(path)

    def check_now(self, path: str) -> None:
        """Check an open document without waiting for more keys."""
        self._forget_due(path)
        document = self.analysis.opened(path)
        if document is not None and self._sent.get(path) is not document.text:
            self._sent[path] = document.text
            self._checker.take(document)

    def _prepare(self, path: str) -> None:
        """Lower an open document before its check is due."""
        document = self.analysis.opened(path)
        if document is not None and document.is_code:
            self._checker.prepare(document)

    async def result(self, path: str) -> CheckResult | None:
        """The result of checking an open document as it is now; None if it is not open."""
        while (document := self.analysis.opened(path)) is not None:
            found = self._results.get(path)
            if found is not None and found.text is document.text:
                return found
            self.check_now(path)
            await self._next(path)
        return None

    async def settled(self, path: str) -> tuple[Diagnostic, ...]:
        """The diagnostics of an open document as it is now, once a pending check has ended; none if that takes long."""
        if not self._is_checked(path):
            try:
                await asyncio.wait_for(self._next(path), TIMEOUT)
            except TimeoutError:
                return ()
        return self._results[path].diagnostics if self._is_checked(path) else ()

    def _is_checked(self, path: str) -> bool:
        document, found = self.analysis.opened(path), self._results.get(path)
        return document is not None and found is not None and found.text is document.text

    async def checked_once(self, path: str) -> None:
        """Wait until the first check of a document has ended, but not for long."""
        document = self.analysis.opened(path)
        if path not in self._results and document is not None and document.is_code:
            try:
                await asyncio.wait_for(self._next(path), TIMEOUT)
            except TimeoutError:
                return

    async def compute(self, make: Callable[[Analysis, IsCancelled], T]) -> T:
        """Call a function on the checking thread with the documents as they are now, and return its result."""
        ended: asyncio.Future[None] = self._loop.create_future()
        made: list[T] = []
        broken: list[Exception] = []
        for path in [*self._due]:
            self.check_now(path)
        size = self.analysis.size

        def run(analysis: Analysis) -> None:
            if ended.cancelled():
                return
            try:
                made.append(self._checker.in_time(partial(make, analysis, ended.cancelled), size))
            except Exception as error:
                broken.append(error)
            except GivenUp:
                broken.append(TooLong())
            self._hand_over(partial(_end, ended))

        self._checker.read(run)
        await ended
        if broken:
            # Not raised by the future, and popped: an exception refers to the frames that it went through, which must not refer to it.
            raise broken.pop()
        return made.pop()

    def _hand_over(self, step: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(step)
        except RuntimeError:
            return  # The loop has ended.

    def stop(self) -> None:
        """End the checking thread."""
        self._checker.stop()

    def _found(self, found: CheckResult) -> None:
        """Take a result on the checking thread, and hand it over to this one."""
        self._hand_over(partial(self._adopt, found))

    def _adopt(self, found: CheckResult) -> None:
        """Publish a result unless it is about an older text, of which only the types are kept: they are better than none."""
        document = self.analysis.opened(found.path)
        if (document is None) != (found.document is None):
            return
        if document is not None and found.document is not None:
            document.adopt(found.document)
            self.analysis.release_trees()
        if document is None or document.text is found.text:
            if document is not None:
                self._results[found.path] = found._replace(document=None)  # whose tree is that of an older text soon
            self._publish(found)
        self._wake(found.path)

    async def _next(self, path: str) -> None:
        """Wait for the next check of a document."""
        waiting = self._loop.create_future()
        self._waiting.setdefault(path, []).append(waiting)
        await waiting

    def _wake(self, path: str) -> None:
        for each in self._waiting.pop(path, ()):
            _end(each)

    def _forget_due(self, path: str) -> None:
        for each in self._due.pop(path, ()):
            each.cancel()


def _analysis(configuration: Callable[[], Configuration], shared: Shared) -> Analysis:
    """The analysis of the checking thread; it takes definitions of unchanged files from the cache on the disk."""
    return Analysis(Workspace(configuration(), Store(default_path()), parsed_limit=OPEN_PARSED_LIMIT, shared=shared), most=LARGE)


def _end(waited_for: asyncio.Future[None]) -> None:
    if not waited_for.done():
        waited_for.set_result(None)


def scratch(analysis: Analysis) -> Analysis:
    """An analysis without open documents, for what must have no effect on those of another one."""
    return Analysis(Workspace(analysis.workspace.configuration, shared=analysis.workspace.shared), most=LARGE)
