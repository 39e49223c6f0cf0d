"""A session with the language server in the current folder, whose files are hostile: `python -m bench.attacks.session open|edit|closed`.

`open` opens the files of an editor and asks everything about each. `edit` types their texts into harmless documents, piece by piece, and
makes these harmless again. `closed` leaves them on the disk, and waits for the check of all files.

Ends with 3, and tells what it is, if the server ends, a response comes too late or is an exception, or an ordinary document beside the
others gets no findings in time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from stat import S_ISREG

from bench.attacks.asked import PER_BYTE, Asked, Watch

from tests.support.lsp_client import Client

MOST_FILES = 8
MOST_BYTES = 4 << 20
SOON = 1.0
"""The seconds in which any other document gets its findings."""
ORDINARY = "class ordinary ($x, $x) { }\n"
PIECES = 4
CHECKS = 3
"""How many times the files are checked when they have changed on the disk: by the server, and twice by the process that checks all."""
Files = list[tuple[Path, str]]


def main() -> int:
    """Run one session."""
    folder = Path.cwd()
    files = [*_files(folder)]
    mode = sys.argv[1] if sys.argv[1:] else "open"
    with Path("../errors").open("w+b") as errors:
        client = Client(errors=errors.fileno())
        asked = Asked(client, _size(folder))
        try:
            _session(asked, folder, files, MODES[mode])
        except (TimeoutError, ConnectionError, OSError) as error:
            asked.wrong.append(f"\nlate: {type(error).__name__}: {error}")
            client.kill()
        errors.seek(0)
        print(errors.read(1 << 20).decode(errors="replace"))
    for each in asked.wrong:
        print(each)
    return 3 if asked.wrong else 0


def _session(asked: Asked, folder: Path, files: Files, mode: Callable[[Asked, Path, Files], None]) -> None:
    client = asked.client
    client.initialize(folder)
    _ordinary(asked, folder / "first_neighbour.pp", asked.allowed)
    mode(asked, folder, files)
    watch = Watch(client)
    code = client.stop()
    asked.note(watch, "the end", asked.allowed)
    if code:
        asked.wrong.append(f"exception: the server ended with {code}")


def _ordinary(asked: Asked, path: Path, seconds: float) -> None:
    """An ordinary document gets its findings, and a response."""
    watch = Watch(asked.client)
    asked.client.open(path, ORDINARY)
    asked.client.published(path, patience=asked.patience)
    asked.client.at("textDocument/hover", path, 0, 8)
    asked.note(watch, f"the findings of {path.name}", seconds)


def _soon(size: int) -> float:
    return SOON + PER_BYTE * size


def opened(asked: Asked, folder: Path, files: Files) -> None:
    """Open the files, and ask everything about each."""
    for path, text in files:
        asked.client.open(path, text)
    _ordinary(asked, folder / "neighbour.pp", _soon(_size(folder)))
    for path, text in files:
        asked.about(path, text)


def edited(asked: Asked, folder: Path, files: Files) -> None:
    """Type each file into a harmless document, make this harmless again, undo that, and repair it by a last edit."""
    for path, text in files:
        edits = _Edits(asked, path)
        length = len(text) // PIECES + 1
        for start in range(0, len(text), length):
            edits.append(text[start : start + length])
            asked.client.at("textDocument/hover", path, 0, 0)
        edits.replace(text[: len(text) // 2])
        asked.ask("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}})
        edits.repaired()
        edits.replace(text)
        for _ in range(20):
            edits.append("x")
        _ordinary(asked, folder / f"neighbour_{path.stem}.pp", _soon(_size(folder)))
        asked.about(path, edits.text)
        edits.repaired()


class _Edits:
    """A document with its edits."""

    def __init__(self, asked: Asked, path: Path) -> None:
        self._asked, self._path, self._version = asked, path, 0
        self.text = ORDINARY
        asked.client.open(path, self.text)

    def append(self, text: str) -> None:
        """Insert text before the end."""
        lines = self.text.split("\n")
        end = (len(lines) - 1, len(lines[-1].encode("utf-16-le", "surrogatepass")) // 2)
        self._send((*end, *end, text))
        self.text += text

    def replace(self, text: str) -> None:
        """Replace everything."""
        self._send((0, 0, self.text.count("\n") + 1, 0, text))
        self.text = text

    def repaired(self) -> None:
        """Make the document harmless: its findings come soon."""
        self.replace(ORDINARY)
        watch = Watch(self._asked.client)
        if self._path.suffix == ".pp":
            self._asked.client.published(self._path, self._version, patience=self._asked.patience)
        self._asked.note(watch, f"the findings of the repaired {self._path.name}", self._asked.allowed)

    def _send(self, change: tuple[int, int, int, int, str]) -> None:
        self._version += 1
        self._asked.client.edit(self._path, self._version, change)


def closed(asked: Asked, folder: Path, files: Files) -> None:
    """Leave the files on the disk; the check of all files ends, and other documents are answered meanwhile."""
    neighbour = folder / "closed_neighbour.pp"
    neighbour.write_text(ORDINARY)
    client = asked.client
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2} for path in (neighbour, *_all(files))]})
    _ordinary(asked, folder / "neighbour.pp", _soon(0))
    asked.allowed *= CHECKS
    found = asked.ask("workspace/diagnostic", {"previousResultIds": []})
    asked.allowed /= CHECKS
    reported = {each["uri"] for each in found["items"] if each["items"]} if found else set()
    if neighbour.as_uri() not in reported and not (folder / ".gitignore").exists():
        asked.wrong.append(f"late: no findings of the closed {neighbour.name}")
    asked.about(folder / "neighbour.pp", ORDINARY)


def _all(files: Files) -> Iterator[Path]:
    for path, _ in files:
        yield path


def _size(folder: Path) -> int:
    return sum(os.lstat(os.path.join(where, name)).st_size for where, _, names in os.walk(folder) for name in names)


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    """The largest files of an editor."""
    found = []
    for where, _, names in os.walk(folder):
        for path in (Path(where, name) for name in names):
            try:
                status = path.lstat()
            except (OSError, ValueError):
                continue
            if S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES:
                found.append((-status.st_size, str(path)))
    for _, path in sorted(found)[:MOST_FILES]:
        yield Path(path), Path(path).read_bytes().decode(errors="replace")


MODES: dict[str, Callable[[Asked, Path, Files], None]] = {"open": opened, "edit": edited, "closed": closed}

if __name__ == "__main__":
    sys.exit(main())
