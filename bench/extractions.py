"""Extracts statements of real classes to new ones, and compares what is found and the catalogs before and after.

    python -m bench.extractions MODULES --reference COMMAND [--seed S] [--count N] [--list]

Some consecutive statements of a class of each file are extracted in a copy of the modules. The files must have the same findings
as before, and the classes the same resources with the same parameters; only the new class is added.
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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.copies import copied

from puppet_check.analysis import Analysis
from puppet_check.features.refactoring.extraction import extracted_class
from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit

LONGEST = 4
"""The largest number of statements."""
PART = re.compile(r"(?:.*::)?Part\d*\Z", re.IGNORECASE)
PLACE = re.compile(r"Error while evaluating a Resource Statement, (?:Evaluation Error: )?| +|\(file: [^)]*\)|\(line: [^)]*\)|/\S+\.pp")


def main() -> int:
    """Extract, compare."""
    parser = argparse.ArgumentParser(prog="bench.extractions", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--reference", required=True, metavar="COMMAND", help="for example `reference catalog`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--list", action="store_true", help="print every extraction")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "env"
        copied(options.modules, folder)
        known = [path for path in sorted(folder.rglob("*.pp")) if "manifests" in path.parts]
        before = findings(folder)
        done = dict(extracted(known, random.Random(options.seed), options.count))
        for path, title in done.items() if options.list else ():
            print(f"{path.relative_to(folder)}: {title}")
        worse = [f"new: {each}" for each in added(before, findings(folder))]
        names = sorted(title.rpartition(" ")[2].rpartition("::")[0] for title in done.values())
        old, new = (catalogs(where, names, options.reference) for where in (options.modules.resolve(), folder / "modules"))
        changed = [name for name in names if old[name] != new[name]]
        compiled = sum(isinstance(each, dict) for each in old.values())
    for each in worse:
        print(each)
    for name in changed:
        print(f"catalog of {name}: {_difference(old[name], new[name])}")
    print(f"{len(done)} extractions, {len(worse)} new findings, {len(changed)} of {compiled} catalogs differ")
    return 1 if worse or changed else 0


def extracted(paths: list[Path], choose: random.Random, count: int) -> Iterator[tuple[Path, str]]:
    """The files that were changed, with the title of the action."""
    analysis = Analysis()
    choose.shuffle(paths)
    for path in paths:
        if count <= 0:
            return
        source = path.read_bytes()
        document = analysis.open(str(path), source)
        view = document.view
        bodies = [each.body for each in view.program.definitions if isinstance(each, ast.HostClassDefinition)]
        statements = bodies[0].statements if len(bodies) == 1 and isinstance(bodies[0], ast.BlockExpression) else ()
        offered = []
        for first in range(len(statements)):
            last = min(len(statements), first + choose.randint(1, LONGEST)) - 1
            offered += extracted_class(view, statements[first].start, statements[last].end)
        analysis.close(str(path))
        if offered:
            title, edits = choose.choice(offered)
            _apply(path, source, edits)
            count -= 1
            yield path, title


def _apply(path: Path, source: bytes, edits: tuple[Edit, ...]) -> None:
    for each in sorted(edits, reverse=True, key=lambda each: each.start):
        if each.path is not None:
            Path(each.path).parent.mkdir(parents=True, exist_ok=True)
            Path(each.path).write_text(each.replacement)
        else:
            source = source[: each.start] + each.replacement.encode() + source[each.end :]
    path.write_bytes(source)


def findings(folder: Path) -> Counter[tuple[str, str]]:
    """The findings with their modules."""
    command = [Path(sys.executable).with_name("puppet-check"), "--jobs", "1", "--format", "json", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    rows = json.loads(done.stdout)
    return Counter((each["file"].split("/")[1], f"{each['code']} {each['message']}") for each in rows)


def added(before: Counter[tuple[str, str]], after: Counter[tuple[str, str]]) -> list[str]:
    """The findings that are new; those of a module with a file that could not be checked say nothing."""
    failed = {module for module, text in (*before, *after) if text.startswith("internal-error")}
    return [f"{module}: {text}" for module, text in after - before if module not in failed]


Catalog = dict[str, dict[str, object]] | str
"""The parameters of resources, or the error in place of a catalog."""


def catalogs(modules: Path, names: list[str], command: str) -> dict[str, Catalog]:
    """The catalogs of classes."""
    lines = [json.dumps({"id": name, "modulepath": [str(modules)], "code": f"include {name}"}) for name in names]
    done = subprocess.run(shlex.split(command), input="\n".join(lines), capture_output=True, text=True, check=True)
    return {str(each["id"]): _catalog(each) for each in map(json.loads, done.stdout.splitlines())}


def _catalog(answer: dict[str, object]) -> Catalog:
    catalog = answer.get("catalog")
    if not isinstance(catalog, dict):
        return PLACE.sub("", str((answer.get("error") or {}) and answer["error"]["message"]))  # type: ignore[index]  # JSON
    return {
        f"{each['type']}/{each['title']}": {name: _unordered(value) for name, value in each["parameters"].items()}
        for each in catalog["resources"]
        if not PART.match(each["type"]) and not PART.match(str(each["title"]))
    }


def _unordered(value: object) -> object:
    """A value in which lists are sorted: those of relationships are in the order of evaluation."""
    return sorted(map(str, value)) if isinstance(value, list) else value


def _difference(old: Catalog, new: Catalog) -> str:
    if isinstance(old, str) or isinstance(new, str):
        return f"{str(old)[:200]!r} became {str(new)[:300]!r}"
    found = []
    for resource in sorted({*old, *new}):
        before, after = (each.get(resource) or {} for each in (old, new))
        for name in sorted({*before, *after}):
            if before.get(name) != after.get(name):
                found.append(f"{resource} {name}: {before.get(name)!r} became {after.get(name)!r}"[:600])
    return "; ".join(found[:3])


if __name__ == "__main__":
    sys.exit(main())
