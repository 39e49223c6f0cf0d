"""Files that specs open: those of the repository are read, and what is written stays in memory."""

from __future__ import annotations

from puppet_check.specs.machine import SpecMachine, of
from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

FILE = "File::OfSpecs"
KIND = Module(FILE, CLASSES["Object"])


class Open:
    """An open file: what it had when it was opened, and what is written."""

    def __init__(self, path: str, mode: str, text: str) -> None:
        self.path = path
        self.is_read = mode == "r"
        self.text = text

    def add(self, machine: SpecMachine, text: str) -> None:
        """Write text at its end."""
        if self.is_read:
            raise Unsupported("file", "that is open for reading alone")
        self.text += text
        machine.written[self.path] = self.text

    def take(self) -> str:
        """What has not been read yet."""
        found, self.text = self.text, ""
        return found


def opened(machine: SpecMachine, path: str, mode: str, text: str, block: AnyProc | None) -> object:
    """What `File.open` gives for a path and a text that the file begins with: an open file, or what its block gives."""
    held = Open(path, mode, text)
    if not held.is_read:
        machine.written[path] = text
    made = Object(KIND, held)
    return made if block is None else machine.call(block, made)


@yields(FILE, "write", "print", "<<", keeps=True)
def write(machine: Machine, block: AnyProc | None, file: Object, *texts: object) -> object:
    """Write texts."""
    for each in texts:
        file.holding(Open).add(of(machine), to_s(each))
    return file


@yields(FILE, "puts", keeps=True)
def puts(machine: Machine, block: AnyProc | None, file: Object, *texts: object) -> object:
    """Write lines."""
    for each in texts or ("",):
        if isinstance(each, list):
            raise Unsupported("method", "puts of an Array")
        line = each if isinstance(each, str) else to_s(each)
        file.holding(Open).add(of(machine), line if line.endswith("\n") else f"{line}\n")
    return None


@yields(FILE, "read", keeps=True)
def read(machine: Machine, block: AnyProc | None, file: Object) -> object:
    """The text of a file that is open for reading, which can be read once."""
    held = file.holding(Open)
    if not held.is_read:
        raise Unsupported("file", "that is open for writing alone")
    return String(held.take())


@yields(FILE, "close", "flush", keeps=True)
def close(machine: Machine, block: AnyProc | None, file: Object) -> object:
    """Close it; what was written is there at once."""
    return None


@yields(FILE, "path", keeps=True)
def path(machine: Machine, block: AnyProc | None, file: Object) -> object:
    """Its path."""
    return String(file.holding(Open).path)
