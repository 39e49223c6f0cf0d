"""The layers of ARCHITECTURE.md are respected, and a violation of any contract is detected."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
ROOTS = ("grammar/puppet_grammar", "typesys/puppet_typesys", "server/puppet_check")

BREAKS = {
    "a layer below another knows it": ("grammar/puppet_grammar/text.py", "import puppet_typesys.diagnostics", "Server, typesys, grammar"),
    "the checker knows a front end": ("server/puppet_check/checker.py", "import puppet_check.cli.check", "layers of the server"),
    "a new module takes no place": ("server/puppet_check/stray.py", "", "layers of the server"),
    "the vocabulary knows the rules": (
        "typesys/puppet_typesys/diagnostics.py",
        "import puppet_typesys.validate.file",
        "layers of the type system",
    ),
    "Ruby knows the evaluation": (
        "typesys/puppet_typesys/ruby/machine.py",
        "import puppet_typesys.evaluate.scope",
        "layers of the type system",
    ),
    "the evaluation knows Ruby": (
        "typesys/puppet_typesys/evaluate/scope.py",
        "import puppet_typesys.ruby.machine",
        "layers of the type system",
    ),
    "Ruby knows a function of Puppet": ("typesys/puppet_typesys/ruby/machine.py", "import puppet_typesys.functions.call", "asks a host"),
    "two modules know each other": ("typesys/puppet_typesys/types/model.py", "import puppet_typesys.types.show", "No circles"),
    "two modules know each other through a function": (
        "typesys/puppet_typesys/types/relate.py",
        "def late() -> None:\n    import puppet_typesys.types.rows.hashes",
        "No circles",
    ),
    "two modules know each other for the type checker alone": (
        "typesys/puppet_typesys/evaluate/scope.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import puppet_typesys.evaluate.evaluator",
        "No circles",
    ),
    "two packages know each other": ("grammar/puppet_grammar/lowering/fold.py", "import puppet_grammar.lower", "No circles"),
    "what handlers work with knows the server": (
        "server/puppet_check/lsp/published.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import puppet_check.lsp.server",
        "No circles",
    ),
    "the front ends know each other": ("server/puppet_check/cli/check.py", "import puppet_check.lsp.server", "do not know each other"),
    "a feature knows a rule": ("server/puppet_check/features/structure/folding.py", "import puppet_check.rules.branches", "know no rules"),
    "a feature loads the protocol": ("server/puppet_check/features/structure/folding.py", "import lsprotocol", "Only the language server"),
    "the language server loads what runs specs": (
        "server/puppet_check/lsp/specs.py",
        "import puppet_check.specs.suite",
        "in another process",
    ),
    "the type system reads files": ("typesys/puppet_typesys/diagnostics.py", "import pathlib", "reads and starts nothing"),
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """The result of import-linter in a folder with the sources."""
    setup = f"import sys; sys.path[:0] = {[str((folder / root).parent) for root in ROOTS]}"
    code = f"{setup}; from importlinter.cli import lint_imports_command as main; main(['--no-cache'])"
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources and the contracts."""
    folder = tmp_path_factory.mktemp("sources")
    for root in ROOTS:
        shutil.copytree(CHECKOUT / root, folder / root, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    return folder


def test_the_layers_are_kept(sources: Path) -> None:
    answer = lint_imports(sources)
    assert answer.returncode == 0, answer.stdout


@pytest.mark.parametrize("what", BREAKS)
def test_it_is_noticed_when(sources: Path, what: str) -> None:
    file, line, contract = BREAKS[what]
    path = sources / file
    before = path.read_text() if path.exists() else None
    path.write_text(f"{before or ''}\n{line}\n")
    try:
        answer = lint_imports(sources)
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_text(before)
    assert answer.returncode == 1
    assert any(contract in kept and "BROKEN" in kept for kept in answer.stdout.splitlines()), answer.stdout


def test_tests_import_no_benchmark() -> None:
    imports = re.compile(r"^\s*(?:from bench[. ]|import bench\b)", re.MULTILINE)
    assert [path for path in (CHECKOUT / "tests").rglob("*.py") if imports.search(path.read_text(encoding="utf-8"))] == []
