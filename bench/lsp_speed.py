"""How fast the language server answers, over its standard input and output: `python -m bench.lsp_speed MODULES [--parts PART ...]`

`MODULES` is a folder of modules, which is copied; `--large` says how many manifests the composed control repository has. Times are
milliseconds unless noted otherwise. The yardstick is a fixed loop of Python, timed in the same run.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from bench.workspace import large

from puppet_check.lsp.confirmation import PAUSE
from tests.support.lsp_client import Client, Failure, Json, cpu, memory, tree

SIZES = (100, 1000, 5000)
DELAY = 0.15
"""Seconds for which the server waits for another key."""
REQUESTS = 100
RESOLVING = {"textDocument": {"codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}}}
WINDOW = {"window": {"workDoneProgress": True}}


def main() -> None:
    """Take the figures of all parts, or of those that are named."""
    parser = argparse.ArgumentParser(prog="bench.lsp_speed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--large", type=int, default=3400, metavar="COUNT")
    options = parser.parse_args()
    print(f"yardstick: {yardstick():.0f} (a million additions)")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        modules = Path(folder, "modules")
        shutil.copytree(options.modules, modules, ignore_dangling_symlinks=True)
        for part in options.parts:
            PARTS[part](modules, options.large)


def yardstick() -> float:
    """Milliseconds for a fixed piece of work."""
    started, total = time.perf_counter(), 0
    for number in range(1_000_000):
        total += number
    return 1000 * (time.perf_counter() - started)


def spent(pid: int) -> float:
    """Milliseconds of processor time of all threads of a process so far."""
    return sum(int(each.read_text().split()[0]) for each in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e6


def actions(modules: Path, _: int) -> None:
    """Code actions and links, in processor time: what a cursor that moves costs, what choosing costs, and the same once more."""
    for profile, lines in (("default", 1000), ("default", 5000), ("strict", 300), ("strict", 1000)):
        root = modules.parent / f"{profile}_{lines}"
        path = root / "modules" / "apache" / "manifests" / "asked.pp"
        path.parent.mkdir(parents=True)
        (root / ".puppet-check.toml").write_text(f'profile = "{profile}"\n')
        client = Client()
        client.initialize(root, capabilities=RESOLVING, options={"diagnostics": "open"})
        text = manifest(modules, lines)
        client.open(path, text)
        client.published(path, 0)
        pid = client.process.pid

        def timed(method: str, params: Json, *, client: Client = client, pid: int = pid) -> tuple[float, Json]:
            before = spent(pid)
            try:
                found = client.ask(method, params)
            except Failure:  # What would cause findings is refused.
                found = None
            return spent(pid) - before, found

        choose = random.Random(lines)
        name, what = {"textDocument": {"uri": path.as_uri()}}, f"{lines} lines, {profile}"
        places = [{"line": choose.randrange(lines), "character": choose.randrange(20)} for _ in range(REQUESTS)]
        requests = [{**name, "range": {"start": each, "end": each}, "context": {"diagnostics": [], "triggerKind": 2}} for each in places]
        timed("textDocument/codeAction", requests[0])
        answers = [timed("textDocument/codeAction", each) for each in requests]
        print(f"codeAction, {what}: {show([each for each, _ in answers])} CPU ms")
        again = [timed("textDocument/codeAction", each)[0] for each in requests]
        print(f"  again: {show(again)} CPU ms")
        invoked = {"diagnostics": [], "triggerKind": 1}
        by_user = [timed("textDocument/codeAction", {**each, "context": invoked})[0] for each in requests]
        print(f"  asked for by the user: {show(by_user)} CPU ms")
        offered = [action for _, found in answers for action in found or () if "data" in action][:20]
        print(f"  resolved: {show([timed('codeAction/resolve', each)[0] for each in offered])} CPU ms")
        links = []
        for turn in range(20):
            client.edit(path, turn + 1, (0, 0, 0, 0, "# x\n"))
            client.published(path, turn + 1)
            links.append(timed("textDocument/documentLink", name)[0])
        print(f"documentLink, {what}: {show(links)} CPU ms; again {show([timed('textDocument/documentLink', name)[0] for _ in range(20)])}")
        client.stop()


def start(modules: Path, _: int) -> None:
    """From the start of the process to its first answers."""
    times, first = [], []
    path = modules / "apache" / "manifests" / "measured.pp"
    text = manifest(modules, 99) + "$x = 1 / 0\n"
    for _ in range(7):
        began = time.perf_counter()
        client = Client()
        client.initialize()
        times.append(1000 * (time.perf_counter() - began))
        since, opened = len(client.came), time.perf_counter()
        client.open(path, "$y = 1\n")
        client.published(path, since=since)
        client.close(path)
        since, opened = len(client.came), time.perf_counter()
        client.open(path, text, 1)
        came, _ = client.published(path, 1, since)
        first.append(1000 * (came - opened))
        client.stop()
    print(f"start to initialize answered: {show(times)}")
    print(f"open to first error, 100 lines: {show(first)}")


def edits(modules: Path, _: int) -> None:
    """From a key to complete findings, and a burst of keys."""
    client = open_session()
    for lines in SIZES:
        path = modules / "apache" / "manifests" / f"edited_{lines}.pp"
        text = manifest(modules, lines)
        client.open(path, text)
        client.published(path)
        times = []
        for turn, line in enumerate(places(text, 30), 1):
            since, began = len(client.came), time.perf_counter()
            client.edit(path, turn, (line, 0, line, 0, "# x\n" if turn % 2 else " "))
            came, _ = client.published(path, turn, since)
            times.append(1000 * (came - began - DELAY))
        print(f"edit to complete findings after the pause, {lines} lines: {show(times)}")
        if lines == SIZES[-1]:
            burst(client, path, text)
        client.close(path)
    client.stop()


def burst(client: Client, path: Path, text: str) -> None:
    """Keys as fast as a person types."""
    version, since, used = 100, len(client.came), cpu(client.process.pid)
    line = text.count("\n") // 2
    for number in range(50):
        version += 1
        client.edit(path, version, (line, number, line, number, "#"))
        time.sleep(0.06)
    client.published(path, version, since)
    publishes = sum(message["method"].endswith("publishDiagnostics") for _, message in client.came[since:])
    print(f"50 keys at {text.count(chr(10))} lines: {cpu(client.process.pid) - used:.2f} CPU seconds, {publishes} publishes")


def requests(modules: Path, _: int) -> None:
    """Answers while nothing else runs."""
    client = open_session()
    ask_all(client, modules, "idle")
    client.stop()


def busy(modules: Path, _: int) -> None:
    """Answers while all files of the workspace are checked, and while the document itself is checked again and again."""
    shutil.rmtree(Path(os.environ["XDG_CACHE_HOME"]), ignore_errors=True)
    client = open_session(modules)
    ask_all(client, modules, "while all files are checked")
    print(f"  the check was still running: {bool(client.ask('puppetCheck/status')['running'])}")
    client.stop()
    client = open_session()
    path = modules / "apache" / "manifests" / "other.pp"
    text = manifest(modules, 5000)
    client.open(path, text)
    client.published(path)
    ended = threading.Event()

    def edit() -> None:
        version = 0
        while not ended.is_set():
            version += 1
            client.edit(path, version, (0, 0, 0, 0, "# x\n"))
            client.begin("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}})[1].result(60)

    thread = threading.Thread(target=edit)
    thread.start()
    ask_all(client, modules, "while another file of 5000 lines is checked without a pause")
    ended.set()
    thread.join()
    client.stop()


def ask_all(client: Client, modules: Path, when: str) -> None:
    """Times of requests at random places of documents of all sizes."""
    for lines in SIZES:
        path = modules / "apache" / "manifests" / f"asked_{lines}.pp"
        text = manifest(modules, lines)
        client.open(path, text)
        client.published(path)
        rows = text.split("\n")
        for method in ("hover", "completion", "definition", "signatureHelp"):
            choose = random.Random(method)
            times = []
            for turn in range(REQUESTS):
                line = choose.randrange(len(rows))
                column = choose.randrange(len(rows[line]) + 1)
                if turn % 10 == 0:
                    client.edit(path, turn + 1, (line, len(rows[line]), line, len(rows[line]), ""))
                    client.ask("textDocument/foldingRange", {"textDocument": {"uri": path.as_uri()}})  # The edit has been read.
                began = time.perf_counter()
                client.at(f"textDocument/{method}", path, line, column)
                times.append(1000 * (time.perf_counter() - began))
            print(f"{method}, {lines} lines, {when}: {show(times)}")
        typed(client, path, rows, when)
        if lines == SIZES[-1]:
            for method in ("documentSymbol", "semanticTokens/full"):
                times = []
                for turn in range(20):
                    client.edit(path, 3000 + turn, (0, 0, 0, 0, "# x\n"))
                    client.ask("textDocument/foldingRange", {"textDocument": {"uri": path.as_uri()}})
                    began = time.perf_counter()
                    client.ask(f"textDocument/{method}", {"textDocument": {"uri": path.as_uri()}})
                    times.append(1000 * (time.perf_counter() - began))
                print(f"{method}, {lines} lines, {when}: {show(times)}")
        client.close(path)


def typed(client: Client, path: Path, rows: list[str], when: str) -> None:
    """Completion right after a key, which has to be read first."""
    choose = random.Random(1)
    times = []
    for turn in range(30):
        line = choose.randrange(len(rows))
        began = time.perf_counter()
        client.edit(path, 1000 + turn, (line, 0, line, 0, "$"))
        client.at("textDocument/completion", path, line, 1)
        times.append(1000 * (time.perf_counter() - began))
        client.edit(path, 2000 + turn, (line, 0, line, 1, ""))
    print(f"a key and completion, {len(rows) - 1} lines, {when}: {show(times)}")


def cold(modules: Path, _: int) -> None:
    """One module is opened with nothing known; when are names of others complete?"""
    shutil.rmtree(Path(os.environ["XDG_CACHE_HOME"]), ignore_errors=True)
    began = time.perf_counter()
    client = Client()
    client.initialize(modules / "apache", capabilities=WINDOW)
    path = modules / "apache" / "manifests" / "asked.pp"
    client.open(path, "class apache::asked {\n  include st\n}\n")
    found = client.at("textDocument/completion", path, 1, 12)
    labels = {each["label"] for each in found["items"]}
    print(f"one module opened cold, classes of others complete: {time.perf_counter() - began:.2f} s ({'stdlib' in labels})")
    client.edit(path, 1, (1, 0, 1, 12, "  $x = stdlib::"))
    found = client.at("textDocument/completion", path, 1, 15)
    print(f"  functions: {time.perf_counter() - began:.2f} s ({len(found['items'])} items)")
    client.stop()


def repository(modules: Path, count: int) -> None:
    """A large control repository: cold, warm after a pause, and an open file meanwhile."""
    shutil.rmtree(Path(os.environ["XDG_CACHE_HOME"]), ignore_errors=True)
    root = large(modules.parent / "large", modules, count)
    for name in ("cold", "warm"):
        began = time.perf_counter()
        client = Client()
        watch = Peak(client.process.pid)
        client.initialize(root, capabilities=WINDOW)
        path = root / "modules" / "apache" / "manifests" / "vhost.pp"
        text = path.read_text()
        client.open(path, text)
        opened = client.published(path)[0] - began
        times = []
        rows = text.split("\n")
        choose = random.Random(1)

        def is_ended(message: Json) -> bool:
            return message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end"

        while not any(is_ended(message) for _, message in client.came):
            line = choose.randrange(len(rows))
            asked = time.perf_counter()
            client.at("textDocument/hover", path, line, min(4, len(rows[line])))
            times.append(1000 * (time.perf_counter() - asked))
            time.sleep(0.02)
        ready = client.wait(is_ended)[0] - began
        used = cpu(client.process.pid)
        files = client.ask("puppetCheck/status")["files"]
        print(f"repository of {files} files, {name}: open file checked after {opened:.2f} s, all after {ready:.1f} s")
        print(f"  {used:.1f} CPU seconds, peak {watch.end():.0f} MB; hover meanwhile: {show(times)}")
        if name == "cold":
            confirm(client)
        client.stop()


def confirm(client: Client) -> None:
    """Wait for the confirmation of the results, which begins after a pause."""
    watch, used = Peak(client.process.pid), cpu(client.process.pid)
    time.sleep(2 * PAUSE)
    while len(tree(client.process.pid)) > 1:
        time.sleep(0.1)
    print(f"  confirmation: {cpu(client.process.pid) - used:.1f} CPU seconds, peak {watch.end():.0f} MB")


def references(modules: Path, count: int) -> None:
    """References to a common name in a large control repository, without a check of all files."""
    root = large(modules.parent / "searched", modules, count)
    client = Client()
    client.initialize(root, options={"diagnostics": "open"})
    path = root / "modules" / "apache" / "manifests" / "vhost.pp"
    client.open(path, path.read_text())
    client.published(path)
    rows = path.read_text().split("\n")
    for name, pattern in (("file", r" +(file) {"), ("ensure", r" +(ensure) +=>"), ("fail", r" +(fail)\(")):
        line, column = next((number, found.start(1)) for number, row in enumerate(rows) if (found := re.match(pattern, row)))
        for when in ("the first time", "again"):
            used, began = cpu(client.process.pid), time.perf_counter()
            found = client.at("textDocument/references", path, line, column + 1, context={"includeDeclaration": True})
            seconds = time.perf_counter() - began
            print(f"{len(found)} references to {name}, {when}: {seconds:.2f} s, {cpu(client.process.pid) - used:.2f} CPU seconds")
    print(f"memory: {memory(client.process.pid):.0f} MB")
    client.stop()


class Peak:
    """Watches the memory of a process tree."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._most = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(0.2):
            self._most = max(self._most, memory(self._pid))

    def end(self) -> float:
        """The most that it was, in MB."""
        self._ended.set()
        self._thread.join()
        return self._most


