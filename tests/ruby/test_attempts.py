"""No program leaves the interpreter or its limits: each of the attempts in `data/ruby` is refused within a second.

Those in `attempts_in_scopes.jsonl` begin at what a program sees of the evaluation: scopes, resources, the catalog, the node and settings.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.ruby.program import expression, template


def attempts(name: str) -> list[str]:
    """The attempts in a file."""
    return [json.loads(line) for line in (Path(__file__).parent.parent / "data/ruby" / name).read_text("utf-8").splitlines()]


ATTEMPTS = attempts("attempts.jsonl")
IN_SCOPES = attempts("attempts_in_scopes.jsonl")
SECONDS = 5.0


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


@pytest.mark.parametrize("code", IN_SCOPES, ids=[each[:60] for each in IN_SCOPES])
def test_what_a_program_sees_of_the_evaluation_leads_nowhere(code: str) -> None:
    started = time.process_time()
    found = template(f"a <%= begin; {code}; end %> b")
    assert time.process_time() - started < SECONDS
    assert found.value is None
    assert found.error is not None or found.reason is not None


def test_what_a_program_may_see_of_the_evaluation() -> None:
    code = (
        "[scope.resource.to_hash, scope.resource[:port], scope.source.name, scope.compiler.node.name, scope.findresource('A[b]')].inspect"
    )
    found = template(f"<%= {code} %>")
    assert found.value == '[{:name=>"Site", :port=>80}, 80, "site", "node.example.com", nil]'
