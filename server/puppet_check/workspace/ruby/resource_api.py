"""Resource types of the Resource API: `Puppet::ResourceApi.register_type(name: 'x', attributes: {...})`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tree_sitter

from puppet_check.workspace.ruby.comments import documentation, parse
from puppet_check.workspace.ruby.literals import string, value
from puppet_check.workspace.ruby.prose import prose
from puppet_check.workspace.ruby.statements import Statement
from puppet_check.workspace.ruby.tree import RubyCall, pairs, span_of_word
from puppet_check.workspace.ruby.values import Pattern, Scope, Value
from puppet_typesys.loader import RESOURCE_TYPE, Attribute, Definition, Place

PARAMETERS = frozenset(("namevar", "parameter", "read_only"))
WHOLE_TITLE = "(?m:(.*))"


def registered(call: RubyCall, statement: Statement, path: str) -> Iterator[Definition]:
    """The type that a call registers."""
    scope = statement.scope
    node = call.option("name")
    name = string(node, scope)
    if node is None or name is None:
        return
    listed = call.option("attributes")
    entries = pairs(listed) if listed and listed.type == "hash" else ()
    attributes = tuple(_attribute(key, at, definition, scope) for key, at, definition in entries)
    features = value(call.option("features"), scope)
    inside = parse(prose(call.option("docs") or call.option("desc"), scope).split("\n"))
    about = documentation(statement.comments)
    yield Definition(
        RESOURCE_TYPE,
        name,
        Place(path, *span_of_word(node)),
        attributes=attributes,
        features=tuple(each for each in features if isinstance(each, str)) if isinstance(features, list) else (),
        title_patterns=_title_patterns(call.option("title_patterns"), attributes, scope),
        is_open=call.is_partial or listed is None or _others(listed) > len(entries),
        doc=inside.text or about.text,
        deprecated=about.deprecated if about.deprecated is not None else inside.deprecated,
    )


def _others(node: tree_sitter.Node) -> int:
    """The number of entries of a hash, including computed ones; 1 for other expressions."""
    return sum(each.type not in ("comment", "heredoc_body") for each in node.named_children) if node.type == "hash" else 1


def _attribute(name: str, at: tree_sitter.Node, node: tree_sitter.Node, scope: Scope) -> Attribute:
    options = {key: each for key, _, each in pairs(node)} if node.type == "hash" else _options(value(node, scope))
    type_, behaviour = (_word(options.get(key), scope) for key in ("type", "behaviour"))
    is_parameter = behaviour == "parameter"
    return Attribute(
        name,
        "param" if behaviour in PARAMETERS else "property",
        type=" ".join(type_.split("\n")).strip() if type_ else None,
        namevar=behaviour == "namevar",
        required=is_parameter and type_ is not None and not type_.lstrip().startswith("Optional[") and "default" not in options,
        read_only=behaviour == "read_only",
        doc=_prose(options.get("desc"), scope),
        start=span_of_word(at)[0],
    )


def _options(found: Value) -> dict[str, tree_sitter.Node | Value]:
    return dict(found) if isinstance(found, dict) else {}


def _word(found: tree_sitter.Node | Value, scope: Scope) -> str | None:
    if isinstance(found, tree_sitter.Node):
        return string(found, scope)
    return found if isinstance(found, str) else None


def _prose(found: tree_sitter.Node | Value, scope: Scope) -> str:
    if isinstance(found, tree_sitter.Node):
        return prose(found, scope)
    return found if isinstance(found, str) else ""


def _title_patterns(
    node: tree_sitter.Node | None, attributes: Iterable[Attribute], scope: Scope
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    namevars = [each.name for each in attributes if each.namevar]
    if node is None:
        return ((WHOLE_TITLE, (namevars[0],)),) if len(namevars) == 1 else ()
    found = value(node, scope)
    if not isinstance(found, list):
        return ()
    patterns = [each.get("pattern") for each in found if isinstance(each, dict)]
    sources = [each.source for each in patterns if isinstance(each, Pattern)]
    return tuple((source, _group_names(source)) for source in sources) if len(sources) == len(found) else ()


def _group_names(pattern: str) -> tuple[str, ...]:
    """The names of a pattern's groups, in order."""
    pieces = pattern.split("(?<")[1:]
    return tuple(piece.partition(">")[0] for piece in pieces if piece[:1] not in ("=", "!"))
