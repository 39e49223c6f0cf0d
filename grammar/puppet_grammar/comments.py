"""Documentation comments: the comments directly above a definition, as puppet-strings reads them."""

from __future__ import annotations

from bisect import bisect_left

from puppet_grammar import ast
from puppet_grammar.text import Text


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
