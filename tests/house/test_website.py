"""The documentation site is built strictly, has a page for each code, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from puppet_check.config.codes import pages

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "docs.website", str(folder), "--address", "https://docs.example.com/"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_each_code_has_a_page(site: Path) -> None:
    assert [code for code in pages() if not (site / "rules" / code / "index.html").is_file()] == []


def test_page_of_a_code_tells_severity_and_fixes(site: Path) -> None:
    text = (site / "rules" / "unused-variable" / "index.html").read_text(encoding="utf-8")
    assert "Severity: info" in text
    assert "Unused variable" in text


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"?(https?://(?!docs\.example\.com)[^\s\">]*)")
    found = {address for page in site.rglob("*.html") for address in loaded.findall(page.read_text(encoding="utf-8"))}
    assert found == set()


def test_pictures_are_there(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    pictures = re.findall(r"src=\"?(media/[\w.-]+)", front)
    assert pictures
    assert all((site / each).is_file() for each in pictures)


def test_links_to_pages_are_shown_with_a_card(site: Path) -> None:
    """Each page tells other sites its title, what it is about, its address, and a picture that is there."""
    tag = re.compile(r"<meta (?:property|name)=\"?(og:[\w:]+|twitter:card)\"? content=(?:\"([^\"]*)\"|([^\s>]*))")
    for path in site.rglob("index.html"):
        if "assets" in path.parts:
            continue
        found = {name: quoted or plain for name, quoted, plain in tag.findall(path.read_text(encoding="utf-8"))}
        folder = path.parent.relative_to(site).as_posix()
        assert found["og:url"] == f"https://docs.example.com/{'' if folder == '.' else f'{folder}/'}"
        assert found["og:title"] and found["og:description"] and found["twitter:card"] == "summary_large_image", path
        assert found["og:image"] == "https://docs.example.com/media/card.png"
    head = (site / "media" / "card.png").read_bytes()[:24]
    assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (1200, 630)


def test_a_site_without_an_address_claims_none(tmp_path: Path) -> None:
    if "[project.urls]\nRepo" in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        pytest.skip("the address is in pyproject.toml")
    command = [sys.executable, "-m", "docs.website", str(tmp_path / "s")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    front = (tmp_path / "s" / "index.html").read_text(encoding="utf-8")
    assert "og:title" in front and "og:image" not in front and "og:url" not in front
