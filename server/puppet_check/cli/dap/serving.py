"""Serves the debugger on standard input and output, or on a port of this machine."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence

from puppet_check.cli.dap.session import Session
from puppet_check.cli.node_options import NodeOptions

DONE, WRONG = 0, 2
LOCAL = "127.0.0.1"


def serve(options: NodeOptions, manifests: Sequence[str]) -> int:
    """Serve the client at standard input and output; return the exit code."""
    # Whatever is printed by mistake must not get between messages.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        Session(options, manifests, sys.stdin.buffer, output).run()
    except ValueError as error:
        print(f"puppet-eval: error: invalid message: {error}", file=sys.stderr)
        return WRONG
    return DONE


def serve_port(options: NodeOptions, manifests: Sequence[str], port: int) -> int:
    """Serve one client at a port of this machine; 0 takes a free one. The first line of the output names it."""
    with socket.create_server((LOCAL, port)) as listening:
        print(f"listening on {LOCAL}:{listening.getsockname()[1]}", flush=True)
        connection, _ = listening.accept()
    with connection, connection.makefile("rb") as reader, connection.makefile("wb") as writer:
        try:
            Session(options, manifests, reader, writer).run()
        except ValueError as error:
            print(f"puppet-eval: error: invalid message: {error}", file=sys.stderr)
            return WRONG
        except ConnectionError:
            return DONE
    return DONE
