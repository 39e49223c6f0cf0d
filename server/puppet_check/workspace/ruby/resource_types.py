"""Resource types: `Puppet::Type.newtype(:x) do ... end`, and attributes that other files add to a type.

The statements of a `newtype` block are converted to parts, and the parts to a definition. The definition is open if a statement may
add attributes that cannot be determined. Empty title patterns (`()`) mean that they are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import tree_sitter

from puppet_check.workspace.ruby.attributes import OPENING, attribute, ensure, is_of_puppet
from puppet_check.workspace.ruby.comments import documentation, parse
from puppet_check.workspace.ruby.literals import string, value
from puppet_check.workspace.ruby.prose import prose
from puppet_check.workspace.ruby.providers import provided_type
from puppet_check.workspace.ruby.requirements import requirements, without_defaults
from puppet_check.workspace.ruby.resource_api import registered
from puppet_check.workspace.ruby.statements import Statement, file_statements, statements
from puppet_check.workspace.ruby.tree import RubyCall, call_of, declared, span_of_word, text
from puppet_check.workspace.ruby.values import UNKNOWN, Pattern, Scope, Value
from puppet_typesys.loader import RESOURCE_TYPE, Attribute, Definition, Place

KINDS = {"newparam": "param", "newproperty": "property"}
ADDERS = frozenset((*KINDS, "ensurable"))
MAKERS = (b"newparam", b"newproperty", b"ensurable", b"newmetaparam", b"class_eval", b"instance_eval")
"""Code without any of these words adds no attributes."""
HARMLESS = frozenset(
    """validate autorequire autobefore autosubscribe autonotify apply_to_all apply_to_device apply_to_host attr_accessor attr_reader
    attr_writer private public protected private_class_method module_function alias_method require require_relative
    newstate raise fail warn debug info
    private_constant puts define_singleton_method""".split()
)
"""Methods that add no attributes."""
ENSURABLE = frozenset(("exists?", "create", "destroy"))
"""A type with all these methods has `ensure` implicitly."""
WHOLE_TITLE = "(?m:(.*))"


class Named(NamedTuple):
    """A feature, provider or method."""

    kind: str
    name: str


class Documented(NamedTuple):
    """The type's own description."""

    text: str


class Titles(NamedTuple):
    """The title patterns; None if they cannot be read."""

    patterns: tuple[tuple[str, tuple[str, ...]], ...] | None


class Opening(NamedTuple):
    """A statement that may add unknown attributes."""

    reason: str


class Validated(NamedTuple):
    """A block of `validate`, with the groups of attributes of which at least one must be set."""

    groups: tuple[tuple[str, ...], ...]


class Isomorphic(NamedTuple):
    """Whether two resources with the same name conflict."""

    holds: bool


Part: TypeAlias = Attribute | Named | Documented | Titles | Opening | Validated | Isomorphic


