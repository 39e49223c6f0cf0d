"""Random edits: the incremental tree against a fresh one: the command; `--help` has its usage. Tests use `tests/support/edits.py` as well."""

from __future__ import annotations

from tests.support.edits import main

if __name__ == "__main__":
    main()
