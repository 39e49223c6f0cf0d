"""The entries of resource types in Ruby, and of what other files add to them."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.documentation.docstring import parse_docstring
from puppet_check.documentation.entries import Attribute, Feature, ResourceType
from puppet_check.documentation.layout import scrubbed
from puppet_check.documentation.ruby_source import RubySource, line_of, statements_of
from puppet_check.workspace.ruby.tree import RubyCall, call_of, text

ENSURE = "The basic property that the resource should be in."
"""What puppet-strings says of an `ensure` without a text."""
BOOLEAN = ("true", "false", "yes", "no")
"""The values of a parameter whose parent is `Puppet::Parameter::Boolean`."""
KINDS = {"newproperty": "property", "newparam": "parameter", "newcheck": "check"}
"""The kind of attribute that each method adds."""


def resource_types(source: RubySource) -> Iterator[ResourceType]:
    """The resource types that a file declares or adds to."""
    for call in source.calls():
        if call.name == "newtype" and call.receiver in ("Puppet::Type", "Type") and call.arguments:
            name = source.string(call.arguments[0])
            if name is not None:
                yield _type(source, name, call)
        elif call.name in ("newproperty", "newparam", "ensurable"):
            made = _addition(source, call)
            if made is not None:
                yield made


def docstring_in(source: RubySource, node: tree_sitter.Node) -> str | None:
    """The first `@doc = text` or `desc text` in a node; None without one."""
    pending = [node]
    while pending:
        each = pending.pop()
        if each.type == "assignment" and text(each.child_by_field_name("left")) == "@doc":
            found = source.string(each.child_by_field_name("right"))
            return None if found is None else scrubbed(found)
        if each.type == "call" and text(each.child_by_field_name("method")) == "desc":
            call = call_of(each)
            if call is not None and len(call.arguments) == 1:
                found = source.string(call.arguments[0])
                return None if found is None else scrubbed(found)
        pending.extend(reversed(each.named_children))
    return None


def _type(source: RubySource, name: str, call: RubyCall) -> ResourceType:
    written = docstring_in(source, call.node)
    docstring = parse_docstring(source.comment_above(call.node) if written is None else written)
    found: list[Attribute] = []
    features = []
    for each in statements_of(call):
        first = source.string(each.arguments[0]) if each.arguments else None
        if each.name in KINDS and first is not None:
            found.append(_attribute(source, KINDS[each.name], first, each))
        elif each.name == "feature" and first is not None and len(each.arguments) >= 2:
            about = source.string(each.arguments[1])
            if about is not None:
                features.append(Feature(first, scrubbed(about).replace("\n", " ")))
        elif each.name == "ensurable":
            found.append(_ensure(source, each))
    features.sort(key=lambda each: each.name)
    return ResourceType(name, source.path, line_of(call.node), docstring, tuple(found), tuple(features))


def _addition(source: RubySource, call: RubyCall) -> ResourceType | None:
    """The resource type of `Puppet::Type.type(:name).newparam(:x)`, with only that attribute."""
    of = call_of(call.subject) if call.subject is not None else None
    if of is None or of.name != "type" or of.receiver not in ("Puppet::Type", "Type") or not of.arguments:
        return None
    type = source.string(of.arguments[0])
    name = "ensure" if call.name == "ensurable" else source.string(call.arguments[0]) if call.arguments else None
    if type is None or name is None:
        return None
    kind = "parameter" if call.name == "newparam" else "property"
    docstring = parse_docstring(source.comment_above(call.node))
    return ResourceType(type, source.path, line_of(call.node), docstring, (_attribute(source, kind, name, call),), ())


def _ensure(source: RubySource, call: RubyCall) -> Attribute:
    if call.block is None:
        return Attribute("property", "ensure", ENSURE, ("present", "absent"), default="present")
    made = _attribute(source, "property", "ensure", call)
    return made._replace(text=made.text or ENSURE)


def _attribute(source: RubySource, kind: str, name: str, call: RubyCall) -> Attribute:
    values: list[str] = []
    aliases: dict[str, str] = {}
    made = Attribute(kind, name, docstring_in(source, call.node) or "")
    for each in statements_of(call):
        given = [source.string_or_source(argument) for argument in each.arguments]
        match each.name:
            case "newvalue" if given:
                values.append(given[0])
            case "newvalues":
                values.extend(given)
            case "aliasvalue" if len(given) >= 2:
                values += [given[0]] if given[0] not in values else []
                aliases[given[0]] = given[1]
            case "defaultto" if given:
                made = made._replace(default=given[0])
            case "isnamevar":
                made = made._replace(is_namevar=True)
            case "defaultvalues" if name == "ensure":
                values += ["present", "absent"]
                made = made._replace(default="present")
    parent = call.option("parent")
    if text(parent) == "Puppet::Parameter::Boolean":
        values += [each for each in BOOLEAN if each not in values]
    return made._replace(values=tuple(values), aliases=aliases, required_features=source.string(call.option("required_features")))


def with_namevar(type: ResourceType) -> ResourceType:
    """A resource type whose attribute `name` names it if no other does."""
    named = next((each for each in (*type.of("property"), *type.of("parameter")) if each.name == "name"), None)
    if named is None or any(each.is_namevar for each in type.attributes if each.kind != "check"):
        return type
    return type._replace(attributes=tuple(each._replace(is_namevar=True) if each is named else each for each in type.attributes))
