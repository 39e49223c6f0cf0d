"""The control: whether code without an error is ever accepted as evidence.

    python -m bench.evidence.control [--reference COMMAND] [--seed N] MODULES

Variables that are set are said to be unknown, and the reference is asked as about an error. Each claim that is accepted is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from bench.evidence.__main__ import is_evidence
from bench.evidence.attempts import Attempt, Error, attempts
from bench.evidence.reference import COMMAND, refusals

from puppet_check.config.configuration import Configuration, Given
from puppet_check.document import Document
from puppet_check.workspace.files import find
from puppet_check.workspace.workspace import Workspace
from puppet_grammar import ast
from puppet_grammar.parse import mode_of, parse
from tests.support.answers import with_stack

TRIES = 7
"""The number of attempts for each claim."""
EACH = 2
"""The number of variables of each file."""


def main() -> None:
    """Make the claims, ask the reference, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path)
    parser.add_argument("--reference", default=COMMAND, metavar="COMMAND")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=110, help="how many files are taken")
    options = parser.parse_args()
    with_stack(lambda: _run(options))


def _run(options: argparse.Namespace) -> None:
    modules = Path(options.modules).absolute()
    tried = list(_claims(modules, options.files, Random(options.seed)))
    answers = refusals((attempt.job for _, attempt in tried), modules, options.reference)
    accepted = {
        claim
        for (claim, attempt), refusal in zip(tried, answers, strict=True)
        if refusal is not None and is_evidence(claim, attempt, refusal)
    }
    for each in sorted(accepted, key=lambda claim: (claim.path, claim.start)):
        print(f"{each.path}:{each.line}: {each.message}")
    print(f"{len(accepted)} of {len({claim for claim, _ in tried})} accepted")


def _claims(modules: Path, files: int, random: Random) -> Iterator[tuple[Error, Attempt]]:
    workspace = Workspace(Configuration(Given(), is_read=False))
    paths = sorted(path for path in find(str(modules)) if path.endswith(".pp"))
    for path in random.sample(paths, min(files, len(paths))):
        model = Document(path, parse(Path(path).read_bytes(), mode_of(path)), workspace).model
        if model is None or model.findings:
            continue
        variables = [
            node
            for node in ast.walk(model.program)
            if isinstance(node, ast.VariableExpression) and isinstance(node.expr, ast.QualifiedName) and model.type_of(node) is not None
        ]
        for node in random.sample(variables, min(EACH, len(variables))):
            line = model.text.position(node.start).line + 1
            claim = Error(path, line, node.start, node.end, "unknown-variable", f"Unknown variable: '{node.name}'.")
            yield from ((claim, each) for each in islice(attempts(claim, model, workspace.known(path)), TRIES))


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    main()
