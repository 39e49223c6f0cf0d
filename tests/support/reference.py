"""Requests to the reference: a command that reads a JSON line for each source and answers with one."""

from __future__ import annotations

import base64
import json
import shlex
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from puppet_grammar.parse import Mode

COMMAND = "reference parse"
"""The default command; scripts have the option `--reference` for another."""

MANIFEST = Mode()

Answer = dict[str, object]


@dataclass(frozen=True, slots=True)
class Question:
    """A source, as bytes or as the path of a file, and what to return besides its PN."""

    source: bytes | Path
    mode: Mode = MANIFEST
    options: tuple[str, ...] = ()

    def line(self, number: int) -> str:
        """The request as a line of JSON."""
        where = {"path": str(self.source)} if isinstance(self.source, Path) else {"b64": base64.b64encode(self.source).decode()}
        fields = {"id": number, "epp": self.mode.epp, "tasks": self.mode.tasks}
        return json.dumps(fields | where | dict.fromkeys(self.options, True))


def ask(questions: Iterable[Question], command: str = COMMAND) -> Iterator[Answer]:
    """The answers of one process of the reference, in the order of the questions."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as asked:
        asked.writelines(question.line(number) + "\n" for number, question in enumerate(questions))
        asked.seek(0)
        with subprocess.Popen(shlex.split(command), stdin=asked, stdout=subprocess.PIPE, encoding="utf-8") as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield json.loads(line)
        if process.returncode:
            raise RuntimeError(f"'{command}' ended with {process.returncode}")
