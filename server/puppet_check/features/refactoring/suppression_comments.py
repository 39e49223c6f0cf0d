"""Adds comments that suppress a finding, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from puppet_check.features.other.spots import spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_check.suppressions import can_suppress, code_of_line
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import MAX_JOINED, Diagnostic, Edit
from puppet_typesys.edits import indentation, line_start

STRINGS = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression)
INDENTATION = frozenset(("2sp_soft_tabs", "hard_tabs", "strict_indent"))
"""The codes of findings about the indentation of a line, which a comment above it would have as well."""
DEFINITION = lazy_pattern(rb"\s*(?:class|define|function|plan|type)\b")
"""The beginning of a definition, of whose documentation a comment above it would be a part."""
CLOSING = (b"}", b")", b"]")
"""What a line may begin with that closes a block, in which a comment above the line would be."""


class Suppression(NamedTuple):
    """The comments that suppress a finding."""

    title: str
    edits: tuple[Edit, ...]


class _Place(NamedTuple):
    """A text, and what stands at its offsets."""

    path: str
    text: Text
    code: str
    """The code of the finding."""
    is_inside: Callable[[int], bool]
    """Whether an offset is inside of a string or comment, where no comment begins."""
    is_code: Callable[[int], bool]
    """Whether there is code on the line of an offset."""
    misindented: Collection[int]
    """The beginnings of lines with findings about their indentation."""

    @property
    def is_template(self) -> bool:
        return self.path.endswith((".epp", ".erb"))


def comment_in_code(view: View, found: Diagnostic, diagnostics: Collection[Diagnostic]) -> Suppression | None:
    """A comment for each line of a finding, or one for the file if it is about a line without code; None if none can suppress it.

    `diagnostics` are all those of the text.
    """
    text, comments = view.text, view.program.comments

    def is_inside(offset: int) -> bool:
        return _is_in_string(view, offset) or any(_is_in_comment(each, offset) for each in comments)

    def is_code(offset: int) -> bool:
        return bool(code_of_line(comments, text, text.line_of(offset)))

    misindented = {line_start(text, each.start) for each in diagnostics if each.code in INDENTATION}
    return _suppression(_Place(view.path, text, found.code, is_inside, is_code, misindented), found)


def comment_in_other(view: OtherView, found: Diagnostic) -> Suppression | None:
    """The same for a file that is not Puppet code; None in JSON, which has no comments."""
    if view.path.endswith(".json"):
        return None
    text = view.text

    def is_code(offset: int) -> bool:
        line = text.slice(*text.line_span(text.line_of(offset))).strip()
        return bool(line) and not line.startswith("#")

    return _suppression(_Place(view.path, text, found.code, lambda offset: _is_in_value(view, offset), is_code, ()), found)


def _is_in_string(view: View, offset: int) -> bool:
    return any(isinstance(each, STRINGS) and each.start < offset < _end(each) for each in path_at(view.program, offset)) or any(
        isinstance(each, ast.HeredocExpression) and each.text_expr.start <= offset < each.text_expr.end for each in ast.walk(view.program)
    )


def _is_in_comment(comment: ast.Comment, offset: int) -> bool:
    """Whether a comment would continue an earlier one; those of a line end with it, after which nothing else can be on the line."""
    return comment.start < offset < comment.end or (offset == comment.end and not comment.text.startswith("/*"))


def _end(node: ast.Node) -> int:
    return node.text_expr.start if isinstance(node, ast.HeredocExpression) else node.end


def _is_in_value(view: OtherView, offset: int) -> bool:
    """Whether an offset is inside of a value that takes several lines."""
    return view.root is not None and any(each.node.start < offset < each.node.end for each in spots(view) if not each.is_key)


def _suppression(place: _Place, found: Diagnostic) -> Suppression | None:
    others = found.joined_places
    if not can_suppress(found) or len(others) >= MAX_JOINED:
        return None
    if not others and not place.is_code(found.start):
        return Suppression(f"Suppress {found.code} in this file", (_for_file(place),))
    starts = dict.fromkeys(line_start(place.text, at) for at in (found.start, *others))
    edits = [each for start in starts if (each := _for_line(place, start)) is not None]
    where = "on this line" if len(edits) == 1 else f"on {len(edits)} lines"
    return Suppression(f"Suppress {found.code} {where}", tuple(edits)) if len(edits) == len(starts) else None


def _for_line(place: _Place, start: int) -> Edit | None:
    """The comment above the line that begins at an offset, or at its end where it cannot be above, or would be in another block there."""
    line = place.text.source[start:].split(b"\n", 1)[0]
    above, behind = _above(place, start), _behind(place, start + len(line.rstrip()))
    is_better_behind = start in place.misindented or line.lstrip().startswith(CLOSING) or DEFINITION.match(line) is not None
    return (behind or above) if is_better_behind else (above or behind)


def _above(place: _Place, start: int) -> Edit | None:
    if place.is_inside(start):
        return None
    if place.is_template and not _is_in_tag(place.text, start):
        return Edit(start, start, f"<%# puppet-check: ignore[{place.code}] -%>\n")
    return Edit(start, start, f"{indentation(place.text, start)}# puppet-check: ignore[{place.code}]\n")


def _behind(place: _Place, end: int) -> Edit | None:
    return None if place.is_template or place.is_inside(end) else Edit(end, end, f"  # puppet-check: ignore[{place.code}]")


def _for_file(place: _Place) -> Edit:
    """The comment before all code, with a blank line after it if it would become part of another comment."""
    words = f"puppet-check: ignore-file[{place.code}]"
    if place.is_template:
        return Edit(0, 0, f"<%# {words} -%>\n")
    return Edit(0, 0, f"# {words}\n\n" if place.text.source.startswith(b"#") else f"# {words}\n")


def _is_in_tag(text: Text, offset: int) -> bool:
    before = text.source[:offset]
    return before.rfind(b"<%") > before.rfind(b"%>")
