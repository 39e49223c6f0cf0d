"""The protocol without the library's own copy of each document, and with an error response to every invalid message.

The library splits and joins all lines at each change, and takes more characters for line ends than the protocol does; the
analysis keeps the only copy.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar
from typing import NamedTuple
from urllib.parse import urlsplit

from cattrs import transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, RPCMessage

from puppet_check.lsp.ending import end, end_soon

Id = str | int

ALONE = 0.01
"""Python's switch interval while a message is handled: the seconds for which other threads wait, or the handler after reading a file."""
TOGETHER = 0.0005
"""The switch interval at all other times, after which a check gives way to a message."""

NUMBER: ContextVar[int] = ContextVar("number", default=0)
"""The number of the message that is handled, in the order of arrival."""


class Refused(JsonRpcException):
    """A request that is refused, for a reason that the user may read."""

    CODE = types.ErrorCodes.InvalidParams.value
    MESSAGE = "the request cannot be carried out"


class Outdated(JsonRpcException):
    """A request about a document that has been edited since."""

    CODE = types.LSPErrorCodes.ContentModified.value
    MESSAGE = "the document has changed"


class TooLong(JsonRpcException):
    """A request whose response would take too long to compute."""

    CODE = types.LSPErrorCodes.RequestFailed.value
    MESSAGE = "it takes too long"


class Nothing(Exception):  # noqa: N818  # An empty response is not an error.
    """The response to a request is null."""


class Plain(NamedTuple):
    """A response as plain JSON. Large ones are made so, since building and converting protocol objects takes longer than the rest."""

    data: object


