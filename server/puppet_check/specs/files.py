"""Files of the repository, as code of specs reads them, and the environment."""

from __future__ import annotations

import os
import re
from glob import glob

from puppet_check.reading.files import LARGEST_SEARCHED, read_text
from puppet_check.reading.places import exists, is_file, is_folder, is_outside, state
from puppet_check.specs.machine import DYNAMIC, SpecMachine
from puppet_check.specs.open_files import opened
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import string_of
from puppet_typesys.ruby.convert import from_puppet
from puppet_typesys.ruby.objects import AnyProc, Hash, NativeProc, Object, Proc, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.values.missing import MISSING

BEYOND_DATA = lazy_pattern(r"(?:^|[\s,\[{-])(?::\w|[!%@`])|(?<!\d)\d{4}-\d\d-\d\d", re.MULTILINE)
"""What YAML may read as something else than data: Symbols, tags and dates."""
QUOTED = lazy_pattern(
    r"""((?:^|[:,\[{-])[ \t]*)(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')(?=[ \t]*(?:$|[,\]}:#]))""",
    re.MULTILINE,
)
"""Strings in quotes on one line, which are Strings whatever is in them."""
TEMPORARY = "/tmp/of-specs"
"""The name of temporary folders, in which nothing is."""


def whole(machine: SpecMachine, path: object) -> str:
    """The absolute path of a name, which is relative to the module."""
    return os.path.normpath(os.path.join(machine.folder, string_of(path)))


def inside(machine: SpecMachine, path: object) -> str:
    """The absolute path of a file in the repository; others are not read."""
    found = whole(machine, path)
    if found != machine.folder and (not found.startswith(machine.folder + os.sep) or is_outside(found, machine.folder)):
        raise Unsupported("file", "outside of the module")
    return found


