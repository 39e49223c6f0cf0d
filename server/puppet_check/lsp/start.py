"""Where `puppet-language-server` begins. Importing makes so many objects that to look for garbage among them takes a tenth of the start."""

from __future__ import annotations

import gc

gc.disable()

from puppet_check.lsp.server import main  # noqa: E402  # It is this import that is to be quick.

gc.freeze()
gc.enable()

__all__ = ["main"]
