"""The addresses of the project are written in one place, and lead from pages that are shown elsewhere back to the repository."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from release.addresses import CODES, DEBIAN, MANIFEST, OF_GRAMMAR, PAGES, PIPELINES, addresses

from puppet_check.config import codes

ROOT = Path(__file__).parents[2]
EXTENSION_PAGE = Path("vscode-client/README.md")
VERSION_FILE = Path("server/puppet_check/__init__.py")
URLS = """
[project.urls]
Repository = "https://github.com/somebody/puppet-check"
Issues = "https://github.com/somebody/puppet-check/issues"
Documentation = "https://docs.example.com/"
"""
LINKS = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the files that have addresses."""
    for path in (Path("pyproject.toml"), VERSION_FILE, EXTENSION_PAGE, MANIFEST, CODES, DEBIAN, PIPELINES, *PAGES, *OF_GRAMMAR):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def command(module: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", module, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)


def with_urls(checkout: Path, urls: str = URLS) -> Path:
    """The checkout after its owner has written the addresses."""
    path = checkout / "pyproject.toml"
    rest = re.sub(r"^\[project\.urls\]\n(?:\w.*\n)*", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    path.write_text(rest + urls, encoding="utf-8")
    return checkout


def test_each_place_has_the_addresses_that_pyproject_has() -> None:
    done = command("release.addresses", "--check")
    assert done.returncode == 0, f"run `python -m release.addresses`: {done.stdout}"


def test_nothing_changes_without_addresses(checkout: Path) -> None:
    assert "urls" in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"] or addresses(checkout) is None


def test_addresses_are_carried_to_all_places(checkout: Path) -> None:
    done = command("release.addresses", "--root", with_urls(checkout))
    assert done.returncode == 0, done.stderr
    manifest = json.loads((checkout / MANIFEST).read_text(encoding="utf-8"))
    address = "https://github.com/somebody/puppet-check"
    assert manifest["repository"] == {"type": "git", "url": address, "directory": "vscode-client"}
    assert (manifest["bugs"], manifest["homepage"]) == ({"url": f"{address}/issues"}, "https://docs.example.com")
    for path in PAGES:
        text = (checkout / path).read_text(encoding="utf-8")
        assert address in text and not re.search(r"\bADDRESS\b", text), path
    assert "uses: somebody/puppet-check@main" in (checkout / PIPELINES).read_text(encoding="utf-8")
    for path in OF_GRAMMAR:
        assert address in (checkout / path).read_text(encoding="utf-8"), path
    assert 'PUBLISHED = "https://docs.example.com"\n' in (checkout / CODES).read_text(encoding="utf-8")
    assert "\nHomepage: https://docs.example.com\nRules-Requires-Root" in (checkout / DEBIAN).read_text(encoding="utf-8")
    assert command("release.addresses", "--root", checkout, "--check").stdout == ""


def test_addresses_that_change_are_carried_again(checkout: Path) -> None:
    command("release.addresses", "--root", with_urls(checkout))
    other = URLS.replace("https://github.com/somebody/", "https://git.example.com/team/")
    command("release.addresses", "--root", with_urls(checkout, other))
    left = [path for path in (MANIFEST, *PAGES, *OF_GRAMMAR) if "somebody" in (checkout / path).read_text(encoding="utf-8")]
    assert left == []


@pytest.mark.parametrize(
    ("urls", "message"),
    [
        ('[project.urls]\nIssues = "https://a.example/i"\n', "has no `Repository`"),
        ('[project.urls]\nRepository = "https://a.example/r"\n', "has no `Issues`"),
        ('[project.urls]\nRepository = "git@a.example:r"\nIssues = "https://a.example/i"\n', "expected one that starts with https://"),
    ],
)
def test_wrong_addresses_are_refused(checkout: Path, urls: str, message: str) -> None:
    done = command("release.addresses", "--root", with_urls(checkout, f"\n{urls}"))
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("page", [Path("README.md"), EXTENSION_PAGE])
def test_links_of_a_page_lead_to_the_repository(checkout: Path, page: Path) -> None:
    from_page = LINKS.findall((ROOT / page).read_text(encoding="utf-8"))
    assert any(not each.startswith(("http", "#")) for each in from_page)
    text = command("release.readme", with_urls(checkout) / page, "--root", checkout).stdout
    tag = f"v{codes.puppet_check.__version__}"
    own = [each for each in LINKS.findall(text) if each.startswith("https://github.com/somebody/")]
    assert len(LINKS.findall(text)) == len(from_page)
    assert [each for each in LINKS.findall(text) if "://" not in each and not each.startswith("#")] == []
    for each in own:
        kind, version, path = each.removeprefix("https://github.com/somebody/puppet-check/").split("/", 2)
        file = path.partition("#")[0]
        assert (ROOT / file).exists(), each
        assert (kind, version) == ("raw" if file.endswith(".png") else "blob", tag)


@pytest.mark.parametrize("page", [Path("README.md"), EXTENSION_PAGE])
def test_links_of_a_page_without_addresses_are_text(checkout: Path, page: Path) -> None:
    text = command("release.readme", with_urls(checkout, "") / page, "--root", checkout).stdout
    assert [each for each in LINKS.findall(text) if "://" not in each and not each.startswith("#")] == []
    assert "docs/installation.md has all other ways" in text or "install the server yourself, into" in text


def test_pictures_of_a_package_stay_beside_its_page(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "package/media").mkdir(parents=True)
    (tmp_path / "package/media/catalog.png").write_bytes(b"")
    text = command("release.readme", with_urls(checkout, "") / EXTENSION_PAGE, "--root", checkout, "--beside", tmp_path / "package").stdout
    assert LINKS.findall(text) == ["media/catalog.png"]


def test_codes_link_to_the_published_site_unless_the_environment_names_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(codes.SITE, raising=False)
    assert codes.address_of("unknown-class") is (None if not codes.PUBLISHED else f"{codes.PUBLISHED}/rules/unknown-class/")
    monkeypatch.setattr(codes, "PUBLISHED", "https://docs.example.com")
    assert codes.address_of("unknown-class") == "https://docs.example.com/rules/unknown-class/"
    monkeypatch.setenv(codes.SITE, "https://own.example.com/")
    assert codes.address_of("unknown-class") == "https://own.example.com/rules/unknown-class/"
