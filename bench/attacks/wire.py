"""Sessions of clients that break the protocol, or that go away: `python -m bench.attacks.wire NAME`.

Ends with 3 if the server does not do what it should: go on, or end in time.
"""

from __future__ import annotations

import json
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.attacks import requested
from bench.attacks.attack import Attack
from bench.attacks.exchange import Json, Wire, answers, ask, between

from tests.support.lsp_client import SERVER, Client, Failure

ENDS_IN = 8.0
"""The seconds in which the server has to end when its client has gone. The goal is 5, on a machine that does nothing else."""
BUSY = 'class busy { Integer[1, 20000].each |$x| { Integer[1, 200].each |$y| { notice("${x} ${y}") } } }\n'
MANY = "".join(f"class many{number} ($x, $x) {{ }}\n" for number in range(3000))
NOBODY: Json = {"processId": None, "rootUri": None, "capabilities": {}}
"""The parameters of a client that tells nothing."""


def _begun(client: Client, folder: Path, text: str = MANY) -> Path:
    client.initialize(folder)
    path = folder / "a.pp"
    client.open(path, text)
    return path


def _ends(client: Client) -> None:
    client.process.wait(ENDS_IN)


# ---- a client that goes


def output_closed(client: Client, folder: Path) -> None:
    """The client does not read any more, and has closed its end."""
    client.kill()
    process = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for message in ({"id": 1, "method": "initialize", "params": NOBODY}, {"method": "initialized", "params": {}}):
        _send(process, message)
    process.stdout.read(200)
    process.stdout.close()
    for number in range(100):
        try:
            _send(process, _opening(number, "class a ($x, $x) { }\n"))
        except BrokenPipeError:
            break
        time.sleep(0.02)
    process.wait(ENDS_IN)


def _send(process: subprocess.Popen[bytes], message: Json) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    assert process.stdin is not None
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()


def _opening(number: int, text: str) -> Json:
    item = {"uri": f"file:///x{number}.pp", "languageId": "puppet", "version": 1, "text": text}
    return {"method": "textDocument/didOpen", "params": {"textDocument": item}}


def input_closed(client: Client, folder: Path) -> None:
    """The client has closed its end of the input, in the middle of work."""
    _begun(client, folder, BUSY)
    assert client.process.stdin is not None
    client.process.stdin.close()
    _ends(client)


def exit_while_busy(client: Client, folder: Path) -> None:
    """The client says that it ends while checks are running."""
    _begun(client, folder, BUSY)
    for number in range(40):
        client.open(folder / f"b{number}.pp", BUSY.replace("busy", f"b{number}"))
    client.notify("exit")
    _ends(client)


def exit_with_parameters(client: Client, folder: Path) -> None:
    """A malformed end."""
    _begun(client, folder)
    client.send({"method": "exit", "params": [1, {"a": None}]})
    _ends(client)


def exit_as_a_request(client: Client, folder: Path) -> None:
    """An end that wants to be answered."""
    _begun(client, folder)
    client.send({"method": "exit", "id": 7})
    _ends(client)


def exit_alone(client: Client, folder: Path) -> None:
    """An end without anything before it."""
    client.send({"method": "exit"})
    _ends(client)


