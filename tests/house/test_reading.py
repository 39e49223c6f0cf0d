"""All that is read from the disk goes through `puppet_check.reading`."""

from __future__ import annotations

import re
from pathlib import Path

SERVER = Path(__file__).parents[2] / "server" / "puppet_check"
OTHER = re.compile(
    r"(?<![\w.])(?<!def )open\(|\bos\.(?:open|walk|listdir|scandir)\(|\.read_(?:text|bytes)\(|\bos\.path\.getsize\("
    r"|(?<![\w.])glob\.|json\.load\(|yaml\.load"
)
ALLOWED = {
    "cli/baseline.py": "writes the baseline",
    "cli/evaluate.py": "opens /dev/null as output",
    "cli/interfaces.py": "writes interfaces",
    "cli/migrate.py": "writes settings",
    "cli/program.py": "opens /dev/null as output",
    "cli/manual.py": "reads pages of the program",
    "config/codes.py": "lists pages of the program",
    "config/settings.py": "lists modules of the program",
    "deadline.py": "asks for its own memory",
    "features/other/schema.py": "reads schemas of the program",
    "features/query.py": "reads queries of the program",
    "lsp/ending.py": "asks whether the process of the editor has ended",
    "lsp/handlers/status.py": "asks for the size of the cache",
    "lsp/server.py": "opens its input and output",
    "rules/documents.py": "lists modules of the program",
    "rules/run.py": "lists modules of the program",
    "rules/style/run.py": "lists modules of the program",
    "workspace/store.py": "lists files of the program",
    "writing.py": "compares and replaces a file that was read",
}
"""The modules that read or write something else, and what."""


def test_files_of_a_workspace_are_read_in_one_place() -> None:
    found = {
        str(path.relative_to(SERVER))
        for path in SERVER.rglob("*.py")
        if path.parent.name != "reading" and OTHER.search(path.read_text(encoding="utf-8"))
    }
    assert found <= ALLOWED.keys()
