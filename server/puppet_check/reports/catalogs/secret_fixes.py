"""Fixes that keep a secret out of catalogs, reports and lists of processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.rules.secret_flows import secret_not_sensitive, secret_on_command_line, secret_unwrapped
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix, Message
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.fixes.attributes import added_to
from puppet_typesys.ordering.fixes import body_of
from puppet_typesys.secrets.flows import Flow
from puppet_typesys.secrets.marks import Span

WRAPPABLE = frozenset((("File", "content"), ("Exec", "environment"), ("Exec", "command"), ("Concat::Fragment", "content")))
"""The parameters of which a fix makes a Sensitive."""
STRING = lazy_pattern(rb"(?:(String(?:\[[^\[\]]*\])?)|Optional\[(String(?:\[[^\[\]]*\])?)\])\Z")
"""The types of parameters to which a fix adds a Sensitive."""


class Variable(NamedTuple):
    """How a program takes a secret as an argument, and from which variable of its environment it takes it instead."""

    name: str
    instead: str = ""
    """What stands in place of the argument."""


ARGUMENTS = (
    (
        lazy_pattern(
            r"(?:\A|[\s/;&|])(?:mysql|mysqladmin|mysqldump|mariadb|mariadb-dump|mariadb-admin)(?=\s)[^;&|]*?(\s+(?:-p|--password=))\Z"
        ),
        Variable("MYSQL_PWD"),
    ),
    (lazy_pattern(r"(?:\A|[\s/;&|])redis-cli(?=\s)[^;&|]*?(\s+(?:-a|--pass)\s+)\Z"), Variable("REDISCLI_AUTH")),
    (lazy_pattern(r"(?:\A|[\s/;&|])sshpass(\s+-p\s*)\Z"), Variable("SSHPASS", " -e")),
    (lazy_pattern(r"(?:\A|[\s/;&|])openssl(?=\s)[^;&|]*?(pass:)\Z"), Variable("PASSPHRASE", "env:PASSPHRASE")),
    (lazy_pattern(r"\A(PGPASSWORD=)\Z"), Variable("PGPASSWORD")),
)
"""Arguments before a secret, with what names them in a group, of programs that read it from their environment as well."""


class Proposed(NamedTuple):
    """A fix, and the parameters of a resource that it changes."""

    fix: Fix
    changed: tuple[tuple[str, frozenset[str]], ...] = ()


def proposed(flow: Flow, message: Message) -> Iterator[Proposed]:
    """The fixes of a finding about a secret that ends somewhere as plain text."""
    resource, issue = flow.resource, message.issue
    if resource is None:
        return
    place = resource.parameters[flow.name].place if flow.name in resource.parameters else None
    node = None if place is None else place.node
    name = str(resource)
    if issue is secret_on_command_line.issue and place is not None and isinstance(node, ast.AttributeOperation):
        yield from (Proposed(each, ((name, frozenset((flow.name, "environment"))),)) for each in _environment(resource, place.text, node))
    if issue not in (secret_unwrapped.issue, secret_not_sensitive.issue):
        return
    if issue is secret_not_sensitive.issue and flow.origin is not None and flow.origin.place is not None and place is not None:
        yield from map(Proposed, _type(flow.origin.place, place.text))
    if (resource.type, flow.name) in WRAPPABLE and isinstance(node, ast.AttributeOperation):
        value = node.value_expr
        edits = (Edit(value.start, value.start, "Sensitive("), Edit(value.end, value.end, ")"))
        yield Proposed(Fix("Wrap the value in Sensitive(…)", edits), ((name, frozenset((flow.name,))),))
    if issue is secret_not_sensitive.issue and (resource.type, flow.name) == ("File", "content") and place is not None:
        yield from (Proposed(each, ((name, frozenset(("show_diff",))),)) for each in _without_diff(resource, place.text))


def _type(parameter: Span, own: Text) -> Iterator[Fix]:
    """Let a parameter take a Sensitive as well, where it is declared in the same file."""
    if parameter.text is not own:
        return
    source = own.source
    end = parameter.start
    while end and source[end - 1 : end].isspace():
        end -= 1
    start = max(source.rfind(b"\n", 0, end), source.rfind(b"(", 0, end)) + 1
    start += len(source[start:end]) - len(source[start:end].lstrip())
    found = STRING.match(source[start:end])
    if found is not None:
        inner = (found[1] or found[2]).decode()
        both = f"Variant[Sensitive[{inner}], {inner}]"
        yield Fix(f"Accept a Sensitive: {both}", (Edit(start, end, f"Optional[{both}]" if found[2] else both),))


def _without_diff(resource: Resource, text: Text) -> Iterator[Fix]:
    """Let reports not show what changes in a file."""
    body = body_of(resource)
    if body is not None and "show_diff" not in resource.parameters:
        yield Fix("Add show_diff => false", (added_to(text, body, {"show_diff": "false"})._replace(placeholders=()),))


def _environment(resource: Resource, text: Text, command: ast.AttributeOperation) -> Iterator[Fix]:
    """Pass a secret to a program in its environment, if it reads it from there."""
    value, body = command.value_expr, body_of(resource)
    if body is None or not isinstance(value, ast.ConcatenatedString) or "environment" in resource.parameters:
        return
    for index, each in enumerate(value.segments):
        before = value.segments[index - 1] if index else None
        if not isinstance(each, ast.TextExpression) or not isinstance(before, ast.LiteralString):
            continue
        found = next(((match, to) for pattern, to in ARGUMENTS if (match := pattern.search(before.value)) is not None), None)
        written = text.slice(before.start, before.end)
        if found is None or not written.endswith(found[0][1]):
            continue
        start = each.start - len(found[0][1].encode())
        end = each.end + (text.source[each.end : each.end + 1] == b" " and found[1].name == "PGPASSWORD")
        secret = text.slice(each.start, each.end)
        variable = f'Sensitive(["{found[1].name}={secret}"])'
        added = added_to(text, body, {"environment": variable})._replace(placeholders=())
        yield Fix(f"Pass the secret as {found[1].name} in the environment", (Edit(start, end, found[1].instead), added))
        return
