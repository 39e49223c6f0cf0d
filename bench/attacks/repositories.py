"""Repositories that name programs, links and names that lead out of them: `python -m bench.attacks.repositories NAME`.

Ends with 3 if any command starts a program other than git, changes a file outside, or prints what controls a terminal.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.attacks.attack import Attack

from tests.support.hostile_repositories import FILES, make, started

PROGRAMS = "programs of repositories"
LINKED = ("REFERENCE.md", "known.json", ".puppet-check.toml", "manifests/init.pp", "manifests/b.pp", "made/x-m.json.gz")
TARGETS = ("file", "new", "folder/new")
WRITERS: tuple[tuple[str, ...], ...] = (
    ("check", "docs"),
    ("check", "--no-cache", "--update-baseline"),
    ("check", "--no-cache", "--fix", "--unsafe-fixes", "--profile", "puppet-lint"),
    ("check", "--no-cache", "--fix-only", "--unsafe-fixes"),
    ("check", "upgrade", "--fix", "--unsafe-fixes"),
    ("check", "migrate", "--comments"),
    ("check", "interfaces", "make", ".", "--output", "made"),
    ("format",),
)
NAMES = (
    "b\n::error file=x::y.pp",
    "b\x1b[31m.pp",
    "b\x1b]0;x\x07.pp",
    "b\u202epp.pp",
    "b\u009b31m.pp",
    "b\r::warning::x.pp",
    "b##[error]x.pp",
)
READERS: tuple[tuple[str, ...], ...] = (
    ("check", "--no-cache"),
    ("check", "--no-cache", "--format", "concise"),
    ("check", "--no-cache", "--format", "junit"),
    ("check", "--no-cache", "--format", "checkstyle"),
    ("check", "--no-cache", "--diff", "--profile", "puppet-lint"),
    ("check", "upgrade", "--details"),
    ("format", "--check"),
    ("format", "--diff"),
)
UGLY = "class   m { file { '/x': mode => 644 , colour => 1 } }\n"
SECONDS = 60


def attacks() -> Iterator[Attack]:
    """All programs at once, each link with each command that writes, and each name with each command that prints."""
    yield Attack("repository", PROGRAMS, {}, "repositories", (PROGRAMS,))
    for place in LINKED:
        for target in TARGETS:
            yield Attack("link out of a repository", f"{place}: {target}", {}, "repositories", ("link", place, target))
    for name in NAMES:
        yield Attack("name of a file", ascii(name), {}, "repositories", ("name", name))


def main() -> int:
    """Run the commands of an attack in the current folder."""
    kind, *given = sys.argv[1:]
    wrong = [*(_programs() if kind == PROGRAMS else _links(*given) if kind == "link" else _names(*given))]
    for each in wrong:
        print(f"\nexception: {each}")
    return 3 if wrong else 0


def _programs() -> Iterator[str]:
    folder = Path.cwd()
    places = [*make(folder)]
    (folder / "canary").unlink(missing_ok=True)
    yield from (f"started {each}" for each in started(folder, places, {}))
    if (folder / "canary").exists():
        yield "a program of a repository was run"


def _links(place: str, target: str) -> Iterator[str]:
    for command in WRITERS:
        folder = Path("-".join(command).replace("/", ""))
        outside = folder / "outside"
        (outside / "folder").mkdir(parents=True)
        (outside / "file").write_text(UGLY)
        repository = folder / "repository"
        for path, text in {**FILES, ".git/HEAD": "", ".puppet-check.toml": 'baseline = "known.json"\n', ".puppet-lint.rc": ""}.items():
            (repository / path).parent.mkdir(parents=True, exist_ok=True)
            (repository / path).write_text(text)
        link = repository / place
        link.unlink(missing_ok=True)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to((outside / target).resolve())
        _run(command, repository)
        found = {str(each.relative_to(outside)): each.read_text() for each in outside.rglob("*") if each.is_file()}
        if found != {"file": UGLY}:
            yield f"{' '.join(command)}: wrote {sorted(found)}"


def _names(name: str) -> Iterator[str]:
    for path, text in {**FILES, f"manifests/{name}": UGLY, ".git/HEAD": ""}.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text)
    for command in READERS:
        said = _run(command, Path.cwd()).decode("utf-8", "replace")
        is_command = any(line.lstrip().startswith(("::error file=x", "::warning::x")) for line in said.splitlines())
        if is_command or any(each in said for each in "\x1b\x07\x9b\u202e"):
            yield f"{' '.join(command)}: printed {said[:500]!a}"


def _run(command: tuple[str, ...], folder: Path) -> bytes:
    program = f"from puppet_check.cli.{command[0]} import main; raise SystemExit(main())"
    return subprocess.run(
        [sys.executable, "-c", program, *command[1:]],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    ).stdout


if __name__ == "__main__":
    sys.exit(main())
