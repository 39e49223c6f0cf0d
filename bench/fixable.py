"""Finds out which codes have fixes, from the examples of the manual pages and from folders of code.

    python -m bench.fixable [FOLDER]...

Writes `puppet_check/config/fixable.json`, the data of `puppet-check rules`: the codes with safe fixes, and those with unsafe ones only.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from puppet_check.config.codes import pages
from puppet_check.config.fixable import DATA
from tests.cases.pages import WITHOUT_EXAMPLES, examples
from tests.cli.command import run, write

OPTIONS = ("--no-cache", "--no-gitignore", "--format", "json")
STYLE = ("--profile", "strict", "--extend-select", "wmf_styleguide,80chars")


def main(folders: Sequence[str]) -> None:
    """Write the data."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as examples:
        write_examples(Path(examples))
        for folder in (examples, *folders):
            for code, safety in (*fixes_in(folder), *fixes_in(folder, *STYLE)):
                found[code].add(safety)
    safe = sorted(code for code, kinds in found.items() if "safe" in kinds)
    unsafe = sorted(code for code, kinds in found.items() if kinds == {"unsafe"})
    Path(DATA).write_text(json.dumps({"safe": safe, "unsafe": unsafe}, indent=1) + "\n")
    print(f"{len(safe)} codes with safe fixes, {len(unsafe)} with unsafe ones only")


def write_examples(folder: Path) -> None:
    """Write the examples of all manual pages below a folder."""
    for code in sorted(pages().keys() - WITHOUT_EXAMPLES):
        for number, example in enumerate(examples(code)):
            write(folder / code / str(number), example.files)


def fixes_in(folder: str, *options: str) -> Iterator[tuple[str, str]]:
    """The codes of the findings in a folder, each with the safety of a fix."""
    for finding in json.loads(run("puppet-check", *OPTIONS, *options, folder).out):
        yield from ((finding["code"], fix["safety"]) for fix in finding.get("fixes", ()))


if __name__ == "__main__":
    main(sys.argv[1:])
