"""Attack: the files of a hostile workspace, and the program that is run on it."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Literal


class Special(Enum):
    """An entry of a folder that is neither a file nor a link."""

    FIFO = auto()
    FOLDER = auto()


@dataclass(frozen=True)
class Link:
    """A symbolic link; its target is taken as it is."""

    target: str


@dataclass(frozen=True)
class Repeated:
    """A file that consists of one text many times, which need not be held in memory."""

    text: bytes
    times: int


Entry = bytes | str | Link | Special | Repeated
Program = Literal["check", "command", "eval", "format", "server", "wire", "debug", "cached", "surrounded", "repositories"]


@dataclass(frozen=True)
class Attack:
    """A workspace, and the command that reads it. A server opens every file that is an editor's, and is asked everything about it."""

    kind: str
    name: str
    files: dict[str, Entry] = field(default_factory=dict)
    program: Program = "check"
    arguments: tuple[str, ...] = (".",)
    before: dict[str, Entry] = field(default_factory=dict)
    """The files at the only revision, if it is a repository."""

    def write(self, folder: Path) -> int:
        """Make the workspace in an empty folder; returns its size in bytes, the arguments included."""
        size = sum(map(len, self.arguments))
        if self.before:
            size += _write(folder, self.before)
            for arguments in (("init",), ("add", "--all"), (*AUTHOR, "commit", "--message", "x")):
                subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
            for name in self.before:
                (folder / name).unlink()
        return size + _write(folder, self.files)


AUTHOR = ("-c", "user.name=x", "-c", "user.email=x@example.com")


def _write(folder: Path, files: dict[str, Entry]) -> int:
    """Write entries below a folder; returns their size in bytes."""
    size = 0
    for name, entry in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(entry, Link | Special):
            _remove(path)
        match entry:
            case Special.FIFO:
                os.mkfifo(path)
            case Special.FOLDER:
                path.mkdir(exist_ok=True)
            case Link(target):
                path.symlink_to(target)
            case Repeated(text, times):
                with path.open("wb") as file:
                    for _ in range(times):
                        file.write(text)
                size += len(text) * times
            case _:
                content = entry.encode("utf-8", "surrogateescape") if isinstance(entry, str) else entry
                path.write_bytes(content)
                size += len(content)
    return size


def _remove(path: Path) -> None:
    """Remove what git or an earlier revision has left in a place."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