def read(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    """The resource types of a file, and its additions to other types."""
    added: dict[str, list[Part]] = {}
    for statement in file_statements(root.named_children, scope):
        call = statement.call or _assigned_call(statement.node)
        if call is None:
            continue
        if call.name == "newtype":
            yield from _new_type(call, statement, path)
        elif call.name == "register_type":
            yield from registered(call, statement, path)
        elif call.name in ADDERS and (owner := provided_type(call, statement.scope)):
            added.setdefault(owner, []).extend(_parts_of_call(call, statement, {}))
    for owner, parts in added.items():
        yield Definition(RESOURCE_TYPE, owner, Place(path, 0, 0), attributes=_attributes(parts))


def _assigned_call(node: tree_sitter.Node) -> RubyCall | None:
    """The call in `name = call`."""
    right = node.child_by_field_name("right") if node.type == "assignment" else None
    return call_of(right) if right else None


def _new_type(call: RubyCall, statement: Statement, path: str) -> Iterator[Definition]:
    name = string(call.arguments[0], statement.scope) if call.arguments else None
    if name is None:
        return
    body = declared(call)
    parts = list(_parts(body, statement.scope.inner(()), _wrappers(body)))
    names = {
        kind: tuple(each.name for each in parts if isinstance(each, Named) and each.kind == kind)
        for kind in ("feature", "provider", "method")
    }
    attributes = _attributes(parts)
    if set(names["method"]) >= ENSURABLE and all(each.name != "ensure" for each in attributes):
        attributes = (Attribute("ensure", "property", ("present", "absent")), *attributes)
    inside = parse(next((each.text for each in parts if isinstance(each, Documented)), "").split("\n"))
    about = documentation(statement.comments)
    yield Definition(
        RESOURCE_TYPE,
        name,
        Place(path, *span_of_word(call.arguments[0])),
        attributes=attributes,
        features=tuple(dict.fromkeys(names["feature"])),
        providers=tuple(dict.fromkeys(names["provider"])),
        title_patterns=_title_patterns(parts, attributes),
        requires=without_defaults(_required(parts), attributes, _titled(parts)),
        isomorphic=all(each.holds for each in parts if isinstance(each, Isomorphic)),
        is_open=call.is_partial or call.option("parent") is not None or any(isinstance(each, Opening) for each in parts),
        doc=inside.text or about.text,
        deprecated=about.deprecated if about.deprecated is not None else inside.deprecated,
        is_private=about.is_private,
    )


def _required(parts: Iterable[Part]) -> tuple[tuple[str, ...], ...]:
    """The groups that the last block of `validate` requires, which replaces those before it."""
    validated = [each.groups for each in parts if isinstance(each, Validated)]
    is_certain = not any(isinstance(each, Titles) and each.patterns is None for each in parts)
    return validated[-1] if validated and is_certain else ()


def _titled(parts: Iterable[Part]) -> frozenset[str]:
    """The attributes that titles give."""
    patterns = (pattern for each in parts if isinstance(each, Titles) for pattern in each.patterns or ())
    return frozenset(name for _, names in patterns for name in names)


def _attributes(parts: Iterable[Part]) -> tuple[Attribute, ...]:
    """The attributes; a later one replaces an earlier one of the same name."""
    return tuple({each.name: each for each in parts if isinstance(each, Attribute)}.values())


def _title_patterns(parts: list[Part], attributes: tuple[Attribute, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    written = [each.patterns for each in parts if isinstance(each, Titles)]
    if written:
        return written[-1] or ()
    namevars = [each.name for each in attributes if each.namevar]
    return ((WHOLE_TITLE, (namevars[0],)),) if len(namevars) == 1 else ()


def _parts(nodes: Iterable[tree_sitter.Node], scope: Scope, wrappers: dict[str, str]) -> Iterator[Part]:
    for statement in statements(nodes, scope):
        node, call = statement.node, statement.call
        match node.type:
            case "method":
                yield Named("method", text(node.child_by_field_name("name")))
            case "singleton_method":
                yield from _class_method(node, statement.scope)
            case "assignment":
                yield from _assigned(node, statement.scope)
            case _ if call is not None:
                if not statement.is_certain and wrappers.get(call.name, call.name) in ADDERS:
                    yield Opening("attributes under a condition")
                yield from _parts_of_call(call, statement, wrappers)
            case "super" | "class" | "module" | "singleton_class" | "pattern" | "binary" | "nil" | "true" | "false":
                if _makes(node):
                    yield Opening("attributes made by other code")
            case _:
                if _makes(node) or node.has_error:
                    yield Opening("code that was not understood")


def _parts_of_call(call: RubyCall, statement: Statement, wrappers: dict[str, str]) -> Iterator[Part]:
    scope, name = statement.scope, wrappers.get(call.name, call.name)
    if call.subject is not None and not _is_own(call, scope):
        if _makes(call.node) or any(each.type == "self" for each in call.arguments):
            yield Opening("attributes made by other code")
        return
    match name:
        case "newparam" | "newproperty":
            yield attribute(call, statement, KINDS[name]) or Opening("a computed name")
        case "ensurable":
            yield ensure(call, statement)
        case "feature":
            yield from _named(call.arguments[:1], "feature", scope)
        case "provide":
            yield from _named(call.arguments[:1], "provider", scope)
        case "desc" if call.arguments:
            yield Documented(prose(call.arguments[0], scope))
        case "validate":
            yield Validated(tuple(requirements(call.block or ())))
        case "include" | "extend" | "prepend":
            if not all(is_of_puppet(value(each, scope)) for each in call.arguments):
                yield Opening("a mixin")
        case _ if name in OPENING or (name not in HARMLESS and name not in scope.names):
            yield Opening("a method that is not known")


def _is_own(call: RubyCall, scope: Scope) -> bool:
    """Whether a call is a method of the type itself."""
    return call.receiver == "self" or (call.name in ADDERS and provided_type(call, scope) is not None)


def _named(nodes: Iterable[tree_sitter.Node], kind: str, scope: Scope) -> Iterator[Part]:
    for node in nodes:
        name = string(node, scope)
        if name is not None:
            yield Named(kind, name)


def _assigned(node: tree_sitter.Node, scope: Scope) -> Iterator[Part]:
    right = node.child_by_field_name("right")
    match text(node.child_by_field_name("left")):
        case "@doc":
            yield Documented(prose(right, scope))
        case "@isomorphic":
            yield Isomorphic(value(right, scope) not in (False, None))
        case _ if right is not None and _makes(right):
            call = call_of(right)
            inner = Statement(right, scope)
            yield from _parts_of_call(call, inner, {}) if call else [Opening("code that was not understood")]


def _class_method(node: tree_sitter.Node, scope: Scope) -> Iterator[Part]:
    match text(node.child_by_field_name("name")):
        case "title_patterns":
            yield Titles(_title_patterns_of(value_of_method(node, scope)))
        case "isomorphic?":
            yield Isomorphic(value_of_method(node, scope) is not False)
        case "newparam" | "newproperty" | "ensurable":
            yield Opening("its own way to make attributes")


def value_of_method(node: tree_sitter.Node, scope: Scope) -> Value:
    """The value that a method returns, if it only consists of assignments and a final expression."""
    body = node.child_by_field_name("body")
    inner = scope.inner(())
    last = [each.node for each in statements(body.named_children, inner) if each.is_certain] if body else []
    return value(last[-1], inner) if last else UNKNOWN


def _title_patterns_of(found: Value) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """The title patterns in a value such as `[[/pattern/, [[:name, munge], [:other]]], ...]`."""
    if not isinstance(found, list):
        return None
    patterns: list[tuple[str, tuple[str, ...]]] = []
    for row in found:
        match row:
            case [Pattern(source), list() as captures]:
                names = tuple(each[0] for each in captures if isinstance(each, list) and each and isinstance(each[0], str))
                if len(names) != len(captures):
                    return None
                patterns.append((source, tuple(str(name) for name in names)))
            case _:
                return None
    return tuple(patterns)


def _wrappers(nodes: Iterable[tree_sitter.Node]) -> dict[str, str]:
    """Class methods that only pass their first parameter and block on to `newparam` or `newproperty`."""
    found: dict[str, str] = {}
    for node in nodes:
        if node.type != "singleton_method" or not _makes(node):
            continue
        parameters = node.child_by_field_name("parameters")
        first = text(parameters.named_children[0]) if parameters and parameters.named_children else ""
        body = node.child_by_field_name("body")
        for each in body.named_children if body else ():
            call = call_of(each) or _assigned_call(each)
            if call and call.name in KINDS and call.arguments and text(call.arguments[0]) == first:
                found[text(node.child_by_field_name("name"))] = call.name
    return found


def _makes(node: tree_sitter.Node) -> bool:
    content = node.text or b""
    return any(word in content for word in MAKERS)
