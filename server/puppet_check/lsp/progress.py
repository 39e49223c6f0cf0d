"""Progress of the check of all files, which a person may cancel."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.lsp.project import answer
from puppet_check.lsp.sweep import Step

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

SECONDS = 0.2
"""How often progress is told."""
TITLE = "Checking Puppet files"


def register(server: Server) -> None:
    """Answer these requests."""
    answer(server, {types.WINDOW_WORK_DONE_PROGRESS_CANCEL: cancel})


class Progress:
    """What a client is shown of a check of all files."""

    def __init__(self) -> None:
        self.token = f"puppet-check-{uuid.uuid4()}"
        self.is_shown = False
        self.told = 0.0
        """When the client was last told."""


def tell(server: Server, step: Step) -> None:
    """Tell how far the check is, now and then."""
    now = time.monotonic()
    if server.shown_progress is None:
        window = server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        progress = server.shown_progress = Progress()
        progress.told = now
        params = types.WorkDoneProgressCreateParams(progress.token)
        server.protocol.ask_client(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params, lambda _: _begin(server, progress))
    elif server.shown_progress.is_shown and now - server.shown_progress.told > SECONDS:
        server.shown_progress.told = now
        report = types.WorkDoneProgressReport(
            cancellable=True, message=f"{step.done} of {step.total} files", percentage=100 * step.done // max(step.total, 1)
        )
        server.protocol.notify(types.PROGRESS, types.ProgressParams(server.shown_progress.token, report))


def _begin(server: Server, progress: Progress) -> None:
    if server.shown_progress is progress:
        progress.is_shown = True
        begin = types.WorkDoneProgressBegin(TITLE, cancellable=True, percentage=0)
        server.protocol.notify(types.PROGRESS, types.ProgressParams(progress.token, begin))


def end(server: Server) -> None:
    """The check is over."""
    progress, server.shown_progress = server.shown_progress, None
    if progress is not None and progress.is_shown:
        server.protocol.notify(types.PROGRESS, types.ProgressParams(progress.token, types.WorkDoneProgressEnd()))


def cancel(server: Server, params: types.WorkDoneProgressCancelParams) -> None:
    """The person does not want to wait."""
    if server.shown_progress is not None and server.shown_progress.token == params.token:
        server.sweep.cancel()
        end(server)
