"""Random edits: the incremental tree against a fresh one: the command; `--help` has its usage. Its code is in `tests/support`."""

from __future__ import annotations

from tests.support.edits import main

if __name__ == "__main__":
    main()
