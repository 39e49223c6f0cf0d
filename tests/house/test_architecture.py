"""ARCHITECTURE.md is short, and what it names exists."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from tests.cli.command import CHECKOUT

PAGE = (CHECKOUT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROOTS = ("", "grammar/puppet_grammar", "typesys/puppet_typesys", "server/puppet_check", "tests", "tests/house")
PATHS = sorted({each for each in re.findall(r"`([\w./-]+)`", PAGE) if "/" in each or each.endswith((".py", ".md", ".toml"))})
LARGEST = 18_000
"""Bytes of the page."""


@pytest.mark.parametrize("path", PATHS)
def test_a_path_exists(path: str) -> None:
    assert any((CHECKOUT / root / path).exists() or (CHECKOUT / root / f"{path}.py").exists() for root in ROOTS)


def test_the_page_is_one_that_a_newcomer_finishes() -> None:
    assert len(PAGE.encode()) <= LARGEST


def test_every_layer_is_on_the_page() -> None:
    contracts = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = {
        name for each in contracts if each["id"] in ("server", "typesys") for line in each["layers"] for name in re.split(r"[ :|]+", line)
    }
    shown = set(re.findall(r"\w+", PAGE.partition("## Layers")[2].partition("## The flows")[0]))
    assert layers - shown == set()


def test_the_modules_are_listed_with_what_they_say_of_themselves() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "docs.files", "typesys/puppet_typesys/types/rows"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert "typesys/puppet_typesys/types/rows/times.py  Durations and points in time.\n" in answer.stdout


def test_every_benchmark_is_listed() -> None:
    bench = CHECKOUT / "bench"
    packages = {f"{each.name}/" for each in bench.iterdir() if each.is_dir() and each.name != "__pycache__"}
    named = set(re.findall(r"`([a-z_]+/?)`", (bench / "README.md").read_text(encoding="utf-8")))
    assert {each.stem for each in bench.glob("*.py")} | packages == named
