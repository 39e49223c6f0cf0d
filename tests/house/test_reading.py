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
    "cli/evaluate.py": "opens /dev/null as output",
    "cli/interfaces.py": "writes interfaces",
    "cli/migrate.py": "writes settings",
    "cli/output_files.py": "opens devices and pipes as output",
    "cli/program.py": "opens /dev/null as output",
    "cli/manual.py": "reads pages of the program",
    "config/codes.py": "lists pages of the program",
    "config/settings.py": "lists modules of the program",
    "deadline.py": "asks for its own memory",
    "features/other/schema.py": "reads schemas of the program",
    "features/structure/query.py": "reads queries of the program",
    "installed.py": "lists files of the program",
    "lsp/ending.py": "asks whether the process of the editor has ended",
    "lsp/handlers/status.py": "asks for the size of the cache",
    "own_modules.py": "finds modules of the program",
    "lsp/server.py": "opens its input and output",
    "cli/streams.py": "opens /dev/null as output",
    "reports/kept.py": "lists results",
    "rules/documents.py": "lists modules of the program",
    "rules/run.py": "lists modules of the program",
    "rules/style/run.py": "lists modules of the program",
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


ASKS = re.compile(r"\bos\.path\.(?:exists|isfile|isdir|lexists|islink|realpath)\(|\bos\.l?stat\(")
CHECKING = ("config", "workspace", "rules", "suppressions", "formatting")
"""The packages whose questions to the file system are dependencies of a run."""


def test_the_checker_asks_for_files_in_one_place() -> None:
    found = {
        str(path.relative_to(SERVER))
        for package in CHECKING
        for path in (SERVER / package).rglob("*.py")
        if ASKS.search(path.read_text(encoding="utf-8"))
    }
    assert found <= {"workspace/database.py"}  # It asks for the cache.
