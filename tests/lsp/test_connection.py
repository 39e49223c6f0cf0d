"""Connecting: the agreed unit of columns, and TCP."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import make_test_lsp_client

from tests.lsp.editor import SERVER, TIMEOUT, Editor, capabilities, span

COMMAND = Path(sys.executable).parent / "puppet-language-server"


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [
        (types.PositionEncodingKind.Utf8, (0, 24, 0, 26)),
        (types.PositionEncodingKind.Utf16, (0, 21, 0, 23)),
        (types.PositionEncodingKind.Utf32, (0, 20, 0, 22)),
    ],
)
async def test_columns_count_the_agreed_unit(encoding: types.PositionEncodingKind, columns: tuple[int, int, int, int]) -> None:
    client = await SERVER.start()
    answer = await client.initialize_session(capabilities(encoding))
    (found,) = (await Editor(client).open("class a ($x = '😀é', $x = 1) { }\n")).diagnostics
    await client.shutdown_session()
    await client.stop()
    assert (answer.capabilities.position_encoding, span(found.range)) == (encoding, columns)


async def test_the_server_can_be_met_over_tcp() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([COMMAND, "--tcp", f"127.0.0.1:{port}"]) as server:
        client = make_test_lsp_client()
        try:
            await asyncio.wait_for(_connect(client, port), TIMEOUT)
            await client.initialize_session(capabilities())
            assert (await Editor(client).open("class a ($x, $x) { }\n")).diagnostics
            await client.shutdown_session()
        finally:
            server.terminate()


async def _connect(client, port: int) -> None:
    while True:
        try:
            return await client.start_tcp("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("address", ["2087", "localhost:port", "localhost:99999"])
def test_a_wrong_address_is_wrong_usage(address: str) -> None:
    answer = subprocess.run([COMMAND, "--tcp", address], capture_output=True, text=True)
    assert (answer.returncode, f"'{address}' is not an address; expected HOST:PORT" in answer.stderr) == (2, True)
