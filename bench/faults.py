"""Recorded faults: found, and without false alarms: the command; `--help` has its usage. Tests use `tests/support/faults.py` as well."""

from __future__ import annotations

from tests.support.faults import main

if __name__ == "__main__":
    main()
