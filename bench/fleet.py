"""Measures `puppet-eval diff` for many simulated nodes, with a change that touches some of them, and one that touches all.

    python -m bench.fleet MODULES --nodes 1000
    python -m bench.fleet MODULES --nodes 10000 --skip-full

The control repository has ten roles of classes of different modules which compile together, and data for nodes, roles and systems.
The nodes have the facts that are recorded of systems, with names, addresses and sizes of their own. Reports are compared with those of
`--full`. Prints times, processor time, and the most memory of all processes together (the proportional share of each).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread

from bench.catalog_diff import BASE, ROLES, commit, git, roles_of, write
from bench.reference_jobs import Data

from puppet_check.config.recorded_facts import facts_of, systems

SITE = """\
node default {
  include base
  include "role::r${facts['role']}"
}
"""
HIERA = """\
version: 5
hierarchy:
  - {name: node, path: 'nodes/%{trusted.certname}.yaml'}
  - {name: others, paths: ['ring%{facts.ring}.yaml', 'role%{facts.role}.yaml', 'os/%{facts.os.family}.yaml', common.yaml]}
"""
PAUSE = 0.5
"""The number of seconds between two looks at the memory."""


def main() -> None:
    """Compose the repository and the nodes, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--touched", type=int, default=1, help="the percentage of nodes that the first change touches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--skip-full", action="store_true", help="do not compile all nodes for comparison")
    parser.add_argument("--only", choices=("some", "all"), help="measure one of the changes only")
    parser.add_argument("--folder", type=Path, help="where the repository is or is made, to be used again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        if not (folder / "control").exists():
            _compose(folder, options)
        facts = folder / f"facts{options.nodes}-{options.touched}"
        if not facts.exists():
            _write_facts(facts, options)
        for change in ("some", "all") if options.only is None else (options.only,):
            reports = [_measured(folder, facts, change, options, *more) for more in _runs(options)]
            print(f"  equal: {all(each == reports[0] for each in reports)}")


def _runs(options: argparse.Namespace) -> Iterator[list[str]]:
    yield []
    yield []
    if not options.skip_full:
        yield ["--full"]


def _compose(folder: Path, options: argparse.Namespace) -> None:
    control, modules = folder / "control", options.modules.resolve()
    facts: Data = dict(facts_of(systems()[0]))
    roles = [*roles_of(modules, facts | {"role": 0}, Random(options.seed))]
    for each in sorted(modules.iterdir()):
        shutil.copytree(each, control / "modules" / each.name, ignore=shutil.ignore_patterns("spec", "doc", "locales", ".git"))
    write(control / "environment.conf", "modulepath = site:modules\n")
    write(control / "manifests" / "site.pp", SITE)
    write(control / "hiera.yaml", HIERA)
    write(control / "data" / "common.yaml", "base::port: 22\n")
    write(control / "data" / "role3.yaml", "base::port: 23\n")
    write(control / "data" / "os" / "RedHat.yaml", "base::users: {eve: {uid: 3}}\n")
    write(control / "site" / "base" / "manifests" / "init.pp", BASE % ("0644", ""))
    write(control / "site" / "base" / "templates" / "motd.epp", "<%- | $port | -%>\nPort <%= $port %>\n")
    for number, role in enumerate(roles):
        body = "".join(f"  include {name}\n" for name in role)
        write(control / "site" / "role" / "manifests" / f"r{number}.pp", f"class role::r{number} {{\n{body}}}\n")
    git(control, "init", "-q")
    _committed(control, "before")
    write(control / "data" / "ring1.yaml", "base::port: 24\nbase::users: {ann: {uid: 1}}\n")
    _committed(control, "some")
    write(control / "site" / "base" / "manifests" / "init.pp", BASE % ("0600", "notify { $trusted['certname']: }"))
    _committed(control, "all")


def _committed(control: Path, tag: str) -> None:
    git(control, "add", "-A", "-f")
    commit(control)
    git(control, "tag", tag)


def _write_facts(folder: Path, options: argparse.Namespace) -> None:
    random = Random(options.seed)
    recorded = [facts_of(each) for each in systems() if each.facter.startswith("4")] or [*map(facts_of, systems())]
    linux = [each for each in recorded if each.get("kernel") == "Linux"]
    for number in range(options.nodes):
        write(folder / f"node{number}.example.com.json", json.dumps(_varied(random.choice(linux), number, random, options.touched)))


def _varied(facts: Data, number: int, random: Random, touched: int) -> Data:
    """The facts of a system as those of a node."""
    name, address = f"node{number}.example.com", f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    made = json.loads(json.dumps(facts))
    if isinstance(made.get("networking"), dict):
        made["networking"] |= {"fqdn": name, "hostname": name.partition(".")[0], "domain": "example.com", "ip": address}
    if isinstance(made.get("memory"), dict):
        made["memory"] = {"system": {"total_bytes": random.randrange(1 << 30, 1 << 38), "used_bytes": random.randrange(1 << 30)}}
    if isinstance(made.get("processors"), dict):
        made["processors"]["count"] = random.choice((1, 2, 4, 8, 16))
    return made | {
        "clientcert": name,
        "role": number % ROLES,
        "ring": 1 if random.randrange(100) < touched else 2,
        "system_uptime": {"seconds": random.randrange(10**7)},
    }


def _measured(folder: Path, facts: Path, change: str, options: argparse.Namespace, *more: str) -> str:
    command = ["puppet-eval", "diff", "before", change, "--facts-dir", str(facts), "--format", "json", "--jobs", str(options.jobs), *more]
    started, used, ended, most = time.monotonic(), os.times(), Event(), [0]
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    with subprocess.Popen(command, cwd=folder / "control", stdout=subprocess.PIPE, text=True, env=surroundings) as process:
        watcher = Thread(target=_watch, args=(process.pid, ended, most))
        watcher.start()
        assert process.stdout is not None
        report = process.stdout.read()
        code = process.wait()
    ended.set()
    watcher.join()
    now = os.times()
    cpu = now.children_user + now.children_system - used.children_user - used.children_system
    result = json.loads(report)
    changing = {node for each in result["groups"] for node in each["nodes"]}
    print(
        f"{change} {' '.join(more)}: {options.nodes} nodes, {len(changing)} change, {len(result['failures'])} failures, exit code {code}: "
        f"{time.monotonic() - started:.1f} s, processor time {cpu:.1f} s ({1000 * cpu / options.nodes:.1f} ms a node), "
        f"memory {most[0] >> 20} MB",
        flush=True,
    )
    return report


def _watch(process: int, ended: Event, most: list[int]) -> None:
    """Note the most memory that a process and those that it has started share, in bytes."""
    while not ended.wait(PAUSE):
        most[0] = max(most[0], sum(map(_memory, _family(process))))


def _family(process: int) -> Iterator[int]:
    yield process
    try:
        for each in Path(f"/proc/{process}/task").iterdir():
            for child in (each / "children").read_text().split():
                yield from _family(int(child))
    except OSError:
        return


def _memory(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(each.split()[1]) * 1024 for each in lines if each.startswith("Pss:"))
    except (OSError, StopIteration):
        return 0


if __name__ == "__main__":
    main()
