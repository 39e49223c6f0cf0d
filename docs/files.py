"""Lists the modules below a folder with the first line of what each says about itself: `python -m docs.files [FOLDER]`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("grammar/puppet_grammar", "typesys/puppet_typesys", "server/puppet_check")


def listed(folder: Path) -> Iterator[str]:
    """A line for each module, in the order of their paths."""
    for path in sorted(folder.rglob("*.py")):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if text:
            yield f"{path.relative_to(ROOT).as_posix()}  {text.splitlines()[0]}"


def main(arguments: list[str]) -> None:
    """Print the list for each folder, of all code if none is named."""
    for each in arguments or FOLDERS:
        folder = Path(each).resolve()
        if not folder.is_dir() or not folder.is_relative_to(ROOT):
            sys.exit(f"{each}: not a folder of this project")
        print(*listed(folder), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
