"""What programs write below the server's folder for data, where the host has one: it is empty when a catalog is begun."""

from __future__ import annotations

from puppet_typesys.ruby.classes import CLASSES, string_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Module, Object, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s
from puppet_typesys.values.meter import spend_text

OWNER = Module("Process::Owner", CLASSES["Object"])
"""The class of the numbers of users and groups, of which nothing is known."""
STATUS = "File::Stat"
STATUS_KIND = Module(STATUS, CLASSES["Object"])


class Written:
    """A file that is open for writing."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, text: str) -> None:
        """Write a text at the end."""
        spend_text(len(text))
        self.texts.append(text)


def _require(machine: Machine, path: object, made: str) -> None:
    """Raise Unsupported unless a path is below the folder, or that folder."""
    if not machine.host.is_scratch(string_of(path)):
        raise Unsupported("method", made)


def _can_be_written(machine: Machine, path: object) -> bool:
    """Whether the folder of a file is there, and no folder is in its place."""
    name = string_of(path)
    return bool(machine.host.has_file(name.rpartition("/")[0])) and not (
        machine.host.has_file(name) and machine.host.file_text(name) is None
    )


@yields("FileUtils.", "mkdir_p", "makedirs", "mkpath")
def _make_folder(machine: Machine, block: AnyProc | None, module: object, path: object, options: object = None) -> object:
    _require(machine, path, "FileUtils.mkdir_p")
    machine.host.write(string_of(path), None)
    return [path]


@yields("File.", "open")
def _open(machine: Machine, block: AnyProc | None, module: object, path: object, mode: object = None, bits: object = None) -> object:
    _require(machine, path, "File.open")
    if block is None or not isinstance(mode, String) or mode.text != "w" or not _can_be_written(machine, path):
        raise Unsupported("method", "File.open")
    written = Written()
    made = machine.call(block, Object(CLASSES["File"], written))
    machine.host.write(string_of(path), "".join(written.texts))
    return made


@yields("File.", "write")
def _write_file(machine: Machine, block: AnyProc | None, module: object, path: object, text: object) -> object:
    _require(machine, path, "File.write")
    if not _can_be_written(machine, path):
        raise Unsupported("method", "File.write")
    written = to_s(text)
    machine.host.write(string_of(path), written)
    return len(written.encode())


@method("File", "write", "print")
def _write(file: Object, text: object) -> object:
    written = to_s(text)
    file.holding(Written).add(written)
    return len(written.encode())


@method("File", "<<")
def _append(file: Object, text: object) -> object:
    file.holding(Written).add(to_s(text))
    return file


@method("File", "puts")
def _put_line(file: Object, text: object) -> object:
    if isinstance(text, list):
        raise Unsupported("method", "puts of an Array")
    written = to_s(text)
    file.holding(Written).add(written if written.endswith("\n") else f"{written}\n")
    return None


@yields("File.", "stat")
def _status(machine: Machine, block: AnyProc | None, module: object, path: object) -> object:
    _require(machine, path, "File.stat")
    if not machine.host.has_file(string_of(path)):
        raise Unsupported("method", "File.stat")
    return Object(STATUS_KIND)


@method(STATUS, "uid", "gid")
def _owner(status: Object) -> object:
    return Object(OWNER)


@yields("File.", "chown", "chmod")
def _change(machine: Machine, block: AnyProc | None, module: object, first: object, *others: object) -> object:
    """Owners and modes are of no account: nothing asks for them."""
    paths = [each for each in others if isinstance(each, String)]
    for each in paths:
        _require(machine, each, "File.chown")
        if not machine.host.has_file(each.text):
            raise Unsupported("file", each.text)
    if not paths or isinstance(first, Symbol):
        raise Unsupported("method", "File.chown")
    return len(paths)
