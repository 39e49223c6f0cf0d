"""A connection's state: its open documents, and the checks that are due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from puppet_check.analysis import Analysis, Document, OtherDocument
from puppet_check.config import Configuration, Settings
from puppet_check.workspace.workspace import Workspace

Publish = Callable[[str, Document | OtherDocument | None], None]
"""Tells the editor what is wrong in the document at an address, or that it is closed."""


class Session:
    """What lives as long as the connection."""

    def __init__(self, settings: Settings, publish: Publish) -> None:
        self.analysis = Analysis(Workspace(Configuration(is_patient=True)))
        self._settings = settings
        self._publish = publish
        self._due: dict[str, asyncio.TimerHandle] = {}

    def check_now(self, uri: str, path: str) -> None:
        """Tell at once what is wrong in a document."""
        self._forget(uri)
        self._publish(uri, self.analysis.opened(path))

    def check_soon(self, uri: str, path: str) -> None:
        """Tell what is wrong in a document, once no key has been pressed for a moment."""
        self._forget(uri)
        self._due[uri] = asyncio.get_running_loop().call_later(self._settings.delay, self.check_now, uri, path)

    def _forget(self, uri: str) -> None:
        due = self._due.pop(uri, None)
        if due is not None:
            due.cancel()