def open_session(*folders: Path) -> Client:
    """A session of a client with all relevant capabilities."""
    client = Client()
    client.initialize(*folders, capabilities=WINDOW)
    return client


def manifest(modules: Path, lines: int) -> str:
    """A manifest of so many lines, made of real ones."""
    made: list[str] = []
    for path in sorted(modules.glob("*/manifests/*.pp")):
        if len(made) >= lines:
            break
        if path.stat().st_size < 3000:
            made += path.read_text(errors="replace").rstrip().split("\n")
    return "\n".join(made[:lines]) + "\n"


def places(text: str, count: int) -> Iterator[int]:
    """Lines all over a text."""
    lines = text.count("\n")
    yield from (lines * number // count for number in range(count))


def show(times: list[float]) -> str:
    """The statistics of some times as text."""
    if not times:
        return "none"
    ordered = sorted(times)
    return f"median {median(ordered):.1f}, p95 {ordered[len(ordered) * 95 // 100]:.1f}, most {ordered[-1]:.1f}"


PARTS: dict[str, Callable[[Path, int], None]] = {
    "actions": actions,
    "start": start,
    "edits": edits,
    "requests": requests,
    "busy": busy,
    "cold": cold,
    "repository": repository,
    "references": references,
}

if __name__ == "__main__":
    main()
