"""Writes the data about Puppet's built-in parts: `typesys/puppet_typesys/builtins/` and the offsets in `values/zones.py`.

    python -m bench.builtin_data FACTS [--ruby COMMAND] [--check]

FACTS is a folder with descriptions read out of a running Puppet 8.10: `types.json`, `metaparams.json` and `facts.json`. COMMAND starts
a Ruby with the library `date`, which says how far each zone is from UTC. With `--check` nothing is written, and the exit code is 1 when
anything differs.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from puppet_typesys.values.zones import OFFSETS

BUILTINS = Path(__file__).parents[1] / "typesys" / "puppet_typesys" / "builtins"
Json = dict[str, Any]
KEPT = (
    "name",
    "origin",
    "ensurable",
    "isomorphic",
    "namevars",
    "apply_to",
    "title_patterns",
    "resource_validate",
    "features",
    "providers",
    "autorelations",
)
"""The fields of a resource type that are copied, besides its attributes."""


def main() -> None:
    """Write or compare all data files."""
    parser = argparse.ArgumentParser(prog="bench.builtin_data", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("facts", type=Path, metavar="FACTS")
    parser.add_argument("--ruby", metavar="COMMAND")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    differing = [path for path, text in files(options.facts) if not path.exists() or path.read_text(encoding="utf-8") != text]
    if not options.check:
        for path, text in files(options.facts):
            path.write_text(text, encoding="utf-8")
    wrong = [] if options.ruby is None else [*wrong_zones(options.ruby)]
    for each in (*differing, *wrong):
        print(each)
    sys.exit(bool(options.check and differing) or bool(wrong))


def files(folder: Path) -> Iterator[tuple[Path, str]]:
    """The path and text of each data file."""
    for each in _read(folder, "types.json")["types"]:
        yield BUILTINS / "resource_types" / f"{each['name']}.json", resource_type(each)
    yield BUILTINS / "metaparameters.json", rows(map(without_probe, _read(folder, "metaparams.json")["metaparams"]))
    given = _read(folder, "facts.json")
    # Facts that were only seen in dumps may be of any type.
    seen = [{"name": each["name"], "type": "Any"} for each in given["other_seen_facts"]]
    yield BUILTINS / "facts.json", rows([*map(fact, given["facts"]), *seen])


def _read(folder: Path, name: str) -> Json:
    found: Json = json.loads((folder / name).read_text(encoding="utf-8"))
    return found


def resource_type(given: Json) -> str:
    """A resource type as JSON: the fields that the checker uses, with an attribute to a line."""
    fields = {name: given[name] for name in KEPT if name in given}
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    attributes = ",\n".join(f"  {json.dumps(without_probe(each), ensure_ascii=False)}" for each in given["attributes"])
    return "{\n" + ",\n".join(lines) + ',\n "attributes": [\n' + attributes + "\n ]\n}\n"


def without_probe(attribute: Json) -> Json:
    """An attribute without the answers to sample values."""
    return {name: value for name, value in attribute.items() if name != "probe"}


def fact(given: Json) -> Json:
    """A fact with its type, and for a legacy fact its replacement."""
    found: Json = {"name": given["name"], "type": given["puppet_type"]}
    for name in ("pattern", "legacy", "replacement"):
        if given.get(name):
            found[name] = given[name]
    return found


def rows(given: Iterable[object]) -> str:
    """A list with an element to a line."""
    return "[\n" + ",\n".join(f" {json.dumps(each, ensure_ascii=False)}" for each in given) + "\n]\n"


def wrong_zones(ruby: str) -> Iterator[str]:
    """The zones whose offsets differ between Ruby and `values/zones.py`."""
    code = "require 'date'; STDIN.each_line(chomp: true) { |zone| puts Date._parse(\"10:00 #{zone}\")[:offset].inspect }"
    # Names of several words are those of Windows, which Ruby knows as `... Standard Time`.
    names = [f"{name} standard time" if " " in name else name for name in OFFSETS]
    answer = subprocess.run([*shlex.split(ruby), "-e", code], input="\n".join(names) + "\n", capture_output=True, text=True, check=True)
    for (name, here), offset in zip(OFFSETS.items(), answer.stdout.split(), strict=True):
        if offset != str(here):
            yield f"zone {name}: {here} here, {offset} in Ruby"


if __name__ == "__main__":
    main()
