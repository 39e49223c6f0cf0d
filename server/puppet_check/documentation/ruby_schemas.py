"""The entries of resource types of the Resource API: `Puppet::ResourceApi.register_type(name: ..., attributes: {...})`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.documentation.docstring import parse_docstring
from puppet_check.documentation.entries import Attribute, ResourceType, Value
from puppet_check.documentation.layout import scrubbed
from puppet_check.documentation.ruby_source import RubySource, line_of
from puppet_check.workspace.ruby.tree import RubyCall, text

WORDS = {"true": True, "false": False, "nil": None}


class UnreadableSchema(Exception):  # noqa: N818 - never leaves this module
    """Raised for a schema that is not literal."""


def schemas(source: RubySource) -> Iterator[ResourceType]:
    """The resource types that a file registers."""
    for call in source.calls():
        if call.name == "register_type" and call.receiver == "Puppet::ResourceApi":
            try:
                yield _type(source, call)
            except UnreadableSchema:
                continue


def _type(source: RubySource, call: RubyCall) -> ResourceType:
    schema = {name: _value(source, node) for name, _, node in call.options}
    found = []
    attributes = schema.get("attributes")
    for name, about in attributes.items() if isinstance(attributes, dict) else ():
        if not isinstance(about, dict):
            raise UnreadableSchema
        behaviour = about.get("behaviour")
        kind = "parameter" if behaviour in ("parameter", "namevar") else "property"
        found.append(_attribute(kind, name, about, is_namevar=behaviour == "namevar"))
    docs = schema.get("docs")
    docstring = parse_docstring(scrubbed(str(docs)) if docs else source.comment_above(call.node))
    return ResourceType(str(schema.get("name")), source.path, line_of(call.node), docstring, tuple(found), ())


def _attribute(kind: str, name: str, about: dict[str, Value], *, is_namevar: bool) -> Attribute:
    default = about.get("default")
    shown = None if default is False else default
    return Attribute(kind, name, str(about.get("desc") or ""), type=str(about.get("type") or ""), is_namevar=is_namevar, default=shown)


def _value(source: RubySource, node: tree_sitter.Node | None) -> Value:
    if node is None:
        return None
    if node.type == "integer":
        return int(text(node).replace("_", ""), 0)
    if node.type == "hash":
        return {str(_value(source, key)): _value(source, value) for key, value in _entries(node)}
    if node.type == "array":
        return [_value(source, each) for each in node.named_children if each.type != "comment"]
    if node.type in WORDS:
        return WORDS[node.type]
    known = source.string(node)
    if known is None:
        raise UnreadableSchema
    return known


def _entries(node: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node | None, tree_sitter.Node | None]]:
    for each in node.named_children:
        if each.type == "pair":
            yield each.child_by_field_name("key"), each.child_by_field_name("value")
