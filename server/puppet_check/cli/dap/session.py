"""Session: the requests of one client, from `initialize` to `disconnect`."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import BinaryIO

from puppet_check.cli.dap.breakpoints import Breakpoints, requested_in
from puppet_check.cli.dap.debugged import THREAD, Debugged
from puppet_check.cli.dap.launch import Launch, launch_of
from puppet_check.cli.dap.messages import Data, RequestError, Writer, arguments_of, number_in, path_in, read_message, text_in, texts_in
from puppet_check.cli.dap.shown import MANIFEST, References, stack
from puppet_check.cli.node_options import NodeOptions
from puppet_check.stack import start_deep
from puppet_typesys.debugging.expressions import ExpressionError, value_of
from puppet_typesys.debugging.stepper import Frame, Step
from puppet_typesys.debugging.variables import named, scopes_of
from puppet_typesys.evaluate.budget import Budget

ERRORS = "errors"
"""The filter of exceptions for evaluation errors."""
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsEvaluateForHovers": True,
    "supportsExceptionInfoRequest": True,
    "supportsTerminateRequest": True,
    "exceptionBreakpointFilters": [{"filter": ERRORS, "label": "Evaluation Errors", "default": True}],
}
STEPS: dict[str, Step] = {"continue": "continue", "next": "over", "stepIn": "in", "stepOut": "out"}
"""The requests that let a paused evaluation go on."""


class Session:
    """The state of a session. Requests about a paused evaluation are answered on its thread, all others on that which reads."""

    def __init__(self, options: NodeOptions, manifests: Sequence[str], reader: BinaryIO, writer: BinaryIO) -> None:
        """The options and manifests are the defaults of a launch request."""
        self._options = options
        self._manifests = manifests
        self._reader = reader
        self._writer = Writer(writer)
        self._breakpoints = Breakpoints(self._writer.output)
        self._references = References()
        self._launch: Launch | None = None
        self._is_configured = False
        self._pauses_on_errors = False
        self._debugged: Debugged | None = None
        self._first_line = 1
        self._first_column = 1

    def run(self) -> None:
        """Answer requests until the client disconnects."""
        while (request := read_message(self._reader)) is not None:
            if request.get("type") != "request":
                continue
            self._answer(request)
            if request.get("command") == "disconnect":
                break
        if self._debugged is not None:
            self._debugged.end()

    def _answer(self, request: Data) -> None:
        command = str(request.get("command"))
        if command in STEPS or command in WHILE_PAUSED:
            if self._debugged is not None and self._debugged.is_paused:
                self._debugged.ask(request)
            else:
                self._writer.refuse(request, "the evaluation is not paused")
            return
        answer = ALWAYS.get(command)
        if answer is None:
            self._writer.refuse(request, f"`{command}` is not supported")
        else:
            self._respond(request, answer)

    def _respond(self, request: Data, answer: Answer) -> None:
        try:
            body = answer(self, arguments_of(request))
        except RequestError as error:
            self._writer.refuse(request, str(error))
        except Exception:  # One failure of ours must not end the session.
            self._writer.refuse(request, f"internal error\n{traceback.format_exc()}")
        else:
            self._writer.respond(request, body)
            self._follow(str(request.get("command")))

    def _follow(self, command: str) -> None:
        """What comes after the response to a request."""
        if command == "initialize":
            self._writer.emit("initialized")
        elif command in ("launch", "configurationDone") and self._launch is not None and self._is_configured and self._debugged is None:
            self._debugged = Debugged(self._launch, self._writer, self._breakpoints, self._answer_paused, self._references.forget)
            self._debugged.pause_on_errors(self._pauses_on_errors)
            start_deep(self._debugged.run)

    def _answer_paused(self, request: Data) -> Step | None:
        command = str(request.get("command"))
        step = STEPS.get(command)
        if step is None:
            self._respond(request, WHILE_PAUSED[command])
        else:
            self._writer.respond(request, {"allThreadsContinued": True} if command == "continue" else None)
        return step

    # ---- requests at any time

    def initialize(self, arguments: Data) -> object:
        """What the debugger can do."""
        self._first_line = 0 if arguments.get("linesStartAt1") is False else 1
        self._first_column = 0 if arguments.get("columnsStartAt1") is False else 1
        return CAPABILITIES

    def launch(self, arguments: Data) -> object:
        """Note what is to be evaluated; it begins when the client has set its breakpoints."""
        self._launch = launch_of(arguments, self._options, self._manifests)
        return None

    def configured(self, arguments: Data) -> object:
        """The client has set its breakpoints."""
        self._is_configured = True
        return None

    def set_breakpoints(self, arguments: Data) -> object:
        """Replace the breakpoints of a file."""
        source = arguments.get("source")
        path = path_in(source, "path") if isinstance(source, dict) else None
        if path is None:
            raise RequestError("the source has no path")
        return {"breakpoints": self._breakpoints.set(path, requested_in(arguments), self._first_line)}

    def set_exceptions(self, arguments: Data) -> object:
        """Whether to pause on errors."""
        self._pauses_on_errors = ERRORS in texts_in(arguments, "filters")
        if self._debugged is not None:
            self._debugged.pause_on_errors(self._pauses_on_errors)
        return None

    def threads(self, arguments: Data) -> object:
        """The only thread."""
        name = "evaluation" if self._launch is None else self._launch.node.name
        return {"threads": [{"id": THREAD, "name": name}]}

    def source(self, arguments: Data) -> object:
        """The text of the manifest of an example, which is in no file."""
        manifests = () if self._launch is None else self._launch.compilation.manifests
        text = next((each.text for each in manifests if not each.path), None)
        if text is None or number_in(arguments, "sourceReference") != MANIFEST:
            raise RequestError("the source does not exist")
        return {"content": text.source.decode("utf-8", "replace"), "mimeType": "text/x-puppet"}

    def pause(self, arguments: Data) -> object:
        """Pause before the next statement."""
        if self._debugged is not None:
            self._debugged.pause()
        return None

    def end(self, arguments: Data) -> object:
        """End the evaluation."""
        if self._debugged is not None:
            self._debugged.end()
        return None

    # ---- requests while the evaluation is paused

    def stack_trace(self, arguments: Data) -> object:
        """The frames from the innermost, or some of them."""
        frames = stack(self._running.stepper.frames, self._first_line, self._first_column)
        start = number_in(arguments, "startFrame") if "startFrame" in arguments else 0
        levels = number_in(arguments, "levels") if arguments.get("levels") else len(frames)
        return {"stackFrames": frames[start : start + levels], "totalFrames": len(frames)}

    def scopes(self, arguments: Data) -> object:
        """The scopes of a frame."""
        found = scopes_of(self._frame(arguments), self._running.compiler.catalog)
        return {"scopes": self._references.scopes(found)}

    def variables(self, arguments: Data) -> object:
        """The parts of something that was shown."""
        with Budget().metered():
            return {"variables": self._references.variables(self._references.parts(number_in(arguments, "variablesReference")))}

    def evaluate(self, arguments: Data) -> object:
        """The value of an expression in a frame."""
        try:
            value = value_of(text_in(arguments, "expression") or "", self._frame(arguments), self._running.stepper)
        except ExpressionError as error:
            raise RequestError(str(error)) from None
        with Budget().metered():
            shown = named("", value)
        return {"result": shown.text, "type": shown.type, "variablesReference": self._references.number(shown)}

    def exception_info(self, arguments: Data) -> object:
        """The error on which the evaluation is paused."""
        return {"exceptionId": "evaluation error", "description": self._running.message, "breakMode": "always"}

    @property
    def _running(self) -> Debugged:
        assert self._debugged is not None
        return self._debugged

    def _frame(self, arguments: Data) -> Frame:
        frames = self._running.stepper.frames
        number = number_in(arguments, "frameId") if "frameId" in arguments else len(frames)
        if not 0 < number <= len(frames):
            raise RequestError("the frame does not exist any more")
        return frames[number - 1]


Answer = Callable[[Session, Data], object]
"""The body of the response to a request; raises RequestError."""
ALWAYS: dict[str, Answer] = {
    "initialize": Session.initialize,
    "launch": Session.launch,
    "configurationDone": Session.configured,
    "setBreakpoints": Session.set_breakpoints,
    "setExceptionBreakpoints": Session.set_exceptions,
    "threads": Session.threads,
    "source": Session.source,
    "pause": Session.pause,
    "terminate": Session.end,
    "disconnect": Session.end,
}
WHILE_PAUSED: dict[str, Answer] = {
    "stackTrace": Session.stack_trace,
    "scopes": Session.scopes,
    "variables": Session.variables,
    "evaluate": Session.evaluate,
    "exceptionInfo": Session.exception_info,
}
