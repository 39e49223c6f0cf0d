"""The formula for Homebrew names the sdist that it is made for, and is Ruby."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
import tree_sitter
import tree_sitter_ruby

ROOT = Path(__file__).parents[2]


def formula(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "release.homebrew", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True)


def test_a_formula_takes_the_sdist_of_a_release(tmp_path: Path) -> None:
    sdist = tmp_path / "puppet_check-1.2.3.tar.gz"
    sdist.write_bytes(b"sdist")
    made = formula(sdist, "--repository", "https://example.com/me/puppet-check/")
    assert made.returncode == 0, made.stderr
    assert 'url "https://example.com/me/puppet-check/releases/download/v1.2.3/puppet_check-1.2.3.tar.gz"\n' in made.stdout
    assert f'sha256 "{hashlib.sha256(b"sdist").hexdigest()}"\n' in made.stdout
    assert "\"file { '/a': ensur => file }\\n\"" in made.stdout and '"#{bin}/puppet-check a.pp"' in made.stdout
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_ruby.language()))
    assert not parser.parse(made.stdout.encode()).root_node.has_error


@pytest.mark.parametrize("name", ["puppet_check-1.2.tar.gz", "other-1.2.3.tar.gz", "puppet_check-1.2.3.tar.gz"])
def test_what_is_no_sdist_is_refused(tmp_path: Path, name: str) -> None:
    made = formula(tmp_path / name, "--repository", "https://example.com/r")
    assert (made.returncode, made.stdout) == (2, "")
    assert "expected a file such as dist/puppet_check-1.2.0.tar.gz" in made.stderr
