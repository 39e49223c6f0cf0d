"""Looks up keys in made hierarchies with the reference and with `puppet-eval --catalog`, and compares the values.

    python -m bench.hiera_lookups --seed N --count 500 --reference COMMAND --facts FILE

The hierarchies have levels with interpolated facts and trusted data, globs, mapped paths, data of a module and all merges. COMMAND answers
lines of JSON with one lookup each. FILE has the facts of the node that the reference knows as `debian12`.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

Data = dict[str, object]
NODE = "node1.example.com"
HIERA = """\
version: 5
defaults: {datadir: DATADIR, data_hash: yaml_data}
hierarchy:
  - {name: node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: family, paths: ["os/%{facts.os.family}.yaml", "os/%{::osfamily}-%{facts.os.release.major}.yaml", "missing/%{facts.none}.yaml"]}
  - {name: mapped, mapped_paths: [facts.os.distro.codename, each, "names/%{each}.yaml"]}
  - {name: glob, glob: "glob/*.yaml"}
  - {name: json, path: common.json, data_hash: json_data}
  - {name: common, path: common.yaml}
"""
MODULE = """\
version: 5
hierarchy:
  - {name: os, path: "%{facts.os.name}.yaml"}
  - {name: common, path: common.yaml}
default_hierarchy:
  - {name: last, path: default.yaml}
"""
FILES = f"nodes/{NODE}.yaml os/Debian.yaml os/Debian-12.yaml names/bookworm.yaml glob/a.yaml glob/b.yaml common.json common.yaml".split()
MODULE_FILES = ("Debian.yaml", "common.yaml", "default.yaml")
MERGES: tuple[object, ...] = (
    *("first", "unique", "hash", "deep"),
    {"strategy": "deep", "merge_hash_arrays": True},
    {"strategy": "deep", "sort_merged_arrays": True},
    {"strategy": "deep", "knockout_prefix": "--"},
)
KEYS = 40
"""The number of keys of a hierarchy, in the environment and in the module each."""


def main() -> None:
    """Make hierarchies, look up all their keys twice, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", default="reference call", metavar="COMMAND")
    parser.add_argument("--facts", type=Path, required=True, metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    options = parser.parse_args()
    random = Random(options.seed)
    facts = json.loads(options.facts.read_text(encoding="utf-8"))
    same, unknown, total = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        number = 0
        while total < options.count:
            number += 1
            for lookup, expected, actual in _looked_up(random, Path(folder, str(number)), facts, options):
                total += 1
                same += expected == actual
                unknown += actual == "unknown"
                if expected != actual:
                    print(f"{json.dumps(lookup)}\n  {json.dumps(expected)[:300]}\n  {json.dumps(actual)[:300]}")
    print(f"the same value or error: {same} of {total} | {100 * same / total:.1f} %, unknown: {unknown}")


def _looked_up(random: Random, folder: Path, facts: Data, options: argparse.Namespace) -> Iterator[tuple[Data, object, object]]:
    """Lookups in a new hierarchy, each with the value of the reference and ours."""
    _make(random, folder)
    keys = [f"k{index}" for index in range(KEYS)] + [f"m::k{index}" for index in range(KEYS)] + ["k1.a", "k2.b.a", "k3.0", "m::k4.a"]
    lookups: list[Data] = [{"key": key, "merge": random.choice((None, None, *MERGES))} for key in keys]
    begin = {
        "op": "begin",
        "modulepath": [str(folder / "modules")],
        "facts": "debian12",
        "node": NODE,
        "hiera_config": str(folder / "hiera.yaml"),
    }
    answers = _ask([begin, *({"op": "lookup", **each} for each in lookups)], shlex.split(options.reference))[1:]
    jobs = [{"code": _code(each), "node": NODE, "facts": facts} for each in lookups]
    command = ["puppet-eval", "--catalog", "--batch", "--modulepath", str(folder / "modules"), "--hiera", str(folder / "hiera.yaml")]
    for lookup, answer, own in zip(lookups, answers, _ask(jobs, command), strict=True):
        yield lookup, "missing" if answer.get("missing") else "error" if "error" in answer else answer["value"], _value(own)


def _code(lookup: Data) -> str:
    merge = json.dumps(lookup["merge"]).replace(":", " =>") if lookup["merge"] else "undef"
    return f"file {{ '/x': content => [lookup('{lookup['key']}', Any, {merge}, 'the default')] }}"


def _value(own: Data) -> object:
    if "error" in own:
        return "error"
    resources = own["resources"]
    assert isinstance(resources, list)
    content = resources[-1]["parameters"]["content"]
    if "Unknown" in json.dumps(content) or content == {}:
        return "unknown"
    return "missing" if content == ["the default"] else content[0]


def _make(random: Random, folder: Path) -> None:
    data = {f"k{index}": random.choice("hasm") for index in range(KEYS)}
    for name in FILES:
        _write(folder / "data" / name, _file(random, data, ""))
    for name in MODULE_FILES:
        _write(folder / "modules" / "m" / "data" / name, _file(random, data, "m::"))
    _write(folder / "hiera.yaml", HIERA.replace("DATADIR", str(folder / "data")))
    _write(folder / "modules" / "m" / "hiera.yaml", MODULE)


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def _file(random: Random, kinds: dict[str, str], prefix: str) -> str:
    chosen = [name for name in kinds if random.random() < 0.4]
    made: Data = {prefix + name: _made(random, kinds[name], prefix) for name in chosen}
    if random.random() < 0.7:
        options = {prefix + name: {"merge": random.choice(MERGES)} for name in random.sample([*kinds], 6)}
        made["lookup_options"] = options | ({f"^{prefix}k[12]$": {"merge": "unique"}} if random.random() < 0.3 else {})
    return json.dumps(made)


def _made(random: Random, kind: str, prefix: str, depth: int = 0) -> object:
    if kind == "m":
        kind = random.choice("has")
    if kind == "h" and depth < 3:
        return {name: _made(random, "m", prefix, depth + 1) for name in random.sample("abcd", random.randint(0, 3))}
    if kind == "a" and depth < 3:
        return [_made(random, random.choice("sssh"), prefix, depth + 1) for _ in range(random.randint(0, 3))]
    return random.choice(
        (
            *("x", "y", "--x", 1, 2, True, False, None, 1.5),
            "%{facts.os.name}",
            "%{::hostname}-%{trusted.certname}",
            "%{facts.nothing}!",
            "%{literal('%')}{x}",
            f"%{{lookup('{prefix}k{random.randint(0, 9)}')}}",
            f"%{{alias('{prefix}k{random.randint(10, 19)}')}}",
            "%{facts.os.distro.release.major}",
            "%{environment}",
        )
    )


def _ask(jobs: list[Data], command: list[str]) -> list[Data]:
    lines = "".join(json.dumps(each) + "\n" for each in jobs)
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    main()
