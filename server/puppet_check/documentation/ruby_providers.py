"""The entries of providers: `Puppet::Type.type(:x).provide(:y) do ... end`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.documentation.docstring import parse_docstring
from puppet_check.documentation.entries import Provider
from puppet_check.documentation.ruby_source import RubySource, line_of, statements_of
from puppet_check.documentation.ruby_types import docstring_in
from puppet_check.workspace.ruby.tree import RubyCall, call_of


def providers(source: RubySource) -> Iterator[Provider]:
    """The providers of a file."""
    for call in source.calls():
        of = call_of(call.subject) if call.name == "provide" and call.subject is not None else None
        if of is None or of.name != "type" or of.receiver != "Puppet::Type" or not of.arguments or not call.arguments:
            continue
        type, name = source.string(of.arguments[0]), source.string(call.arguments[0])
        if type is not None and name is not None:
            yield _provider(source, name, type, call)


def _provider(source: RubySource, name: str, type: str, call: RubyCall) -> Provider:
    written = docstring_in(source, call.node)
    docstring = parse_docstring(source.comment_above(call.node) if written is None else written)
    confines: dict[str, str] = {}
    commands: dict[str, str] = {}
    features: list[str] = []
    defaults: list[tuple[tuple[str, str], ...]] = []
    for each in statements_of(call):
        match each.name:
            case "confine":
                confines |= _pairs(source, each)
            case "commands":
                commands |= _pairs(source, each)
            case "has_feature" | "has_features":
                features += [source.string_or_source(argument) for argument in each.arguments]
            case "defaultfor" if each.options:
                defaults.append(tuple(_pairs(source, each).items()))
    return Provider(name, type, source.path, line_of(call.node), docstring, confines, tuple(features), tuple(defaults), commands)


def _pairs(source: RubySource, call: RubyCall) -> dict[str, str]:
    return {name: source.string_or_source(node) for name, _, node in call.options}
