"""Recorded faults are found, and nothing else is reported in their projects; `known.txt` lists the missed ones with reasons."""

from __future__ import annotations

import pytest

from tests.support.faults import FAULTS, Fault, checked, faults

MISSED = {line.split(" ", 1)[0] for line in (FAULTS / "known.txt").read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")}
CASES = list(faults(sorted(FAULTS.glob("*.jsonl"))))


@pytest.mark.parametrize("fault", CASES, ids=[fault.name for fault in CASES])
def test_the_fault_is_found_and_nothing_else(fault: Fault) -> None:
    found = checked(fault)
    if fault.name in MISSED:
        assert fault.missing(found) or fault.surplus(found), "this is right now, so that it leaves known.txt"
        return
    assert fault.missing(found) == []
    assert fault.surplus(found) == []
