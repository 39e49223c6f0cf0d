"""White space beside names of classes and defined types, and after arrows."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.gaps import filled, gap_after
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import COMMENTS, Tokens
from puppet_typesys.diagnostics import Diagnostic, Severity

NAMES = ("name", "function")


@style_issue(Severity.ERROR)
def manifest_whitespace_arrows_single_space_after() -> str:
    """No single space after an arrow"""
    return "expected a single space after the arrow"


@style_issue(Severity.ERROR)
def manifest_whitespace_inherits_name_single_space_before() -> str:
    """No single space between `inherits` and the name of a class"""
    return "expected a single space after `inherits`"


@style_issue(Severity.ERROR)
def manifest_whitespace_class_name_single_space_before() -> str:
    """No single space between `class` or `define` and the name"""
    return "expected a single space before the name"


@style_issue(Severity.ERROR)
def manifest_whitespace_class_name_single_space_after() -> str:
    """No single space after the name of a class or defined type"""
    return "expected a single space after the name"


@style(on=Tokens)
def check_arrows(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report other white space than a space after arrows."""
    for each in tokens.of("=>"):
        following = tokens.next(each)
        if following is None or (following.kind == "space" and following.value == " "):
            continue
        gap = gap_after(each, tokens)
        is_lost = gap.after is None or (gap.after.kind in COMMENTS and gap.has_line_break)
        fixes = () if is_lost else filled(gap, " ")
        yield manifest_whitespace_arrows_single_space_after().at(following.start, following.end, fixes=fixes)


@style(on=Tokens)
def check_parents(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report other white space than a space after `inherits`."""
    for each in tokens.of("inherits"):
        gap = gap_after(each, tokens)
        if gap.first is not None and gap.after is not None and not gap.is_space:
            fixes = filled(gap, " ") if gap.after.kind in NAMES else ()
            yield manifest_whitespace_inherits_name_single_space_before().at(gap.first.start, gap.first.end, fixes=fixes)


@style(on=Tokens)
def check_names(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report other white space than a space beside names of definitions."""
    for each in file.definitions:
        if each.name.kind not in NAMES:
            continue
        left, right = gap_after(each.keyword, tokens), gap_after(each.name, tokens)
        if left.first is not None and not (left.is_space and left.after is each.name):
            fixes = filled(left, " ") if left.after is each.name else ()
            yield manifest_whitespace_class_name_single_space_before().at(left.first.start, left.first.end, fixes=fixes)
        if not right.is_space:
            yield manifest_whitespace_class_name_single_space_after().at(each.name.start, each.name.end, fixes=filled(right, " "))
