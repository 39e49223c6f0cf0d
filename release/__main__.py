"""Makes a release: sets the version, commits and tags it, and builds everything that is published.

    python -m release 1.2.0 [--dry-run] [--output FOLDER] [--only sdist,wheel,pyz,sbom,vsix]

All of it happens in a clone, so that nothing is left half done: the commit and the tag come into this repository when all is built, and
with `--dry-run` never. Wheels for other systems are built by cibuildwheel, whose settings are in pyproject.toml. Nothing is published.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from release.artifacts import KINDS, build
from release.versions import ReleaseError, notes, set_version, verify

ROOT = Path(__file__).parents[1]
MADE, FAILED = 0, 2


def main() -> int:
    """Run the command and return its exit code."""
    options = _parser().parse_args()
    os.umask(0o022)  # Archives have the modes of the files, which have to be readable wherever they are installed.
    try:
        _release(options)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return FAILED
    return MADE


def _release(options: argparse.Namespace) -> None:
    version: str = options.version
    kinds = tuple(each for each in KINDS if each in options.only.split(","))
    unknown = set(filter(None, options.only.split(","))) - set(KINDS)
    if unknown:
        raise ReleaseError(f"--only {','.join(sorted(unknown))}: expected some of {','.join(KINDS)}")
    if not kinds or ("wheel" not in kinds and not {"pyz", "sbom"}.isdisjoint(kinds)):
        raise ReleaseError(f"--only {options.only}: expected some of {','.join(KINDS)}; pyz and sbom need the wheel")
    if options.output.is_dir() and any(options.output.iterdir()):
        raise ReleaseError(f"{options.output} is not empty; expected a new or an empty folder, as all files in it would be published")
    verify(ROOT, version)
    if _git(ROOT, "status", "--porcelain"):
        if not options.dry_run:
            raise ReleaseError("there are changes that are not committed")
        print("release: changes that are not committed are left out", file=sys.stderr)
    if _git(ROOT, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"there is a tag v{version}")
    with tempfile.TemporaryDirectory() as top:
        clone = Path(top) / "puppet-check"
        _git(Path(top), "clone", "--quiet", str(ROOT), str(clone))
        changes = notes(clone)
        set_version(clone, version, options.date)
        name, mail = (
            _git(ROOT, "config", "--default", each, f"user.{key}") for key, each in (("name", "release"), ("email", "release@localhost"))
        )
        author = ("-c", f"user.name={name}", "-c", f"user.email={mail}")
        _git(clone, *author, "commit", "--quiet", "--all", "--message", f"Release {version}")
        _git(clone, *author, "tag", "--annotate", f"v{version}", "--message", f"Version {version}\n\n{changes.strip()}")
        time = int(_git(clone, "log", "-1", "--format=%ct", "HEAD~1"))
        for path in build(clone, options.output.absolute(), kinds, time):
            print(path.name, flush=True)
        if options.dry_run:
            print(f"{version} is complete; without --dry-run, its commit and the tag v{version} would be in this repository now")
            return
        _git(ROOT, "pull", "--quiet", "--ff-only", "--tags", str(clone), "HEAD")
    print(f"{version} is complete; push the branch and the tag v{version}, and publish {options.output}")


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise ReleaseError("git is not installed") from None
    if done.returncode:
        raise ReleaseError(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="release", description="Make a release.")
    made.add_argument("version", help="three numbers such as 1.2.0")
    made.add_argument("--dry-run", action="store_true", help="build everything, but change nothing in this repository")
    made.add_argument("--output", type=Path, default=Path("dist"), metavar="FOLDER", help="where the artifacts are written (default: dist)")
    made.add_argument("--only", default=",".join(KINDS), metavar="KINDS", help=f"build only some of {','.join(KINDS)}")
    made.add_argument("--date", type=_date, default=_date(), metavar="YYYY-MM-DD", help="the date in the change log (default: today)")
    return made


def _date(text: str = "") -> str:
    """A date as it is written in the change log; without a text, that of today."""
    try:
        day = datetime.date.fromisoformat(text) if text else datetime.datetime.now(tz=datetime.UTC).date()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a valid date; expected one such as 2026-01-31") from None
    return day.isoformat()


if __name__ == "__main__":
    raise SystemExit(main())
