"""`puppet-language-server`: connects the handlers to a client."""

from __future__ import annotations

import argparse
import asyncio
import logging
import socket
from collections.abc import Sequence
from functools import partial
from typing import BinaryIO

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from puppet_check import __version__
from puppet_check.deadline import Deadline
from puppet_check.free_memory import keep_little
from puppet_check.garbage import collect_seldom
from puppet_check.lsp.context import connected
from puppet_check.lsp.ending import Output, end
from puppet_check.lsp.handlers import COMMANDS, ROUTES
from puppet_check.lsp.limited import limited
from puppet_check.lsp.protocol import Protocol
from puppet_check.lsp.reading import read
from puppet_check.reading.files import KEPT_IN_SERVER, TEXTS
from puppet_check.stack import run_deep
from puppet_check.usage import Parser

NAME = "puppet-language-server"
NOTIFICATIONS = frozenset(method for method, (_, result, *_) in types.METHOD_TO_TYPES.items() if result is None)


class Server(LanguageServer):
    """The server of one connection. To be made while the event loop runs. It owns no state but the context, which does not know it."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol)
        self.context = connected(self.protocol)
        deadline = Deadline()
        for method, handler, options in ROUTES:
            # A change must be followed, however long that takes.
            answer = handler if method in NOTIFICATIONS else limited(handler, deadline, lambda: self.context.session.analysis.size)
            self.feature(method, options)(partial(answer, self.context))
        for command, handler, _ in COMMANDS:
            self.command(command)(partial(limited(handler, deadline, lambda: self.context.session.analysis.size), self.context))


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one client, and return the exit code."""
    made = parser()
    options, unknown = made.parse_known_args(arguments)
    if unknown:
        made.refuse(unknown)
    address: tuple[str, int] | None = options.tcp
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    collect_seldom()
    keep_little()
    TEXTS.limit(KEPT_IN_SERVER)
    if address is None:
        # Never closed: a thread waits for input, and closing would wait for that thread.
        return _serve(open(0, "rb", closefd=False), open(1, "wb", closefd=False))
    host, port = address
    with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
        connection, _ = listening.accept()
    return _serve(connection.makefile("rb"), connection.makefile("wb"))


def _serve(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Serve a client until it disconnects, and end the process: threads may still be busy."""

    async def run() -> None:
        server = Server()
        server.protocol.set_writer(Output(stdout))
        try:
            await read(stdin, server.protocol.look_at, server.protocol.receive)
        finally:
            server.context.stop()

    try:
        run_deep(lambda: asyncio.run(run()))
    except KeyboardInterrupt:
        end(130)
    end(0)
    return 0


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(prog=NAME, description="The language server of puppet-check.")
    way = made.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="communicate over standard input and output (the default)")
    way.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="listen for a client at this address")
    made.add_argument("--version", action="version", version=f"{NAME} {__version__}", help="print the version")
    return made


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not an address; expected HOST:PORT")
    return host.strip("[]"), int(port)
