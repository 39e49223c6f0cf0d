"""What an earlier run with the same arguments printed, as long as no file and folder that it depended on has changed since then."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from puppet_check.cli.closing import Passing
from puppet_check.cli.streams import LOST, discard, unwritten
from puppet_check.cli.terminal import ENVIRONMENT as LOOKS
from puppet_check.fingerprint import digest
from puppet_check.installed import cache_folder, version
from puppet_check.reading.dependencies import RECORDER
from puppet_check.reading.places import forget
from puppet_check.reports.kept import ODD, keep, kept
from puppet_grammar.named import NamedTuple

FOLDER = "runs"
KEPT = (0, 1)
"""The exit codes of runs that checked all files."""
ENVIRONMENT = ("HOME", "USERPROFILE", "PUPPET_CHECK_MANUAL", *LOOKS)
"""The variables of the environment that a result depends on."""


class Result(NamedTuple):
    """What a run printed on the standard output, and its exit code."""

    code: int
    text: str

    def print(self) -> int:
        """Print the text and return the exit code."""
        try:
            sys.stdout.write(self.text)
            sys.stdout.flush()
        except BrokenPipeError:
            discard(sys.stdout)
        except OSError as error:
            with suppress(OSError):
                print(f"puppet-check: {unwritten(error)}", file=sys.stderr)
            return LOST
        return self.code


class RunCache:
    """The result of the last run with the same arguments in the same folder, and what is noted of this run for the next one."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._arguments = arguments
        self._lines: list[str] | None = None
        """The findings as they were printed, which is all that is kept; None if none have been, not even an empty list."""
        self.is_recorded = False
        """Whether what this run depends on is noted, as its result may be kept."""

    def result(self) -> Result | None:
        """The result, if it still holds."""
        try:
            code, text = kept(self._path())
            text.encode()  # fails for what cannot be printed
            return Result(code, text) if isinstance(code, int) and code in KEPT else None
        except ODD:
            return None

    def record(self) -> None:
        """Note from now on what this run depends on."""
        forget()
        RECORDER.start()
        self.is_recorded = True

    def give_up(self) -> None:
        """Do not keep the result of this run: the next one may print something else even if nothing changes."""
        self.is_recorded = False

    def noted(self, lines: Iterable[str]) -> Iterator[str]:
        """Pass lines through that are printed."""
        if self._lines is None:
            self._lines = []
        for each in lines:
            if self.is_recorded and not isinstance(each, Passing):
                self._lines.append(each)
            yield each

    def keep(self, code: int) -> None:
        """Keep the result of this run, with its exit code. Whatever prevents it only makes the next run longer."""
        if self.is_recorded and code in KEPT and self._lines is not None:
            with suppress(OSError):
                keep(self._path(), code, "".join(self._lines))

    def _path(self) -> str:
        """Where the result is: a file for each command line, folder and environment. Raises OSError without a current folder."""
        stream = sys.stdout
        parts = (
            version(),
            os.getcwd(),
            *(f"{name}={os.environ.get(name)}" for name in ENVIRONMENT),
            f"{stream.isatty()} {stream.encoding} {sys.argv[0]}",
            *self._arguments,
        )
        return os.path.join(cache_folder(), FOLDER, f"{digest(*(each.encode('utf-8', 'surrogateescape') for each in parts))}.json")
