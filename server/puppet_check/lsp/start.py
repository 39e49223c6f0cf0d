"""The entry point of `puppet-language-server`.

Garbage collection during imports would take a tenth of the start, and compiling the methods of `lsprotocol.types` a quarter.
"""

from __future__ import annotations

import gc

gc.disable()

from puppet_check.own_modules import find_quickly  # noqa: E402 - after the preparation above

find_quickly()
from puppet_check.lsp.compiled_methods import compiled_methods  # noqa: E402 - after the preparation above

with compiled_methods():
    import lsprotocol.types  # noqa: F401  # The first import of it.
from puppet_check.lsp.server import main  # noqa: E402  # This import is to be quick.

gc.freeze()
gc.enable()

__all__ = ["main"]
