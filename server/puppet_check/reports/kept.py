"""Results that are kept in files of JSON, and hold as long as no file and folder that they depended on has changed.

Each file has a checksum: one that does not match it is ignored.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

from puppet_check.fingerprint import sealed, unsealed
from puppet_check.reading.dependencies import RECORDER, State, hold
from puppet_check.reading.files import read
from puppet_check.writing import make_folder, remove, write

MOST_RESULTS = 200
"""How many results are kept in a folder."""
LARGEST = 16 << 20
"""The size in bytes of the largest result that is kept."""
ODD = (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError, MemoryError)
"""What reading a result may raise that something else has written."""


def kept(path: str) -> list[Any]:
    """The parts of the result in a file. Raises one of `ODD` if it cannot be read or does not hold any more."""
    found = json.loads(unsealed(read(path, LARGEST)))
    if not isinstance(found, list) or not hold([*found[-1].items()]):
        raise ValueError(path)
    return found[:-1]


def keep(path: str, *result: object) -> None:
    """Keep a result, in parts, with all dependencies noted so far, if these are certain. Whatever prevents it only costs time later."""
    states = RECORDER.all_of_them()
    if states is None:
        return
    by_kind: dict[str, dict[str, State]] = {}
    for (kind, each), state in states.items():
        by_kind.setdefault(kind, {})[each] = state
    content = json.dumps((*result, by_kind), separators=(",", ":")).encode()
    if len(content) >= LARGEST:
        return
    with suppress(OSError):
        folder = os.path.dirname(path)
        make_folder(folder)
        write(path, sealed(content))
        evict(folder, MOST_RESULTS)


def evict(folder: str, most: int) -> None:
    """Remove the oldest files of a folder if there are too many. Raises OSError."""
    paths = [os.path.join(folder, name) for name in os.listdir(folder)]
    if len(paths) > most:
        for path in sorted(paths, key=os.path.getmtime)[: len(paths) - most]:
            remove(path)
