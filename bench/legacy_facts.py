"""Writes what recorded facts show about legacy facts: `typesys/puppet_typesys/builtins/legacy_facts.json`.

    python -m bench.legacy_facts FOLDER ... [--check]

Each FOLDER is `facts` of a release of facterdb, with a file of facts for each system below a folder for each version of Facter. Releases
up to 1.27 have legacy and structured facts; later ones have structured facts of newer systems. The data file has

- `always`: the paths of structured facts with parts that every system of Facter 4 has, as far as replacements of legacy facts are in them;
- `present`: the paths of structured facts that every system of Facter 4 has with the type that is declared for them, and that do not depend
  on its network;
- `equal`: the legacy facts that some system has, and whose replacement has the same value and type on each system with legacy facts.

With `--check` nothing is written, and the exit code is 1 if the file differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from puppet_check.config.facts import value_of
from puppet_check.rules.legacy_names import keys_of, legacy_named
from puppet_typesys.builtins.facts import facts
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.types.relate import is_instance

FILE = Path(__file__).parents[1] / "typesys" / "puppet_typesys" / "builtins" / "legacy_facts.json"
OLDEST, SENT = 3, 4
"""The versions of Facter with structured facts, and from which on agents of Puppet 7 and 8 have them."""
EDITED = frozenset(
    (
        *(("ipaddress", f"3.{rest}") for rest in ("0/ubuntu-15.10", "10/ubuntu-18.04", "2/aix-53", "2/aix-61", "2/aix-71", "6/pcs-6")),
        *(("ipaddress", f"4.0/{name}") for name in ("centos-7", "debian-10", "oraclelinux-7", "redhat-7", "scientific-7", "solaris-11")),
        *((name, "4.2/popos-21.10") for name in ("ipaddress", "boardserialnumber")),
        *(("selinux", "4.2/oraclelinux-9"), ("", "3.14/VirtuozzoLinux-7")),
        *((f"operatingsystem{what}release", f"4.{minor}/archlinux") for what in ("", "maj") for minor in range(2, 6)),
    )
)
"""Records that were edited by hand, as Facter reports both facts from one value and the record has two, or are incomplete: later records
of Arch Linux have a release. An empty name means all facts."""
WHOLE = 35
"""How many legacy facts a system has at least. Records with fewer were shortened by hand: they lack `uptime` or `osfamily`."""
OF_ALL_NETWORKS = ((), ("fqdn",), ("hostname",), ("interfaces",))
"""The parts of `networking` that do not need an address."""
Facts = Mapping[str, object]


class System(NamedTuple):
    """A recorded system."""

    name: str
    """The version of Facter and the system, such as `4.2/debian-11-x86_64`."""
    facts: Facts

    @property
    def version(self) -> int:
        """The major version of Facter."""
        return int(self.name.partition(".")[0])


def main() -> None:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(prog="bench.legacy_facts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    recorded = [*systems(options.folders)]
    made = json.dumps({"always": always(recorded), "equal": equal(recorded), "present": present(recorded)}, indent=1) + "\n"
    if options.check:
        sys.exit(made != FILE.read_text(encoding="utf-8"))
    FILE.write_text(made, encoding="utf-8")


def systems(folders: Iterable[Path], oldest: int = OLDEST) -> Iterator[System]:
    """The systems of some folders; files that are not JSON are left out."""
    for path in (each for folder in folders for each in sorted(folder.glob("*/*.facts"))):
        if int(path.parent.name.partition(".")[0]) < oldest:
            continue
        try:
            read = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            print(f"{path.parent.name}/{path.name} is not JSON", file=sys.stderr)
            continue
        # Agents send a part of a fact that is null as an empty string.
        yield System(f"{path.parent.name}/{path.stem}", {name: _sent(part) for name, part in read.items() if part is not None})


def _sent(part: object) -> object:
    match part:
        case dict():
            return {name: _sent(each) for name, each in part.items()}
        case list():
            return [*map(_sent, part)]
    return "" if part is None else part


def always(recorded: Iterable[System]) -> list[str]:
    """The parents of replacements that each system of a current Facter has as hashes or arrays."""
    paths = {tuple(keys[:length]) for keys in _replacements() for length in range(1, len(keys))}
    for each in recorded:
        if each.version >= SENT:
            paths = {path for path in paths if isinstance(value(each.facts, path), dict | list)}
    return sorted(".".join(map(str, path)) for path in paths)


def present(recorded: Iterable[System]) -> list[str]:
    """The parts that each system of a current Facter has, of all whose names are known."""
    paths = {path: type for each in facts().values() if not each.legacy for path, type in _parts((each.name,), parse_builtin(each.type))}
    for each in recorded:
        if each.version >= SENT:
            paths = {path: type for path, type in paths.items() if _has(each, path, type)}
    return sorted(".".join(path) for path in paths if path[0] != "networking" or path[1:] in OF_ALL_NETWORKS)


def _has(system: System, path: tuple[str, ...], type: Type) -> bool:
    found = value(system.facts, path)
    return found is not None and is_instance(type, value_of(found))


def _parts(path: tuple[str, ...], type: Type) -> Iterator[tuple[tuple[str, ...], Type]]:
    yield path, model.HASH if isinstance(type, model.Struct) else type
    for each in type.elements if isinstance(type, model.Struct) else ():
        yield from _parts((*path, each.name), each.value)


def equal(recorded: Iterable[System]) -> list[str]:
    """The legacy facts whose replacements are equal wherever there are legacy facts, so that both are absent from a system, or none."""
    found: dict[str, bool] = {}
    for system in filter(has_legacy_facts, recorded):
        for name in {*_whole_names(), *_names_of_parts(system.facts), *system.facts}:
            fact = legacy_named(name)
            keys = None if fact is None else keys_of(name, fact)
            if fact is None or keys is None or is_edited(name, system.name):
                continue
            given, other = system.facts.get(name), value(system.facts, keys)
            if given is not None or other is not None:
                found[fact.name] = found.get(fact.name, True) and is_same(given, other)
    return sorted(name for name, are_equal in found.items() if are_equal)


@cache
def _whole_names() -> tuple[str, ...]:
    return tuple(each.name for each in facts().values() if each.legacy and each.pattern is None)


def _names_of_parts(found: Facts) -> Iterator[str]:
    """The legacy facts of parts that the structured facts have."""
    for each in facts().values():
        path, is_open, _ = (each.replacement or "").partition("<")
        if not is_open:
            continue
        before, _, after = each.name.partition("<")
        parts = value(found, path.rstrip(".").split("."))
        names = range(len(parts)) if isinstance(parts, list) else parts if isinstance(parts, dict) else ()
        yield from (f"{before}{name}{after.partition('>')[2]}" for name in names)


def has_legacy_facts(system: System) -> bool:
    """Whether a record has legacy facts, all of those that the system has."""
    return sum(legacy_named(each) is not None for each in system.facts) >= WHOLE


def is_edited(name: str, system: str) -> bool:
    """Whether a legacy fact of a record was edited by hand, or is incomplete."""
    return any(fact in ("", name) and system.startswith(f"{beginning}-") for fact, beginning in EDITED)


def value(facts: object, keys: Iterable[str | int]) -> object:
    """The part of facts at some keys; None if it is absent."""
    for key in keys:
        match facts:
            case dict():
                facts = facts.get(key)
            case list() if isinstance(key, int) and key < len(facts):
                facts = facts[key]
            case _:
                return None
    return facts


def is_same(one: object, other: object) -> bool:
    """Whether two values are equal and of one type."""
    return type(one) is type(other) and one == other


def _replacements() -> Iterator[list[str]]:
    for each in facts().values():
        if each.legacy and each.replacement is not None:
            yield each.replacement.partition("<")[0].rstrip(".").split(".") + [""] * ("<" in each.replacement)


if __name__ == "__main__":
    main()
