"""Makes the recorded facts of systems from facterdb (https://github.com/voxpupuli/facterdb, Apache-2.0).

    python -m release.recorded_facts SOURCE...

A source is a git repository of facterdb, which may be without a work tree, or the folder of its gem. Early releases of the gem have the
facts of systems that later ones no longer have, so several sources can be given. Of each system the latest facts are taken: those of the
latest version of Facter, from 3 on, as earlier ones have but parts of the fact `os`.

    python -m release.recorded_facts --until 4.10 --output server/puppet_check/config/facts_until_4.10.json.z SOURCE...

takes the latest facts up to a version of Facter, for specs: rspec-puppet-facts takes no later ones than the installed Puppet has.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puppet_check.config.recorded_facts import DATA, RecordedSystem

SUFFIX = ".facts"
EARLIEST = (3,)
"""The earliest version of Facter whose facts are taken."""
BY_FULL_RELEASE = ("OpenBSD",)
"""The systems that are named by their full release, although Facter takes it apart."""
OTHERS = ("raspbian", "pcs")
"""The files of systems that give the name of the one they derive from."""
CORE = "-core"


class Source(NamedTuple):
    """Facts that one machine had."""

    stem: str
    """The name of the file without its suffix."""
    facts: dict[str, object]


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m release.recorded_facts", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sources", nargs="+", metavar="SOURCE", type=Path, help="a git repository of facterdb, or the folder of its gem")
    parser.add_argument("--output", metavar="FILE", type=Path, default=DATA, help="where the facts are written (default: the bundled file)")
    parser.add_argument("--until", metavar="VERSION", help="take the latest facts up to this version of Facter")
    options = parser.parse_args()
    until = None if options.until is None else _version(options.until)
    latest: dict[tuple[str, str, str], tuple[RecordedSystem, dict[str, object]]] = {}
    for source in options.sources:
        for each in _files(source):
            system = _system(each)
            if system is not None and until is not None and _version(system.facter)[: len(until)] > until:
                continue
            if system is not None and _version(system.facter) >= max(EARLIEST, _facter(latest.get(system[:3]))):
                latest[system[:3]] = system, each.facts
    Path(options.output).write_bytes(_bytes([latest[each] for each in sorted(latest)]))
    print(f"{len(latest)} systems")
    return 0


def _files(source: Path) -> Iterator[Source]:
    if (source / "facts").is_dir():
        for path in sorted(source.glob(f"facts/*/*{SUFFIX}")):
            yield Source(path.stem, json.loads(path.read_bytes()))
        return
    for name in _git(source, "ls-tree", "-r", "-z", "--name-only", "HEAD", "facts").split("\0"):
        if name.endswith(SUFFIX):
            yield Source(Path(name).stem, json.loads(_git(source, "show", f"HEAD:{name}")))


def _git(source: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", source, *arguments], capture_output=True, text=True, check=True).stdout


def _facter(found: tuple[RecordedSystem, dict[str, object]] | None) -> tuple[int, ...]:
    return EARLIEST if found is None else _version(found[0].facter)


def _system(source: Source) -> RecordedSystem | None:
    """The system of some facts; None for incomplete ones, as of early versions of Facter, and of a system that gives another name."""
    match source.facts.get("os"):
        case {"name": str(name), "release": {"full": str(full), "major": str(major)}, "hardware": str(hardware)}:
            if source.stem.startswith(OTHERS):
                return None
            release = (full if name in BY_FULL_RELEASE else major) + (CORE if CORE in source.stem else "")
            return RecordedSystem(name, release, hardware, str(source.facts["facterversion"]))
    return None


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def _bytes(found: list[tuple[RecordedSystem, dict[str, object]]]) -> bytes:
    """The file; the same facts always have the same bytes."""
    rows: dict[str, dict[str, list[int]]] = {}
    for number, (_, facts) in enumerate(found):
        for name, value in facts.items():
            rows.setdefault(name, {}).setdefault(_json(value), []).append(number)
    values = {name: [*map(list, rows[name].items())] for name in sorted(rows)}
    data = {
        "source": "facterdb, https://github.com/voxpupuli/facterdb",
        "licence": "Apache-2.0",
        "changes": "the latest facts of each system, in one file; made by release/recorded_facts.py",
        "systems": [each for each, _ in found],
        "facts": values,
    }
    return zlib.compress(_json(data).encode(), 9)


def _json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
