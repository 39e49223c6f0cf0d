"""The progress of what takes long, as the client shows it."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field

from lsprotocol import types

from puppet_check.lsp.client import Client

SECONDS = 0.2
"""The shortest time between two reports."""
TITLE = "Checking Puppet files"


@dataclass(slots=True)
class _Shown:
    """One progress bar."""

    reported: float
    """When it was last reported."""
    token: str = field(default_factory=lambda: f"puppet-check-{uuid.uuid4()}")
    has_begun: bool = False
    """Whether the client has accepted the token."""

    def begin(self) -> None:
        """Note that the client has accepted the token."""
        self.has_begun = True

    def is_due(self, now: float) -> bool:
        """Whether it is to be reported now; if so, that is noted."""
        if not self.has_begun or now - self.reported <= SECONDS:
            return False
        self.reported = now
        return True


class Progress:
    """Owns the progress bar that the client shows, if any. Used on the protocol's thread."""

    def __init__(self, client: Client, title: str = TITLE) -> None:
        self._client = client
        self._title = title
        self._shown: _Shown | None = None

    def report(self, done: int, total: int) -> None:
        """Report how many files have been checked, at intervals; the first report begins a progress bar."""
        now = time.monotonic()
        shown = self._shown
        if shown is None:
            if self._client.shows_progress:
                new = self._shown = _Shown(now)
                params = types.WorkDoneProgressCreateParams(new.token)
                self._client.ask(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params, lambda _: self._begin(new))
        elif shown.is_due(now):
            percentage = 100 * done // max(total, 1)
            self._send(shown, types.WorkDoneProgressReport(cancellable=True, message=f"{done} of {total} files", percentage=percentage))

    def end(self) -> None:
        """Remove the progress bar."""
        shown, self._shown = self._shown, None
        if shown is not None and shown.has_begun:
            self._send(shown, types.WorkDoneProgressEnd())

    def has_token(self, token: types.ProgressToken) -> bool:
        """Whether a token is that of the progress bar."""
        return self._shown is not None and self._shown.token == token

    def _begin(self, shown: _Shown) -> None:
        if self._shown is shown:
            shown.begin()
            self._send(shown, types.WorkDoneProgressBegin(self._title, cancellable=True, percentage=0))

    def _send(self, shown: _Shown, value: object) -> None:
        self._client.notify(types.PROGRESS, types.ProgressParams(shown.token, value))
