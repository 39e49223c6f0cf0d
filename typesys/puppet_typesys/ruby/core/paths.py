"""The methods of `File` that only look at names, and Shellwords."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.classes import refuse, string_of
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import method, yields
from puppet_typesys.ruby.objects import AnyProc, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s


@yields("File.", "exist?", "exists?", result="Boolean")
def _exists(machine: Machine, block: AnyProc | None, module: object, path: object) -> object:
    """Whether there is a file or folder among those of the project."""
    name = string_of(path)
    found = machine.host.has_file(name)
    if found is None:
        raise Unsupported("file", name)
    return found


@yields("File.", "readable?", result="Boolean")
def _is_readable(machine: Machine, block: AnyProc | None, module: object, path: object) -> object:
    """The server can read all files of the project."""
    return _exists(machine, None, module, path)


@yields("File.", "file?", result="Boolean")
def _is_file(machine: Machine, block: AnyProc | None, module: object, path: object) -> object:
    """Whether there is a file; what is no folder may be one that is not text."""
    if not is_true(_exists(machine, None, module, path)):
        return False
    if machine.host.file_text(string_of(path)) is None:
        raise Unsupported("file", string_of(path))
    return True


@yields("Puppet::FileSystem.", "exist?", result="Boolean")
def _exists_for_puppet(machine: Machine, block: AnyProc | None, module: object, path: object) -> object:
    return _exists(machine, None, module, path)


@yields("File.", "read", result="String")
def read(machine: Machine, block: AnyProc | None, module: object, path: object, *options: object) -> object:
    """The text of a file of the project."""
    name = string_of(path)
    if options or not is_true(_exists(machine, None, module, path)):
        raise Unsupported("file", name)
    text = machine.host.file_text(name)
    if text is None:
        raise Unsupported("file", name)
    machine.spend(len(text))
    return String(text)


@yields("Puppet::FileSystem.", "read", "read_preserve_line_endings", result="String")
def _read_for_puppet(machine: Machine, block: AnyProc | None, module: object, path: object, *options: object) -> object:
    return read(machine, None, module, path, *options)


@method("File.", "basename", result="String")
def basename(module: object, path: object, suffix: object = None) -> object:
    """The last part of a path, without a suffix."""
    text = string_of(path)
    if not text:
        return String("")
    last = text.rstrip("/").rpartition("/")[2] or "/"
    if suffix is not None:
        ending = string_of(suffix)
        if ending == ".*":
            dot = last.rfind(".")
            last = last[:dot] if dot > 0 else last
        elif last != ending:
            last = last.removesuffix(ending)
    return String(last)


@method("File.", "dirname", more=1, result="String")
def dirname(module: object, path: object) -> object:
    """A path without its last part."""
    text = string_of(path)
    stripped = text.rstrip("/")
    if not stripped:
        return String("/" if text else ".")
    above = stripped.rpartition("/")[0].rstrip("/")
    if not above:
        return String("/" if "/" in stripped else ".")
    return String(re.sub(r"\A//+", "/", above))


@method("File.", "extname", result="String")
def extname(module: object, path: object) -> object:
    """The suffix of a path that starts with a dot."""
    last = string_of(path).rpartition("/")[2]
    if string_of(path).endswith("/"):
        raise Unsupported("method", "File.extname")
    found = re.fullmatch(r"\.*[^.].*?(\.[^.]*)", last, re.DOTALL)
    if last.startswith("..") or found is None:
        return String("")
    return String(found[1])


@method("File.", "join", result="String")
def join(module: object, *parts: object) -> object:
    """Parts of a path with one slash between them."""
    words: list[str] = []
    for each in parts:
        words += [string_of(part) for part in each] if isinstance(each, list) else [string_of(each)]
    if not words:
        return String("")
    joined = words[0]
    for word in words[1:]:
        if joined.endswith("/"):
            joined = joined + word.lstrip("/") if word.startswith("/") else joined + word
        else:
            joined = joined + word if word.startswith("/") else f"{joined}/{word}"
    return String(joined)


POSIX = lazy_pattern(r"(?m)^/")
WINDOWS = lazy_pattern(r"(?im)^(?:[a-z]:[\\/]|[\\/]{2}[^\\/]+[\\/][^\\/])")
OF_PLATFORM = {"posix": POSIX, "windows": WINDOWS}


@method("Puppet::Util.", "absolute_path?")
def is_absolute(module: object, path: object, platform: object = None) -> object:
    """Whether a path is absolute, where all platforms but Windows agree."""
    if not isinstance(path, String):
        return False
    if isinstance(platform, Symbol) and platform.name in OF_PLATFORM:
        return OF_PLATFORM[platform.name].search(path.text) is not None
    if platform is not None:
        raise Unsupported("platform of", "Puppet::Util.absolute_path?")
    if POSIX.search(path.text):
        return True
    if WINDOWS.search(path.text):
        raise Unsupported("platform of", "Puppet::Util.absolute_path?")
    return False


# ---- Shellwords

UNSAFE = lazy_pattern(r"([^A-Za-z0-9_\-.,:+/@\n])")


@method("Shellwords.", "shellescape", "escape", result="String")
def shellescape(module: object, value: object) -> object:
    """A word as a shell needs it."""
    text = to_s(value)
    if not text:
        return String("''")
    return String(UNSAFE.sub(r"\\\1", text).replace("\n", "'\n'"))


method("String", "shellescape")(lambda value: shellescape(None, value))


@method("Shellwords.", "shelljoin", "join", result="String")
def shelljoin(module: object, words: object) -> object:
    """Words as a command line."""
    if not isinstance(words, list):
        raise Unsupported("method", "Shellwords.join")
    return String(" ".join(to_s(shellescape(None, each)) for each in words))


method("Array", "shelljoin")(lambda value: shelljoin(None, value))

WORD = lazy_pattern(r"\s*(?:([^\0\s\\'\"]+)|'([^\0']*)'|\"((?:[^\0\"\\]|\\[^\0])*)\"|(\\[^\0]?)|(\S))(\s|\Z)?", re.MULTILINE)


@method("Shellwords.", "shellsplit", "split", "shellwords", result="Array")
def shellsplit(module: object, line: object) -> object:
    """The words of a command line."""
    text = string_of(line)
    words: list[object] = []
    field = ""
    at = 0
    while at < len(text):
        found = WORD.match(text, at)
        if found is None:
            break
        at = found.end() if found.end() > at else at + 1
        if found[5] is not None:
            if found[5] == "\0":
                raise Unsupported("method", "Shellwords.split")
            refuse("ArgumentError", f"Unmatched quote: {text}")
        if found[3] is not None:
            field += re.sub(r'\\([$`"\\\n])', r"\1", found[3])
        elif found[4] is not None:
            field += re.sub(r"\\(.)", r"\1", found[4], flags=re.DOTALL)
        else:
            field += found[1] if found[1] is not None else found[2]
        if found[6] is not None:
            words.append(String(field))
            field = ""
    return words


method("String", "shellsplit", "shellwords")(lambda value: shellsplit(None, value))
