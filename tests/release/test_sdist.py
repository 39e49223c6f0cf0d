"""The build of the package where something is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(find_spec("setuptools") is None, reason="needs setuptools")
def test_build_without_a_compiler_says_what_is_missing(tmp_path: Path) -> None:
    for name in ("setup.py", "release/readme.py", "README.md", "server/puppet_check/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "1"\n')
    (tmp_path / "grammar/puppet_grammar").mkdir(parents=True)
    (tmp_path / "grammar/puppet_grammar/_binding.c").write_text("")
    variables = {**os.environ, "CC": str(tmp_path / "no-compiler"), "LDSHARED": str(tmp_path / "no-compiler")}
    command = [sys.executable, "setup.py", "build_ext", "--build-lib", str(tmp_path / "out"), "--build-temp", str(tmp_path / "temp")]
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert done.returncode == 1
    assert "No wheel of puppet-check fits this system" in done.stderr and "Install a C compiler" in done.stderr
    assert "Traceback" not in done.stderr
