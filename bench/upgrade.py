"""Fixes copies of modules with `puppet-check upgrade`, and asks the reference how many of their classes and defines compile.

    python -m bench.upgrade MODULES NAME ... [--reference COMMAND] [--stdlib 9] [--errors]

COMMAND compiles catalogs, as `reference compile` does, with the facts that an agent of Puppet 8 sends: without legacy facts. A class
or define counts as refused if it is refused with each of some values for its required parameters and the facts of each of some systems.
Private ones are left out. Prints a table: obstacles that are found, classes and defines that are refused, and the number of lines
that their first errors are about, each before, after `--fix`, and after `--fix --unsafe-fixes`.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from bench.evidence.reference import COMMAND, ask
from bench.evidence.samples import sample

from puppet_check.config import Configuration, Given
from puppet_check.workspace.autoload.folders import module_files
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, DEFINE, FACT, Definition, Parameter
from puppet_typesys.types.parse import Names

Answer = Mapping[str, object]
PRIVATE = re.compile(r"\b(?:assert_private|private)\b")
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


class Entries(NamedTuple):
    """What is compiled of a module."""

    code: dict[str, list[str]]
    """The code that declares each class and define, with one value after the other for required parameters."""
    facts: tuple[str, ...]
    """The module's own facts."""


class State(NamedTuple):
    """A module after a step."""

    obstacles: int
    refused: dict[str, Answer]
    """The first answer for each class and define that is always refused."""

    @property
    def places(self) -> int:
        """How many lines the refusals are about."""
        return len(
            {(error.get("file"), error.get("line")) for each in self.refused.values() if isinstance(error := each.get("error"), dict)}
        )


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
        for entry, answer in found[-1].refused.items():
            print(f"{name}: {entry}: {answer.get('error')}", file=sys.stderr)


def table(states: dict[str, tuple[int, list[State]]]) -> Iterator[str]:
    """A row for each module, and their sums."""
    yield "| module | obstacles | classes and defines | refused | for lines |"
    yield "|---|---|---|---|---|"
    for name, (entries, found) in states.items():
        yield _row(name, entries, [(each.obstacles, len(each.refused), each.places) for each in found])
    sums = [
        (sum(each.obstacles for each in of_step), sum(len(each.refused) for each in of_step), sum(each.places for each in of_step))
        for of_step in zip(*(found for _, found in states.values()), strict=True)
    ]
    yield _row("all", sum(entries for entries, _ in states.values()), sums)


def _row(name: str, entries: int, figures: Sequence[tuple[int, int, int]]) -> str:
    obstacles, refused, places = (" / ".join(map(str, column)) for column in zip(*figures, strict=True))
    return f"| {name} | {obstacles} | {entries} | {refused} | {places} |"


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
        entries = _entries(modules, name)
        return len(entries.code), [_state(modules, name, entries, step, options) for step in STEPS]


def _state(modules: Path, name: str, entries: Entries, step: Sequence[str], options: argparse.Namespace) -> State:
    """The state after the fixes of a step."""
    upgrade = [str(PROGRAM), "upgrade", "--stdlib", options.stdlib, str(modules / name)]
    if step:
        subprocess.run([*upgrade, *step], check=True, capture_output=True)
    found = subprocess.run([*upgrade, "--format", "json"], check=True, capture_output=True)
    jobs: list[dict[str, object]] = [
        {"id": number, "modulepath": [str(modules)], "code": code, "facts": facts, "extra_facts": dict.fromkeys(entries.facts, "true")}
        for number, (code, facts) in enumerate(product(chain(*entries.code.values()), FACTS))
    ]
    answers = iter(ask(jobs, options.reference))
    refused: dict[str, Answer] = {}
    for entry, several in entries.code.items():
        given = [next(answers) for _ in range(len(several) * len(FACTS))]
        if not any(each.get("ok") for each in given):
            refused[entry] = given[0]
    return State(len(json.loads(found.stdout)), refused)


def _entries(modules: Path, name: str) -> Entries:
    """The classes and defines of a module that are not private."""
    known = Workspace(Configuration(Given(), is_read=False)).known(str(modules / name / "manifests" / "init.pp"))
    module = known.project.modules[name]
    files = {path: known.loader.definitions(path, module) for path in module_files(module)}
    public = {path: found for path, found in files.items() if not PRIVATE.search(Path(path).read_text("utf-8", "replace"))}
    found = [each for several in public.values() for each in several if each.kind in (CLASS, DEFINE)]
    main = next((each for each in found if each.name == name and each.kind == CLASS), None)
    names = known.external.type_named
    code = {each.name: list(_declarations(each, None if each is main else main, names)) for each in found}
    return Entries(code, tuple(each.name for several in files.values() for each in several if each.kind == FACT))


def _declarations(of: Definition, main: Definition | None, names: Names) -> Iterator[str]:
    """Code that declares a class or define after the main class of its module, with one value after the other for required parameters."""
    several = [each for each in (main, of) if each is not None]
    needs = any(parameter.is_required for each in several for parameter in each.parameters)
    for choice in range(CHOICES if needs else 1):
        yield "\n".join(_declaration(each, choice, names) for each in several)


def _declaration(of: Definition, choice: int, names: Names) -> str:
    given = ", ".join(f"{each.name} => {_value(each, choice, names)}" for each in of.parameters if each.is_required)
    if of.kind == CLASS:
        return f"class {{ '{of.name}': {given} }}" if given else f"include {of.name}"
    return f"{of.name} {{ '{TITLES[choice % len(TITLES)]}': {given} }}"


def _value(of: Parameter, choice: int, names: Names) -> str:
    """A value for a parameter; if it has no type, one that its name suggests, and then others."""
    named = next((value for words, value in NAMED if words.search(of.name)), None)
    if of.type is None and named is not None:
        return named if choice == 0 else sample(None, choice - 1)
    return sample(type_from(of.type, names), choice)


if __name__ == "__main__":
    main()
