"""Recorded faults that one file's text shows are found, and nothing else is reported in their projects."""

from __future__ import annotations

import pytest
from bench.faults import FAULTS, Fault, checked, faults

CASES = list(faults(sorted(FAULTS.glob("*.jsonl"))))


@pytest.mark.parametrize("fault", CASES, ids=[fault.name for fault in CASES])
def test_the_fault_is_found_and_nothing_else(fault: Fault) -> None:
    found = checked(fault)
    assert fault.missing(found) == []
    assert fault.surplus(found) == []
