"""Fixes copies of modules with `puppet-check upgrade`, and asks the reference how many of their classes and defines compile.

    python -m bench.upgrade MODULES NAME ... [--reference COMMAND] [--stdlib 9] [--errors]

COMMAND compiles catalogs, as `reference compile` does, with the facts that an agent of Puppet 8 sends: without legacy facts. A class
or define counts as refused if it is refused with each of some values for its required parameters and the facts of each of some systems.
Prints a table: obstacles that are found and classes and defines that are refused, before, after `--fix`, and after `--fix --unsafe-fixes`.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.evidence.attempts import type_of
from bench.evidence.reference import COMMAND, Job, Refusal, refusals
from bench.evidence.samples import sample

from puppet_check.config import Configuration, Given
from puppet_check.workspace.autoload import module_files
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.loader import CLASS, DEFINE, Definition, Parameter

PROGRAM = Path(sys.executable).with_name("puppet-check")
FACTS = ("debian12", "redhat9")
CHOICES = 7
"""How many values are tried for the required parameters."""
TITLES = ("sample", "/sample", "a.example")
NAMED = (
    (re.compile("path|dir|file|cert|root|home"), "'/sample'"),
    (re.compile("ip|address|host|bind"), "'10.0.0.1'"),
    (re.compile("port"), "80"),
)
STEPS = ((), ("--fix",), ("--fix", "--unsafe-fixes"))


class State(NamedTuple):
    """A module after a step."""

    obstacles: int
    refused: dict[str, Refusal]
    """The last refusal of each class and define that is always refused."""


def main() -> None:
    """Copy the modules, fix them in steps, and compile their classes and defines after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--reference", default=COMMAND, metavar="COMMAND")
    parser.add_argument("--stdlib", default="9")
    parser.add_argument("--errors", action="store_true", help="print what is still refused")
    options = parser.parse_args()
    states = {name: _states(options, name) for name in options.names}
    for line in table(states):
        print(line)
    for name, (_, found) in states.items() if options.errors else ():
        for entry, refusal in found[-1].refused.items():
            print(f"{name}: {entry}: {refusal.message}", file=sys.stderr)


def table(states: dict[str, tuple[int, list[State]]]) -> Iterator[str]:
    """A row for each module, and their sums."""
    yield "| module | obstacles: before / `--fix` / `--unsafe-fixes` | classes and defines | refused: before / `--fix` / `--unsafe-fixes` |"
    yield "|---|---|---|---|"
    for name, (entries, found) in states.items():
        yield _row(name, entries, [each.obstacles for each in found], [len(each.refused) for each in found])
    several = [found for _, found in states.values()]
    obstacles = [sum(each[step].obstacles for each in several) for step in range(len(STEPS))]
    refused = [sum(len(each[step].refused) for each in several) for step in range(len(STEPS))]
    yield _row("all", sum(entries for entries, _ in states.values()), obstacles, refused)


def _row(name: str, entries: int, obstacles: Sequence[int], refused: Sequence[int]) -> str:
    return f"| {name} | {' / '.join(map(str, obstacles))} | {entries} | {' / '.join(map(str, refused))} |"


def _states(options: argparse.Namespace, name: str) -> tuple[int, list[State]]:
    """The number of classes and defines of a module, and its state after each step."""
    with tempfile.TemporaryDirectory() as top:
        modules = Path(top) / "modules"
        modules.mkdir()
        Path(top, "environment.conf").touch()
        for each in sorted(options.modules.iterdir()):
            if each.name != name:
                (modules / each.name).symlink_to(each.resolve())
        shutil.copytree((options.modules / name).resolve(), modules / name, ignore_dangling_symlinks=True)
        found = list(_entries(modules, name))
        main = next((each for each in found if each.name == name and each.kind == CLASS), None)
        entries = {each.name: list(_declarations(each, None if each is main else main)) for each in found}
        return len(entries), [_state(modules, name, entries, step, options) for step in STEPS]


def _state(modules: Path, name: str, entries: dict[str, list[str]], step: Sequence[str], options: argparse.Namespace) -> State:
    """The state after the fixes of a step."""
    upgrade = [str(PROGRAM), "upgrade", "--stdlib", options.stdlib, str(modules / name)]
    if step:
        subprocess.run([*upgrade, *step], check=True, capture_output=True)
    found = subprocess.run([*upgrade, "--format", "json"], check=True, capture_output=True)
    asked = [(entry, Job(code, facts=facts)) for entry, several in entries.items() for code in several for facts in FACTS]
    refused: dict[str, Refusal] = {}
    compiled: set[str] = set()
    for (entry, _), refusal in zip(asked, refusals((job for _, job in asked), modules, options.reference), strict=True):
        if refusal is None:
            compiled.add(entry)
        else:
            refused.setdefault(entry, refusal)
    return State(len(json.loads(found.stdout)), {entry: refusal for entry, refusal in refused.items() if entry not in compiled})


def _entries(modules: Path, name: str) -> Iterator[Definition]:
    """The classes and defines of a module."""
    known = Workspace(Configuration(Given(), is_read=False)).known(str(modules / name / "manifests" / "init.pp"))
    module = known.project.modules[name]
    for path in module_files(module):
        yield from (each for each in known.loader.definitions(path, module) if each.kind in (CLASS, DEFINE))


def _declarations(of: Definition, main: Definition | None) -> Iterator[str]:
    """Code that declares a class or define after the main class of its module, with one value after the other for required parameters."""
    several = [each for each in (main, of) if each is not None]
    needs = any(parameter.is_required for each in several for parameter in each.parameters)
    for choice in range(CHOICES if needs else 1):
        yield "\n".join(_declaration(each, choice) for each in several)


def _declaration(of: Definition, choice: int) -> str:
    given = ", ".join(f"{each.name} => {_value(each, choice)}" for each in of.parameters if each.is_required)
    if of.kind == CLASS:
        return f"class {{ '{of.name}': {given} }}" if given else f"include {of.name}"
    return f"{of.name} {{ '{TITLES[choice % len(TITLES)]}': {given} }}"


def _value(of: Parameter, choice: int) -> str:
    """A value for a parameter; if it has no type, one that its name suggests, and then others."""
    named = next((value for words, value in NAMED if words.search(of.name)), None)
    if of.type is None and named is not None:
        return named if choice == 0 else sample(None, choice - 1)
    return sample(type_of(of.type), choice)


if __name__ == "__main__":
    main()
