"""Debugged: an evaluation on its own thread, which a session pauses, asks and lets go on."""

from __future__ import annotations

import queue
from collections.abc import Callable

from puppet_check.cli.catalog_text import catalog_lines
from puppet_check.cli.dap.breakpoints import Breakpoints
from puppet_check.cli.dap.launch import Launch
from puppet_check.cli.dap.messages import Data, Writer
from puppet_check.cli.outcome import error_text
from puppet_check.workspace.library import NodeWorld
from puppet_typesys.debugging.expressions import value_of
from puppet_typesys.debugging.stepper import Reason, Statement, Step, Stepper
from puppet_typesys.node_catalogs.node import NodeCompiler

DONE, FAILED = 0, 1
NOTHING = "The catalog is empty: the manifest declares nothing and logs nothing, and definitions are only evaluated where they are used.\n"
THREAD = 1
"""The id of the only thread."""


class Terminated(BaseException):
    """Raised in the evaluation when the client ends it."""


class Debugged:
    """One evaluation. Its methods `run` and those of a `Host` are called on its thread, all others on that of the session."""

    def __init__(
        self, launch: Launch, writer: Writer, breakpoints: Breakpoints, answer: Callable[[Data], Step | None], resumed: Callable[[], None]
    ) -> None:
        """`answer` handles a request while the evaluation is paused; a step that it returns lets it go on, after `resumed`."""
        self._launch = launch
        self._writer = writer
        self._breakpoints = breakpoints
        self._answer = answer
        self._resumed = resumed
        self._requests: queue.SimpleQueue[Data] = queue.SimpleQueue()
        self._logged = 0
        self._is_ended = False
        self.is_paused = False
        self.message = ""
        """Why the evaluation has failed where it is paused; otherwise empty."""
        self.pauses_on_errors = False
        self.stepper = Stepper(self, stops_on_entry=launch.stops_on_entry)
        library = launch.compilation.library
        followed = self.stepper if launch.is_debugged else None
        self.compiler = NodeCompiler(NodeWorld(library.known), library, launch.node, followed)
        self.stepper.follow(self.compiler)

    # ---- on the thread of the session

    def ask(self, request: Data) -> None:
        """Have a request answered on the thread of the evaluation, which is paused."""
        self._requests.put(request)

    def pause(self) -> None:
        """Pause before the next statement."""
        self.stepper.ask_for_pause()

    def pause_on_errors(self, wanted: bool) -> None:
        """Pause where the evaluation fails, or do not."""
        self.pauses_on_errors = wanted

    def end(self) -> None:
        """End the evaluation before its next statement."""
        self._is_ended = True
        self._requests.put({})

    # ---- on the thread of the evaluation

    def run(self) -> None:
        """Compile the catalog, and print it or the error."""
        try:
            compiled = self._launch.compilation.run(self._launch.node, self.compiler)
        except Terminated:
            self._finish(FAILED)
            return
        self._print_log()
        if compiled.error is None:
            self._writer.output("".join(catalog_lines(compiled.compiler.catalog)) or ("" if self._logged else NOTHING), "stdout")
        else:
            self._writer.output(f"{error_text(compiled.place, compiled.error)}\n", "stderr")
        self._finish(DONE if compiled.error is None else FAILED)

    def _finish(self, code: int) -> None:
        self._writer.emit("exited", {"exitCode": code})
        self._writer.emit("terminated")

    def went_on(self) -> None:
        if self._is_ended:
            raise Terminated
        self._print_log()

    def _print_log(self) -> None:
        for level, message in self.compiler.log.since(self._logged):
            self._logged += 1
            if level != "debug":
                self._writer.output(f"{level.capitalize()}: {message}\n", "stdout" if level in ("notice", "info") else "stderr")

    def breaks_at(self, place: Statement) -> bool:
        return self._breakpoints.hit(place, lambda text: value_of(text, self.stepper.frames[-1], self.stepper))

    def breaks_on_errors(self) -> bool:
        return self.pauses_on_errors

    def paused(self, reason: Reason, message: str = "") -> Step:
        self.message, self.is_paused = message, True
        about = {"description": "Paused on an error", "text": message} if message else {}
        self._writer.emit("stopped", {"reason": reason, "threadId": THREAD, "allThreadsStopped": True, **about})
        step: Step | None = None
        while step is None:
            request = self._requests.get()
            if self._is_ended:
                raise Terminated
            step = self._answer(request)
        self.is_paused = False
        self._resumed()
        return step