def client_killed(client: Client, folder: Path) -> None:
    """The process that `processId` names ends, and the pipes stay open."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    listed = [{"uri": folder.as_uri(), "name": "x"}]
    params = {"processId": other.pid, "rootUri": folder.as_uri(), "capabilities": {}, "workspaceFolders": listed}
    client.ask("initialize", params)
    client.notify("initialized")
    time.sleep(0.5)
    other.kill()
    _ends(client)


def reset(client: Client, folder: Path) -> None:
    """A connection over TCP is reset."""
    client.kill()
    for host in ("127.0.0.1", "[::1]"):
        family = socket.AF_INET6 if "[" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.bind((host.strip("[]"), 0))
            port = probe.getsockname()[1]
        server = subprocess.Popen([*SERVER, "--tcp", f"{host}:{port}"])
        connection = _connected(host.strip("[]"), port)
        body = json.dumps(
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
        )
        connection.sendall(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        connection.recv(100)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        server.wait(ENDS_IN)


def _connected(host: str, port: int) -> socket.socket:
    until = time.monotonic() + 10
    while True:
        try:
            return socket.create_connection((host, port))
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def unread(client: Client, folder: Path) -> None:
    """The client does not read, and goes."""
    client.kill()
    process = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    opened = (_opening(number, MANY) for number in range(20))
    for message in ({"id": 1, "method": "initialize", "params": NOBODY}, {"method": "initialized", "params": {}}, *opened):
        _send(process, message)
    time.sleep(6)
    process.stdin.close()
    process.wait(ENDS_IN)


# ---- messages that are none

RAW = {
    "a header without a number": b"Content-Length: x\r\n\r\n",
    "a negative length": b"Content-Length: -5\r\n\r\n{}",
    "a length that is too large": b"Content-Length: 200000000\r\n\r\n{}",
    "a length that is enormous": b"Content-Length: 99999999999999999999\r\n\r\n{}",
    "a length that is too small": b"Content-Length: 3\r\n\r\n" + json.dumps({"jsonrpc": "2.0", "method": "x"}).encode(),
    "no header": b'{"jsonrpc": "2.0", "method": "x"}\r\n',
    "zeros": b"\0" * 5000,
    "a line without end": b"x" * 3_000_000 + b"\r\n",
    "many lines": b"a: b\r\n" * 50_000,
    "a length of zero": b"Content-Length: 0\r\n\r\n",
    "many empty messages": b"Content-Length: 0\r\n\r\n" * 500,
    "lower case": b"content-length:2\r\n\r\n{}",
    "bytes that are not UTF-8": b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc",
}
BODIES = {
    "an array": b"[]",
    "an array of arrays": b"[[[[]]]]",
    "nothing": b"null",
    "a number": b"5",
    "text": b'"x"',
    "cut": b'{"jsonrpc": "2.0", "id": 4',
    "deep": b'{"jsonrpc": "2.0", "id": 4, "method": "x", "params": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep objects": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "a long number": b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000 + b', "method": "shutdown"}',
    "a long number inside": b'{"jsonrpc": "2.0", "method": "textDocument/hover", "id": 9, "params": {"x": ' + b"9" * 5000 + b"}}",
    "NaN": b'{"jsonrpc": "2.0", "id": NaN, "method": "x"}',
    "an id that is an object": b'{"jsonrpc": "2.0", "id": {}, "method": "x"}',
    "an id that is an array": b'{"jsonrpc": "2.0", "id": [], "method": "shutdown"}',
    "a method that is a number": b'{"jsonrpc": "2.0", "id": 4, "method": 5}',
    "a method that is an object": b'{"jsonrpc": "2.0", "id": 4, "method": {}}',
    "a method that is an array": b'{"jsonrpc": "2.0", "method": []}',
    "parameters that are text": b'{"jsonrpc": "2.0", "id": 4, "method": "textDocument/hover", "params": "x"}',
    "parameters that are a number": b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": 5}',
    "a response to nothing": b'{"jsonrpc": "2.0", "id": 400, "result": {"a": 1}}',
    "a response that is an error": b'{"jsonrpc": "2.0", "id": 1, "error": 5}',
    "a response with a strange id": b'{"jsonrpc": "2.0", "id": "\\ud800", "result": null}',
    "a surrogate": b'{"jsonrpc": "2.0", "id": 4, "method": "\\ud800"}',
    "cancelled with nothing": b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": null}',
    "cancelled with an object": b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": {}}}',
    "cancelled with an array": b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": [1]}}',
    "another version": b'{"jsonrpc": "1.0", "id": 4, "method": "shutdownx"}',
    "begun twice": json.dumps({"id": 4, "method": "initialize", "params": NOBODY}).encode(),
    "begun with a large process": json.dumps({"id": 4, "method": "initialize", "params": {**NOBODY, "processId": 10**20}}).encode(),
}
URIS = (
    "file:///",
    "file:///%00",
    "file:///a%00b.pp",
    "file:///%ff%fe/a.pp",
    "file://host/a.pp",
    "file:",
    "untitled:Untitled-1",
    "",
    "x",
    "git:/a/b.pp?{}",
    "file:///proc/self/environ",
    "file:///dev/zero",
    "file:///" + "a/" * 3000 + "b.pp",
    "file:///" + "a" * 5000 + ".pp",
    "file:///a/../../../b.pp",
    "file:///%",
    "file:///%zz.pp",
    "file:///\ud800.pp",
    "http://[::1",
    "file:///environment.conf/x.pp",
)
METHODS = ("hover", "completion", "definition", "documentSymbol", "references", "rename", "codeAction", "diagnostic", "semanticTokens/full")
POSITIONS: tuple[Json, ...] = (
    {"line": 1 << 31, "character": 0},
    {"line": 0, "character": 1 << 40},
    {"line": -1, "character": -1},
    {"line": "0", "character": None},
    {"line": 1.5, "character": 0},
    {"line": True, "character": []},
    {"line": 10**400, "character": 0},
    [],
    None,
    "x",
    5,
)


def raw(data: bytes) -> Wire:
    """Bytes between two messages."""
    return between(lambda client, _: client.send_raw(data))


def body(data: bytes) -> Wire:
    """A message with this body."""
    return between(lambda client, _: client.send_bytes(data))


def first(data: bytes) -> Wire:
    """A message with this body before the session has begun."""

    def run(client: Client, folder: Path) -> None:
        client.send_bytes(data)
        if b"initialize" not in data:
            client.initialize(folder)
            answers(client, folder)
        client.kill()

    return run


def uri(text: str) -> Wire:
    """A document with this URI, and everything about it."""

    def run(client: Client, folder: Path) -> None:
        client.initialize(folder)
        item = {"uri": text, "languageId": "puppet", "version": 1, "text": "class a ($x, $x) { include b }\n"}
        client.notify("textDocument/didOpen", {"textDocument": item})
        _ask_all(client, text, {"line": 0, "character": 8})
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": text, "type": 1}, {"uri": text, "type": 3}]})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": text, "name": "x"}], "removed": []}})
        client.notify("textDocument/didClose", {"textDocument": {"uri": text}})
        answers(client, folder)
        client.kill()

    return run


def workspace(text: str) -> Wire:
    """A session in a folder with this URI."""

    def run(client: Client, folder: Path) -> None:
        listed = [{"uri": text, "name": "x"}]
        params = {"processId": None, "rootUri": text, "capabilities": {}, "workspaceFolders": listed}
        client.ask("initialize", params)
        client.notify("initialized")
        answers(client, folder)
        client.kill()

    return run


def position(place: Json) -> Wire:
    """Requests about a position that does not exist, or is not valid."""

    def run(client: Client, folder: Path) -> None:
        path = _begun(client, folder, "class a { include b }\n")
        _ask_all(client, path.as_uri(), place)
        change = {"range": {"start": place, "end": place}, "text": "x"}
        client.notify("textDocument/didChange", {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [change]})
        answers(client, folder)
        client.kill()

    return run


def _ask_all(client: Client, text: str, place: Json) -> None:
    for method in METHODS:
        params = {
            "textDocument": {"uri": text},
            "position": place,
            "range": {"start": place, "end": place},
            "context": {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1},
            "newName": "x",
        }
        try:
            client.ask(f"textDocument/{method}", params)
        except Failure as error:
            assert error.code != -32603, f"{method}: {error}"


def many_documents(client: Client, folder: Path) -> None:
    """Thousands of documents are opened at once."""
    client.initialize(folder)
    for number in range(5000):
        client.open(folder / f"many{number}.pp", f"class many{number} {{ }}\n")
    ask(client, "textDocument/hover", {"textDocument": {"uri": (folder / "many1.pp").as_uri()}, "position": {"line": 0, "character": 1}})
    client.kill()


SESSIONS: dict[str, Wire] = {
    **{each.__name__: each for each in (output_closed, input_closed, exit_while_busy, exit_with_parameters, exit_as_a_request, exit_alone)},
    **{each.__name__: each for each in (client_killed, reset, unread, many_documents)},
    **{f"raw {name}": raw(data) for name, data in RAW.items()},
    **{f"body {name}": body(data) for name, data in BODIES.items()},
    **{f"first {name}": first(data) for name, data in BODIES.items()},
    **{f"document {number}": uri(text) for number, text in enumerate(URIS)},
    **{f"workspace {number}": workspace(text) for number, text in enumerate(URIS) if text},
    **{f"position {number}": position(place) for number, place in enumerate(POSITIONS)},
    **requested.SESSIONS,
}


def attacks() -> Iterator[Attack]:
    """All sessions."""
    for name in SESSIONS:
        yield Attack(
            "protocol requests" if name in requested.SESSIONS else "protocol", name, {"manifests/site.pp": "include a\n"}, "wire", (name,)
        )


def main() -> int:
    """Run one session."""
    folder = Path.cwd()
    fault = None
    with Path("../errors").open("w+b") as errors:
        client = Client(errors=errors.fileno())
        try:
            SESSIONS[sys.argv[1]](client, folder)
        except (TimeoutError, subprocess.TimeoutExpired) as error:
            fault = f"late: {error}"
        except (AssertionError, ConnectionError, OSError, Failure) as error:
            fault = f"exception: {type(error).__name__}: {error}"
        client.process.kill()
        errors.seek(0)
        print(errors.read(1 << 20).decode(errors="replace"))
    if fault is not None:
        print(fault)
    return 3 if fault is not None else 0


if __name__ == "__main__":
    sys.exit(main())
