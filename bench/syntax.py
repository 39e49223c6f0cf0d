"""Recorded snippets: our reading against the reference: the command; `--help` has its usage. Its code is in `tests/support`."""

from __future__ import annotations

from tests.support.syntax import main

if __name__ == "__main__":
    main()
