"""What a release changes in the files of a checkout, and what it refuses. `.ci/run` makes one on trial, with all artifacts."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from release.artifacts import _normalized, _placeless
from release.versions import ReleaseError, current, notes, set_version

ROOT = Path(__file__).parents[2]
FILES = {
    "server/puppet_check/__init__.py": '__version__ = "1.2.3"\n',
    "vscode-client/package.json": '{"name": "x", "version": "1.2.3"}\n',
    "vscode-client/package-lock.json": '{"version": "1.2.3", "packages": {"": {"version": "1.2.3"}, "y": {"version": "1.2.3"}}}\n',
    "debian/changelog": "puppet-check (1.2.3) unstable; urgency=medium\n\n  * x\n\n -- A B <a@b>  Thu, 01 Jan 2026 00:00:00 +0000\n",
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Added\n\n* A thing.\n\n## 1.2.3 - 2026-01-01\n\n* Another.\n",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the files that have the version."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_version_is_set_everywhere(checkout: Path) -> None:
    set_version(checkout, "1.3.0", "2026-02-03")
    assert current(checkout) == "1.3.0"
    lock = json.loads((checkout / "vscode-client/package-lock.json").read_text())
    assert (lock["version"], lock["packages"][""]["version"], lock["packages"]["y"]["version"]) == ("1.3.0", "1.3.0", "1.2.3")
    assert json.loads((checkout / "vscode-client/package.json").read_text())["version"] == "1.3.0"
    debian = (checkout / "debian/changelog").read_text()
    assert debian.startswith("puppet-check (1.3.0) unstable; urgency=medium\n\n")
    assert " -- A B <a@b>  Tue, 03 Feb 2026 00:00:00 +0000\n\npuppet-check (1.2.3)" in debian
    changes = (checkout / "CHANGELOG.md").read_text()
    assert "## Unreleased\n\n## 1.3.0 - 2026-02-03\n\n### Added\n\n* A thing.\n\n## 1.2.3" in changes
    assert notes(checkout).strip() == ""


@pytest.mark.parametrize("version", ["1.2", "1.2.3.4", "v1.3.0", "01.3.0", "1.3.0-rc1", "", "1.2.2", "1.2.3", "0.9.0"])
def test_wrong_versions_are_refused(checkout: Path, version: str) -> None:
    with pytest.raises(ReleaseError):
        set_version(checkout, version, "2026-02-03")
    assert (checkout / "CHANGELOG.md").read_text() == FILES["CHANGELOG.md"]


def test_release_needs_changes(checkout: Path) -> None:
    set_version(checkout, "1.3.0", "2026-02-03")
    with pytest.raises(ReleaseError, match="nothing is listed under Unreleased"):
        set_version(checkout, "1.4.0", "2026-02-04")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1"], "expected three numbers"),
        (["99.0.0", "--only", "exe"], "expected some of sdist"),
        (["99.0.0", "--only", ""], "expected some of sdist"),
        (["99.0.0", "--only", "sdist,pyz"], "pyz and sbom need the wheel"),
        (["99.0.0", "--date", "2026-13-01"], "'2026-13-01' is not a valid date"),
        (["99.0.0", "--dry-run", "--output", "docs"], "docs is not empty"),
    ],
)
def test_command_refuses_with_a_reason(arguments: list[str], message: str) -> None:
    done = subprocess.run([sys.executable, "-m", "release", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_bill_of_materials_names_no_paths_of_the_machine() -> None:
    local, public = {"type": "distribution", "url": "file:///w/a.whl"}, {"type": "website", "url": "https://example.com"}
    components = [{"name": "a", "externalReferences": [local]}, {"name": "b", "externalReferences": [local, public]}]
    found = json.loads(_placeless(json.dumps({"components": components})))
    assert found == {"components": [{"name": "a"}, {"name": "b", "externalReferences": [public]}]}


def test_archives_do_not_depend_on_when_they_are_made(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("text")
    made = []
    for time, names in ((1_000_000, ("a", "b")), (2_000_000, ("b", "a"))):
        with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as archive:
            for name in names:
                member = archive.gettarinfo(tmp_path / "a", name)
                member.mtime, member.uname = time, f"user{time}"
                with (tmp_path / "a").open("rb") as file:
                    archive.addfile(member, file)
        made.append(_normalized((tmp_path / "x.tar.gz").read_bytes(), 1_500_000))
    assert made[0] == made[1]
