"""Sessions with the debugger whose clients break the protocol, ask for too much or go away: `python -m bench.attacks.debugger NAME`.

Ends with 3, and tells what it is, if the debugger does not do what it should: answer in time, without an exception, or end in time.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.attacks.asked import Watch, allowed
from bench.attacks.attack import Attack, Entry, Link, Special
from bench.attacks.project import with_entries
from bench.attacks.wire import BODIES, RAW

from tests.support import dap_client
from tests.support.dap_client import Client, Failure

Json = Any
Debugging = Callable[[Client, Path], object]
"""A session. What it raises is the fault."""
PROGRAM = """$deep = Integer[1, 100].reduce([1]) |$m, $i| { [{a => $m}, $i] }
$wide = Array(Integer[1, 20000])
$long = Integer[1, 12].reduce('aaaaaaaa') |$m, $i| { "${m}${m}" }
$hash = Hash($wide.map |$i| { ["k${i}", $i] })
notice('here')
Integer[1, 1000].each |$i| { $x = $i }
"""
LINE = 5
"""The line of the program at which it pauses: all variables are set."""
ENDS_IN = 8.0
ENDED = (0, 1, 2)
PATIENCE = 15.0
"""The seconds after which a response counts as missing."""
ODD: tuple[Json, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1.5,
        10**18,
        10**400,
        1 << 70,
        "",
        "x",
        "a\0b",
        "\ud800",
        "/dev/zero",
        "x" * 100_000,
        [],
        [[]],
        [None],
        [1],
        ["x"],
    ),
    *(
        {},
        {"a": {}},
        [{}],
        [{"line": "x"}],
        [{"line": -(10**18)}],
        [{"line": 1, "condition": 5}],
        [{"line": 1, "hitCondition": "9" * 5000}],
    ),
    *({"path": 5}, {"path": "a\0b"}, {"path": "/dev/zero"}, {"path": ""}, {"a": [1]}, {"a b": "x"}, {"": ""}),
)
FIELDS = {
    "initialize": ("linesStartAt1", "columnsStartAt1", "adapterID"),
    "launch": "cwd program environment facts hiera trusted node modulepath classes settings stopOnEntry noDebug".split(),
    "setBreakpoints": ("source", "breakpoints"),
    "setExceptionBreakpoints": ("filters",),
    **dict.fromkeys(("threads", "pause", "terminate"), ("threadId",)),
}
PAUSED_FIELDS = {
    "stackTrace": ("threadId", "startFrame", "levels"),
    "scopes": ("frameId",),
    "variables": ("variablesReference", "start", "count", "filter"),
    "evaluate": ("expression", "frameId", "context"),
    "exceptionInfo": ("threadId",),
}
EXPRESSIONS = {
    "a range": "Array(Integer[1, 30000000])",
    "a loop": "Integer[1, 1000000000].each |$i| { $i }",
    "loops": "Integer[1, 30000].map |$i| { Integer[1, 30000].map |$j| { $j } }",
    "a regular expression": "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ /(a|a)*b/",
    "a large regular expression": "'a' =~ /(?:a{9999}){9999}/",
    "a wide text": "sprintf('%200000000d', 1)",
    "texts": "sprintf('%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s', $long)",
    "a deep value": "$deep",
    "a deep text": "String($deep)",
    "a wide value": "$wide",
    "products": "$wide.map |$i| { $wide }",
    "sorted": "$wide.sort |$a, $b| { compare($b, $a) }",
    "a type": "type($hash)",
    "a type of a deep value": "type($deep)",
    "digits": "Integer('" + "9" * 100_000 + "')",
    "brackets": "[" * 100_000,
    "parentheses": "(" * 3000 + "1" + ")" * 3000,
    "negations": "!" * 200_000 + "true",
    "a sum": "1" + " + 1" * 20_000,
    "lambdas": "".join(f"[1].map |$a{each}| {{ $b{each} = 1 }}\n" for each in range(3000)),
    "assignments": "[1].map |$a| { " + "".join(f"$b{each} = 1\n" for each in range(5000)) + "}",
    "a long text": "'" + "a" * 1_000_000 + "'",
    "interpolations": '"' + "${long}" * 3000 + '"',
    "nested interpolations": '"${' * 3000,
    "dollars": "$" * 100_000,
    "comments": "/*" * 50_000,
    "a heredoc": "@(E)\n" + "a\n" * 100_000 + "| E",
    "a break": "break()",
    "a template": "inline_epp('<% Integer[1, 100000000].each |$i| { %>x<% } %>')",
    "a file": "file('/dev/zero')",
    "a lookup": "lookup('a', {default_value => $deep})",
    "a function that calls itself": "with(1) |$x| { with($x) |$y| { $hash.map |$k, $v| { $hash } } }",
}
CODE = {
    "a deep stack": "function f($n) { f($n + 1) }\nf(1)\n",
    "many resources": 'Integer[1, 20000].each |$i| { notify { "a${i}": } }\nnotice(1)\n',
    "many logs": 'Integer[1, 100000].each |$i| { notice("a${i}") }\n',
    "long logs": "$t = Integer[1, 20].reduce('aaaaaaaa') |$m, $i| { \"${m}${m}\" }\nInteger[1, 1000].each |$i| { notice($t) }\n",
    "a loop without statements": "Integer[1, 1000000000].each |$i| { }\n",
    "a regular expression": "$x = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ /(a|a)*b/\n",
    "many statements": "$x = 1\n" * 1 + "".join(f"$x{each} = {each}\n" for each in range(30_000)),
    "many blocks": "Integer[1, 3000].each |$i| { Integer[1, 3000].each |$j| { $x = $j } }\n",
    "broken": "$x = [" * 5000,
    "deep blocks": "if true { " * 300 + "notice(1)" + " }" * 300,
    "nothing": "",
}


# ---- what sessions have in common


def ask(client: Client, command: str, patience: float = 0.0, **arguments: Json) -> Json:
    """Send a request, which may be refused, but not with an exception, and not late."""
    watch = Watch(client)
    found = None
    try:
        found = client.ask(command, **arguments)
    except Failure as error:
        assert "internal error" not in str(error), f"{command}: {error}"
    except queue.Empty:
        raise TimeoutError(f"{command}: no response") from None
    late = watch.late((patience or allowed(0)) + len(json.dumps(arguments)) * 2e-5)
    assert late is None, f"late: {command} {late}"
    return found


def begin(client: Client, folder: Path, code: str = PROGRAM, *, line: int | None = LINE, **launch: Json) -> bool:
    """Begin a session with a program; whether it pauses."""
    path = folder / "program.pp"
    path.write_text(code)
    ask(client, "initialize", adapterID="x")
    ask(client, "launch", **{"program": str(path), "environment": str(folder), **launch})
    if line is not None:
        ask(client, "setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": line}])
    ask(client, "configurationDone")
    return _is_paused(client)


def _is_paused(client: Client) -> bool:
    while True:
        try:
            event = client._events.get(timeout=PATIENCE)
        except queue.Empty:
            return False  # It is running, which the client can end.
        if event["event"] in ("stopped", "terminated"):
            return bool(event["event"] == "stopped")


def ends(client: Client) -> None:
    """The debugger ends, with an exit code that means something."""
    code = client.process.wait(ENDS_IN)
    assert code in ENDED, f"exit code {code}"


def leaves(client: Client) -> None:
    """The client disconnects, and the debugger ends."""
    ask(client, "disconnect")
    ends(client)


def still_answers(client: Client) -> None:
    """The debugger answers, or has ended because of what it was sent."""
    try:
        assert ask(client, "threads")["threads"]
    except (BrokenPipeError, TimeoutError):
        ends(client)


# ---- kinds of sessions


WAITING = (b"Content-Length: 200000000", b"Content-Length: 999", b"x", b"{", b"\0")
"""What may be the beginning of a longer message."""


def sent(data: bytes) -> Debugging:
    """Bytes that are not a message."""

    def run(client: Client, folder: Path) -> None:
        client._input.write(data)
        client._input.flush()
        time.sleep(0.5)
        dap_client.TIMEOUT = 3.0
        if client.process.poll() is None and not data.startswith(WAITING):
            still_answers(client)
        client._input.close()
        ends(client)

    return run


def message(body: bytes) -> Debugging:
    """A message with this body, of the other protocol and of this one."""
    return sent(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))


def odd(command: str, fields: tuple[str, ...] | list[str]) -> Debugging:
    """Odd values in the fields of a request, before and during a pause."""

    def run(client: Client, folder: Path) -> None:
        if command in PAUSED_FIELDS:
            assert begin(client, folder), "the program has not paused"
        for name in fields:
            for value in ODD:
                ask(client, command, **{name: value})
        for value in ODD:
            ask(client, command, **dict.fromkeys(fields, value))
        leaves(client)

    return run


def expression(text: str) -> Debugging:
    """An expression in a paused frame."""

    def run(client: Client, folder: Path) -> None:
        assert begin(client, folder), "the program has not paused"
        found = ask(client, "evaluate", expression=text, context="watch")
        if found and found["variablesReference"]:
            ask(client, "variables", variablesReference=found["variablesReference"], patience=4.0)
        assert ask(client, "evaluate", expression="1 + 1")["result"] == "2"
        leaves(client)

    return run


def breakpoint_with(field: str, text: str) -> Debugging:
    """A breakpoint with a condition or message that is hit."""

    def run(client: Client, folder: Path) -> None:
        begin(client, folder, line=None, stopOnEntry=True)
        watch = Watch(client)
        ask(client, "setBreakpoints", source={"path": str(folder / "program.pp")}, breakpoints=[{"line": LINE, field: text}])
        ask(client, "continue", threadId=1)
        _is_paused(client)
        late = watch.late(allowed(len(text)) * 3)
        assert late is None, f"late: the breakpoint {late}"
        leaves(client)

    return run


def program(code: str, *, debug: bool = True) -> Debugging:
    """A program that is paused, shown and left."""

    def run(client: Client, folder: Path) -> None:
        paused = begin(client, folder, code, line=1, noDebug=not debug, stopOnEntry=debug)
        steps = 0
        while paused and steps < 30:
            for frame in ask(client, "stackTrace", threadId=1, levels=20)["stackFrames"][:2]:
                for scope in ask(client, "scopes", frameId=frame["id"])["scopes"]:
                    ask(client, "variables", variablesReference=scope["variablesReference"], patience=4.0)
            ask(client, "stepIn" if steps % 2 else "next", threadId=1)
            steps += 1
            paused = _is_paused(client)
        if paused:
            ask(client, "continue", threadId=1)
        leaves(client)

    return run


def launched(**arguments: Json) -> Debugging:
    """A launch with files and folders that are special."""

    def run(client: Client, folder: Path) -> None:
        ask(client, "initialize")
        ask(client, "launch", **arguments)
        ask(client, "setBreakpoints", source={"path": str(folder / "manifests/site.pp")}, breakpoints=[{"line": 1}])
        ask(client, "configurationDone")
        leaves(client)

    return run


def breakpoints(**arguments: Json) -> Debugging:
    """Breakpoints at many lines, or in special files."""

    def run(client: Client, folder: Path) -> None:
        ask(client, "initialize")
        (folder / "lines.pp").write_text("$x = 1\n" * 20_000)
        ask(client, "setBreakpoints", patience=allowed(140_000), **arguments)
        leaves(client)

    return run


# ---- clients that go


def _busy(client: Client, folder: Path) -> None:
    path = folder / "program.pp"
    path.write_text(CODE["many blocks"])
    for command, arguments in (("initialize", {}), ("launch", {"program": str(path)}), ("configurationDone", {})):
        client.ask(command, **arguments)


def input_closed_while_busy(client: Client, folder: Path) -> None:
    """The client closes its end while the evaluation runs."""
    _busy(client, folder)
    client._input.close()
    ends(client)


def input_closed_in_a_pause(client: Client, folder: Path) -> None:
    """The client closes its end while the evaluation is paused."""
    begin(client, folder)
    client._input.close()
    ends(client)


def input_closed_in_a_message(client: Client, folder: Path) -> None:
    """The client closes its end in the middle of a message."""
    client._input.write(b"Content-Length: 100\r\n\r\n{")
    client._input.close()
    ends(client)


def output_closed(client: Client, folder: Path) -> None:
    """The client does not read any more."""
    client.process.kill()
    process = subprocess.Popen(client.process.args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
    assert process.stdin is not None
    assert process.stdout is not None
    path = folder / "program.pp"
    path.write_text(CODE["many logs"])
    process.stdout.close()
    for number, (command, arguments) in enumerate((("initialize", {}), ("launch", {"program": str(path)}), ("configurationDone", {}))):
        body = json.dumps({"seq": number, "type": "request", "command": command, "arguments": arguments}).encode()
        try:
            process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            process.stdin.flush()
        except BrokenPipeError:
            break
    assert process.wait(ENDS_IN) in ENDED


def terminated_while_busy(client: Client, folder: Path) -> None:
    """The client ends a busy evaluation, and disconnects."""
    _busy(client, folder)
    ask(client, "terminate")
    leaves(client)


def begun_again(client: Client, folder: Path) -> None:
    """Every step of the beginning comes many times, also during the evaluation."""
    begin(client, folder)
    for _ in range(20):
        for command in ("initialize", "configurationDone", "setExceptionBreakpoints", "pause"):
            ask(client, command)
        ask(client, "launch", program=str(folder / "program.pp"))
    leaves(client)


def many_requests(client: Client, folder: Path) -> None:
    """Thousands of requests, which create references."""
    begin(client, folder)
    for _ in range(50):
        for scope in ask(client, "scopes", frameId=1)["scopes"]:
            ask(client, "variables", variablesReference=scope["variablesReference"], patience=4.0)
    leaves(client)


FILES: dict[str, Entry] = {
    "fifo": Special.FIFO,
    "zero": Link("/dev/zero"),
    "self": Link("self"),
    "folder": Special.FOLDER,
    "proc": Link("/proc"),
}
CLIENTS = (
    *(input_closed_while_busy, input_closed_in_a_pause, input_closed_in_a_message, output_closed, terminated_while_busy, begun_again),
    many_requests,
)
HITS = ("9" * 5000, "% 0", "9" * 4000, " " * 100_000 + "x", ">= 10", "%" * 1000)
MESSAGES = ("{" * 100_000, "{1}" * 3000, "{$wide}", "{$deep}", "{$long}", "{" + "[" * 5000 + "}", "{notice(1)}", "{$hash}" * 100)
SESSIONS: dict[str, Debugging] = {
    **{each.__name__: each for each in CLIENTS},
    **{f"raw {name}": sent(data) for name, data in RAW.items()},
    **{f"body {name}": message(data) for name, data in BODIES.items()},
    **{f"fields of {name}": odd(name, fields) for name, fields in (*FIELDS.items(), *PAUSED_FIELDS.items())},
    **{f"expression: {name}": expression(text) for name, text in EXPRESSIONS.items()},
    **{f"condition: {name}": breakpoint_with("condition", text) for name, text in EXPRESSIONS.items()},
    **{f"hits {number}": breakpoint_with("hitCondition", text) for number, text in enumerate(HITS)},
    **{f"log {number}": breakpoint_with("logMessage", text) for number, text in enumerate(MESSAGES)},
    **{f"program: {name}": program(code) for name, code in CODE.items()},
    **{f"program without a debugger: {name}": program(code, debug=False) for name, code in CODE.items()},
    **{
        f"{field} is {name}": launched(**{field: name})
        for field in ("program", "facts", "trusted", "hiera", "environment")
        for name in FILES
    },
    **{f"breakpoints in {name}": breakpoints(source={"path": name}, breakpoints=[{"line": 1}]) for name in (*FILES, "none", "/dev/stdin")},
    "breakpoints on all lines": breakpoints(source={"path": "lines.pp"}, breakpoints=[{"line": each} for each in range(20_000)]),
    "breakpoints on a line": breakpoints(source={"path": "lines.pp"}, breakpoints=[{"line": 3}] * 50_000),
    "breakpoints after all lines": breakpoints(source={"path": "lines.pp"}, breakpoints=[{"line": 10**9 + each} for each in range(50_000)]),
}


def attacks() -> Iterator[Attack]:
    """All sessions."""
    files = with_entries(FILES)
    for name in SESSIONS:
        yield Attack("debugger", name, files, "debug", (name,))


def main() -> int:
    """Run one session."""
    folder = Path.cwd()
    fault = None
    dap_client.TIMEOUT = PATIENCE
    with Client(cwd=folder) as client:
        try:
            SESSIONS[sys.argv[1]](client, folder)
        except (TimeoutError, queue.Empty, subprocess.TimeoutExpired) as error:
            fault = f"late: {type(error).__name__}: {error}"
        except (AssertionError, ConnectionError, OSError, Failure) as error:
            fault = f"exception: {type(error).__name__}: {error}"
        client.process.kill()
        assert client.process.stderr is not None
        print(client.process.stderr.read().decode(errors="replace")[: 1 << 20])
    if fault is not None:
        print(f"\n{fault}")
    return 3 if fault is not None else 0


if __name__ == "__main__":
    sys.exit(main())
