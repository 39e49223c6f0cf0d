"""Texts of hashes in templates, which Ruby 3.4 writes in another way."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import nodes_with_ancestors, text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

OTHERS = frozenset(("string", "integer", "float", "simple_symbol", "true", "false", "nil", "string_array", "symbol_array", "regex"))
"""Literals that are not hashes and contain none."""
PLAIN = frozenset("to_s to_i to_f join strip chomp upcase downcase capitalize sub gsub size length keys inspect to_json to_yaml".split())
"""Methods whose results contain no hash."""


@issue(Severity.INFO)
def inspected_hash(code: str) -> str:
    """Template shows a hash as Ruby writes it, which depends on the version"""
    return f'`{code}` gives `{{"a" => 1}}` instead of `{{"a"=>1}}` since Ruby 3.4 if the value is a Hash'


@inspected_hash.variant()
def inspected_literal() -> str:
    return 'this gives `{"a" => 1}` instead of `{"a"=>1}` since Ruby 3.4'


@rule(on=Template)
def check_inspected(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report calls of `inspect` on what is or may be a hash."""
    if not known.target.rubies or b"inspect" not in template.source:
        return
    for node, _ in nodes_with_ancestors(template.root, "call"):
        receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
        if receiver is None or text(method) != "inspect" or receiver.type in OTHERS:
            continue
        if receiver.type == "call" and text(receiver.child_by_field_name("method")) in PLAIN:
            continue
        if receiver.type == "hash":
            yield inspected_literal().at(*template.place(node), severity=Severity.WARNING)
        else:
            yield inspected_hash(text(node)).at(*template.place(node))
