"""`puppet-language-server`: connects the handlers to a client."""

from __future__ import annotations

import argparse
import asyncio
import logging
import socket
import sys
from collections.abc import Sequence
from functools import partial
from typing import BinaryIO

from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

from puppet_check import __version__
from puppet_check.lsp.context import connected
from puppet_check.lsp.handlers import ROUTES
from puppet_check.lsp.protocol import Protocol
from puppet_check.lsp.reading import read
from puppet_check.reports.worker import collect_seldom
from puppet_check.stack import RECURSION

NAME = "puppet-language-server"


class Server(LanguageServer):
    """The server of one connection. To be made while the event loop runs. It owns no state but the context, which does not know it."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol)
        self.context = connected(self.protocol)
        for method, handler, options in ROUTES:
            self.feature(method, options)(partial(handler, self.context))


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one client, and return the exit code."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    sys.setrecursionlimit(RECURSION)
    collect_seldom()
    if options.tcp is None:
        # Never closed: a thread waits for input, and closing would wait for that thread.
        return _serve(open(0, "rb", closefd=False), open(1, "wb", closefd=False))
    with socket.create_server(options.tcp) as listening:
        connection, _ = listening.accept()
    return _serve(connection.makefile("rb"), connection.makefile("wb"))


def _serve(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Serve a client until it disconnects."""

    async def run() -> None:
        server = Server()
        server.protocol.set_writer(StdoutWriter(stdout))
        try:
            await read(stdin, server.protocol.look_at, server.protocol.receive)
        finally:
            server.context.stop()

    try:
        asyncio.run(run())
    except (BrokenPipeError, ConnectionError, KeyboardInterrupt):
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=NAME, description="The language server of puppet-check.")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="communicate over standard input and output (the default)")
    way.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="listen for a client at this address")
    parser.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    return parser


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"expected HOST:PORT, found '{text}'")
    return host.strip("[]"), int(port)
