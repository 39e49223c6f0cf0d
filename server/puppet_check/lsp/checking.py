"""The checking thread: finds out what is wrong in open documents while the protocol's thread answers.

It has an `Analysis` of its own. Trees and programs never change, so both threads may hold them; what is known of other files is not shared.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import NamedTuple

from puppet_check.analysis import Analysis
from puppet_check.checker import internal_error
from puppet_check.document import Document, selected, shown
from puppet_check.lsp.spreading import Spread
from puppet_check.workspace.kinds import is_checked
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic

STACK = 256 << 20
"""Bytes of stack, of which only those are taken that are used: an evaluation nests deeply."""

QUIET = 3.0
"""Seconds without anything to do after which circles of objects are looked for; a check leaves none, but an answer may."""

PAUSE = 0.3
"""Seconds without anything to do after which files are looked for that see what was changed and not saved."""

Action = Callable[[Analysis], object]
"""Something to take notice of before the next check."""


class Found(NamedTuple):
    """What is wrong in a file."""

    path: str
    text: Text
    diagnostics: tuple[Diagnostic, ...]
    document: Document | None = None
    """With what else is known of it; None for files that are not open."""


class Checker:
    """Does what it is asked for in turn, and checks what has to be checked after it."""

    def __init__(self, analysis: Callable[[], Analysis], tell: Callable[[Found], None], is_inside: Callable[[str], bool]) -> None:
        """These are called on the new thread. `is_inside` tells whether a file is in a folder of the client."""
        self._analysis = analysis
        self._tell = tell
        self._is_inside = is_inside
        self._spread = Spread()
        self._inbox: SimpleQueue[Action | None] = SimpleQueue()
        self._closed: dict[str, None] = {}
        self._thread: threading.Thread | None = None

    def ask(self, action: Action) -> None:
        """Let this be done before anything else is checked."""
        if self._thread is None:
            self._thread = _deep_thread(self._run)
        self._inbox.put(action)

    def take(self, document: Document) -> None:
        """Check what an open file says now."""
        self.ask(lambda analysis: analysis.take(document.again(analysis.workspace)))

    def close(self, path: str) -> None:
        """Take a file from the disk again."""

        def take(analysis: Analysis) -> None:
            analysis.close(path)
            self._spread.close(path)

        self.ask(take)

    def look_at(self, path: str) -> None:
        """Check a file that is not open."""
        self.ask(lambda analysis: self._closed.setdefault(path) if analysis.opened(path) is None else None)

    def notice(self, paths: Collection[str]) -> None:
        """Files and folders were made, written or removed."""

        def take(analysis: Analysis) -> None:
            analysis.notice(paths)
            self._spread.saved(paths)

        self.ask(take)

    def spread(self) -> None:
        """All files were told of as they lie on the disk; some see what has not been saved."""
        self.ask(lambda _: self._spread.again())

    def stop(self) -> None:
        """End the thread after what it does just now."""
        self._inbox.put(None)

    def _run(self) -> None:
        analysis = self._analysis()
        while (action := self._awaited(analysis)) is not None:
            _guarded(partial(action, analysis))
            self._check_all(analysis)

    def _awaited(self, analysis: Analysis) -> Action | None:
        """What is to be done next."""
        if self._spread.is_due:
            with suppress(Empty):
                return self._inbox.get(timeout=PAUSE)
            _guarded(partial(self._spread_out, analysis))
            self._check_all(analysis)
        with suppress(Empty):
            return self._inbox.get(timeout=QUIET)
        gc.collect(1)
        return self._inbox.get()

    def _spread_out(self, analysis: Analysis) -> None:
        """Look for closed files that see what has not been saved."""
        configuration = analysis.workspace.configuration

        def is_wanted(path: str) -> bool:
            return self._is_inside(path) and is_checked(path) and configuration.of(path).diagnostics == "workspace"

        found = self._spread.files(analysis, is_wanted, lambda: not self._inbox.empty())
        self._closed.update(dict.fromkeys(found))

    def _check_all(self, analysis: Analysis) -> None:
        """Check what has to be checked until there is something else to do."""
        while self._inbox.empty() and _guarded(partial(self._check_next, analysis)):
            continue

    def _check_next(self, analysis: Analysis) -> bool:
        """Check what is next; tells whether there was anything."""
        found = self._next(analysis)
        if found is None:
            return False
        self._tell(found)
        if found.document is not None and found.document.is_code:
            # What it depends on is looked up afterwards: nobody waits for that.
            _ = found.document.trace
            found.document.earlier = None
            self._spread.take(found.document)
        return True

    def _next(self, analysis: Analysis) -> Found | None:
        document = analysis.unchecked()
        if document is not None:
            return _checked(document)
        while self._closed:
            path, _ = self._closed.popitem()
            if analysis.opened(path) is None:
                return _checked_on_disk(path, analysis)
        return None


def _guarded(step: Callable[[], object]) -> bool:
    """Do something, and log what goes wrong in it; tells whether to go on."""
    try:
        return bool(step())
    except Exception:
        logging.getLogger(__name__).exception("a step of the checking thread failed")
        return True


def _checked(document: Document) -> Found:
    try:
        return Found(document.path, document.text, shown(document), document)
    except Exception as error:
        logging.getLogger(__name__).exception("the check of %s failed", document.path)
        document.diagnostics = (_broken(error),)
        return Found(document.path, document.text, document.diagnostics, document)


def _checked_on_disk(path: str, analysis: Analysis) -> Found:
    try:
        checked = analysis.check(path)
        return Found(path, checked.text, selected(path, checked.diagnostics, analysis.workspace.configuration))
    except Exception as error:
        logging.getLogger(__name__).exception("the check of %s failed", path)
        return Found(path, Text(b""), (_broken(error),))


def _broken(error: Exception) -> Diagnostic:
    return internal_error(f"{type(error).__name__}: {error}").at(0, 0)


def _deep_thread(run: Callable[[], None]) -> threading.Thread:
    """A thread on which much may nest; it does not keep the process alive."""
    before = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=run, name="check", daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread
