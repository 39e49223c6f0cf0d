"""Lowering of names, numbers, variables, strings and other leaves of the tree."""

from __future__ import annotations

import math
import re

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.lowering.escapes import double_quoted, single_quoted
from puppet_grammar.lowering.regexes import regex_error
from puppet_grammar.lowering.registry import Lowering, leaf
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Reference

_HEX = lazy_pattern(r"0[xX][0-9A-Fa-f]+\Z")
_OCTAL = lazy_pattern(r"0[0-7]+\Z")
_DECIMAL = lazy_pattern(r"\d+(?:\.\d+)?(?:[eE]-?\d+)?\Z")
_ESCAPED_SLASH = lazy_pattern(r"\\/")


@leaf("name")
def lower_name(lowering: Lowering, token: TreeNode) -> ast.QualifiedName:
    start, end = token.start_byte, token.end_byte
    name = lowering.source[start:end].decode("ascii")
    if lowering.mode.tasks and name in ("plan", "apply") and not _names_attribute(token):
        _refuse_keyword(lowering, start, end, name)
    return ast.QualifiedName(start, end, name)


def _names_attribute(token: TreeNode) -> bool:
    parent = token.parent
    return parent is not None and parent.type == "attribute" and parent.start_byte == token.start_byte


def _refuse_keyword(lowering: Lowering, start: int, end: int, name: str) -> None:
    """Report `plan` or `apply` used as a name in a plan. The reference notices at the next token that it is not a definition."""
    following = end + len(lowering.source[end:]) - len(lowering.source[end:].lstrip())
    is_member = lowering.source[:start].rstrip()[-1:] == b"."
    message = f"the keyword '{name}' cannot be used as a name in a plan"
    lowering.error(start, end, "syntax-error", message, start if is_member else following)


@leaf("bare_word", "host_name")
def lower_bare_word(lowering: Lowering, token: TreeNode) -> ast.LiteralString:
    start, end = token.start_byte, token.end_byte
    if token.child_count:
        value = "".join(lowering.text(part.start_byte, part.end_byte) for part in token.children if not part.is_extra)
        for part in token.children:
            if part.type == "number":
                _check_number(lowering, part.start_byte, part.end_byte)
            elif lowering.mode.tasks and (word := lowering.text(part.start_byte, part.end_byte)) in ("plan", "apply"):
                lowering.error(part.start_byte, part.end_byte, "syntax-error", f"the keyword '{word}' cannot name a node in a plan")
        return ast.LiteralString(start, end, value)
    return ast.LiteralString(start, end, lowering.source[start:end].decode("ascii"))


@leaf("keyword_value")
def lower_keyword_value(lowering: Lowering, token: TreeNode) -> ast.LiteralString:
    start, end = token.start_byte, token.end_byte
    return ast.LiteralString(start, end, lowering.source[start:end].decode("ascii"))


@leaf("type_reference")
def lower_type_reference(lowering: Lowering, token: TreeNode) -> ast.QualifiedReference:
    start, end = token.start_byte, token.end_byte
    if lowering.source[end : end + 2] == b"::":
        lowering.error(start, end + 2, "illegal-class-reference", "every part of a type's name has to start with a capital letter", end + 1)
    return ast.QualifiedReference(start, end, lowering.source[start:end].decode("ascii"))


@leaf("variable")
def lower_variable(lowering: Lowering, token: TreeNode) -> ast.VariableExpression:
    start, end = token.start_byte, token.end_byte
    source = lowering.source
    name_start = start + 1 if source[start : start + 1] == b"$" else start
    if name_start == start and source[start:end] in (b"true", b"false"):
        # The reference names the variable after the value, and then fails to validate the name.
        return ast.VariableExpression(start, end, ast.LiteralBoolean(start, end, source[start:end] == b"true"))
    name = source[name_start:end].decode("ascii")
    if name_start == start:
        if name[:1].isdigit():
            _check_number(lowering, start, end)
        elif lowering.mode.tasks and name in ("plan", "apply"):
            lowering.error(start, end, "syntax-error", f"the keyword '{name}' cannot name a variable in a plan", end)
    return ast.VariableExpression(start, end, ast.QualifiedName(name_start, end, name))


@leaf("boolean")
def lower_boolean(lowering: Lowering, token: TreeNode) -> ast.LiteralBoolean:
    start, end = token.start_byte, token.end_byte
    return ast.LiteralBoolean(start, end, end - start == 4)


@leaf("default")
def lower_default(lowering: Lowering, token: TreeNode) -> ast.LiteralDefault:
    return ast.LiteralDefault(token.start_byte, token.end_byte)


@leaf("undef")
def lower_undef(lowering: Lowering, token: TreeNode) -> ast.LiteralUndef:
    return ast.LiteralUndef(token.start_byte, token.end_byte)


@leaf("reserved_word")
def lower_reserved_word(lowering: Lowering, token: TreeNode) -> ast.ReservedWord:
    start, end = token.start_byte, token.end_byte
    return ast.ReservedWord(start, end, lowering.source[start:end].decode("ascii"))


