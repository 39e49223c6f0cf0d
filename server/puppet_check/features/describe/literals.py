"""Descriptions of numbers and regular expressions in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.features.describe.markdown import code, paragraphs
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern


def integer(node: ast.LiteralInteger) -> str | None:
    """An integer in other bases; None if they are of no interest."""
    if node.radix == 10 and node.value < 1024:
        return None
    return paragraphs(code(str(node.value)), f"`{node.value:#x}`, octal `0{node.value:o}`")


def floating(node: ast.LiteralFloat, written: str) -> str | None:
    """A float that is written with an exponent; None for others."""
    plain = f"{node.value:f}".rstrip("0")
    return None if "e" not in written.lower() or len(plain) > LONGEST else code(plain + "0" if plain.endswith(".") else plain)


LONGEST = 30
"""The largest number of digits that is shown."""
GROUP = lazy_pattern(r"\\.|\[(?:\\.|[^\]\\])*+(?:\]|\Z)|\((?!\?(?!<[A-Za-z_]))(?:\?<(\w+)>)?")


def regex(pattern: str) -> str:
    """The groups of a regular expression."""
    lines = [f"- `${number}`: `{each}`" for number, each in enumerate(groups(pattern), 1)]
    return paragraphs(code(f"/{pattern}/"), "\n".join(lines) or None)


def groups(pattern: str) -> list[str]:
    """The numbered groups of a regular expression; if some are named, only those."""
    found = [match for match in GROUP.finditer(pattern) if match.group().startswith("(")]
    named = [match for match in found if match.group(1)]
    return [_group(pattern, match.start()) for match in named or found]


def captured(number: int, path: Sequence[ast.Node]) -> str:
    """The meaning of a match variable such as `$1`: the group of the regular expression, if it can be determined."""
    for node, inner in zip(reversed(path[:-1]), reversed(path), strict=False):
        pattern = _matched(node, inner)
        if pattern is None:
            continue
        found = [pattern, *groups(pattern)]
        of = f"of `/{pattern}/`"
        if number >= len(found):
            return f"`/{pattern}/` has no such group."
        return f"The text that the group `{found[number]}` {of} matched." if number else f"The text that `/{pattern}/` matched."
    return "The text that the last regular expression matched, or one of its groups."


def _matched(node: ast.Node, inner: ast.Node) -> str | None:
    """The regular expression whose match a node depends on; None unless there is exactly one."""
    match node:
        case ast.IfExpression() if inner is node.then_expr:
            tests: list[ast.Node] = list(ast.walk(node.test))
        case ast.CaseOption() if inner is node.then_expr:
            tests = list(node.values)
        case ast.SelectorEntry() if inner is node.value_expr:
            tests = [node.matching_expr]
        case ast.NodeDefinition() if inner is node.body:
            tests = list(node.host_matches)
        case _:
            return None
    found = [each.pattern for each in tests if isinstance(each, ast.LiteralRegularExpression)]
    return found[0] if len(found) == 1 else None


def _group(pattern: str, start: int) -> str:
    depth = 0
    at = start
    while at < len(pattern):
        character = pattern[at]
        at += 2 if character == "\\" else 1
        depth += (character == "(") - (character == ")")
        if depth == 0:
            break
    return pattern[start:at]
