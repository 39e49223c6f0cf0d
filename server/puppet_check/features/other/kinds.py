"""Which kind of file a path is, and the answers of each kind, whose modules are imported when a file of theirs is first asked about."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from typing import TypeVar

from puppet_check.features.completion.items import Completion
from puppet_check.features.document_symbols import Symbol
from puppet_check.features.edits import Mended
from puppet_check.features.hover import Hover
from puppet_check.features.other.view import OtherView
from puppet_check.features.subjects import Use
from puppet_typesys.diagnostics import Diagnostic

T = TypeVar("T")
NAMES = {"metadata.json": "metadata", "Puppetfile": "puppetfile", "hiera.yaml": "hiera_config", "environment.conf": "environment"}
DATA = (".yaml", ".yml", ".eyaml", ".json")


def kind_of(path: str) -> str | None:
    """The module here that knows a file; None when none does."""
    folder, name = os.path.split(path)
    if name in NAMES:
        return NAMES[name]
    if name.endswith(".erb"):
        return "erb"
    if name.endswith(".json") and os.path.basename(folder) == "tasks":
        return "task"
    return "data" if name.endswith(DATA) else None


def _answer(name: str, view: OtherView, nothing: T) -> Callable[..., T]:
    kind = kind_of(view.path)
    module = None if kind is None else import_module(f"puppet_check.features.other.{kind}")
    found: Callable[..., T] | None = getattr(module, name, None)
    return found if found is not None else lambda *given: nothing


def hover(view: OtherView, offset: int) -> Hover | None:
    """What the word at an offset is."""
    return _answer("hover", view, None)(view, offset)


def complete(view: OtherView, offset: int) -> Completion:
    """What may be written at an offset."""
    return _answer("complete", view, Completion((), offset, offset))(view, offset)


@lru_cache(8)
def uses(view: OtherView) -> tuple[Use, ...]:
    """What the text names. Several questions about one text follow each other."""
    return tuple(_answer("uses", view, list[Use]())(view))


def symbols(view: OtherView) -> list[Symbol]:
    """The outline."""
    return _answer("symbols", view, list[Symbol]())(view)


def mended(view: OtherView, found: Diagnostic) -> Iterable[Mended]:
    """The ways to mend a finding that only this kind of file has, each with its name."""
    return _answer("mended", view, list[Mended]())(view, found)
