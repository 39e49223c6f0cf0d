"""Comments that do not begin with a hash sign."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix


@style_issue()
def slash_comments() -> str:
    """Comment that begins with `//`"""
    return "a comment begins with `#` in Puppet, not with `//`"


@style_issue()
def star_comments() -> str:
    """Comment in `/*` and `*/`"""
    return "comment in `/*` and `*/`; expected `#` before each line"


@style(on=Tokens)
def check_slashes(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report comments of other languages, which Puppet refuses."""
    for each in tokens.of("slash-comment"):
        yield slash_comments().at(each.start, each.end, fixes=(Fix("Use #", (Edit(each.start, each.start + 2, "#"),), "safe"),))


@style(on=Tokens)
def check_stars(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report block comments."""
    for each in tokens.of("block-comment"):
        yield star_comments().at(each.start, each.end, fixes=_with_hashes(each, tokens))


def _with_hashes(comment: Token, tokens: Tokens) -> tuple[Fix, ...]:
    """Each line of a block comment as a comment of its own; not if code follows on the last line."""
    following = tokens.next(comment)
    if following is not None and following.kind != "newline":
        return ()
    lines = [line.strip().removeprefix("*").strip() for line in comment.value.strip().split("\n")]
    before = tokens.previous(comment)
    indent = before.value if before is not None and before.kind == "indent" else ""
    text = f"\n{indent}".join(f"# {line}".rstrip() for line in lines)
    return (Fix("Use # before each line", (Edit(comment.start, comment.end, text),), "safe", "tree"),)
