"""What is reported of modules that are checked alone, as in a CI job that installs no dependencies: `python -m bench.alone MODULES`.

Each module of a folder is checked in an empty folder of its own, and all are checked together. An error that is only reported alone is a
false alarm, unless the reference confirms it: those that are reported together are (`bench.evidence`). Findings about dependencies that are
not installed must not be above info.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple


class Found(NamedTuple):
    """A finding; `path` is relative to the folder of modules."""

    path: str
    line: int
    column: int
    code: str


def main() -> None:
    """Print how many errors there are alone and together, and those that are only reported alone."""
    parser = argparse.ArgumentParser(prog="bench.alone", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    folder = parser.parse_args().modules.resolve()
    together = {found: severity for found, severity in _check(folder, folder).items() if severity == "error"}
    alone: dict[Found, str] = {}
    for module in sorted(each for each in folder.iterdir() if each.is_dir()):
        with tempfile.TemporaryDirectory() as empty:
            os.symlink(module, Path(empty, module.name))
            alone |= _check(Path(empty, module.name), Path(empty))
    errors = [each for each, severity in alone.items() if severity == "error"]
    only = [each for each in errors if each not in together]
    loud = [each for each, severity in alone.items() if each.code == "missing-module" and severity in ("error", "warning")]
    print(f"errors together {len(together)}, alone {len(errors)} ({len(errors) - len(only)} of those together)")
    print(f"findings about missing modules above info: {len(loud)}")
    print(f"errors that are only reported alone: {len(only)} {dict(Counter(each.code for each in only))}")
    for each in only:
        print(f"  {each.path}:{each.line}:{each.column} {each.code}")


def _check(path: Path, top: Path) -> dict[Found, str]:
    """The findings at a path with their severities."""
    command = [sys.executable, "-c", "from puppet_check.cli.check import main; raise SystemExit(main())"]
    answer = subprocess.run(
        [*command, "--format", "json", "--no-cache", "--no-config", str(path)], capture_output=True, check=False, text=True
    )
    found = json.loads(answer.stdout)
    return {Found(os.path.relpath(each["file"], top), each["line"], each["column"], each["code"]): each["severity"] for each in found}


if __name__ == "__main__":
    main()
