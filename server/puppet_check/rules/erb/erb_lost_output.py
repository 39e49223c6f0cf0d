"""Tags of ERB templates that compute a value and do not print it: `<% @port %>` where `<%= @port %>` is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.erb.names import known_methods, own_methods
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import text
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.ruby.template_uses import key_read

if TYPE_CHECKING:
    from tree_sitter import Node

BODIES = frozenset(("program", "then", "else", "do", "body_statement", "block_body"))
"""Nodes whose children are statements."""
PURE = frozenset(
    "join to_s to_i to_f upcase downcase capitalize strip chomp inspect sort uniq first last flatten compact size length".split()
)
"""Methods that only compute a value."""
OPERATORS = frozenset(("+", "-", "*", "/", "%"))
TAG = lazy_pattern(rb"<%-?[ \t\r\n]*\Z")
MISSPELT = lazy_pattern(rb"(?<![<%])(<=%)\s*[@\w][^%\n]*%>")
OF_PHP = lazy_pattern(rb"(<\?=?)\s*@[a-z]\w*\s*(\?>)")
"""A tag of another language around a variable of Ruby, which is none in that language."""
UNCLOSED = lazy_pattern(rb"(<%[-=]?(?![%#]))[^%\n]*?-?%[ \t]*\r?\n[^%]*<%(?!%)")
OPEN_PAST_LINE = lazy_pattern(rb"(<%[-=]?(?![%#]))(?:[^%<\"'\n]|%(?!>)|<(?!%))*[\"']?[ \t]*\r?\n(?:[^%<]|%(?!>)|<(?!%))*+<%(?!%)")
"""The same without any end, in which the rest of the line is read as code."""
TAG = lazy_pattern(rb"<%(?:[-=#@\s]|\Z)")
"""The beginning of a tag, as opposed to a text such as `<%u>`."""
CLOSED_TWICE = lazy_pattern(rb"<%(?!%)(?:[^%<]|%(?!>)|<(?!%))*+%>(-?%>)(?!\w)")
"""A second end, which is no directive of a format such as `%>s`."""
TEMPLATE = b"<%%"
"""The beginning of a tag in a template that the template makes."""
PERCENTAGE = lazy_pattern(rb"<\w[^<>\n]*=\Z")
"""What stands before an attribute of HTML without quotes, which ends in a percent sign."""
NEAR = 200
"""How many bytes before a tag are looked at."""
END = lazy_pattern(rb"[ \t\r\n]*-?%>")


@issue(Severity.WARNING)
def erb_lost_output(code: str) -> str:
    """ERB tag computes a value without printing it"""
    return f"the value of `{code}` is not printed; expected `<%= {code} %>`"


@erb_lost_output.variant()
def misspelt_tag(text: str) -> str:
    return f"`{text}` does not begin a tag; expected `<%=`"


@erb_lost_output.variant()
def open_tag() -> str:
    return "this tag is not closed before the next one begins; expected `%>`"


@erb_lost_output.variant()
def never_closed() -> str:
    return "this tag is not closed; expected `%>`"


@erb_lost_output.variant()
def closed_twice(text: str) -> str:
    return f"the tag has ended, so `{text}` is printed"


@rule(on=Template)
def check_marks(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report what is nearly the beginning of a tag, tags with the beginning of another inside, and a second end."""
    for found in MISSPELT.finditer(template.source):
        fix = Fix("Change to <%=", (Edit(found.start(1), found.end(1), "<%="),))
        yield misspelt_tag(found[1].decode()).at(found.start(1), found.end(1), fixes=(fix,))
    for found in OF_PHP.finditer(template.source):
        fix = Fix("Change to <%= %>", (Edit(*found.span(1), "<%="), Edit(*found.span(2), "%>")))
        yield misspelt_tag(found[1].decode()).at(found.start(), found.end(), fixes=(fix,))
    unclosed = {each.start(): each for pattern in (UNCLOSED, OPEN_PAST_LINE) for each in pattern.finditer(template.source)}
    for found in unclosed.values():
        yield open_tag().at(found.start(), found.end(1))
    last = template.source.rfind(b"<%")
    if last >= 0 and b"%>" not in template.source[last:] and TAG.match(template.source, last) and template.source[last - 1 : last] != b"<":
        yield never_closed().at(last, last + 2)
    for found in CLOSED_TWICE.finditer(template.source) if TEMPLATE not in template.source else ():
        if PERCENTAGE.search(template.source[max(0, found.start() - NEAR) : found.start()]) is not None:
            continue
        fix = Fix("Remove the second end", (Edit(*found.span(1), ""),), "unsafe")
        yield closed_twice(found[1].decode()).at(*found.span(1), fixes=(fix,))


@rule(on=Template)
def check_tags(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the tags whose only code is an expression without effects."""
    bare: frozenset[int] | None = None
    methods: set[str] | None = None
    waiting = [template.root]
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        if node.type not in BODIES:
            continue
        inside = node.named_children
        for each in inside:
            if each.type == "identifier" and (bare is None or methods is None):
                bare, methods = _bare(template), own_methods(template.root)
            is_name = each.type == "identifier" and (each.start_byte in (bare or ()) or _is_local(each, methods or set()))
            if (is_name or _is_pure(each)) and not _is_result(each, inside[-1], node):
                yield from _reported(each, template)


def _reported(node: Node, template: Template) -> Iterator[Diagnostic]:
    start, end = template.place(node)
    before = TAG.search(template.source, max(0, start - 100), start)
    if before is None or END.match(template.source, end) is None or template.source[start:end] != node.text:
        return
    fix = Fix("Print the value", (Edit(before.start(), before.start() + len(before[0].rstrip()), "<%="),))
    yield erb_lost_output(text(node)).at(start, end, fixes=(fix,))


def _bare(template: Template) -> frozenset[int]:
    """The places of the names that nothing defines, as variables were named in templates of old."""
    return frozenset(each.node.start_byte for each in template.bare_names)


def _is_local(name: Node, methods: set[str]) -> bool:
    """Whether a name is that of a local variable, as no method of the template, of Ruby or of Puppet has it."""
    return text(name) not in methods and text(name) not in known_methods()


def _is_pure(node: Node) -> bool:
    """Whether an expression only computes a value."""
    match node.type:
        case "instance_variable":
            return True
        case "element_reference":
            inner = node.named_children[0]
            return inner.type in ("instance_variable", "element_reference", "identifier") or key_read(node) is not None
        case "binary":
            parts = (node.child_by_field_name("left"), node.child_by_field_name("right"))
            is_computed = text(node.child_by_field_name("operator")) in OPERATORS
            return is_computed and all(each is not None and (_is_pure(each) or each.type in ("string", "integer")) for each in parts)
        case "call":
            receiver, block = node.child_by_field_name("receiver"), node.child_by_field_name("block")
            if key_read(node) is not None:
                return True
            is_computed = receiver is not None and block is None and text(node.child_by_field_name("method")) in PURE
            return is_computed and receiver is not None and _is_pure(receiver)
    return False


def _is_result(node: Node, last: Node, body: Node) -> bool:
    """Whether a statement is the last of a block or method, which may be its result."""
    if last != node:
        return False
    around: Node | None = body
    while around is not None and around.type not in ("block", "do_block", "lambda", "method", "singleton_method"):
        around = around.parent
    return around is not None
