"""Runs of which the kept result is damaged in between: `python -m bench.attacks.cached NAME`.

Ends with 3 if a run prints something else than the first one, or does not end as it did.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.attacks.attack import Attack
from bench.attacks.project import PROJECT

from puppet_check.fingerprint import digest

Json = Any
Damage = Callable[[Path], object]
"""What happens to the file of the result."""
SECONDS = 20
COMMAND = (sys.executable, "-c", "from puppet_check.cli.check import main; raise SystemExit(main())", ".")


def sealed(change: Callable[[Json], Json]) -> Damage:
    """Another content, with the checksum that belongs to it."""

    def damage(path: Path) -> None:
        content = path.read_bytes().partition(b"\n")[2]
        changed = change(json.loads(content))
        text = changed if isinstance(changed, bytes) else json.dumps(changed).encode()
        path.write_bytes(digest(text).encode() + b"\n" + text)

    return damage


def _replaced(make: Callable[[Path], object]) -> Damage:
    def damage(path: Path) -> None:
        path.unlink()
        make(path)

    return damage


def _folder(make: Callable[[Path], object]) -> Damage:
    """Something in place of the folder of all results."""

    def damage(path: Path) -> None:
        shutil.rmtree(path.parent)
        make(path.parent)

    return damage


def _many(path: Path) -> None:
    for number in range(5000):
        (path.parent / f"{hashlib.sha256(str(number).encode()).hexdigest()}.json").write_text("x")


def _odd_neighbours(path: Path) -> None:
    (path.parent / "folder.json").mkdir()
    os.mkfifo(path.parent / "fifo.json")
    (path.parent / "link.json").symlink_to("/dev/zero")
    _many(path)


def _with_states(change: Callable[[dict[str, Json]], Json]) -> Damage:
    return sealed(lambda found: [found[0], found[1], change(found[2])])


ODD: dict[str, Json] = {
    "nothing": None,
    "a number": 5,
    "a large number": 10**400,
    "a negative number": -1,
    "a fraction": 0.5,
    "true": True,
    "a text": "x",
    "a null character": "a\0b",
    "a surrogate": "\ud800",
    "a list": [],
    "lists": [[[]]],
    "an object": {},
    "objects": {"a": {"b": {}}},
    "a long text": "x" * 20_000,
}
DAMAGES: dict[str, Damage] = {
    "nothing": lambda path: path.write_bytes(b""),
    "half of it": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a line": lambda path: path.write_bytes(b"\n"),
    "zeros": lambda path: path.write_bytes(bytes(1_000_000)),
    "20 MB": lambda path: path.write_bytes(path.read_bytes() + b" " * (20 << 20)),
    "a hole of 1 TB": lambda path: os.truncate(path, 1 << 40),
    "a FIFO": _replaced(os.mkfifo),
    "a folder": _replaced(os.mkdir),
    "a link to /dev/zero": _replaced(lambda path: path.symlink_to("/dev/zero")),
    "a link to /dev/stdin": _replaced(lambda path: path.symlink_to("/dev/stdin")),
    "a link to itself": _replaced(lambda path: path.symlink_to(path.name)),
    "a link to nothing": _replaced(lambda path: path.symlink_to("/nonexistent/nothing")),
    "a file of nobody": lambda path: path.chmod(0),
    "a FIFO in place of the folder": _folder(os.mkfifo),
    "a file in place of the folder": _folder(lambda path: path.write_text("x")),
    "a link in place of the folder": _folder(lambda path: path.symlink_to("/proc")),
    "a link to itself in place of the folder": _folder(lambda path: path.symlink_to(path.name)),
    "thousands of results": _many,
    "odd neighbours": _odd_neighbours,
    "deep lists": sealed(lambda found: b"[" * 100_000 + b"]" * 100_000),
    "deep objects": sealed(lambda found: b'{"a":' * 50_000 + b"1" + b"}" * 50_000),
    "digits": sealed(lambda found: b"[" + b"9" * 100_000 + b', "x", {}]'),
    "bytes that are not UTF-8": sealed(lambda found: b"\xff\xfe"),
    "too few parts": sealed(lambda found: found[:2]),
    "too many parts": sealed(lambda found: [*found, 1]),
    **{f"{name} in place of it": sealed(lambda found, value=value: value) for name, value in ODD.items()},
    **{f"{name} as exit code": sealed(lambda found, value=value: [value, *found[1:]]) for name, value in ODD.items() if name != "true"},
    **{
        f"{name} as text": sealed(lambda found, value=value: [found[0], value, found[2]])
        for name, value in ODD.items()
        if not isinstance(value, str) or name == "a surrogate"
    },
    **{f"{name} as states": _with_states(lambda states, value=value: value) for name, value in ODD.items() if value != {}},
    **{f"{name} as kind": _with_states(lambda states, value=value: {**states, str(value): {}}) for name, value in ODD.items()},
    **{
        f"{name} as states of a kind": _with_states(lambda states, value=value: dict.fromkeys(states, value))
        for name, value in ODD.items()
        if value not in ([], {})
    },
    **{
        f"{name} as path": _with_states(lambda states, value=value: {each: {**paths, str(value): 1} for each, paths in states.items()})
        for name, value in ODD.items()
    },
    **{
        f"{name} as state": _with_states(lambda states, value=value: {each: dict.fromkeys(paths, value) for each, paths in states.items()})
        for name, value in ODD.items()
    },
    "100,000 paths": _with_states(
        lambda states: {each: {**paths, **{f"/x{n}": None for n in range(100_000)}} for each, paths in states.items()}
    ),
}


def attacks() -> Iterator[Attack]:
    """Each kind of damage."""
    for name in DAMAGES:
        yield Attack("kept result", name, PROJECT, "cached", (name,))


def main() -> int:
    """Run, damage what was kept, and run twice."""
    first = _run()
    (kept,) = Path(os.environ["XDG_CACHE_HOME"]).rglob("runs/*.json")
    DAMAGES[sys.argv[1]](kept)
    for _ in range(2):
        again = _run()
        if again is None or again != first:
            print(f"\nexception: not as before: {again}")
            return 3
    return 0


def _run() -> tuple[int, bytes] | None:
    """The exit code and output of a run; None if it does not end."""
    try:
        done = subprocess.run(
            COMMAND, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


if __name__ == "__main__":
    sys.exit(main())
