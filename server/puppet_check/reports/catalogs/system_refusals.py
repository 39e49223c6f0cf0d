"""Which operating systems a body accepts, where it stops the evaluation on others."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.duplicate_resource import calls_any
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern

STOPPING = frozenset(("assert_type", "fail"))
NAMED = lazy_pattern(rb"\$(?:::)?(?:facts\b|os\b|osfamily\b|operatingsystem|lsb|kernel)")
"""What reads a fact, probably one about the operating system."""
PART = lazy_pattern(r"\[\s*['\"]\w+['\"]\s*\]")
WORD = lazy_pattern(r"['\"]([^'\"]*)['\"]")
INVERTED = lazy_pattern(r"!=|\bafter\b|/|\bdefault\b")
"""What a test has that holds for other systems than those that it names, or for some that match."""


def accepted_systems(nodes: ast.ByClass, source: bytes) -> Iterator[frozenset[str]]:
    """For each part of a body that stops on some systems, those that it names as others; none if that is not known."""
    for node in ast.nodes_of(nodes, ast.CallNamedFunctionExpression):
        written = source[node.start : node.end]
        if calls_any(node, frozenset(("assert_type",))) and NAMED.search(written):
            yield frozenset()
    for kind in (ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.SelectorExpression):
        for each in ast.nodes_of(nodes, kind):
            if calls_any(each, STOPPING) and NAMED.search(source, each.start, each.end):
                yield _accepted(each) if isinstance(each, ast.CaseExpression) else frozenset()


def _accepted(case: ast.CaseExpression) -> frozenset[str]:
    """The texts of the options of a `case` that do not stop, if its default alone does."""
    found: set[str] = set()
    for option in case.options:
        stops = option.then_expr is not None and calls_any(option.then_expr, STOPPING)
        if stops and not all(isinstance(each, ast.LiteralDefault) for each in option.values):
            return frozenset()
        found |= {each.value.lower() for each in option.values if isinstance(each, ast.LiteralString | ast.QualifiedName)}
    return frozenset(found)


def named_systems(test: str) -> frozenset[str]:
    """The systems of which a test names all for which it holds; none if that is not known."""
    named = PART.sub("", test)
    return frozenset[str]() if INVERTED.search(named) is not None else frozenset(each.lower() for each in WORD.findall(named))
