"""Runs each attack in a process of its own, and reports those that break the law.

The law, for an input of n bytes: at most 2 s + 20 µs x n of processor time and 150 MB + 200 x n of memory, no signal, no traceback, no
internal error, an exit code that means something, and an end at all.

    python -m bench.attacks.run [--kind PREFIX] [--list FILE]
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bench.attacks.attack import Attack
from bench.attacks.families import all_attacks

from tests.support.lsp_client import cpu, tree

SECONDS, PER_BYTE = 2.0, 20e-6
MEMORY, MEMORY_PER_BYTE = 150 << 20, 200
PATIENCE = 10.0
"""After this multiple of the permitted time, in seconds on the wall, a process counts as endless."""
BUSY = 4
"""After this multiple of that, a process counts as endless also if it has hardly had any processor time."""
OF_GIT = 100.0
"""How much longer a process may wait for git, which gets no answer from a FIFO."""
MOST = 12 << 30
"""Bytes of address space, so that an attack that succeeds leaves the machine usable."""
REQUESTS = {"server": 20, "wire": 5, "debug": 20, "cached": 3, "surrounded": 3, "repositories": 10}
"""How many times the time of one request a session may take; it looks at each request itself."""
TOLD = 1 << 20
"""The longest output that is looked at, and the most that there may be."""
LONG = {"eval": 2, "explain": 2, "--diff": 2, "docs": 40}
"""How many bytes more there may be for each byte of the input: values, differences and documents are as long as what they are made of."""
COMMANDS = {
    "check": (sys.executable, "-c", "from puppet_check.cli.check import main; raise SystemExit(main())", "--no-cache"),
    "command": (sys.executable, "-c", "from puppet_check.cli.check import main; raise SystemExit(main())"),
    "eval": (sys.executable, "-c", "from puppet_check.cli.evaluate import main; raise SystemExit(main())"),
    "format": (sys.executable, "-c", "from puppet_check.cli.format import main; raise SystemExit(main())"),
    "server": (sys.executable, "-m", "bench.attacks.session"),
    "wire": (sys.executable, "-m", "bench.attacks.wire"),
    "debug": (sys.executable, "-m", "bench.attacks.debugger"),
    "repositories": (sys.executable, "-m", "bench.attacks.repositories"),
    "cached": (sys.executable, "-m", "bench.attacks.cached"),
    "surrounded": (sys.executable, "-m", "bench.attacks.surroundings"),
}
WORDS = (b"Traceback", b"internal-error", b"Internal error", b"a request failed")
"""What an exception looks like for a user."""


class Outcome(NamedTuple):
    """How a process ended."""

    size: int
    seconds: float
    memory: int
    fault: str | None
    output: bytes


def main() -> int:
    """Run all attacks; 0 if none succeeds."""
    parser = argparse.ArgumentParser(prog="bench.attacks.run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", action="append", default=[], metavar="PREFIX", help="only attacks whose kind begins so")
    parser.add_argument("--program", action="append", default=[], choices=COMMANDS, help="only attacks on this program")
    parser.add_argument("--list", type=Path, default=None, metavar="FILE", help="write the attacks that succeed, with their output")
    parser.add_argument("--sample", type=int, default=None, metavar="COUNT", help="only so many of them, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many attacks run at a time")
    parser.add_argument("--part", default="0/1", metavar="N/COUNT", help="only every COUNT-th of them, from the N-th on")
    parser.add_argument("--all", action="store_true", help="print every attack with its time and memory")
    options = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    faults: dict[str, list[str]] = collections.defaultdict(list)
    with options.list.open("w") if options.list is not None else open(os.devnull, "w") as listed:
        selected = [*_selected(options.kind, options.program)]
        if options.sample is not None:
            selected = random.Random(options.seed).sample(selected, min(options.sample, len(selected)))
        part, parts = map(int, options.part.split("/"))
        selected = selected[part::parts]
        pool = ThreadPoolExecutor(options.jobs)
        for attack, outcome in zip(selected, pool.map(run, selected), strict=True):
            counts[attack.kind] += 1
            line = (
                f"{attack.program} {attack.kind}: {attack.name}: {outcome.seconds:.1f} s, {outcome.memory >> 20} MB, {outcome.size} bytes"
            )
            if outcome.fault is not None:
                faults[attack.kind].append(outcome.fault)
                print(f"{line}: {outcome.fault}", flush=True)
                print(f"{line}: {outcome.fault}\n{outcome.output[-2000:].decode(errors='replace')}\n", file=listed, flush=True)
            elif options.all:
                print(line, flush=True)
    for kind, count in sorted(counts.items()):
        print(f"{kind:40} {count:5} {len(faults[kind]):5}  {dict(collections.Counter(each.split(':')[0] for each in faults[kind])) or ''}")
    print(f"{'all':40} {counts.total():5} {sum(map(len, faults.values())):5}")
    return 1 if any(faults.values()) else 0


def _selected(kinds: list[str], programs: list[str]) -> Iterator[Attack]:
    for each in all_attacks():
        if (not kinds or any(each.kind.startswith(prefix) for prefix in kinds)) and (not programs or each.program in programs):
            yield each


def run(attack: Attack) -> Outcome:
    """Run one attack in an empty folder."""
    base = Path(tempfile.mkdtemp(prefix="attack"))
    folder, home = base / "workspace", base / "home"
    folder.mkdir()
    home.mkdir()
    try:
        size = attack.write(folder)
        return _run(attack, folder, home, size)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def _run(attack: Attack, folder: Path, home: Path, size: int) -> Outcome:
    seconds, memory = (
        (SECONDS + PER_BYTE * size) * REQUESTS.get(attack.program, 1),
        (MEMORY + MEMORY_PER_BYTE * size) * (2 if attack.program in ("wire", "debug") else 1),
    )  # its messages are not counted
    surroundings = {
        **os.environ,
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "PYTHONPATH": os.pathsep.join(map(os.path.abspath, [*filter(None, sys.path), "."])),
    }
    with (folder.parent / "output").open("w+b") as output:
        process = subprocess.Popen(
            [*COMMANDS[attack.program], *attack.arguments],
            cwd=folder,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST)),
        )
        is_driven = attack.program in REQUESTS
        status, used, peak, ended = _awaited(process, PATIENCE + 3 * seconds + (OF_GIT if attack.before else 0), seconds, is_driven)
        _kill_group(process.pid)
        output.seek(0)
        told = output.read(TOLD)
        spoken = output.seek(0, os.SEEK_END)
    spent = used.ru_utime + used.ru_stime
    spoken -= size * next((LONG[each] for each in (attack.program, *attack.arguments) if each in LONG), 0)
    return Outcome(size, spent, peak, _fault(status, ended, spent / seconds, peak / memory, told, spoken), told)


def _awaited(
    process: subprocess.Popen[bytes], patience: float, seconds: float, is_driven: bool
) -> tuple[int, resource.struct_rusage, int, bool]:
    """The exit code of a process, what it used, the most memory of one of its processes, and whether it ended by itself.

    On a busy machine it may take longer, as long as it has not had the processor time that it may use. What only drives a program counts
    no memory of its own.
    """
    started = time.monotonic()
    memory = 0
    while (waited := time.monotonic() - started) < patience or (waited < BUSY * patience and _processor_time(process.pid) < seconds):
        # What the system tells at the end includes the memory of this process, from which the other one was forked.
        memory = max([memory, *(_memory(each) for each in tree(process.pid) if not is_driven or each != process.pid)])
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, used, memory, True
        time.sleep(0.02)
    _kill_group(process.pid)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used, memory, False


def _processor_time(pid: int) -> float:
    """What a process and those below it have used, in seconds."""
    total = 0.0
    for each in tree(pid):
        with suppress(OSError, IndexError):
            total += cpu(each)
    return total


def _memory(pid: int) -> int:
    """The most memory that a process has had, in bytes."""
    try:
        found = re.search(rb"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_bytes())
    except OSError:
        return 0
    return int(found[1]) << 10 if found is not None else 0


def _kill_group(pid: int) -> None:
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)


def _fault(status: int, ended: bool, time_share: float, memory_share: float, told: bytes, spoken: int) -> str | None:
    if not ended:
        return "endless"
    if status < 0:
        return f"signal: {-status}"
    if any(word in told for word in WORDS):
        return "exception"
    if b"\nlate: " in told or b"\nexception: " in told:
        return "late" if b"\nlate: " in told else "exception"
    if status not in (0, 1, 2):
        return f"exit code: {status}"
    if time_share > 1:
        return f"time: {time_share:.1f} x the law"
    if memory_share > 1:
        return f"memory: {memory_share:.1f} x the law"
    if spoken >= TOLD:
        return f"output: {spoken >> 20} MB"
    return None


if __name__ == "__main__":
    sys.exit(main())
