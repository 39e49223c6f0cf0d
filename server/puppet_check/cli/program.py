"""What `puppet-check` and `puppet-format` share: how a run ends, and which of the given paths exist."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from puppet_check.cli.files import STDIN
from puppet_check.cli.streams import discard, unwritten
from puppet_check.config import ConfigError
from puppet_check.reading.folders import names_in
from puppet_check.reading.places import is_there, is_too_long
from puppet_grammar.named import NamedTuple
from puppet_typesys.spelling import MEANT, closest

FAILED = 2
"""The exit code for invalid usage, unreadable files and internal errors."""
INTERRUPTED = 130
FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO)
"""What the system says when no more can be written."""
PrintError = Callable[[str], None]


class Ended(NamedTuple):
    """What a command prints, and its exit code."""

    lines: Iterable[str]
    code: int


def exit_code(run: Callable[[], int], print_error: PrintError) -> int:
    """The exit code of a run, also of one that is interrupted or fails, which prints the reason."""
    try:
        return run()
    except ConfigError as error:
        reason = str(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        discard(sys.stdout)
        return FAILED
    except OSError as error:
        reason = _reason(error)
    except MemoryError:
        reason = "there is not enough memory"
    except Exception as error:  # A bug of ours: nobody who runs a program wants to read a traceback.
        reason = f"this failed because of a bug in puppet-check ({type(error).__name__}: {error}; {_place(error)})"
    with suppress(OSError):  # Nobody may read it either.
        print_error(reason)
    return FAILED


def _place(error: BaseException) -> str:
    """Where in our code an error was raised, for a report about the bug."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return "" if frame is None else f"{os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}"


def _reason(error: OSError) -> str:
    """What the system refused, such as the current folder when it is gone."""
    if error.filename:
        return f"{error.strerror}: {error.filename}"
    return unwritten(error) if error.errno in FULL else f"{error.strerror or error}; does the current folder still exist?"


def _nothing(path: str) -> str:
    return ""


def missing_paths(asked: Sequence[str], print_error: PrintError, meant: Callable[[str], str] = _nothing) -> list[str]:
    """Those of the given paths that do not exist, each with an error; `meant` says what else the first one may be."""
    missing = [path for path in asked if path != STDIN and not is_there(path)]
    for path in missing:
        if is_too_long(path):
            print_error(f"the path is too long: {path}")
        else:
            other = meant(path) if path == asked[0] else ""
            print_error(f"no such file or folder: {path or repr(path)}{_similar(path) or other}")
    return missing


def _similar(path: str) -> str:
    """The end of a message about a path that does not exist: the one beside it with the most similar name."""
    folder, name = os.path.split(path)
    found = closest(name, names_in(folder or os.curdir)) if name else None
    return "" if found is None else f"{MEANT}'{os.path.join(folder, found)}'?"
