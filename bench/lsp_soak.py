"""Random valid requests and edits for a long time, then a fresh server.

    python -m bench.lsp_soak MODULES [--turns 20000] [--seed 1] [--pause 5]

Opens files of a copy of the modules, edits them, asks everything that may be asked, and writes and removes files on the disk. At the end
a fresh server is given the texts as they are; text and findings of both have to be the same. Prints errors, differences and memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.support.lsp_client import Client, Failure, Json, resident

PLACED = ("hover", "completion", "definition", "typeDefinition", "implementation", "signatureHelp", "documentHighlight", "prepareRename")
WHOLE = ("documentSymbol", "foldingRange", "semanticTokens/full", "documentLink", "codeLens")
PIECES = ("$x", " ", "\n", "'", '"', "{", "}", "file { 'a': }\n", "=>", "include stdlib\n", "#", "::", "(", ")", "$facts['os']", "1 / 0")
SEEN = 10
"""How often the memory is read, at equal distances."""
WARM = 1000
"""The turn after which it is read too: its growth from there counts."""


def main() -> int:
    """Run, compare, and return the exit code."""
    parser = argparse.ArgumentParser(prog="bench.lsp_soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0, help="seconds without requests before the memory is read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        modules = Path(folder, "modules")
        shutil.copytree(options.modules, modules, ignore_dangling_symlinks=True)
        paths = sorted(path for path in modules.glob("*/manifests/**/*.pp") if path.stat().st_size < 20_000)
        choose = random.Random(options.seed)
        soak = Soak(choose.sample(paths, options.files), choose)
        started = time.monotonic()
        for turn in range(options.turns):
            soak.turn()
            if turn + 1 == WARM or turn % (options.turns // SEEN) == options.turns // SEEN - 1:
                soak.request("textDocument/diagnostic", {"textDocument": {"uri": soak.first.as_uri()}})
                time.sleep(options.pause)
                took = time.monotonic() - started
                print(f"{turn + 1} turns, {took:.0f} s, {resident(soak.client.process.pid):.1f} MB", flush=True)
        differences = soak.differences()
        print(f"{len(soak.errors)} errors, {differences} differences, {soak.asked} requests, {soak.edited} edits")
        for each in soak.errors[:5]:
            print(f"  {each}")
        return 1 if soak.errors or differences else 0


class Soak:
    """A session, and the texts that its documents should have."""

    def __init__(self, paths: list[Path], choose: random.Random) -> None:
        self.choose = choose
        self.client = start()
        self.texts: dict[Path, str] = {}
        self.versions: dict[Path, int] = {}
        self.errors: list[str] = []
        self.asked = self.edited = 0
        self.first = paths[0]
        for path in paths:
            self.open(path)

    def open(self, path: Path) -> None:
        """Open a file with its text on disk."""
        self.texts[path] = path.read_text(errors="replace")
        self.versions[path] = 0
        self.client.open(path, self.texts[path])

    def turn(self) -> None:
        """Perform one random action."""
        path = self.choose.choice([*self.texts])
        number = self.choose.random()
        if number < 0.3:
            self.edit(path)
        elif number < 0.9:
            self.ask(path)
        elif number < 0.92:
            self.client.close(path)
            self.open(path)
        elif number < 0.93:
            path.write_text(self.texts[path])
            self.client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})
        else:
            self.request("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}})

    def edit(self, path: Path) -> None:
        """Delete or insert some text."""
        lines = self.texts[path].split("\n")
        line = self.choose.randrange(len(lines))
        start = self.choose.randint(0, len(lines[line]))
        end = min(len(lines[line]), start + self.choose.choice((0, 0, 1, 5)))
        piece = self.choose.choice((*PIECES, ""))
        units = [len(lines[line][:each].encode("utf-16-le")) // 2 for each in (start, end)]
        self.versions[path] += 1
        self.client.edit(path, self.versions[path], (line, units[0], line, units[1], piece))
        lines[line] = lines[line][:start] + piece + lines[line][end:]
        self.texts[path] = "\n".join(lines)
        self.edited += 1

    def ask(self, path: Path) -> None:
        """Send a request about a random position."""
        lines = self.texts[path].split("\n")
        line = self.choose.randrange(len(lines))
        place = {"line": line, "character": self.choose.randint(0, len(lines[line]))}
        identifier = {"uri": path.as_uri()}
        if self.choose.random() < 0.75:
            self.request(f"textDocument/{self.choose.choice(PLACED)}", {"textDocument": identifier, "position": place})
        elif self.choose.random() < 0.5:
            self.request(f"textDocument/{self.choose.choice(WHOLE)}", {"textDocument": identifier})
        else:
            part = {"textDocument": identifier, "range": {"start": {"line": line, "character": 0}, "end": place}}
            method = self.choose.choice(("inlayHint", "codeAction", "semanticTokens/range"))
            self.request(f"textDocument/{method}", {**part, "context": {"diagnostics": []}})

    def request(self, method: str, params: Json) -> None:
        """Send a request and record errors; a refusal with a reason is valid."""
        self.asked += 1
        try:
            self.client.ask(method, params)
        except Failure as failure:
            if failure.code not in (-32801, -32602):
                self.errors.append(f"{method}: {failure}")

    def differences(self) -> int:
        """The number of files whose outline or findings differ from those of a new server."""
        fresh = start()
        for path, text in self.texts.items():
            fresh.open(path, text)
        found = 0
        for path in self.texts:
            identifier = {"textDocument": {"uri": path.as_uri()}}
            for method, part in (("diagnostic", "items"), ("semanticTokens/full", "data")):
                old, new = (each.ask(f"textDocument/{method}", identifier)[part] for each in (self.client, fresh))
                if old != new:
                    found += 1
                    print(f"  {path}: {method}: {json.dumps(old)[:300]}\n  fresh: {json.dumps(new)[:300]}", file=sys.stderr)
        print(f"a fresh server with these texts: {resident(fresh.process.pid):.1f} MB")
        self.client.stop()
        fresh.stop()
        return found


def start() -> Client:
    """Start a session of a client that requests diagnostics and watches files."""
    client = Client()
    workspace = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    client.initialize(capabilities={"textDocument": {"diagnostic": {}}, "workspace": workspace})
    return client


if __name__ == "__main__":
    sys.exit(main())