def _file(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    match name:
        case "expand_path" | "absolute_path" | "realpath":
            base = whole(machine, arguments[1]) if len(arguments) > 1 and arguments[1] is not None else machine.folder
            return String(os.path.normpath(os.path.join(base, string_of(arguments[0]))))
        case "exist?" | "exists?" | "readable?":
            return whole(machine, arguments[0]) in machine.written or exists(inside(machine, arguments[0]))
        case "file?":
            return whole(machine, arguments[0]) in machine.written or is_file(inside(machine, arguments[0]))
        case "write":
            machine.written[inside(machine, arguments[0])] = string_of(arguments[1])
            return len(string_of(arguments[1]))
        case "rename":
            machine.written[inside(machine, arguments[1])] = machine.written.pop(inside(machine, arguments[0]))
            return 0
        case "open" if len(arguments) == 1 or isinstance(arguments[1], String):
            mode = "r" if len(arguments) == 1 else string_of(arguments[1])
            if mode not in ("r", "w", "a"):
                raise Unsupported("method", "File.open")
            path = inside(machine, arguments[0])
            known = path in machine.written or is_file(path)
            text = "" if mode == "w" or (mode == "a" and not known) else _read(machine, arguments[0])
            return opened(machine, path, mode, text, block)
        case "directory?":
            return is_folder(inside(machine, arguments[0]))
        case "size?" | "size":
            found = state(inside(machine, arguments[0]))
            return None if found is None else found.st_size or None
        case "read" | "readlines":
            text = _read(machine, arguments[0])
            return String(text) if name == "read" else [String(each) for each in text.splitlines(keepends=True)]
    raise Unsupported("method", f"File.{name}")


def _read(machine: SpecMachine, path: object) -> str:
    try:
        found = inside(machine, path)
        return machine.written.get(found) or read_text(found, LARGEST_SEARCHED, "strict")
    except (OSError, UnicodeDecodeError):
        raise Unsupported("file", string_of(path)) from None


def _folder(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    match name:
        case "exist?" | "exists?":
            return is_folder(inside(machine, arguments[0]))
        case "pwd" | "getwd":
            return String(machine.folder)
        case "mktmpdir" if block is None:
            return String(TEMPORARY)
        case "tmpdir":
            return String("/tmp")
        case "[]" | "glob":
            arguments = [each for each in arguments if not isinstance(each, Hash)]
            found = [path for each in arguments for path in _matching(machine, string_of(each))]
            return found if block is None else [machine.call(block, each) for each in found]
    raise Unsupported("method", f"Dir.{name}")


def _matching(machine: SpecMachine, pattern: str) -> list[String]:
    """The files that a pattern names, in order."""
    path = inside(machine, String(pattern))
    is_whole = os.path.isabs(pattern)
    found = sorted(glob(path, recursive=True))
    start = pattern[:2] if pattern.startswith("./") else ""
    return [String(each if is_whole else start + os.path.relpath(each, machine.folder)) for each in found]


def _yaml(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    if name == "load_stream" and len(arguments) == 1 and block is None:
        return [_document(machine, each, name) for each in _documents(string_of(arguments[0]))]
    if name not in ("load_file", "safe_load_file", "unsafe_load_file", "load", "safe_load"):
        raise Unsupported("method", f"YAML.{name}")
    text = string_of(arguments[0]) if name in ("load", "safe_load") else _read(machine, arguments[0])
    if not text.replace("---", "").strip():
        return False if name == "load" else None
    return _document(machine, text, name)


MARK = lazy_pattern(r"^---(?:[ \t]+(?=\S)|[ \t]*$\n?)", re.MULTILINE)
"""What begins a document of YAML, of which texts within others are indented."""
END = lazy_pattern(r"^\.\.\.", re.MULTILINE)


def _documents(text: str) -> list[str]:
    """The documents of a text in YAML. Raises Unsupported if one is empty, or ends before another begins."""
    first, *others = MARK.split(text)
    found = [*([first] if COMMENT.sub("", first).strip() else []), *others]
    if END.search(text) or not all(COMMENT.sub("", each).strip() for each in found):
        raise Unsupported("method", "YAML.load_stream of an unusual text")
    return found


COMMENT = lazy_pattern(r"^\s*#.*$", re.MULTILINE)


def _document(machine: SpecMachine, text: str, name: str) -> object:
    """The value of a document."""
    if BEYOND_DATA.search(QUOTED.sub(r"\1x", text)):
        raise Unsupported("method", f"YAML.{name} of an unusual text")
    value = machine.host.yaml(text)
    if value is MISSING:
        raise Unsupported("method", f"YAML.{name} of an unusual text")
    return from_puppet(value)


def _marshal(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    """`Marshal.load(Marshal.dump(x))` is a deep copy: what is dumped is copied, and loaded as it is."""
    if name in ("dump", "load") and len(arguments) == 1:
        return copied(arguments[0])
    raise Unsupported("method", f"Marshal.{name}")


def copied(value: object) -> object:
    """A deep copy."""
    if isinstance(value, String):
        return String(value.text, False, value.binary)
    if isinstance(value, list):
        return [copied(each) for each in value]
    if isinstance(value, Hash):
        made = Hash()
        made.entries.update({at: (key, copied(each)) for at, (key, each) in value.entries.items()})
        made.default = value.default
        if value.default_proc is not None:
            raise Unsupported("method", "Marshal.dump")
        return made
    if isinstance(value, Object | Proc | NativeProc):
        raise Unsupported("method", "Marshal.dump")
    return value


def _environment(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    """No variable of the environment is set, but those that the code sets."""
    known = machine.used.setdefault("ENV", {})
    assert isinstance(known, dict)
    match name:
        case "[]":
            return known.get(string_of(arguments[0]))
        case "[]=" | "store":
            known[string_of(arguments[0])] = arguments[1]
            return arguments[1]
        case "fetch":
            found = known.get(string_of(arguments[0]))
            if found is not None:
                return found
            if block is not None:
                return machine.call(block, arguments[0])
            if len(arguments) > 1:
                return arguments[1]
        case "key?" | "has_key?" | "include?":
            return string_of(arguments[0]) in known
    raise Unsupported("method", f"ENV.{name}")


def _facter(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    match name:
        case "version":
            return String("4.10.0")
        case "clear" | "clear_messages" | "flush" | "reset":
            return None
    raise Unsupported("method", f"Facter.{name}")


def _file_utils(machine: SpecMachine, receiver: object, name: str, arguments: list[object], block: AnyProc | None) -> object:
    """Folders are not made, and temporary ones need not be removed."""
    if name in ("mkdir_p", "mkdir") or (name in ("rm_rf", "rm_r", "rm_f") and whole(machine, arguments[0]).startswith(TEMPORARY)):
        return None
    raise Unsupported("method", f"FileUtils.{name}")


DYNAMIC.update(
    {
        "File.": _file,
        "Dir.": _folder,
        "YAML.": _yaml,
        "Psych.": _yaml,
        "Marshal.": _marshal,
        "ENV.": _environment,
        "Facter.": _facter,
        "FileUtils.": _file_utils,
    }
)
