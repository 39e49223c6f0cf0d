"""Control comments of puppet-lint: `# lint:ignore:CHECK reason` and `# lint:endignore`.

At the end of a line of code they apply to that line. On a line of their own they apply to the lines up to the `lint:endignore` that closes
them; such blocks nest, and one that is not closed has no effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puppet_check.config.profiles import SAME
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

MARK = b"lint:"
WORD = lazy_pattern(r"lint:(?:ignore:(?P<check>[\w-]+)|endignore(?::\S*)?)")
COUNTERPARTS = {
    **SAME,
    "parameter_order": "required-parameter-after-optional",
    "top_scope_facts": "unknown-fact",
}
"""Codes of findings about what a check of puppet-lint is about as well, which its comments suppress too."""


@issue(Severity.WARNING)
def unpaired_control_comment(check: str) -> str:
    """Control comment of puppet-lint without its counterpart"""
    return f"`lint:ignore:{check}` has no effect without a `lint:endignore` below"


@unpaired_control_comment.variant()
def endignore_without_ignore() -> str:
    return "`lint:endignore` without a `lint:ignore:CHECK` above"


class Ignored(NamedTuple):
    """Lines (from 0, inclusive) in which a check is ignored."""

    check: str
    first: int
    last: int


class _Opened(NamedTuple):
    comment: ast.Comment
    line: int
    checks: list[str]


class Control(NamedTuple):
    """What the control comments of a text say."""

    ignored: tuple[Ignored, ...]
    unpaired: tuple[Diagnostic, ...]


def control(comments: Sequence[ast.Comment], text: Text) -> Control:
    """Read the control comments."""
    ignored: list[Ignored] = []
    unpaired: list[Diagnostic] = []
    opened: list[_Opened] = []
    for comment in comments:
        words = [*_words(comment)]
        line = text.line_of(comment.start)
        checks = [each for each in words if each is not None]
        if _follows_code(comment, text):
            ignored += [Ignored(check, line, line) for check in checks]
        for each in words:
            if each is not None:
                continue
            if not opened:
                unpaired.append(endignore_without_ignore().at(comment.start, comment.end))
                continue
            block = opened.pop()
            ignored += [Ignored(check, block.line, line) for check in block.checks]
        if checks and not _follows_code(comment, text):
            opened.append(_Opened(comment, line, checks))
    unpaired += [unpaired_control_comment(each.checks[0]).at(each.comment.start, each.comment.end) for each in opened]
    return Control(tuple(ignored), tuple(sorted(unpaired, key=lambda each: each.start)))


def apply(diagnostics: tuple[Diagnostic, ...], found: Control, text: Text) -> tuple[Diagnostic, ...]:
    """The diagnostics that are not in lines where their check is ignored."""
    lines: dict[str, list[Ignored]] = {}
    for each in found.ignored:
        for code in filter(None, (each.check, COUNTERPARTS.get(each.check))):
            lines.setdefault(code, []).append(each)
    return tuple(each for each in diagnostics if each.code not in lines or not _is_ignored(each, lines, text))


def _is_ignored(diagnostic: Diagnostic, lines: Mapping[str, Sequence[Ignored]], text: Text) -> bool:
    line = text.line_of(diagnostic.start)
    return any(each.first <= line <= each.last for each in lines[diagnostic.code])


def _words(comment: ast.Comment) -> Iterator[str | None]:
    """The checks that a comment ignores, None for each `lint:endignore`; other words end them."""
    for word in comment.text.removeprefix("/*").lstrip("#").split():
        found = WORD.fullmatch(word)
        if found is None:
            return
        yield found["check"]


def _follows_code(comment: ast.Comment, text: Text) -> bool:
    """Whether anything precedes a comment on its line."""
    start = text.line_starts[text.line_of(comment.start)]
    return bool(text.source[start : comment.start].strip())