@leaf("number")
def lower_number(lowering: Lowering, token: TreeNode) -> ast.Expression:
    start, end = token.start_byte, token.end_byte
    if not _check_number(lowering, start, end):
        return ast.ErrorNode(start, end)
    digits = lowering.source[start:end].decode("ascii")
    if digits.isdigit():
        if digits[0] != "0" or digits == "0":
            return ast.LiteralInteger(start, end, _integer(digits, 10))
        return ast.LiteralInteger(start, end, _integer(digits, 8), 8)
    if digits[1] in "xX":
        return ast.LiteralInteger(start, end, int(digits, 16), 16)
    value = float(digits)
    if value == math.inf:
        reference = Reference(f"Internal Error, NUMBER token does not contain a valid number, {digits}", is_internal=True)
        lowering.error(start, end, "invalid-decimal-number", f"{digits} is too large for a Float", reference=reference)
    return ast.LiteralFloat(start, end, value)


def _integer(digits: str, radix: int) -> int:
    # Python refuses to convert more than 4,300 decimal digits at once.
    return int(digits, radix) if len(digits) < 4000 else int.from_bytes(b"\xff" * 16, "big")


def _check_number(lowering: Lowering, start: int, end: int) -> bool:
    """Report an invalid number, testing in the reference's order."""
    digits = lowering.source[start:end].decode("ascii", "replace")
    following = lowering.source[end : end + 1]
    if digits.isdigit() and (digits[0] != "0" or digits == "0") and following < b"\x80":
        return True
    if digits[:2] in ("0x", "0X"):
        if not _HEX.match(digits):
            lowering.error(start, end, "invalid-hex-number", f"Not a valid hex number {digits}")
            return False
    elif digits[0] == "0" and digits[1:2] not in ("", "."):
        if not _OCTAL.match(digits):
            lowering.error(start, end, "invalid-octal-number", f"Not a valid octal number {digits}")
            return False
    elif not _DECIMAL.match(digits):
        if digits.isdigit() or (digits[:1].isdigit() and re.match(r"\d+[eE.]", digits)):
            lowering.error(start, end, "invalid-decimal-number", f"Not a valid decimal number {digits}")
        else:
            lowering.error(start, end, "illegal-number", f"Illegal number '{digits}'")
        return False
    # A letter outside of ASCII is not part of a number, but prevents the number from ending before it.
    if following >= b"\x80" and lowering.text(end, end + 4)[:1].isalnum():
        lowering.error(start, end, "illegal-number", f"Illegal number '{digits}'", start + 1)
        return False
    return True


@leaf("regex")
def lower_regex(lowering: Lowering, token: TreeNode) -> ast.Expression:
    start, end = token.start_byte, token.end_byte
    written = lowering.text(start + 1, end - 1)
    pattern = _ESCAPED_SLASH.sub("/", written)
    if not pattern.isalnum() and (error := regex_error(pattern)):
        lowering.error(start, end, "invalid-regexp", f"{error}: /{written}/", start)
    return ast.LiteralRegularExpression(start, end, pattern)


@leaf("string")
def lower_string(lowering: Lowering, token: TreeNode) -> ast.LiteralString:
    start, end = token.start_byte, token.end_byte
    source = lowering.source
    content = source[start + 1 : end - 1].decode("utf-8", "replace")
    if "\\" in content:
        content = single_quoted(content) if source[start : start + 1] == b"'" else double_quoted(content, lowering, start + 1)
    return ast.LiteralString(start, end, content)


@leaf("unclosed_string")
def lower_unclosed_string(lowering: Lowering, token: TreeNode) -> ast.LiteralString:
    start, end = token.start_byte, token.end_byte
    refuse_unclosed(lowering, start, end, start + 1)
    return ast.LiteralString(start, end, lowering.text(start + 1, end))


def refuse_unclosed(lowering: Lowering, start: int, end: int, after: int) -> None:
    """Report a string that is ended at the end of its line because it is unclosed.

    The reference reads up to the next quote and reports what follows it. If there is none, it reports `after`: the end of the last
    interpolation, or the byte after the opening quote.
    """
    quote = lowering.text(start, start + 1)
    partner = re.compile(rb"(?:[^\\%s]|\\.)*%s" % ((quote.encode(),) * 2), re.DOTALL).match(lowering.original, end)
    noticed = after if partner is None else partner.end()
    lowering.error(start, end, "unclosed-quote", f"the string that starts with {quote} here is never closed", noticed)


@leaf("comment")
def lower_comment(lowering: Lowering, token: TreeNode) -> None:
    start, end = token.start_byte, token.end_byte
    text = lowering.source[start:end].decode("utf-8", "replace")
    if text[:1] != "#" and (len(text) < 4 or text[-2:] != "*/"):
        lowering.error(
            start, end, "unclosed-mlcomment", "Unclosed multiline comment, expected */", reference=Reference("Unclosed multiline comment")
        )
    lowering.comments.append(ast.Comment(start, end, text))


@leaf("tag_open", "tag_close")
def lower_tag(lowering: Lowering, token: TreeNode) -> None:
    lowering.tags.append(token)


@leaf("heredoc_body")
def lower_heredoc_body(lowering: Lowering, token: TreeNode) -> None:
    """Return None: the text was lowered with the tag before it."""
