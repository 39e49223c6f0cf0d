"""Pathname: paths as objects. What asks for files is asked of `File`."""

from __future__ import annotations

import functools
import posixpath
import re

from puppet_typesys.ruby.classes import CLASSES, refuse, string_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Object, String
from puppet_typesys.ruby.shown import INSPECTED, TEXT

PATHNAME = CLASSES["Pathname"]


def _made(text: str) -> Object:
    return Object(PATHNAME, String(text))


def path_text(value: object) -> str:
    """The text of a Pathname or a String."""
    return value.holding(String).text if isinstance(value, Object) and value.kind is PATHNAME else string_of(value)


TEXT[PATHNAME.name] = path_text
INSPECTED[PATHNAME.name] = lambda value: f"#<Pathname:{path_text(value)}>"


@method("Pathname.", "new")
def _new(module: object, path: object) -> object:
    text = path_text(path)
    if "\0" in text:
        refuse("ArgumentError", "pathname contains null byte")
    return _made(text)


@method("Kernel.", "Pathname")
def _of_kernel(module: object, path: object) -> object:
    return _new(module, path)


method("Pathname", "to_s", "to_path")(lambda value: String(path_text(value)))
method("Pathname", "absolute?")(lambda value: path_text(value).startswith("/"))
method("Pathname", "relative?")(lambda value: not path_text(value).startswith("/"))
method("Pathname", "root?")(lambda value: re.fullmatch("/+", path_text(value)) is not None)


def _without_last(path: str) -> tuple[str, str] | None:
    """What stands before the last name of a path, with its slash, and the name; nothing for a path without a name."""
    kept = path.rstrip("/")
    start = kept.rfind("/") + 1
    return (path[:start], kept[start:]) if kept else None


def _plus(before: str, after: str) -> str:
    """Two paths as Ruby's `Pathname#+` joins them: the `..` that the second begins with take names of the first away."""
    if after.startswith("/"):
        return after
    starts = [each.start() for each in re.finditer("[^/]+", after)]
    names = re.findall("[^/]+", after)
    first = 0
    while True:
        while names[first : first + 1] == ["."]:
            first += 1
        last = _without_last(before)
        if last is None or (last[1] != "." and (last[1] == ".." or names[first : first + 1] != [".."])):
            break
        before = last[0]
        first += last[1] != "."
    if last is None and before:  # Nothing is above the root.
        while names[first : first + 1] == [".."]:
            first += 1
    elif last is not None:
        before = last[0] + last[1]
    rest = after[starts[first] :] if first < len(names) else ""
    if last is None:
        return (before + rest) or "."
    return f"{before}/{rest}" if rest else before


@method("Pathname", "+", "/")
def _add(value: object, other: object) -> object:
    return _made(_plus(path_text(value), path_text(other)))


@method("Pathname", "join")
def _join(value: object, *parts: object) -> object:
    return _made(functools.reduce(lambda after, before: _plus(before, after), [path_text(each) for each in (*parts[::-1], value)]))


@method("Pathname", "parent")
def _parent(value: object) -> object:
    return _made(_plus(path_text(value), ".."))


@method("Pathname", "cleanpath", more=1)
def _clean(value: object) -> object:
    found = posixpath.normpath(path_text(value))
    return _made(found[1:] if found.startswith("//") else found)


def _through_file(name: str, asked: str, *, is_path: bool = False) -> None:
    """Enter a method that `File` answers, with a path as its result or something else."""

    @yields("Pathname", name)
    def answer(machine: Machine, block: AnyProc | None, value: object, *arguments: object) -> object:
        found = machine.send(CLASSES["File"], asked, [String(path_text(value)), *arguments], block)
        return _made(string_of(found)) if is_path else found


for each in ("exist?", "file?", "directory?", "readable?", "read", "extname"):
    _through_file(each, each)
for each, asked in (("basename", "basename"), ("dirname", "dirname"), ("expand_path", "expand_path"), ("realpath", "realpath")):
    _through_file(each, asked, is_path=True)
