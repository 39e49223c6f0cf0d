"""Checks modules beside other checkouts, and renames their symbols there.

    python -m bench.siblings MODULES [--modules N] [--renames N] [--seed S] [--list]

Each module is checked as `main` alone, beside a second work tree `feature-x`, and beside all other modules; its findings have to be the
same beside the work tree. Then symbols are renamed in language servers whose workspace is `main` alone, for a client that can ask its user
and for one that cannot. Prints the findings that are new beside others, and the edits outside of the workspace that need no confirmation.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tests.support.lsp_client import Client, Failure, Json

PROGRAM = Path(sys.executable).with_name("puppet-check")
SYMBOL = re.compile(
    r"^(?:class|define|function|type)\s+([\w:]+)|\b(?:include|contain)\s+([\w:]+)|(?<=\$)([a-z]\w+)|\b([A-Z]\w*::[\w:]+)", re.MULTILINE
)
"""Definitions, and uses of classes, variables and types."""
CONFIRMING = {"workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {"groupsOnLabel": True}}}}
Findings = Counter[tuple[str, str, str]]


class Place(NamedTuple):
    """The place of a symbol, lines and columns from 0."""

    path: Path
    line: int
    column: int
    name: str


class Tally:
    """What the renames came to."""

    def __init__(self) -> None:
        self.renamed = self.moved = self.refused = self.protected = 0
        self.reasons: Counter[str] = Counter()
        self.outside: list[str] = []


def main() -> int:
    """Check and rename."""
    parser = argparse.ArgumentParser(prog="bench.siblings", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--modules", dest="count", type=int, default=20)
    parser.add_argument("--renames", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print the findings that are new beside other modules")
    options = parser.parse_args()
    choose = random.Random(options.seed)
    usable = [each for each in sorted(options.modules.iterdir()) if (each / "metadata.json").is_file() and (each / "manifests").is_dir()]
    chosen = sorted(choose.sample(usable, min(options.count, len(usable))))
    differing, new, tally = 0, Counter[str](), Tally()
    with tempfile.TemporaryDirectory() as top:
        alone, two, beside = (Path(top) / each for each in ("alone", "two", "beside"))
        for each in sorted(options.modules.iterdir()):
            copied(each, beside / each.name)
        for number, module in enumerate(chosen):
            for folder in (alone / "main", two / "main", two / "feature-x", beside / "main"):
                shutil.rmtree(folder, ignore_errors=True)
                copied(module, folder)
            before = findings(alone / "main")
            for folder in (two / "main", two / "feature-x"):
                other = findings(folder)
                differing += (before - other).total() + (other - before).total()
            more = findings(beside / "main") - before
            new.update(severity for _, severity, _ in more.elements())
            if options.list:
                print("\n".join(f"{module.name}: {' '.join(each)}" for each in more.elements()))
            rename(two / "main", beside / "main", choose, -(-options.renames * (number + 1) // len(chosen)) - tally.renamed, tally)
    print(f"{len(chosen)} modules: {differing} findings differ beside a second work tree")
    print(f"new findings beside all other modules: {dict(new) or 'none'}")
    print(f"{tally.renamed} renames, {tally.moved} with a file that moves, {tally.refused} refused")
    print(f"{len(tally.outside)} edits outside of the workspace, and {tally.protected} to confirm")
    for reason, times in tally.reasons.most_common(8):
        print(f"  refused {times}: {reason}")
    print("".join(f"{each}\n" for each in tally.outside), end="")
    return 1 if differing or tally.outside else 0


def copied(module: Path, folder: Path) -> None:
    """Copy a module with what its links lead to."""
    shutil.copytree(module.resolve(), folder, ignore_dangling_symlinks=True)


def findings(folder: Path) -> Findings:
    """The findings of a checkout: their places, severities with codes, and messages."""
    done = subprocess.run([PROGRAM, "--no-cache", "--jobs", "1", "--format", "json", "."], cwd=folder, capture_output=True, check=False)
    several = json.loads(done.stdout)
    return Counter((f"{each['file']}:{each['line']}", f"{each['severity']} {each['code']}", each["message"]) for each in several)


def rename(two: Path, beside: Path, choose: random.Random, count: int, tally: Tally) -> None:
    """Rename a number of symbols of a module in turn beside its work tree and beside other modules."""
    wanted = tally.renamed + count
    for folder, capabilities in ((two, None), (beside, CONFIRMING)):
        goal = wanted - count // 2 if folder is two else wanted
        client = Client(env={"XDG_CACHE_HOME": str(folder.parent.parent / "cache")}, errors=subprocess.DEVNULL)
        try:
            client.initialize(folder, capabilities=capabilities)
            opened: set[Path] = set()
            for place in shuffled(folder, choose):
                if tally.renamed >= goal:
                    break
                if place.path not in opened:
                    client.open(place.path, place.path.read_text())
                    opened.add(place.path)
                _renamed(client, place, folder, tally)
        finally:
            client.kill()


def _renamed(client: Client, place: Place, folder: Path, tally: Tally) -> None:
    name = f"{place.name}_zq"
    try:
        edit = client.at("textDocument/rename", place.path, place.line, place.column, newName=name)
    except Failure as error:
        tally.refused += 1
        tally.reasons[re.sub(r"'[^']*'|/\S+", "…", error.message)] += 1
        return
    tally.renamed += 1
    tally.moved += any(each.get("kind") == "rename" for each in edit.get("documentChanges", ()))
    for path, is_confirmed in changed(edit):
        if not os.path.realpath(path).startswith(f"{folder.resolve()}{os.sep}"):
            if is_confirmed:
                tally.protected += 1
            else:
                tally.outside.append(f"{place.name} in {place.path}: {path}")


def changed(edit: Json) -> Iterator[tuple[str, bool]]:
    """The files that an edit changes or moves, and whether the user has to confirm that."""
    asked = {key for key, each in (edit.get("changeAnnotations") or {}).items() if each.get("needsConfirmation")}
    for uri in edit.get("changes") or {}:
        yield path_of(uri), False
    for each in edit.get("documentChanges") or ():
        if "edits" in each:
            for one in each["edits"]:
                yield path_of(each["textDocument"]["uri"]), one.get("annotationId") in asked
        else:
            yield from ((path_of(each[key]), each.get("annotationId") in asked) for key in ("uri", "oldUri", "newUri") if key in each)


def path_of(uri: str) -> str:
    """The path of a file URI."""
    return unquote(urlsplit(uri).path)


def shuffled(folder: Path, choose: random.Random) -> list[Place]:
    """The places of symbols in the manifests of a module, each symbol of a file once."""
    found: dict[tuple[Path, str], Place] = {}
    for path in sorted(folder.glob("*/**/*.pp")):
        for number, line in enumerate(path.read_text(errors="replace").splitlines()):
            for each in SYMBOL.finditer(line):
                name = each[each.lastindex or 0]
                # The end of the name, which may have a segment for each module that it passes.
                found.setdefault((path, name), Place(path, number, each.end(each.lastindex or 0) - 1, name))
    places = [*found.values()]
    choose.shuffle(places)
    return places


if __name__ == "__main__":
    sys.exit(main())
