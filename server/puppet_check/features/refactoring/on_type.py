"""On-type formatting: aligns arrows and indents new lines."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.refactoring.formatting import format_ranges
from puppet_check.features.view import View
from puppet_check.formatting.style import Style
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_grammar.parse import mode_of
from puppet_typesys.diagnostics import Edit
from puppet_typesys.edits import indentation

TRIGGERS = (">", "\n", "}")
STEP = "  "
OPENING = (b"{", b"(", b"[")
CLOSING = (b"}", b")", b"]")


def on_type(view: View, offset: int, typed: str, style: Style = Style()) -> list[Edit]:
    """The edits after a character was typed right before an offset."""
    match typed:
        case ">":
            return list(_arrows(view, offset)) if style.align_arrows else []
        case "\n":
            return list(_new_line(view, offset))
        case "}":
            return _ended(view, offset, style) or list(_closing(view, offset))
    return []


def _arrows(view: View, offset: int) -> Iterator[Edit]:
    """Align the arrows of the attributes or hash entries around an offset."""
    source = view.text.source
    if source[offset - 2 : offset] != b"=>":
        return
    for node in reversed(path_at(view.program, max(offset - 2, 0))):
        entries = _entries(node)
        if not entries:
            continue
        lines = [view.text.position(key_end).line for key_end, _ in entries]
        if len(set(lines)) != len(lines):
            return
        starts = [view.text.position(key_end).column for key_end, _ in entries]
        column = max(starts) + 1
        for (key_end, arrow), start in zip(entries, starts, strict=True):
            wanted = b" " * (column - start)
            if source[key_end:arrow] != wanted and not source[key_end:arrow].strip():
                yield Edit(key_end, arrow, wanted.decode())
        return


def _entries(node: ast.Node) -> list[tuple[int, int]]:
    """The end of each key, and the start of its arrow."""
    match node:
        case ast.ResourceBody() | ast.ResourceDefaultsExpression() | ast.ResourceOverrideExpression() | ast.CollectExpression():
            operations = node.operations
            return [(each.name_span.end, each.operator_start) for each in operations if isinstance(each, ast.AttributeOperation)]
        case ast.LiteralHash():
            return [(each.key.end, each.operator_start) for each in node.entries]
        case ast.SelectorExpression():
            return [(each.matching_expr.end, each.operator_start) for each in node.selectors]
    return []


def _new_line(view: View, offset: int) -> Iterator[Edit]:
    """Indent a new line: one step more than the previous line after an opening bracket or a title, else as much."""
    text = view.text
    line = text.position(offset).line
    if line == 0 or _is_in_text(view, offset):
        return
    above = text.line_span(line - 1)
    before = text.source[above.start : above.end].rstrip()
    wanted = indentation(view.text, above.start)
    if before.endswith(OPENING) or (before.endswith(b":") and not before.endswith(b"::")):
        wanted += STEP
    span = text.line_span(line)
    found = text.slice(*span)
    rest = found.lstrip()
    if rest.encode().startswith(CLOSING) and wanted.endswith(STEP):
        wanted = wanted.removesuffix(STEP)
    given = found[: len(found) - len(rest)]
    if given != wanted:
        yield Edit(span.start, span.start + len(given), wanted)


def _ended(view: View, offset: int, style: Style) -> list[Edit]:
    """Format the statement that a brace has ended, if it is alone on its line and the statement has no errors."""
    line = view.text.position(offset).line
    start, end = view.text.line_span(line)
    if view.text.source[start:end].strip() != b"}" or _is_in_text(view, offset - 1):
        return []
    return format_ranges(view.text.source, [(line, line)], mode_of(view.path), style)


def _closing(view: View, offset: int) -> Iterator[Edit]:
    """Align a closing brace that is alone on its line with the line of the opening one."""
    text = view.text
    line = text.position(offset).line
    span = text.line_span(line)
    if text.source[span.start : offset].strip() != b"}" or _is_in_text(view, offset - 1):
        return
    opening = _partner(view, offset - 1)
    if opening is None:
        return
    wanted, given = indentation(view.text, opening), indentation(view.text, offset)
    if wanted != given:
        yield Edit(span.start, span.start + len(given), wanted)


def _partner(view: View, closing: int) -> int | None:
    """The offset of the matching opening brace; braces in strings and comments are ignored."""
    skipped = [each.span for each in view.program.comments]
    skipped += [each.span for each in ast.walk(view.program) if isinstance(each, ast.LiteralString | ast.LiteralRegularExpression)]
    inside = sorted(span for span in skipped if span.start < closing)
    depth = 0
    source = view.text.source
    for at in range(closing, -1, -1):
        while inside and inside[-1].start > at:
            inside.pop()
        if inside and inside[-1].start <= at < inside[-1].end:
            continue
        depth += source[at : at + 1] == b"}"
        if source[at : at + 1] == b"{":
            depth -= 1
            if depth == 0:
                return at
    return None


def _is_in_text(view: View, offset: int) -> bool:
    """Whether an offset is in a string or comment, whose white space must not change."""
    if any(each.start < offset < each.end for each in view.program.comments):
        return True
    strings = ast.LiteralString | ast.ConcatenatedString | ast.HeredocExpression
    path = path_at(view.program, offset)
    return any(isinstance(each, strings) and each.start < offset < each.end for each in path) or isinstance(path[-1], ast.HeredocExpression)
