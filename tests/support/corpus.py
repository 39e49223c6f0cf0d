"""Real manifests and templates below a folder, with the reference's results, which are cached in a file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from puppet_grammar.parse import mode_of
from tests.support.reference import COMMAND, Question, ask

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "puppet-check-bench" / "answers.jsonl"


def find_files(folder: Path) -> list[Path]:
    """All `.pp` and `.epp` files below a folder, following links, without duplicates."""
    found: dict[str, Path] = {}
    for directory, _, names in os.walk(folder, followlinks=True):
        for name in names:
            if name.endswith((".pp", ".epp")):
                path = Path(directory, name)
                found.setdefault(os.path.realpath(path), path)
    return sorted(found.values())


@dataclass(frozen=True, slots=True)
class Recorded:
    """The reference's result for the content of a file: the SHA-1 of its PN, or None with the reason for its absence."""

    pn_sha1: str | None
    accepted: bool
    why: str


def recorded_answers(paths: Iterable[Path], command: str = COMMAND, cache: Path = CACHE) -> Iterator[tuple[Path, bytes, Recorded]]:
    """Each file with its content and the reference's result, which is requested once for each content."""
    known = dict(_cached(cache))
    contents = [(path, path.read_bytes()) for path in paths]
    new = {key: (path, source) for path, source in contents if (key := _key(path, source)) not in known}
    if new:
        questions = (Question(source, mode_of(str(path)), ("hash",)) for path, source in new.values())
        cache.parent.mkdir(parents=True, exist_ok=True)
        with cache.open("a", encoding="utf-8") as lines:
            for key, answer in zip(new, ask(questions, command), strict=True):
                match answer:
                    case {"hash": {"sha1": str(sha1)}}:
                        known[key] = Recorded(sha1, True, "")
                    case {"ok": True, "pn_error": why}:
                        known[key] = Recorded(None, True, str(why))
                    case {"error": dict(error)}:
                        known[key] = Recorded(None, False, f"{error.get('line')}:{error.get('pos')} {error.get('message')}")
                lines.write(json.dumps([key, known[key].pn_sha1, known[key].accepted, known[key].why]) + "\n")
    for path, source in contents:
        yield path, source, known[_key(path, source)]


def _key(path: Path, source: bytes) -> str:
    mode = mode_of(str(path))
    return f"{hashlib.sha1(source).hexdigest()}-{mode.epp:d}{mode.tasks:d}"


def _cached(cache: Path) -> Iterator[tuple[str, Recorded]]:
    if cache.exists():
        for line in cache.read_text(encoding="utf-8").splitlines():
            key, sha1, accepted, why = json.loads(line)
            yield key, Recorded(sha1, accepted, why)
