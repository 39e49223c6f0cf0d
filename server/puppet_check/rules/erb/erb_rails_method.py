"""Methods in ERB templates that Rails adds to the classes of Ruby, and those of other languages: `@port.blank?`, `@a.includes?('b')`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.tree import text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

METHODS = frozenset(
    """blank? present? presence squish titleize titlecase humanize underscore camelize classify constantize
    demodulize parameterize pluralize singularize dasherize html_safe starts_with? ends_with? to_sentence
    in_groups_of stringify_keys symbolize_keys to_query""".split()
)
ASKING = frozenset(("respond_to?", "require", "define_method", "method_missing"))
"""Methods by which a template may make sure that a method exists."""
SEVERAL = "blank? present? presence"
ELSEWHERE = {
    "includes?": "include?",
    "contains?": "include?",
    "contain?": "include?",
    "has_keys?": "key?",
    "haskey?": "key?",
    "isEmpty": "empty?",
    "is_empty?": "empty?",
    "is_empty": "empty?",
    "empty": "empty?",
    "end_with": "end_with?",
    "has_key": "key?",
    "has_value": "value?",
    "is_a": "is_a?",
    "kind_of": "kind_of?",
    "nil": "nil?",
    "respond_to": "respond_to?",
    "start_with": "start_with?",
    "toString": "to_s",
    "indexOf": "index",
    "startsWith": "start_with?",
    "endsWith": "end_with?",
    "foreach": "each",
    "lenght": "length",
    "toUpperCase": "upcase",
    "toLowerCase": "downcase",
}
"""Methods that neither Ruby nor Rails has, each with the one that is meant."""
OF_VALUES = frozenset("Array FalseClass Fixnum Float Hash Integer JSON NilClass Numeric Regexp String Symbol Time TrueClass YAML".split())
"""Constants whose objects have none of these methods, as `File.foreach` and `NetAddr::CIDR#contains?` are some."""


@issue(Severity.WARNING)
def erb_rails_method(name: str) -> str:
    """Method of Rails in an ERB template"""
    more = "; expected `empty?` or `nil?`" if name in SEVERAL.split() else ""
    return f"`{name}` is a method of Rails, which Ruby does not have{more}"


@erb_rails_method.variant()
def of_another_language(name: str, expected: str) -> str:
    return f"Ruby has no method `{name}`; expected `{expected}`"


@rule(on=Template)
def check_methods(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the calls of such methods, unless the template defines or asks for methods, or may have objects that have them."""
    found = []
    own: set[str] = set()
    waiting = [template.root]
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        if node.type in ("class", "module"):
            return
        if node.type in ("method", "singleton_method"):
            own.add(text(node.child_by_field_name("name")))
        if node.type == "constant" and text(node) not in OF_VALUES:
            own |= ELSEWHERE.keys()
        if node.type == "call":
            method = node.child_by_field_name("method")
            if text(method) in ASKING:
                return
            if (
                method is not None
                and (text(method) in METHODS or text(method) in ELSEWHERE)
                and node.child_by_field_name("receiver") is not None
            ):
                found.append(method)
    for each in sorted(found, key=lambda method: method.start_byte):
        name = text(each)
        if name in own:
            continue
        expected = ELSEWHERE.get(name)
        message = erb_rails_method(name) if expected is None else of_another_language(name, expected)
        yield message.at(*template.place(each))
