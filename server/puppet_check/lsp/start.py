"""The entry point of `puppet-language-server`. Garbage collection during imports would take a tenth of the start."""

from __future__ import annotations

import gc

gc.disable()

from puppet_check.lsp.server import main  # noqa: E402  # This import is to be quick.

gc.freeze()
gc.enable()

__all__ = ["main"]
