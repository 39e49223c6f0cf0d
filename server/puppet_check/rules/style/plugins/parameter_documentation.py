"""Documentation of parameters in the comments above a class or defined type."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.parts import Definition
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

DOCUMENTED = lazy_pattern(r"\s*(?:\[\*(?P<rdoc>\w+)\*\]|\$(?P<kafo>\w+):: +|@param\s+(?:\[.+\]\s+)?(?P<tag>\w+)(?:\s|\Z))")
"""The beginnings of a parameter's documentation: `[*name*]`, `$name::`, and the tag of puppet-strings."""
PRIVATE = lazy_pattern(r"\s*@api\s+private\s*\Z")


@style_issue()
def parameter_documentation(name: str) -> str:
    """Parameter without documentation, or documentation without a parameter"""
    return f"parameter `${name}` is not documented"


@parameter_documentation.variant()
def unknown_parameter(name: str) -> str:
    return f"there is no parameter `${name}`"


@parameter_documentation.variant()
def documented_twice(name: str) -> str:
    return f"parameter `${name}` is documented more than once"


@style(on=Tokens)
def check_comments(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Compare the parameters of each definition with the comments above it."""
    for definition in file.definitions:
        comments = _above(definition.keyword, tokens)
        documented: dict[str, list[tuple[int, int]]] = {}
        for each in comments:
            for name, start, end in _documented(each):
                is_title = definition.keyword.kind == "define" and name == "name"
                documented.setdefault("title" if is_title else name, []).append((start, end))
        yield from _of_comments(documented, definition)
        if any(PRIVATE.match(each.value) for each in comments):
            continue
        for parameter in definition.parameter_names():
            if parameter.value not in documented:
                fixes = _skeleton(parameter.value, definition.keyword, tokens)
                yield parameter_documentation(parameter.value).at(parameter.start, parameter.end, fixes=fixes)


def _above(keyword: Token, tokens: Tokens) -> list[Token]:
    """The comments between a keyword and the code before it."""
    found: list[Token] = []
    at = tokens.previous(keyword)
    while at is not None and not at.is_code:
        if at.kind == "comment":
            found.append(at)
        at = tokens.previous(at)
    return found[::-1]


def _documented(comment: Token) -> Iterator[tuple[str, int, int]]:
    """The parameter that a comment begins to document, with the offsets of its name."""
    match = DOCUMENTED.match(comment.value)
    if match is not None:
        group = match.lastgroup or 0
        before = comment.start + 1 + len(comment.value[: match.start(group)].encode())
        yield match[group], before, before + len(match[group].encode())


def _of_comments(documented: dict[str, list[tuple[int, int]]], definition: Definition) -> Iterator[Diagnostic]:
    """Report what is documented more than once, and what does not exist."""
    known = {each.value for each in definition.parameter_names()}
    if definition.keyword.kind == "define":
        known.add("title")
    for name, places in documented.items():
        for start, end in places if len(places) > 1 else ():
            yield documented_twice(name).at(start, end)
        if name not in known:
            yield unknown_parameter(name).at(*places[-1])


def _skeleton(name: str, keyword: Token, tokens: Tokens) -> tuple[Fix, ...]:
    """A tag without a description, which somebody has to write."""
    before = tokens.previous(keyword)
    indent = before.value if before is not None and before.kind == "indent" else ""
    if before is not None and before.kind not in ("indent", "newline"):
        return ()
    at = keyword.start - len(indent.encode())
    return (Fix(f"Add @param {name}", (Edit(at, at, f"{indent}# @param {name}\n"),)),)
