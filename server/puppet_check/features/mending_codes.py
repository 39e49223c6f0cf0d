"""How findings of single codes are mended: by code, what is to be written instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from puppet_check.features.edits import Mended, indentation, line_start
from puppet_check.features.node_at import path_at
from puppet_check.features.signatures import ways
from puppet_check.features.uses import uses_of
from puppet_check.features.variable_uses import variable_subject
from puppet_check.features.view import View
from puppet_check.rules.scopes import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit

NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?\Z")
EXPECTED = re.compile(r"expects an? (\w+) value, got (\w+)|Expected value of type (\w+), got (\w+)")
PARAMETER = re.compile(r"parameter '(\w+)'")
PLAIN = (ast.LiteralValue, ast.VariableExpression, ast.LiteralList, ast.LiteralHash, ast.AccessExpression)
"""What does nothing but have a value."""


def mended_by_code(view: View, found: Diagnostic) -> Iterator[Mended]:
    """The ways to mend a finding that only its code has."""
    way = WAYS.get(found.code)
    if way is not None:
        yield from way(view, found)


# ---- words


def _in_quotes(view: View, found: Diagnostic) -> Iterator[Mended]:
    """A word or number that can only be a string."""
    written = view.text.slice(found.start, found.end)
    if re.fullmatch(r"[\w.]+", written):
        yield "Write as a string", (Edit(found.start, found.end, f"'{written}'"),)


def _without_quotes(view: View, found: Diagnostic) -> Iterator[Mended]:
    """A name or number in quotes that must not have any."""
    written = view.text.slice(found.start, found.end)
    if re.fullmatch(r"""(['"])[\w:.-]+\1""", written):
        yield "Remove the quotes", (Edit(found.start, found.end, written[1:-1]),)


def _two_backslashes(view: View, found: Diagnostic) -> Iterator[Mended]:
    """An escape that is none, and stands for itself."""
    if view.text.source[found.start : found.start + 1] == b"\\":
        yield "Write the backslash twice", (Edit(found.start, found.start, "\\"),)


def _arrow(view: View, found: Diagnostic) -> Iterator[Mended]:
    at = view.text.source.find(b"+>", found.start, found.end)
    if at >= 0:
        yield "Change to =>", (Edit(at, at + 2, "=>"),)


def _as_expected(view: View, found: Diagnostic) -> Iterator[Mended]:
    """A string for a number or Boolean, and the other way round."""
    told = EXPECTED.search(found.message)
    node = _literal(view, found)
    if told is None or node is None:
        return
    expected = told[1] or told[3]
    written = view.text.slice(*node.span)
    match node:
        case ast.LiteralString(value=value) if expected in ("Integer", "Numeric", "Float") and NUMBER.match(value):
            if expected != "Integer" or "." not in value:
                yield "Write as a number", (Edit(*node.span, value),)
        case ast.LiteralString(value=value) if expected == "Boolean" and value in ("true", "false"):
            yield "Write as a Boolean", (Edit(*node.span, value),)
        case ast.LiteralInteger() | ast.LiteralFloat() | ast.LiteralBoolean() if expected == "String":
            yield "Write as a string", (Edit(*node.span, f"'{written}'"),)


def _literal(view: View, found: Diagnostic) -> ast.Node | None:
    """The value that a finding is about: its own node, or that of the attribute or parameter which it names."""
    named = PARAMETER.search(found.message)
    for node in reversed(path_at(view.program, found.start)):
        if named is not None and called(node) and node.span == (found.start, found.end):
            given = arguments(node)
            several = [[each.name for each in way.arguments] for way in ways(called(node), view.known)]
            index = next((names.index(named[1]) for names in several if named[1] in names), len(given))
            return given[index] if index < len(given) else None
        if isinstance(node, ast.AttributeOperation) and node.name_span == (found.start, found.end):
            return node.value_expr
        if isinstance(node, ast.LiteralValue) and node.span == (found.start, found.end):
            return node
    return None


# ---- parts


def removed(view: View, start: int, end: int) -> Edit:
    """Without a part of a list, its comma, and its line if nothing else is in it."""
    source = view.text.source
    behind = re.compile(rb"[ \t]*,?[ \t]*").match(source, end)
    assert behind is not None
    end = behind.end()
    first = line_start(view.text, start)
    if not source[first:start].strip() and source[end : end + 1] in (b"\n", b"\r", b""):
        line_end = source.find(b"\n", end)
        return Edit(first, len(source) if line_end < 0 else line_end + 1, "")
    return Edit(start, end, "")


def _without_attribute(view: View, found: Diagnostic) -> Iterator[Mended]:
    for node in reversed(path_at(view.program, found.start)):
        if isinstance(node, ast.AttributeOperation):
            yield f"Remove {node.attribute_name}", (removed(view, node.start, node.end),)
            return


def _without_variable(view: View, found: Diagnostic) -> Iterator[Mended]:
    """Without an assignment that nobody reads, when nothing happens in it."""
    path = path_at(view.program, found.start)
    for at, node in enumerate(path):
        if isinstance(node, ast.AssignmentExpression) and isinstance(node.left_expr, ast.VariableExpression):
            is_statement = isinstance(path[at - 1], ast.BlockExpression) or at == 1
            subject = variable_subject(view, node.left_expr.name, path[: at + 1])
            is_plain = all(isinstance(each, (*PLAIN, ast.QualifiedName, ast.KeyedEntry)) for each in ast.walk(node.right_expr))
            if is_statement and is_plain and len(list(uses_of(subject, view))) == 1:
                yield f"Remove ${node.left_expr.name}", (removed(view, node.start, node.end),)


def _without_suppression(view: View, found: Diagnostic) -> Iterator[Mended]:
    """Without a comment that hides nothing, or the code in it that does."""
    comment = next((each for each in view.program.comments if each.start <= found.start < each.end), None)
    if comment is None:
        return
    listed = view.text.slice(comment.start, comment.end)
    if listed.count(",") > 0:
        start, end = found.start, found.end
        rest = re.compile(rb"\s*,\s*").match(view.text.source, end)
        before = re.search(rb",\s*\Z", view.text.source[comment.start : start])
        edit = Edit(start, rest.end(), "") if rest else Edit(start - len(before[0] if before else b""), end, "")
        yield "Remove the code", (edit,)
        return
    first = line_start(view.text, comment.start)
    before_ = view.text.source[first : comment.start]
    start = comment.start - (len(before_) - len(before_.rstrip()))
    yield "Remove the comment", (removed(view, comment.start, comment.end) if not before_.strip() else Edit(start, comment.end, ""),)


def _with_default(view: View, found: Diagnostic) -> Iterator[Mended]:
    """A last option for whatever is left, in which nothing happens."""
    node = next((each for each in reversed(path_at(view.program, found.start)) if isinstance(each, ast.CaseExpression)), None)
    if node is None or not node.options:
        return
    last = node.options[-1]
    is_own_line = not view.text.source[line_start(view.text, last.start) : last.start].strip()
    before = f"\n{indentation(view.text, last.start)}" if is_own_line else " "
    yield "Add a default", (Edit(last.end, last.end, f"{before}default: {{ }}"),)


def _lookup(view: View, found: Diagnostic) -> Iterator[Mended]:
    """`hiera` as `lookup`, which has the default elsewhere."""
    call = next((each for each in reversed(path_at(view.program, found.start)) if called(each) == "hiera"), None)
    given = () if call is None else arguments(call)
    if not isinstance(call, ast.CallNamedFunctionExpression) or call.lambda_ is not None or not 1 <= len(given) <= 2:
        return
    edits = [Edit(found.start, found.end, "lookup")]
    if len(given) == 2:
        edits.append(Edit(given[1].start, given[1].start, "undef, undef, "))
    yield "Use lookup", tuple(edits)


WAYS: dict[str, Callable[[View, Diagnostic], Iterator[Mended]]] = {
    **dict.fromkeys(
        ("reserved-word", "illegal-number", "invalid-octal-number", "invalid-decimal-number", "invalid-hex-number"), _in_quotes
    ),
    **dict.fromkeys(("quoted-name", "numeric-coercion"), _without_quotes),
    **dict.fromkeys(("wrong-parameter", "wrong-argument", "type-mismatch", "wrong-result"), _as_expected),
    **dict.fromkeys(("unknown-parameter", "duplicate-attribute"), _without_attribute),
    "unrecognized-escape": _two_backslashes,
    "illegal-attribute-append": _arrow,
    "unused-variable": _without_variable,
    "unused-suppression": _without_suppression,
    "case-without-default": _with_default,
    "deprecated-function": _lookup,
}
