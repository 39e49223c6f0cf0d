"""The entry point of `puppet-language-server`.

With its usual thresholds, the garbage collector would run 60 times during a check of 5,000 lines and take a quarter of the time, although
nearly all objects are released without it. It also runs when the server is idle (`checking.py`).

Garbage collection during imports would take a tenth of the start, and compiling the methods of `lsprotocol.types` a quarter.
"""

from __future__ import annotations

import gc

YOUNG = 50_000
"""The number of new objects after which the garbage collector runs."""
gc.disable()

from puppet_check.lsp.compiled_methods import compiled_methods  # noqa: E402

with compiled_methods():
    import lsprotocol.types  # noqa: F401  # The first import of it.
from puppet_check.lsp.server import main  # noqa: E402  # This import is to be quick.

gc.freeze()
gc.set_threshold(YOUNG, 20, 100)
gc.enable()

__all__ = ["main"]
