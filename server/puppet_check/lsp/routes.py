"""Routes: which handler answers which message."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Route(NamedTuple):
    """A message with its handler. Each module of `handlers` has a tuple of them, `ROUTES`."""

    method: str
    handler: Callable[..., object]
    """Called with the Context and the parameters of the message; may be a coroutine."""
    options: object = None
    """The options of the request, which are sent to the client when it connects."""
