"""Documentation comments: the comments directly above a definition, as puppet-strings reads them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Span, Text


def documentation(definition: ast.Node, program: ast.Program, text: Text) -> tuple[ast.Comment, ...]:
    """The comments directly above a definition, without a blank line between them and the definition."""
    comments = program.comments
    at = bisect_left(comments, definition.start, key=lambda comment: comment.start)
    found: list[ast.Comment] = []
    line = text.position(definition.start).line
    while at > 0:
        at -= 1
        comment = comments[at]
        if text.position(comment.end).line != line - 1 or not _is_alone(comment, text):
            break
        found.append(comment)
        line = text.position(comment.start).line
    return tuple(reversed(found))


def content(comment: ast.Comment) -> str:
    """The text of a comment without its delimiters."""
    if comment.text.startswith("#"):
        return comment.text.lstrip("#").removeprefix(" ").rstrip()
    lines = comment.text.removeprefix("/*").removesuffix("*/").split("\n")
    return "\n".join(line.strip().removeprefix("*").removeprefix(" ") for line in lines).strip()


def _is_alone(comment: ast.Comment, text: Text) -> bool:
    """Whether only white space precedes a comment on its line."""
    line = text.position(comment.start).line
    return not text.source[text.line_starts[line] : comment.start].strip()


class ParameterTag(NamedTuple):
    """What a comment says about a parameter, such as `@param [String] name`; spans are in bytes of the text."""

    name: str
    span: Span
    type: str | None = None
    """The type that it names, which puppet-strings ignores if the parameter has one."""
    type_span: Span | None = None


TAG = lazy_pattern(
    r"#+\s*(?:@param\s+(?:\[(?P<type>[^@]*?)\]\s+)?(?P<tag>\w+)(?:\s+\[(?P<after>[^@]*)\](?=\s|\Z))?(?=\s|\Z)"
    r"|\[\*(?P<rdoc>\w+)\*\]|\$(?P<kafo>\w+)::\s)"
)
"""The beginnings of a parameter's documentation: the tag of puppet-strings, and the older forms `[*name*]` and `$name::`."""


def parameter_tags(comments: Iterable[ast.Comment]) -> Iterator[ParameterTag]:
    """The parameters that comments document, each of which begins on a line of its own."""
    for comment in comments:
        found = TAG.match(comment.text)
        if found is None:
            continue
        group = next(each for each in ("tag", "rdoc", "kafo") if found[each] is not None)
        of_type = next((each for each in ("type", "after") if found[each] is not None), None)
        yield ParameterTag(
            found[group],
            _span(comment, found, group),
            None if of_type is None else found[of_type],
            None if of_type is None else _span(comment, found, of_type),
        )


def tagged(name: str, definition: ast.Node | None, program: ast.Program, text: Text) -> list[Span]:
    """The places of a parameter's name in the comments above its definition; none if it is not a parameter of a definition."""
    if not isinstance(definition, ast.NamedDefinition) or all(each.name != name for each in definition.parameters):
        return []
    return [each.span for each in parameter_tags(documentation(definition, program, text)) if each.name == name]


def _span(comment: ast.Comment, found: re.Match[str], group: str) -> Span:
    start, end = (comment.start + len(comment.text[:at].encode()) for at in found.span(group))
    return Span(start, end)
