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
