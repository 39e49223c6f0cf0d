"""How fast code lenses are resolved in a large control repository: `python -m bench.lenses MODULES [--large 3400] [--requests 300]`

Opens manifests at random in a repository that is composed of copies of the modules, and resolves all of their lenses, after a pause in
which the server finishes what follows from opening a file (`--pause 0` leaves it out). The first request, which reads all files, is shown
apart. Times are milliseconds over the server's standard input and output; processor time is that of the server, to 10 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from pathlib import Path

from bench.lsp_speed import show
from bench.workspace import large

from tests.support.lsp_client import Client, cpu, memory


def main() -> None:
    """Measure, and print the statistics."""
    parser = argparse.ArgumentParser(prog="bench.lenses", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--large", type=int, default=3400, metavar="COUNT", help="how many manifests the repository has")
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.4, metavar="SECONDS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        root = large(Path(folder, "large"), options.modules, options.large)
        paths = sorted((root / "modules").glob("*/manifests/**/*.pp"))
        random.Random(options.seed).shuffle(paths)
        client = Client()
        client.initialize(root, options={"diagnostics": "open"})
        times, processor, counts = resolved(client, paths, options.requests, options.pause)
        print(f"{len(times)} lenses in a repository of {len(paths)} manifests, {sum(counts)} references")
        print(f"the first one: {times[0]:.0f}; others: {show(times[1:])}; memory {memory(client.process.pid):.0f} MB")
        print(f"processor time of the others: {show(processor[1:])}")
        client.kill()


def resolved(client: Client, paths: list[Path], most: int, pause: float) -> tuple[list[float], list[float], list[int]]:
    """The times and processor times in milliseconds of resolving lenses, and how many references each has."""
    times, processor, counts = [], [], []
    for path in paths:
        if len(times) >= most:
            break
        client.open(path, path.read_text())
        client.published(path)
        time.sleep(pause)
        for lens in client.ask("textDocument/codeLens", {"textDocument": {"uri": path.as_uri()}}):
            before, began = cpu(client.process.pid), time.perf_counter()
            found = client.ask("codeLens/resolve", lens)
            times.append(1000 * (time.perf_counter() - began))
            processor.append(1000 * (cpu(client.process.pid) - before))
            counts.append(len(found["command"]["arguments"][2]))
        client.close(path)
    return times, processor, counts


if __name__ == "__main__":
    main()
