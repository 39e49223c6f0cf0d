"""Lines of JSON that a command answers, with its answers kept for further runs."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from puppet_check.config.configuration import Configuration, Given
from puppet_check.workspace.known import Known
from puppet_check.workspace.workspace import Workspace

Data = dict[str, object]
NODE = "node1.example.com"
"""The node that the reference compiles for."""


def parser(about: str | None, reference: str, *, count: int, counted: str = "count") -> argparse.ArgumentParser:
    """The options of a benchmark that compares with a command of the reference; `counted` is the option for how much it compares."""
    made = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("modules", type=Path)
    made.add_argument("--reference", default=reference, metavar="COMMAND")
    made.add_argument("--facts", type=Path, required=True, metavar="FILE", help="the facts of the node, as JSON")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument(f"--{counted}", type=int, default=count)
    made.add_argument("--answers", type=Path, metavar="FILE", help="keep the answers of the reference here")
    made.add_argument("--list", type=Path, metavar="FILE", help="write what differs")
    return made


def ask(jobs: Iterable[Data], command: list[str]) -> Iterator[Data]:
    """The answers of a command to lines of JSON."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as asked:
        asked.writelines(json.dumps(each) + "\n" for each in jobs)
        asked.seek(0)
        with subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8") as process:
            assert process.stdout is not None
            yield from map(json.loads, process.stdout)


def kept_answers(kept: Path | None, make: Callable[[], Iterable[Data]]) -> list[Data]:
    """The answers in a file, which are made and written if it does not exist."""
    if kept is not None and kept.exists():
        return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    answers = [*make()]
    if kept is not None:
        kept.write_text("".join(json.dumps(each) + "\n" for each in answers), encoding="utf-8")
    return answers


def known_modules(modules: Path) -> Known:
    """The project of which a folder is the whole module path."""
    return Workspace(Configuration(Given(replaced=(("modulepath", (str(modules),)),)), is_read=False)).known(str(modules / "x"))
