"""The parser that is committed is the one that `grammar/generate` makes from `grammar.js`."""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

GRAMMAR = Path(__file__).parents[2] / "grammar"
GENERATED = ("src/grammar.json", "src/node-types.json", "src/parser.c")


def test_the_parser_was_generated_from_this_grammar() -> None:
    recorded = dict(reversed(line.split()) for line in (GRAMMAR / "src" / "SHA256SUMS").read_text().splitlines())
    assert set(recorded) == {"grammar.js", *GENERATED}
    for name, digest in recorded.items():
        assert sha256((GRAMMAR / name).read_bytes()).hexdigest() == digest, f"{name} has changed: run grammar/generate"


def test_generating_again_changes_nothing(tmp_path: Path) -> None:
    command = os.environ.get("TREE_SITTER") or shutil.which("tree-sitter")
    shutil.copytree(GRAMMAR, tmp_path / "grammar")
    if command is not None:  # Few machines have the tool; the digests above are compared everywhere.
        subprocess.run([command, "generate"], cwd=tmp_path / "grammar", check=True, capture_output=True)
    for name in GENERATED:
        assert (tmp_path / "grammar" / name).read_bytes() == (GRAMMAR / name).read_bytes()
