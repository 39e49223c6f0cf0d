"""The language server in a large control repository: how long its answers take while everything is checked, and what that needs.

    python -m bench.large_server MODULES [--copies N] [--edits N] [--patience S]

A control repository gets N copies of the modules under other names. A session opens it and one manifest, edits that while all
files are checked, saves it, and then asks for the uses of a define and its new name. Times are milliseconds unless noted; the memory
is that of all processes, where what several share counts once.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bench.growth import copy_under_other_names

from tests.support.lsp_client import Client, Json, memory

CAPABILITIES = {"window": {"workDoneProgress": True}, "workspace": {"workspaceEdit": {"documentChanges": True}}}
NAME = len("define apache::m")
"""A column in the name of the define."""
PAUSE = 1.0
"""Seconds between two edits."""
SAVES = 5
"""How often the manifest is saved."""


def main() -> int:
    """Print the figures; 1 if the check of all files has not ended in time."""
    parser = argparse.ArgumentParser(prog="bench.large_server", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--copies", type=int, default=12)
    parser.add_argument("--edits", type=int, default=30, help="how often the manifest is edited while all files are checked")
    parser.add_argument("--patience", type=float, default=900, help="seconds until the check of all files is given up")
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        environment = Path(folder, "environment")
        (environment / "modules").mkdir(parents=True)
        (environment / "environment.conf").write_text("modulepath = modules\n")
        for number in range(options.copies):
            copy_under_other_names(options.modules.resolve(), environment / "modules", number)
        print(f"{sum(1 for _ in environment.rglob('*.pp'))} manifests", flush=True)
        return _session(environment, options)


def _session(environment: Path, options: argparse.Namespace) -> int:
    path = environment / "modules" / "apache" / "manifests" / "init.pp"
    text = path.read_text()
    began = time.perf_counter()
    client = Client()
    memory = _Memory(client.process.pid)
    client.initialize(environment, capabilities=CAPABILITIES)
    _show("initialize", time.perf_counter() - began)
    opened = time.perf_counter()
    client.open(path, text)
    client.published(path, 0)
    _show("first findings of the opened file", time.perf_counter() - opened)
    edits, hovers, version = list[float](), list[float](), 0
    while version < options.edits and not any(_is_end(each) for _, each in client.came):
        version += 1
        mark, started = len(client.came), time.perf_counter()
        client.edit(path, version, (0, 0, 0, 0, f"# {version}\n"))
        client.published(path, version, since=mark, patience=120)
        edits.append(time.perf_counter() - started)
        hovers.append(_seconds(client.at, "textDocument/hover", path, 10 + version, 3))
        time.sleep(PAUSE)
    try:
        ended = client.wait(_is_end, patience=options.patience)[0] - began
    except TimeoutError:
        print(f"not all checked after {options.patience:.0f} s; the last report: {_last_report(client)}")
        ended = 0.0
    else:
        print(f"all checked: {ended:.0f} s, in which there were {len(edits)} edits")
    _show(f"edit to findings, p95 of {len(edits)}", _p95(edits))
    _show("… median", statistics.median(edits))
    _show("hover, p95", _p95(hovers))
    _show("save and edit to findings, median", statistics.median(_saved(client, path, version + 1 + number) for number in range(SAVES)))
    place = environment / "modules" / "apache" / "manifests" / "mod.pp"
    client.open(place, place.read_text())
    client.published(place, 0)
    line = next(number for number, each in enumerate(place.read_text().splitlines()) if each.startswith("define apache::mod"))
    _show("uses of a define", _seconds(client.at, "textDocument/references", place, line, NAME, context={"includeDeclaration": True}))
    _show("new name of a define", _seconds(client.at, "textDocument/rename", place, line, NAME, newName="apache::module"))
    print(f"memory: at most {memory.most:.0f} MB", flush=True)
    client.kill()
    return 0 if ended else 1


def _saved(client: Client, path: Path, version: int) -> float:
    """The seconds from a save to the findings of the edit that follows it."""
    path.write_text(path.read_text() + "# saved\n")
    mark, started = len(client.came), time.perf_counter()
    client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
    client.edit(path, version, (0, 0, 0, 0, f"# {version}\n"))
    client.published(path, version, since=mark, patience=120)
    return time.perf_counter() - started


class _Memory(threading.Thread):
    """Watches the memory of a process and of those below it."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self.most = 0.0
        self.start()

    def run(self) -> None:
        """Read it once a second."""
        while (now := memory(self._process)) > 0:
            self.most = max(self.most, now)
            time.sleep(PAUSE)


def _is_end(message: Json) -> bool:
    value = message.get("params", {}).get("value")
    return message.get("method") == "$/progress" and isinstance(value, dict) and value.get("kind") == "end"


def _last_report(client: Client) -> str:
    values = [each["params"]["value"] for _, each in client.came if each.get("method") == "$/progress"]
    return next((each["message"] for each in reversed(values) if "message" in each), "none")


def _seconds(ask: Callable[..., Json], *arguments: Json, **more: Json) -> float:
    started = time.perf_counter()
    ask(*arguments, **more)
    return time.perf_counter() - started


def _p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]


def _show(name: str, seconds: float) -> None:
    print(f"{name}: {seconds * 1000:.0f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
