"""The handlers of all messages and commands: each module of this package answers those that its `ROUTES` and `COMMANDS` list."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from puppet_check.lsp.routes import Route


def _found(table: str) -> Iterator[Route]:
    for module in iter_modules(__path__):
        yield from getattr(import_module(f"{__name__}.{module.name}"), table, ())


ROUTES: tuple[Route, ...] = tuple(_found("ROUTES"))
"""The routes of all modules. Made at import, while `start` has switched the garbage collector off."""
COMMANDS: tuple[Route, ...] = tuple(_found("COMMANDS"))
"""The commands of all modules, by their names."""
