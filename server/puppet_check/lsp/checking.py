"""The checking thread: checks open documents while the protocol's thread answers requests.

It owns an `Analysis`, with a workspace and all that is remembered of the disk. The other thread hands it documents and changes through an
inbox. Trees, programs, models and diagnostics never change, so both threads may hold them.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeVar

from puppet_check.analysis import Analysis
from puppet_check.checker import check_given_up, internal_error
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.document import Document, selected, shown
from puppet_check.free_memory import return_memory
from puppet_check.lsp.dependents import Dependents
from puppet_check.reading.files import METER
from puppet_check.stack import start_deep
from puppet_check.workspace.kinds import is_checked
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic

QUIET = 3.0
"""Seconds of idleness after which the garbage collector runs, as a check leaves no reference cycles, but an answer may; and after which
free memory is returned to the system."""

BUSY = 500
"""The number of steps after which both are done even if there is no such pause."""

PAUSE = 0.3
"""Seconds of idleness after which the dependents of unsaved text are looked for."""

SHORT = 0.05
"""Seconds of idleness after which it is looked up what the last check depended on: editors often ask for something right after it."""

PATIENCE = 0.5
"""Seconds of processor time after which a check is given up when something else waits."""

LONG = 6
"""How many times as long as the check of a small file a request may take at most that looks at the whole workspace."""

T = TypeVar("T")
Action = Callable[[Analysis], object]
"""A step that is done before the next check."""


class QueuedAction(NamedTuple):
    """A step, and whether it leaves all results and what they depend on as they are."""

    action: Action
    is_reading: bool = False


class CheckResult(NamedTuple):
    """The result of checking a file."""

    path: str
    text: Text
    diagnostics: tuple[Diagnostic, ...]
    document: Document | None = None
    """With its model; None for files that are not open."""


class Look(NamedTuple):
    """What can be said of a document before the code of very many modules has been searched."""

    result: CheckResult
    asks_texts: bool
    """Whether more can be said when the texts of all modules have been searched, and not only what shows that names come from elsewhere."""


class Progress(NamedTuple):
    """How far the checks of an open document have come."""

    looked_at: Text | None = None
    """The text that has only been looked at."""
    asks_texts: bool = False
    """Whether the check of that depends on the texts of all modules."""
    is_checked: bool = False
    """Whether it has been checked with all that there is to know, this text or an earlier one."""
    is_postponed: bool = False
    """Whether its check was given up because others waited."""
    given_up: Text | None = None
    """The text whose check takes too long. It is not checked again."""


class Checker:
    """Does the steps in its inbox in turn, and checks what has to be checked after them. The methods may be called on any thread.

    A check that takes long gives way to what waits, and is tried again when nothing does. A text whose check takes too long even then
    has this as its only finding until it changes.
    """

    def __init__(self, analysis: Callable[[], Analysis], publish: Callable[[CheckResult], None], is_inside: Callable[[str], bool]) -> None:
        """All of these are called on the checking thread. `is_inside` tells whether a file is in a folder of the client."""
        self._analysis = analysis
        self._publish = publish
        self._is_inside = is_inside
        self._dependents = Dependents()
        self._inbox: SimpleQueue[QueuedAction | None] = SimpleQueue()
        self._closed: dict[str, None] = {}
        self._thread: threading.Thread | None = None
        self._deadline = Deadline()
        self._progress: defaultdict[str, Progress] = defaultdict(Progress)
        """How far the checks of the open documents have come, by path."""
        self._untraced: Document | None = None
        """The document that was checked last, while it has not been looked up what its findings depend on."""

    def ask(self, action: Action) -> None:
        """Do a step before the next check. The check that is running is given up if it takes long."""
        self._put(QueuedAction(action))

    def read(self, action: Action) -> None:
        """The same for a step that only reads."""
        self._put(QueuedAction(action, is_reading=True))

    def _put(self, step: QueuedAction) -> None:
        if self._thread is None:
            self._thread = start_deep(self._run)
        # Before the action is there: what it leads to is not to hurry.
        self._deadline.hurry(PATIENCE)
        self._inbox.put(step)

    def in_time(self, make: Callable[[], T], size: int) -> T:
        """Call a function as a part of a step. Raises GivenUp if that takes too long for `size` bytes and all that has been read."""
        return self._deadline.run(make, min(LONG * allowed(0), allowed(size + METER.total)))

    def prepare(self, document: Document) -> None:
        """Lower an open document that is to be checked soon, for both threads."""
        self.read(lambda _: document.definitions)

    def take(self, document: Document) -> None:
        """Check an open document."""
        self.ask(lambda analysis: analysis.take(document.rebuilt_in(analysis.workspace)))

    def close(self, path: str) -> None:
        """Take the text of a file from the disk again."""

        def take(analysis: Analysis) -> None:
            analysis.close(path)
            self._dependents.close(path)
            self._progress.pop(path, None)

        self.ask(take)

    def check_closed(self, path: str) -> None:
        """Check a file that is not open."""
        self.ask(lambda analysis: self._closed.setdefault(path) if analysis.opened(path) is None else None)

    def notice(self, paths: Collection[str], *, rewritten: bool = False) -> None:
        """Follow the creation, change or deletion of files and folders; `rewritten` says that all are files that existed before."""

        def take(analysis: Analysis) -> None:
            analysis.notice(paths, rewritten=rewritten)
            self._dependents.saved(paths)

        self.ask(take)

    def recheck_dependents(self) -> None:
        """Check again the closed files that depend on unsaved text."""
        self.ask(lambda _: self._dependents.recheck())

    def stop(self) -> None:
        """End the thread after its current step."""
        self._inbox.put(None)

    def _run(self) -> None:
        analysis = self._analysis()
        for number in count(1):
            step = self._awaited(analysis)
            if step is None:
                return
            if not step.is_reading:
                _guarded(self._trace)
            _guarded(partial(step.action, analysis))
            self._check_all(analysis)
            analysis.release_trees()
            if number % BUSY == 0:
                _tidy()

    def _awaited(self, analysis: Analysis) -> QueuedAction | None:
        """The next step; None at the end."""
        if self._untraced is not None:
            with suppress(Empty):
                return self._inbox.get(timeout=SHORT)
            _guarded(self._trace)
        if self._dependents.is_due:
            with suppress(Empty):
                return self._inbox.get(timeout=PAUSE)
            _guarded(partial(self._look_for_dependents, analysis))
            self._check_all(analysis)
        with suppress(Empty):
            return self._inbox.get(timeout=QUIET)
        _tidy()
        return self._inbox.get()

    def _look_for_dependents(self, analysis: Analysis) -> None:
        """Look for closed files that depend on unsaved text."""
        configuration = analysis.workspace.configuration

        def is_wanted(path: str) -> bool:
            return self._is_inside(path) and is_checked(path) and configuration.of(path).diagnostics == "workspace"

        found = self._dependents.files(analysis, is_wanted, lambda: not self._inbox.empty())
        self._closed.update(dict.fromkeys(found))

    def _check_all(self, analysis: Analysis) -> None:
        """Check what has to be checked until a step comes."""
        while self._inbox.empty() and _guarded(partial(self._check_next, analysis)):
            continue

    def _check_next(self, analysis: Analysis) -> bool:
        """Check the next file; tells whether there was any."""
        found = self._next(analysis)
        if found is None:
            return False
        self._publish(found)
        if found.document is not None and found.document.is_code and found.document.workspace is analysis.workspace:
            self._untraced = found.document
        return True

    def _trace(self) -> None:
        """Look up what the last check depended on. Published findings do not wait for that, but whatever changes the results does."""
        document, self._untraced = self._untraced, None
        if document is not None:
            _ = document.trace
            document.release_earlier()
            self._dependents.take(document)

    def _next(self, analysis: Analysis) -> CheckResult | None:
        postponed = {path for path, each in self._progress.items() if each.is_postponed}
        document = analysis.unchecked(postponed) or analysis.unchecked()
        if document is not None or self._closed:
            self._trace()
        if document is not None:
            return self._first_look(document, analysis) or self._checked_in_time(document)
        while self._closed:
            path, _ = self._closed.popitem()
            if analysis.opened(path) is None:
                return self._deadline.run(partial(_checked_on_disk, path, analysis), allowed(0))
        return None

    def _first_look(self, document: Document, analysis: Analysis) -> CheckResult | None:
        """What can be said of a document before the code of very many modules has been searched; None if that has been done.

        It is searched as long as nothing waits; if something does, GivenUp is raised.
        """
        path, known = document.path, analysis.workspace.known(document.path)
        progress = self._progress[path]
        if progress.is_checked or known.is_searched(with_texts=progress.asks_texts):
            return None
        if progress.looked_at is not document.text:
            self._progress[path] = progress._replace(looked_at=document.text)
            look = self._deadline.run(partial(_look, document, analysis), allowed(len(document.text)), yields=True)
            self._progress[path] = progress._replace(looked_at=document.text, asks_texts=look.asks_texts)
            return look.result
        if not known.search(lambda: not self._inbox.empty(), with_texts=progress.asks_texts):
            raise GivenUp
        return None

    def _checked_in_time(self, document: Document) -> CheckResult:
        """The result of a document. Raises GivenUp if another one waits, and this one takes longer than that is to wait."""
        path, text = document.path, document.text
        seconds = allowed(len(text))
        if self._progress[path].given_up is not text:
            try:
                found = self._deadline.run(partial(_checked, document), seconds, yields=True)
                self._progress[path] = Progress(is_checked=True)
                return found
            except GivenUp:
                if self._deadline.was_hurried:
                    self._progress[path] = self._progress[path]._replace(is_postponed=True)
                    raise
                self._progress[path] = self._progress[path]._replace(given_up=text)
        document.report_only(check_given_up(too_long(seconds)).at(0, 0))
        return CheckResult(path, text, document.diagnostics, document)


def _tidy() -> None:
    """Release what only the garbage collector finds, but for old objects, and return free memory to the system."""
    gc.collect(1)
    return_memory()


def _guarded(step: Callable[[], object]) -> bool:
    """Do a step and log its exceptions; tells whether to go on."""
    try:
        return bool(step())
    except GivenUp:
        return True
    except Exception:
        logging.getLogger(__name__).exception("a step of the checking thread failed")
        return True


def _checked(document: Document) -> CheckResult:
    try:
        return CheckResult(document.path, document.text, shown(document), document)
    except Exception as error:
        logging.getLogger(__name__).exception("the check of %s failed", document.path)
        document.report_only(_broken(error))
        return CheckResult(document.path, document.text, document.diagnostics, document)


def _look(document: Document, analysis: Analysis) -> Look:
    """What is said of a document while no name is taken for absent; nothing of it is kept for later checks."""
    workspace = analysis.workspace.preliminary()
    found = _checked(document.rebuilt_in(workspace))
    if found.document is not None and found.document.latest is not None:
        found.document.latest.parts.forget()
    return Look(found, workspace.known(document.path).asks_texts)


def _checked_on_disk(path: str, analysis: Analysis) -> CheckResult:
    try:
        checked = analysis.check(path)
        return CheckResult(path, checked.text, selected(path, checked.diagnostics, analysis.workspace.configuration))
    except Exception as error:
        logging.getLogger(__name__).exception("the check of %s failed", path)
        return CheckResult(path, Text(b""), (_broken(error),))


def _broken(error: Exception) -> Diagnostic:
    return internal_error(f"{type(error).__name__}: {error}").at(0, 0)
