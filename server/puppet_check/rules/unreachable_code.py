"""Statements behind one that always leaves the block."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_check.rules.scopes import called
from puppet_grammar import ast

LEAVING = frozenset(("fail", "return", "next", "break"))


@rule(on=ast.BlockExpression, tags=("unnecessary",))
def unreachable_code(block: ast.BlockExpression, file: File) -> Iterator[Found]:
    """Code stands behind a statement that always leaves its block."""
    for index, statement in enumerate(block.statements[:-1]):
        if isinstance(statement, ast.CallNamedFunctionExpression) and called(statement) in LEAVING and statement.lambda_ is None:
            left = [each for each in block.statements[index + 1 :] if not isinstance(each, ast.Definition)]
            if left:
                yield Found(left[0].start, left[-1].end, f"{called(statement)}() leaves before this is reached")
            return
