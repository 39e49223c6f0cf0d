"""The handlers of all messages: each module of this package answers those that its `ROUTES` list, and is found by being here."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from puppet_check.lsp.routes import Route


def _found() -> Iterator[Route]:
    for module in iter_modules(__path__):
        yield from import_module(f"{__name__}.{module.name}").ROUTES


ROUTES: tuple[Route, ...] = tuple(_found())
"""The routes of all modules. Made at import, while `start` has switched the garbage collector off."""
