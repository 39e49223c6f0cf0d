"""The baseline: findings that a project had when it began to be checked, and that are not reported.

A finding is known by its code, its file and the text of its line, so that it stays known when other lines move. Of several equal ones as
many are known as the baseline has.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_check.config import ConfigError
from puppet_check.config.selection import ALWAYS
from puppet_check.reading.files import read_text
from puppet_check.reading.json_data import loads
from puppet_check.reports.findings import Finding, Report
from puppet_check.writing import write_asked

VERSION = 1
"""The version of the format."""


class Key(NamedTuple):
    """What identifies a finding; `path` is relative to the folder of the baseline, with slashes."""

    path: str
    code: str
    line: str


class Baseline:
    """The known findings of a file. Reports are filtered one after another, and noted for an update."""

    def __init__(self, file: str, known: Counter[Key]) -> None:
        self.file = file
        self._folder = os.path.dirname(file)
        self._known = known
        self._found: Counter[Key] = Counter()
        self._checked: set[str] = set()

    def unknown(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The reports without the known findings."""
        left = Counter(self._known)
        for report in reports:
            rest = []
            for finding in self._noted(report):
                key = self._key(finding)
                if left[key]:
                    left[key] -= 1
                else:
                    rest.append(finding)
            yield report._replace(findings=tuple(rest))

    def accepted(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The reports without any finding that a baseline can have."""
        for report in reports:
            yield report._replace(findings=tuple(each for each in self._noted(report) if each.code in ALWAYS))

    def write(self, folder: str | None) -> int:
        """Replace the findings of the files that were checked, and forget those of files that are gone. Return how many there are.

        The file is replaced as a whole. `folder` is that of the settings that name it; None: the user does. Raises ConfigError if it cannot
        be written.
        """
        kept = {key: count for key, count in self._known.items() if key.path not in self._checked and self._exists(key.path)}
        found = Counter(kept) + self._found
        entries = [{**key._asdict(), "count": found[key]} for key in sorted(found)]
        text = json.dumps({"version": VERSION, "findings": entries}, indent=1, ensure_ascii=False) + "\n"
        try:
            write_asked(self.file, text.encode("utf-8", "surrogateescape"), folder)
        except OSError as error:
            raise ConfigError(f"{self.file}: cannot write the baseline: {error.strerror}") from None
        return found.total()

    def _noted(self, report: Report) -> Iterable[Finding]:
        self._checked.add(self._path(report.file))
        self._found.update(self._key(each) for each in report.findings if each.code not in ALWAYS)
        return report.findings

    def _key(self, finding: Finding) -> Key:
        return Key(self._path(finding.file), finding.code, finding.source.strip())

    def _path(self, path: str) -> str:
        return os.path.relpath(os.path.abspath(path), self._folder).replace(os.sep, "/")

    def _exists(self, path: str) -> bool:
        return os.path.exists(os.path.join(self._folder, path))


def read_baseline(path: str, *, is_update: bool) -> Baseline:
    """Read a baseline; one that is to be updated may not exist yet. Raises ConfigError if it is missing or invalid."""
    try:
        data = loads(read_text(path, errors="surrogateescape"))
    except FileNotFoundError:
        if is_update:
            return Baseline(path, Counter())
        raise ConfigError(f"{path}: no such baseline; `--update-baseline` writes it") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the baseline: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: the baseline is not valid JSON: {error}") from None
    return Baseline(path, Counter(dict(_entries(data, path))))


def _entries(data: object, path: str) -> Iterator[tuple[Key, int]]:
    listed = data.get("findings") if isinstance(data, dict) and data.get("version") == VERSION else None
    if not isinstance(listed, list):
        raise ConfigError(f"{path}: not a baseline of version {VERSION}; `--update-baseline` writes one")
    for number, each in enumerate(listed, 1):
        match each:
            case {"path": str(file), "code": str(code), "line": str(line), "count": int(count)}:
                yield Key(file, code, line), count
            case _:
                raise ConfigError(f"{path}: finding {number} needs `path`, `code`, `line` and `count`")
