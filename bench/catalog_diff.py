"""Measures `puppet-eval diff` between two revisions of a control repository, which is composed of working modules, for many nodes.

    python -m bench.catalog_diff MODULES --facts FILE --nodes 100

Each node has one of ten roles, of classes of different modules which compile together. The second revision changes a value in the data of
one role, a template, the parameters of a resource in all nodes, and adds a class. Prints the time, and the most memory of a process.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.reference_jobs import Data, known_modules

from puppet_typesys.loader import CLASS

ROLES, CLASSES, TRIED = 10, 12, 150
SITE = """\
node default {
  include base
  include "role::r${facts['role']}"
}
"""
BASE = """\
class base (Integer $port = 22, Hash $users = {}) {
  file { '/etc/motd': content => epp('base/motd.epp', { port => $port }), mode => '%s' }
  $users.each |$name, $user| { user { $name: * => $user } }
  %s
}
"""


def main() -> None:
    """Compose the repository, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--facts", type=Path, required=True, metavar="FILE", help="the facts of a node, as JSON")
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=0)
    options = parser.parse_args()
    facts = json.loads(options.facts.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        roles = [*roles_of(options.modules.resolve(), facts, Random(options.seed))]
        _compose(folder / "control", options.modules.resolve(), roles)
        _write_facts(folder / "facts", facts, options.nodes)
        _measure(folder, options)


def roles_of(modules: Path, facts: Data, random: Random) -> Iterator[list[str]]:
    """Classes for each role, which compile together."""
    names = [each for each in known_modules(modules).loader.names(CLASS) if not each.startswith("::")]
    tried = random.sample(names, min(TRIED, len(names)))
    with subprocess.Popen(
        ["puppet-eval", "--catalog", "--batch", "--modulepath", str(modules)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:

        def compiles(classes: list[str]) -> bool:
            assert process.stdin is not None and process.stdout is not None
            print(json.dumps({"code": "", "classes": classes, "facts": facts}), file=process.stdin, flush=True)
            return "error" not in json.loads(process.stdout.readline())

        good = [each for each in tried if compiles([each])]
        for _ in range(ROLES):
            role: list[str] = []
            for name in random.sample(good, min(3 * CLASSES, len(good))):
                if len(role) < CLASSES and compiles([*role, name]):
                    role.append(name)
            yield role


def _compose(folder: Path, modules: Path, roles: list[list[str]]) -> None:
    for each in sorted(modules.iterdir()):
        shutil.copytree(each, folder / "modules" / each.name, ignore=shutil.ignore_patterns("spec", "doc", "locales"))
    write(folder / "environment.conf", "modulepath = site:modules\n")
    write(folder / "manifests" / "site.pp", SITE)
    write(folder / "hiera.yaml", "version: 5\nhierarchy:\n  - {name: role, paths: ['role%{facts.role}.yaml', common.yaml]}\n")
    write(folder / "data" / "common.yaml", "base::port: 22\n")
    write(folder / "data" / "role3.yaml", "base::port: 23\n")
    write(folder / "site" / "base" / "manifests" / "init.pp", BASE % ("0644", ""))
    write(folder / "site" / "base" / "templates" / "motd.epp", "<%- | $port | -%>\nPort <%= $port %>\n")
    for number, role in enumerate(roles):
        body = "".join(f"  include {name}\n" for name in role)
        write(folder / "site" / "role" / "manifests" / f"r{number}.pp", f"class role::r{number} {{\n{body}}}\n")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    commit(folder)
    write(folder / "data" / "role3.yaml", "base::port: 24\nbase::users: {ann: {uid: 1}}\n")
    write(folder / "site" / "base" / "manifests" / "init.pp", BASE % ("0600", "notify { 'added': }"))
    write(folder / "site" / "base" / "templates" / "motd.epp", "<%- | $port | -%>\nSSH at <%= $port %>\n")
    git(folder, "add", "-A")
    commit(folder)


def _write_facts(folder: Path, facts: Data, count: int) -> None:
    for number in range(count):
        name = f"node{number}.example.com"
        write(folder / f"{name}.json", json.dumps(facts | {"role": number % ROLES, "clientcert": name}))


def _measure(folder: Path, options: argparse.Namespace) -> None:
    command = [
        "puppet-eval",
        "diff",
        "HEAD~",
        "HEAD",
        "--facts-dir",
        str(folder / "facts"),
        "--format",
        "json",
        "--jobs",
        str(options.jobs),
    ]
    started = time.monotonic()
    done = subprocess.run(command, cwd=folder / "control", capture_output=True, check=False)
    seconds = time.monotonic() - started
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(done.stdout)
    print(done.stderr.decode(), end="")
    print(f"{len(result['nodes'])} nodes in {seconds:.1f} s; exit code {done.returncode}, {len(result['failures'])} failures")
    for each in result["groups"]:
        print(
            f"{len(each['nodes'])} nodes: "
            + ", ".join(f"{of['change']} {of.get('resource') or of.get('edge')}" for of in each["changes"][:8])
        )
    print(f"processor time of children {used.ru_utime + used.ru_stime:.0f} s, most memory of a process {used.ru_maxrss // 1024} MB")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def commit(folder: Path) -> None:
    git(folder, "-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-qm", "change")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True)


if __name__ == "__main__":
    main()
