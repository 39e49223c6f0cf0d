"""Compares the documents that `puppet-check docs` makes with those of puppet-strings.

    python -m bench.documentation MODULES --reference 'COMMAND'

COMMAND is puppet-strings, which is run in a copy of each module with `--format FORMAT --out FILE`. Prints the modules with differences,
then how many documents are identical, and of their lines.
"""

from __future__ import annotations

import argparse
import difflib
import json
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puppet_check.documentation.markdown import reference
from puppet_check.documentation.module import module_documentation
from puppet_check.documentation.strings_json import as_data


class Count(NamedTuple):
    """The lines of a document of puppet-strings, and how many of them differ."""

    lines: int
    different: int


def main() -> None:
    """Document each module twice, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--reference", required=True, metavar="COMMAND")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="keep the documents of puppet-strings here")
    options = parser.parse_args()
    counts: dict[str, list[Count]] = {"markdown": [], "json": []}
    for module in sorted(options.modules.iterdir()):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / module.name
            shutil.copytree(module.resolve(), copy, symlinks=False, ignore_dangling_symlinks=True)
            for format, found in counts.items():
                theirs = _of_reference(copy, format, shlex.split(options.reference), options.kept)
                made = Count(len(theirs), sum(1 for _ in _differences(theirs, _ours(copy, format))))
                found.append(made)
                if made.different:
                    print(f"{module.name} {format}: {made.different} of {made.lines} lines", flush=True)
    for format, found in counts.items():
        same = sum(not each.different for each in found)
        different, lines = sum(each.different for each in found), sum(each.lines for each in found)
        print(f"{format}: {same} of {len(found)} documents, {lines - different} of {lines} lines identical")


def _ours(module: Path, format: str) -> list[str]:
    made = module_documentation(str(module))
    return reference(made).splitlines() if format == "markdown" else _sorted(as_data(made))


def _of_reference(module: Path, format: str, command: list[str], kept: Path | None) -> list[str]:
    file = (kept or module.parent) / f"{module.name}.{'md' if format == 'markdown' else 'json'}"
    if not file.exists():
        subprocess.run([*command, "--format", format, "--out", str(file)], cwd=module, check=True, capture_output=True)
    text = file.read_text(encoding="utf-8")
    return text.splitlines() if format == "markdown" else _sorted(json.loads(text))


def _sorted(data: dict[str, list[dict[str, object]]]) -> list[str]:
    """The lines of the data. puppet-strings gives entries of one name in any order."""
    rows = {kind: sorted(found, key=lambda each: (str(each["name"]), str(each["file"]), str(each["line"]))) for kind, found in data.items()}
    return json.dumps(rows, indent=1).splitlines()


def _differences(theirs: list[str], ours: list[str]) -> Iterator[str]:
    for line in difflib.unified_diff(theirs, ours, lineterm="", n=0):
        if line.startswith("-") and not line.startswith("---"):
            yield line


if __name__ == "__main__":
    main()
