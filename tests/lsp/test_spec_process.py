"""The process that specs run in, as the server owns it."""

from __future__ import annotations

import asyncio
import subprocess

import pytest

from puppet_check.lsp import spec_process
from puppet_check.lsp.spec_process import Data, SpecProcess

NOTHING: Data = {"kind": "files", "targets": [], "texts": {}}


def test_an_input_that_is_closed_while_a_request_waits_for_its_thread_is_a_failure_of_that_request(monkeypatch: pytest.MonkeyPatch) -> None:
    write = spec_process._write

    async def ask() -> list[Data | None]:
        process = SpecProcess()

        def write_late(to: subprocess.Popen[bytes], data: bytes) -> None:
            assert to.stdin is not None
            to.stdin.close()
            write(to, data)

        answers = [await process.ask(NOTHING)]
        with monkeypatch.context() as patched:
            patched.setattr(spec_process, "_write", write_late)
            answers.append(await process.ask(NOTHING))
        answers.append(await process.ask(NOTHING))
        process.stop()
        return answers

    first, failed, later = asyncio.run(ask())
    assert (first, failed, later) == ({"files": [], "end": True}, None, {"files": [], "end": True})
