"""Keeps the compiled methods of the classes of `lsprotocol.types`, as Python keeps compiled modules.

The classes are made with attrs, which writes their methods as source texts and compiles these at each import: half of the time it takes.
The code is kept in `__pycache__` beside this module, under the same conditions as that of modules, and is trusted as they are. Whatever is
wrong with it only means that the texts are compiled.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import cache_from_source
from types import CodeType

import attr._make

from puppet_check.fingerprint import digest, sealed, unsealed
from puppet_check.reading.files import read
from puppet_check.writing import make_folder, write

DAMAGE = (OSError, ValueError, EOFError, TypeError)
"""What reading a file may raise that something else has written, or that is not there."""


@contextmanager
def compiled_methods() -> Iterator[None]:
    """While attrs makes classes, take the code of their methods from the file that has it, and add what is missing there."""
    kept = _read()
    missing: dict[str, CodeType] = {}

    def compiled(source: str, filename: str, mode: str) -> CodeType:
        key = digest(mode.encode(), filename.encode(), source.encode())
        found = kept.get(key)
        if found is None:
            found = missing[key] = compile(source, filename, mode)
        return found

    # The module has no name like this: it calls the built-in function.
    attr._make.__dict__["compile"] = compiled
    try:
        yield
    finally:
        del attr._make.__dict__["compile"]
    if missing and not sys.dont_write_bytecode:
        _write(kept | missing)


def _path() -> str:
    """Where the code is, which only this version of Python can read."""
    return cache_from_source(os.path.join(os.path.dirname(__file__), "methods.py"))


def _read() -> dict[str, CodeType]:
    try:
        found: dict[str, CodeType] = marshal.loads(unsealed(read(_path())))
    except DAMAGE:
        return {}
    return found


def _write(kept: dict[str, CodeType]) -> None:
    content = marshal.dumps(kept)
    with suppress(*DAMAGE):
        path = _path()
        make_folder(os.path.dirname(path))
        write(path, sealed(content))
