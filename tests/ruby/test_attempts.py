"""No program leaves the interpreter or its limits: each of the attempts in `data/ruby/attempts.jsonl` is refused within a second."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.ruby.program import expression, template

ATTEMPTS = [json.loads(line) for line in (Path(__file__).parent.parent / "data/ruby/attempts.jsonl").read_text("utf-8").splitlines()]
SECONDS = 1.0


@pytest.mark.parametrize("code", ATTEMPTS, ids=[each[:60] for each in ATTEMPTS])
def test_an_attempt_is_refused(code: str) -> None:
    started = time.process_time()
    found = expression(code)
    assert time.process_time() - started < SECONDS
    assert found.value is None
    assert found.error is not None or found.reason is not None


@pytest.mark.parametrize("code", ATTEMPTS[::7], ids=[each[:60] for each in ATTEMPTS[::7]])
def test_an_attempt_in_a_template_is_refused(code: str) -> None:
    found = template(f"a <%= begin; {code}; end %> b")
    assert found.value is None
    assert found.error is not None or found.reason is not None
