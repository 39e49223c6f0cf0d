"""`case` without `default`, where the value may be another than its options."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import is_constant, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.infer.covering import is_covered
from puppet_typesys.types.model import ANY


@rule(on=ast.CaseExpression)
def case_without_default(node: ast.CaseExpression, file: File) -> Iterator[Found]:
    """A `case` has no default, and its value may be another than its options."""
    options = [each for option in node.options for each in option.values]
    if any(isinstance(each, ast.LiteralDefault) for each in options):
        return
    type = type_seen(node.test, file)
    if type is None or type == ANY or is_constant(node.test, file) or is_covered(options, type):
        return
    yield Found(node.start, node.test.end, "the case has no default for other values")
