"""Pathname: paths as objects. What asks for files is asked of `File`."""

from __future__ import annotations

import posixpath
import re

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import CLASSES, refuse, string_of
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, Object, String
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import INSPECTED, TEXT

PATHNAME = CLASSES["Pathname"]
UNUSUAL = lazy_pattern(r"//|(?:^|/)\.\.?(?:/|$)")
"""What makes joined paths other than the texts with a slash between them."""


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


@method("Pathname", "join", "+", "/")
def _join(value: object, *parts: object) -> object:
    texts = [path_text(each) for each in (value, *parts)]
    if any(UNUSUAL.search(each) or not each for each in texts):
        raise Unsupported("method", "Pathname#join of such a path")
    return _made(posixpath.join(*texts))


@method("Pathname", "parent")
def _parent(value: object) -> object:
    text = path_text(value)
    if UNUSUAL.search(text):
        raise Unsupported("method", "Pathname#parent of such a path")
    return _made(posixpath.dirname(text.rstrip("/")) or ("/" if text.startswith("/") else "."))


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