class Protocol(LanguageServerProtocol):
    """Passes changes of documents straight to the handlers.

    `look_at` is called on the reading thread, all else on the event loop. They share the set of cancelled requests, whose
    elements are added and removed one by one.
    """

    def look_at(self, body: bytes) -> None:
        """Note the cancellation of a request that still waits, and the end of the session. Called on the reading thread."""
        if b'"exit"' in body[:200]:
            end_soon()
        elif b"$/cancelRequest" in body[:200]:
            try:
                self._cancelled.add(json.loads(body)["params"]["id"])
            except (ValueError, TypeError, LookupError):
                return

    received = 0
    """The number of messages so far."""
    _before_message: Callable[[], None] = staticmethod(lambda: None)

    def call_before_messages(self, step: Callable[[], None]) -> None:
        """Call a function before each message is handled."""
        self._before_message = step

    def receive(self, body: bytes) -> None:
        """Handle a message."""
        self.received += 1
        NUMBER.set(self.received)
        self._before_message()
        sys.setswitchinterval(ALONE)
        try:
            self._receive(body)
        finally:
            sys.setswitchinterval(TOGETHER)

    def ask_client(self, method: str, params: object, then: Callable[[object], None], refused: Callable[[], None] = lambda: None) -> None:
        """Send a request; `then` gets its result, `refused` is called if there is no valid one."""

        def take(future: Future[object]) -> None:
            if future.cancelled():
                return  # The session ends.
            error = future.exception()
            if error is None:
                then(future.result())
            else:
                logging.getLogger(__name__).warning("no response from the client to %s: %s", method, error)
                refused()

        self.send_request(method, params).add_done_callback(take)

    def _receive(self, body: bytes) -> None:
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            self._refuse(None, types.ErrorCodes.ParseError, f"invalid JSON: {error}")
            return
        number = data.get("id") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(number, Id | None) or not ("method" in data or "id" in data):
            self._refuse(None, types.ErrorCodes.InvalidRequest, "the message is not a request, notification or response")
            return
        method = data.get("method")
        if method == types.INITIALIZE:
            _remove_invalid_root(data)
        if method is None:
            pass  # Responses are accepted at any time.
        elif self._workspace is None and method not in (types.INITIALIZE, types.EXIT):
            self._refuse(number, types.ErrorCodes.ServerNotInitialized, "the first request must be 'initialize'")
            return
        elif number is not None and number in self._cancelled:
            self._cancelled.discard(number)
            self._refuse(number, types.LSPErrorCodes.RequestCancelled, "the request was cancelled")
            return
        elif self._shutdown and method != types.EXIT:
            self._refuse(number, types.ErrorCodes.InvalidRequest, "the server is shutting down")
            return
        try:
            message: RPCMessage = self._converter.structure({**data, "jsonrpc": self.VERSION}, self._kind(data))
        except Exception as error:  # For invalid messages the library raises many kinds of exceptions.
            problems = "; ".join(transform_error(error, path="params"))
            if method is not None:
                logging.getLogger(__name__).warning("%s: %s", method, problems)
                self._refuse(number, types.ErrorCodes.InvalidParams, problems)
            elif number is not None and (asked := self._request_futures.pop(number, None)) is not None:
                asked.set_exception(JsonRpcInvalidParams(problems))
            return
        self.handle_message(message)

    def _kind(self, data: dict[str, object]) -> type:
        """The class of a message."""
        method, number = data.get("method"), data.get("id")
        if isinstance(method, str):
            known: type | None = self.get_message_type(method)
            return known or (JsonRPCNotification if number is None else JsonRPCRequestMessage)
        expected: type | None = self._result_types.pop(number, None) if isinstance(number, Id) else None
        return types.ResponseErrorMessage if data.get("error") is not None else expected or JsonRPCResponseMessage

    def _refuse(self, number: Id | None, code: types.ErrorCodes | types.LSPErrorCodes, reason: str) -> None:
        """Respond with an error. Notifications get no response, but invalid messages that may be requests do."""
        if number is not None or code in (types.ErrorCodes.ParseError, types.ErrorCodes.InvalidRequest):
            # The library omits an id of null.
            self._send_data({"jsonrpc": self.VERSION, "id": number, "error": {"code": code.value, "message": reason}})

    def _send_handler_result(self, future: Future[object], *, msg_id: Id) -> None:
        """Respond to a request with the result of its handler."""
        self._request_futures.pop(msg_id, None)
        self._cancelled.discard(msg_id)
        error = None if future.cancelled() else future.exception()
        if future.cancelled():
            self._refuse(msg_id, types.LSPErrorCodes.RequestCancelled, "the request was cancelled")
        elif error is None:
            self._answer(msg_id, future.result())
        elif isinstance(error, Nothing):
            self._send_response(msg_id, result=None)
        elif isinstance(error, JsonRpcException):
            self._send_response(msg_id, error=types.ResponseError(error.code, error.message))
        else:
            logging.getLogger(__name__).error("a request failed", exc_info=error)
            self._refuse(msg_id, types.ErrorCodes.InternalError, f"{type(error).__name__}: {error}")

    def _send_data(self, data: object) -> None:
        """Write a message. Other threads may run while this one waits for the client, and yield quickly afterwards."""
        sys.setswitchinterval(TOGETHER)
        super()._send_data(data)

    def _answer(self, number: Id, result: object) -> None:
        if isinstance(result, Plain):
            self._result_types.pop(number, None)
            self._send_data({"jsonrpc": self.VERSION, "id": number, "result": result.data})
        else:
            self._send_response(number, result=result)

    def _check_handler_result(self, future: Future[object]) -> None:
        """Log the exception of a notification."""
        error = None if future.cancelled() else future.exception()
        if isinstance(error, JsonRpcException):
            logging.getLogger(__name__).warning("%s", error.message)
        elif error is not None:
            logging.getLogger(__name__).error("a notification failed", exc_info=error)

    def _handle_cancel_notification(self, msg_id: object) -> None:
        """Cancel a request, which may be running."""
        if not isinstance(msg_id, Id):
            return
        self._cancelled.discard(msg_id)
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.cancel()

    @property
    def _cancelled(self) -> set[Id]:
        """Requests that were cancelled before their turn."""
        found: set[Id] = self.__dict__.setdefault("cancelled", set())
        return found

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> None:  # type: ignore[override]  # not a generator, as below
        """The server is to end, with 0 if it was told to prepare for that."""
        end(0 if self._shutdown else 1)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> object:  # type: ignore[override]  # as below
        """A command of the user. As a generator, as in the library, it would go on after its request was cancelled."""
        command = self.fm.commands.get(params.command)
        if command is None:
            raise Refused(f"the command {params.command!r} does not exist")
        return await command(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: object) -> None:
        """Notebooks have no Puppet code. The library would keep them, and fail at those that it does not know."""

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: object) -> None:
        """The same for changes."""

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(self, params: object) -> None:
        """The same for closed ones."""

    # Not generators as in the library, which keeps a future of each call of one forever.

    @lsp_method(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def lsp_work_done_progress_cancel(self, params: types.WorkDoneProgressCancelParams) -> None:
        """Progress is cancelled. The server creates its tokens without the library."""
        self.fm.features[types.WINDOW_WORK_DONE_PROGRESS_CANCEL](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document is opened."""
        self.fm.features[types.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document is changed."""
        self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document is closed."""
        self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE](params)


def _remove_invalid_root(data: dict[str, object]) -> None:
    """Remove the root of a workspace if it is no URI, for which the library raises an exception."""
    params = data.get("params")
    if isinstance(params, dict):
        try:
            urlsplit(params.get("rootUri") or "")
        except (ValueError, TypeError, AttributeError):
            params["rootUri"] = None
