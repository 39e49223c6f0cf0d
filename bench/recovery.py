"""Damaged files: what is reported, and what is kept: the command; `--help` has its usage. Tests use `tests/support/recovery.py` as well."""

from __future__ import annotations

from tests.support.recovery import main

if __name__ == "__main__":
    main()
