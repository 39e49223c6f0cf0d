"""The server ends when its client has gone, and steps that never end are given up."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from puppet_check.deadline import Deadline, GivenUp
from tests.cli.command import write
from tests.support.lsp_client import SERVER, Client

SABOTAGE = """
import sys
from puppet_check import checker
import puppet_check.document as document
from puppet_check.lsp.server import main

def check(program, *rest):
    while program.end == 0:
        pass
    return checker.check(program, *rest)

document.check = check
sys.exit(main(sys.argv[1:]))
"""
ENDS_IN = 120.0
"""Seconds; much more than it takes, as the machine may be busy."""


@pytest.fixture
def slow(tmp_path: Path) -> Client:
    """A server whose check of an empty document never ends."""
    write(tmp_path, {"sabotage.py": SABOTAGE})
    return Client((sys.executable, str(tmp_path / "sabotage.py")))


def test_other_documents_are_checked_while_one_takes_for_ever(slow: Client, tmp_path: Path) -> None:
    slow.initialize(tmp_path)
    slow.open(tmp_path / "endless.pp", "")
    slow.open(tmp_path / "a.pp", "class a ($x, $x) { }\n")
    assert slow.published(tmp_path / "a.pp", patience=ENDS_IN)[1][0]["code"] == "duplicate-parameter"
    assert slow.published(tmp_path / "endless.pp", patience=ENDS_IN)[1][0]["code"] == "check-given-up"
    slow.open(tmp_path / "b.pp", "class b ($x, $x) { }\n")
    assert slow.published(tmp_path / "b.pp", patience=ENDS_IN)[1][0]["code"] == "duplicate-parameter"
    assert slow.stop() == 0


def test_it_ends_although_a_check_is_running(slow: Client, tmp_path: Path) -> None:
    slow.initialize(tmp_path)
    slow.open(tmp_path / "endless.pp", "")
    slow.notify("exit")
    assert slow.process.wait(ENDS_IN) == 1


def test_it_ends_with_its_input(slow: Client, tmp_path: Path) -> None:
    slow.initialize(tmp_path)
    slow.open(tmp_path / "endless.pp", "")
    assert slow.process.stdin is not None
    slow.process.stdin.close()
    slow.process.wait(ENDS_IN)


def test_it_ends_when_nobody_reads_its_output(tmp_path: Path) -> None:
    process = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {}}}'
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()
    assert process.wait(ENDS_IN) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the process is a Unix one")
def test_it_ends_with_the_process_that_the_client_names() -> None:
    client = Client()
    with subprocess.Popen(["sleep", "600"]) as named:
        client.ask("initialize", {"processId": named.pid, "rootUri": None, "capabilities": {}})
        client.notify("initialized")
        time.sleep(0.5)
        assert client.process.poll() is None
        named.kill()
    assert client.process.wait(ENDS_IN) == 1


def test_a_wrong_length_does_not_affect_the_next_message() -> None:
    client = Client()
    client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    for header in (
        b"Content-Length: 200000000\r\n\r\n{}",
        b"Content-Length: 3\r\n\r\n{} {}",
        b"Content-Length: 99999999999999999999\r\n\r\n{}",
    ):
        client.send_raw(header)
    assert client.ask("shutdown", patience=ENDS_IN) is None
    client.notify("exit")
    assert client.process.wait(ENDS_IN) == 0


def test_a_step_that_loses_the_exception_is_given_up_all_the_same() -> None:
    def step() -> None:
        try:
            while True:
                pass
        except GivenUp:
            while True:
                pass

    with pytest.raises(GivenUp):
        Deadline().run(step, 0.2)
