"""Compare `puppet-check explain` with the reference's `lookup --explain` on hierarchies that a seed makes.

    python -m bench.explain [--seed S] [--keys N] [--reference COMMAND] [--list]

Every environment has a hierarchy of its own with paths, globs and mapped paths, a module with data and defaults, and keys with
interpolations, merges and lookup options. The value and the files that it comes from have to be the same. COMMAND runs Ruby with Puppet.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("puppet-check")
SCRIPT = Path(__file__).with_suffix(".rb")
FACTS = {"os": {"family": "Debian", "name": "Ubuntu"}, "role": "web", "zones": ["north", "south"], "networking": {"fqdn": "a.example.com"}}
NODE = "a.example.com"
OF_ENVIRONMENT = 30
"""The number of keys of one environment."""
MERGES = (None, None, None, "first", "unique", "hash", "deep")
LEVELS = (
    {"name": "Nodes", "path": "nodes/%{facts.networking.fqdn}.yaml"},
    {"name": "Family", "path": "os/%{facts.os.family}.yaml"},
    {"name": "Role", "paths": ["role/%{role}.yaml", "role/%{nothing}.yaml", "role/none.yaml"]},
    {"name": "Zones", "mapped_paths": ["zones", "zone", "zone/%{zone}.yaml"]},
    {"name": "Parts", "glob": "parts/*.yaml"},
    {"name": "Common", "path": "common.yaml"},
)
FILES = (
    *("nodes/a.example.com.yaml", "os/Debian.yaml", "role/web.yaml", "zone/north.yaml", "zone/south.yaml", "parts/a.yaml", "parts/b.yaml"),
    "common.yaml",
)
PATH = re.compile(r'^(\s*)Path "([^"]+)"')
FOUND = re.compile(r"^(\s*)Found key: ")
INNER = re.compile(r"^(\s*)(?:Interpolation on|Sub key|Searching for \"lookup_options\"|Lookup of|Using merge options)")


def main() -> int:
    """Make environments, ask both, and print how many answers are the same."""
    parser = argparse.ArgumentParser(prog="bench.explain", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--reference", default="reference ruby", metavar="COMMAND")
    parser.add_argument("--list", action="store_true", help="print every difference")
    options = parser.parse_args()
    choose = random.Random(options.seed)
    total = values = levels = 0
    while total < options.keys:
        with tempfile.TemporaryDirectory() as top:
            folder = Path(top) / "environments" / "production"
            jobs = made(folder, choose)[: options.keys - total]
            facts = Path(top) / "facts.json"
            facts.write_text(json.dumps(FACTS))
            for (key, merge), ours, theirs in zip(
                jobs, asked(folder, facts, jobs), reference(folder, facts, jobs, options.reference), strict=True
            ):
                total += 1
                same_value = same(ours, theirs)
                same_levels = same_value if "error" in theirs else used(ours) == files_found(theirs, folder)
                values += same_value
                levels += same_levels
                if options.list and not (same_value and same_levels):
                    print(f"{key} {merge}: {ours}\n  {used(ours)} {files_found(theirs, folder)}\n  {json.dumps(theirs)}")
    print(f"{total} keys, same value {100 * values / total:.1f} %, same files {100 * levels / total:.1f} %")
    return 0 if values == levels == total else 1


def made(folder: Path, choose: random.Random) -> list[tuple[str, str | None]]:
    """Write an environment, and return keys to look up with the strategies of their merges."""
    levels = [each for each in LEVELS if choose.random() < 0.8] or [LEVELS[-1]]
    hierarchy = {"version": 5, "defaults": {"datadir": "data", "data_hash": "yaml_data"}, "hierarchy": levels}
    _write(folder / "hiera.yaml", hierarchy)
    names = [f"k{number}" for number in range(12)] + [f"web::p{number}" for number in range(8)]
    for name in FILES:
        if choose.random() < 0.8:
            _write(folder / "data" / name, _data(names, choose))
    module = {
        "version": 5,
        "hierarchy": [{"name": "Family", "path": "os/%{facts.os.family}.yaml"}, {"name": "Module", "path": "common.yaml"}],
    }
    if choose.random() < 0.7:
        module["default_hierarchy"] = [{"name": "Defaults", "path": "defaults.yaml"}]
    web = folder / "modules" / "web"
    _write(web / "hiera.yaml", module)
    of_module = [each for each in names if "::" in each]
    for name in ("os/Debian.yaml", "common.yaml", "defaults.yaml"):
        _write(web / "data" / name, _data(of_module, choose, is_module=True))
    _write(folder / "environment.conf", None)
    return [(choose.choice([*names, "k1.a", "web::p1.b", "nothing"]), choose.choice(MERGES)) for _ in range(OF_ENVIRONMENT)]


def _data(names: list[str], choose: random.Random, *, is_module: bool = False) -> dict[str, object]:
    data: dict[str, object] = {name: _value(names, choose) for name in names if choose.random() < 0.3}
    if choose.random() < 0.4:
        strategies = ("first", "unique", "hash", "deep", {"strategy": "deep", "knockout_prefix": "--", "merge_hash_arrays": True})
        picked = choose.sample(names, 2)
        options: dict[str, object] = {each: {"merge": choose.choice(strategies)} for each in picked}
        if choose.random() < 0.3:
            options[f"^{'web::p' if is_module else 'k'}[0-3]$"] = {"merge": choose.choice(strategies)}
        data["lookup_options"] = options
    return data


def _value(names: list[str], choose: random.Random) -> object:
    word = choose.choice("abcdef")
    return choose.choice(
        (
            *(word, choose.randrange(100), True, None, [word, choose.choice("xyz")], [word, [1, 2]]),
            *({word: 1, "b": [word]}, {"a": {"b": word, "c": [1]}, word: 2}, "%{facts.os.name}", "%{role}-%{nothing}"),
            *(
                f"%{{lookup('{choose.choice(names)}')}}",
                f"%{{alias('{choose.choice(names)}')}}",
                "%{literal('%')}{x}",
                {"%{role}": "%{facts.os.family}"},
            ),
        )
    )


def _write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("" if data is None else json.dumps(data, indent=1))  # JSON is YAML


def asked(folder: Path, facts: Path, jobs: list[tuple[str, str | None]]) -> Iterator[dict[str, object]]:
    """The answers of `puppet-check explain`, one run for each strategy."""
    found: dict[tuple[str, str | None], dict[str, object]] = {}
    for merge in {merge for _, merge in jobs}:
        keys = sorted({key for key, each in jobs if each == merge})
        command = [PROGRAM, "explain", "--format", "json", "--facts", facts, "--node", NODE, *(["--merge", merge] if merge else []), *keys]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            found[answer["key"], merge] = answer
    yield from (found[job] for job in jobs)


def reference(folder: Path, facts: Path, jobs: list[tuple[str, str | None]], command: str) -> Iterator[dict[str, object]]:
    """The answers of the reference."""
    script = folder.parent.parent / SCRIPT.name
    script.write_bytes(SCRIPT.read_bytes())
    lines = "\n".join(json.dumps({"key": key, "merge": merge}) for key, merge in jobs)
    arguments = [*shlex.split(command), str(script), str(folder.parent), folder.name, str(facts), NODE]
    done = subprocess.run(arguments, input=lines, capture_output=True, text=True, check=True)
    yield from map(json.loads, done.stdout.splitlines())


def same(ours: dict[str, object], theirs: dict[str, object]) -> bool:
    """Whether the values are the same, or both have none; an error of the reference is a value that is not known."""
    if "error" in theirs:
        return ours["state"] != "found"
    if theirs.get("missing"):
        return ours["state"] == "missing"
    return ours["state"] == "found" and ours["value"] == theirs["value"]


def used(ours: dict[str, object]) -> list[str]:
    """The files that a value comes from."""
    steps = ours["steps"]
    assert isinstance(steps, list)
    return [each["path"] for each in steps if each["used"]]


def files_found(theirs: dict[str, object], folder: Path) -> list[str]:
    """The files in which the reference found the key itself, and not one of an interpolation."""
    found: list[str] = []
    path, deep = "", -1
    for line in str(theirs["explanation"]).splitlines():
        indent = len(line) - len(line.lstrip())
        if deep >= 0 and indent > deep:
            continue
        deep = indent if INNER.match(line) and "Using merge" not in line else -1
        if (match := PATH.match(line)) is not None:
            path = match[2]
        elif FOUND.match(line) and path:
            found.append(str(Path(path).relative_to(folder)))
            path = ""
    return found


if __name__ == "__main__":
    sys.exit(main())
