"""Sets the version of the project where it is written, and closes the section of the change log."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

PACKAGE = Path("server/puppet_check/__init__.py")
EXTENSION = tuple(Path("vscode-client") / name for name in ("package.json", "package-lock.json"))
CHANGES = Path("CHANGELOG.md")
DEBIAN = Path("debian/changelog")
ENTRY = "puppet-check ({version}) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {maintainer}  {date}\n\n"
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
UNRELEASED = "## Unreleased\n"
ALLOWED = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")


class ReleaseError(Exception):
    """Raised for what a release cannot be made of; the text says what would be right."""


def current(root: Path) -> str:
    """The version that is written in a checkout."""
    found = VERSION.search((root / PACKAGE).read_text(encoding="utf-8"))
    if found is None:
        raise ReleaseError(f'{PACKAGE}: no line __version__ = "X.Y.Z"')
    return found[1]


def set_version(root: Path, version: str, date: str) -> None:
    """Write a version into all files of a checkout, and give the changes since the last one its heading. Raises ReleaseError."""
    verify(root, version)
    package = root / PACKAGE
    package.write_text(VERSION.sub(f'__version__ = "{version}"', package.read_text(encoding="utf-8")), encoding="utf-8")
    for path in EXTENSION:
        data = json.loads((root / path).read_text(encoding="utf-8"))
        data["version"] = version
        if "packages" in data:
            data["packages"][""]["version"] = version
        (root / path).write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    debian = root / DEBIAN
    entries = debian.read_text(encoding="utf-8")
    if f"({version})" not in entries:
        maintainer = entries.partition("\n -- ")[2].partition("  ")[0]
        day = datetime.datetime.fromisoformat(f"{date}T00:00:00+00:00").strftime("%a, %d %b %Y %H:%M:%S +0000")
        debian.write_text(ENTRY.format(version=version, maintainer=maintainer, date=day) + entries, encoding="utf-8")
    changes = root / CHANGES
    text = changes.read_text(encoding="utf-8")
    changes.write_text(text.replace(UNRELEASED, f"{UNRELEASED}\n## {version} - {date}\n", 1), encoding="utf-8")


def verify(root: Path, version: str) -> None:
    """Whether a version can follow the present one. Raises ReleaseError."""
    if not ALLOWED.fullmatch(version):
        raise ReleaseError(f"{version!r} is not a valid version; expected three numbers such as 1.2.0")
    before = current(root)
    if _numbers(version) < _numbers(before) or (version == before and f"\n## {version} - " in _changes(root)):
        raise ReleaseError(f"{version} does not follow {before}")
    if not notes(root).strip():
        raise ReleaseError(f"{CHANGES}: nothing is listed under Unreleased")


def notes(root: Path) -> str:
    """The changes that have not been released."""
    _, heading, rest = _changes(root).partition(UNRELEASED)
    if not heading:
        raise ReleaseError(f"{CHANGES}: no heading {UNRELEASED.strip()!r}")
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def _changes(root: Path) -> str:
    return (root / CHANGES).read_text(encoding="utf-8")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in version.split("."))
