"""The editor features of each kind of file, from the module that its row names, which is imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import TypeVar

from puppet_check.features.completion.items import Completion
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.view import OtherView
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.symbols import Occurrence
from puppet_check.workspace.kinds import kind_of

T = TypeVar("T")


def _answer(name: str, view: OtherView, nothing: T) -> Callable[..., T]:
    kind = kind_of(view.path)
    module = None if kind is None or kind.features is None else import_module(f"puppet_check.features.other.{kind.features}")
    found: Callable[..., T] | None = getattr(module, name, None)
    return found if found is not None else lambda *given: nothing


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of the word at an offset."""
    return _answer("hover", view, None)(view, offset)


def complete(view: OtherView, offset: int) -> Completion:
    """The completion at an offset."""
    return _answer("complete", view, Completion((), offset, offset))(view, offset)


@lru_cache(8)
def occurrences(view: OtherView) -> tuple[Occurrence, ...]:
    """The occurrences of symbols in the text. Cached, as several requests about a text follow each other."""
    return tuple(_answer("occurrences", view, list[Occurrence]())(view))


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The document symbols."""
    return _answer("symbols", view, list[DocumentSymbol]())(view)
