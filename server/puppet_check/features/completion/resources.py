"""Completion of resources: types, classes, attributes, titles, statements."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from puppet_check.features.completion.expected import attribute_words
from puppet_check.features.completion.items import Item
from puppet_check.features.completion.likely import (
    attributes_after,
    attributes_used,
    included_here,
    included_in_module,
    related,
    resource_types_used,
)
from puppet_check.features.completion.names import CLASS, DEFINE, Clock, manifests, resource_types
from puppet_check.features.completion.slot import Slot
from puppet_check.features.completion.usual import order, uses
from puppet_check.features.navigation.occurrences import own_definition
from puppet_check.features.project_files.names import capitalised, name_of
from puppet_check.features.view import View
from puppet_check.semantics.hash_keys import attributes_of
from puppet_check.semantics.node_context import attribute_owner, type_of_body
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES, metaparameters, table_of
from puppet_typesys.loader import CLASS as CLASS_KIND
from puppet_typesys.loader import DEFINE as DEFINE_KIND
from puppet_typesys.loader import RESOURCE_TYPE, Definition, TypedName

KEYWORDS = {
    "if": "if ${1:condition} {\n  $0\n}",
    "unless": "unless ${1:condition} {\n  $0\n}",
    "else": "else {\n  $0\n}",
    "elsif": "elsif ${1:condition} {\n  $0\n}",
    "case": "case ${1:value} {\n  ${2:'option'}: {\n    $0\n  }\n  default: {\n  }\n}",
    "class": "class ${1:name} (\n  $2\n) {\n  $0\n}",
    "define": "define ${1:name} (\n  $2\n) {\n  $0\n}",
    "function": "function ${1:name}($2) {\n  $0\n}",
    "node": "node ${1:default} {\n  $0\n}",
    "type": "type ${1:Name} = ${0:Type}",
    "class resource": "class { '${1:name}':\n  $0\n}",
}
"""The keywords that begin a statement, with their snippets."""
READ = 3
"""The number of letters after which the definitions that begin with them are read."""
SMALL = 8
"""The largest number of required attributes in a snippet."""


def classes(view: View, word: str, clock: Clock, offset: int) -> Iterator[Item]:
    """The classes of all modules and of this file."""
    colons = "::" if word.startswith("::") else ""
    prefix = word.lower().removeprefix("::")
    own = own_definition_name(view, offset) or name_of(os.path.abspath(view.path), view.known.project) or ""
    module = own.partition("::")[0] or getattr(view.known.project.module_of(view.path), "name", "")
    here, counts, usual = included_here(view), included_in_module(view, own), uses("class after include")
    for each in view.program.definitions:
        if isinstance(each, ast.HostClassDefinition) and each.name != own:
            yield Item(f"{colons}{each.name}", "class", "class of this file", rank=1)
    near = manifests(CLASS, f"{module}::", view.known, clock) if module and not prefix else ()
    for name in dict.fromkeys((*near, *manifests(CLASS, prefix, view.known, clock), *(() if prefix else counts))):
        if name == own:
            continue
        is_own = name.partition("::")[0] == module
        score = (
            20 * counts[name]
            + min(usual.get(name, 0), 200)
            + (60 if (own and f"{own}::".startswith(f"{name}::")) or name.startswith(f"{own}::") else 0)
        )
        rank = 5 if name in here else 1 if is_own or counts[name] else 2
        found = _loaded(view, CLASS_KIND, name, clock if len(prefix) >= READ else None)
        is_deprecated = found is not None and found.deprecated is not None
        about = f"class:{name}"
        yield Item(f"{colons}{name}", "class", "class", rank=rank, about=about, deprecated=is_deprecated, order=order(score))


def own_definition_name(view: View, offset: int) -> str:
    """The name of the class or define around an offset; empty if there is none."""
    inside = (each for each in view.program.definitions if isinstance(each, ast.NamedDefinition) and each.start <= offset <= each.end)
    return next((each.name for each in inside), "")


def types_of_resources(view: View, word: str, clock: Clock, offset: int) -> Iterator[Item]:
    """The names of resource types and defines, as arguments of functions."""
    for each in statements(view, word, clock, offset):
        if each.kind in ("resource_type", "define"):
            yield each._replace(insert=None)


def statements(view: View, word: str, clock: Clock, offset: int) -> Iterator[Item]:
    """The items that may begin a statement: resource types, defines, keywords."""
    prefix = word.lower().removeprefix("::")
    counts = Counter(uses("resource type"))
    for name, count in resource_types_used(view).items():
        counts[name] += 0 if "::" in name else 20 * count  # A native type is often used again, a define seldom.
    native = resource_types(prefix, view.known)
    for name, score in related(own_definition_name(view, offset), [*counts, *(each for each, _ in native)]):
        counts[name] += score
    for name, origin in native:
        snippet = f"{name} {{ '${{1:title}}':\n  $0\n}}"
        yield Item(name, "resource_type", origin, snippet, 2, f"resource_type:{name}", order=order(counts[name]))
    for each in view.program.definitions:
        if isinstance(each, ast.ResourceTypeDefinition):
            snippet = f"{each.name} {{ '${{1:title}}':\n  $0\n}}"
            yield Item(each.name, "define", "define of this file", snippet, 2, order=order(counts[each.name]))
    for name in manifests(DEFINE, prefix, view.known, clock):
        data_ = _loaded(view, DEFINE_KIND, name, clock if len(prefix) >= READ else None)
        yield Item(
            name,
            "define",
            "define",
            _snippet(name, data_),
            2 if counts[name] else 3,
            f"define:{name}",
            deprecated=data_ is not None and data_.deprecated is not None,
            order=order(counts[name]),
        )
    for keyword, snippet in KEYWORDS.items():
        yield Item(keyword, "keyword", "", snippet, 4, f"keyword:{keyword.split()[0]}")
    usual = uses("function")
    for function in ("include", "contain", "require"):
        yield Item(
            function, "function", "declares a class", f"{function} $0", 2, f"function:{function}", order=order(usual.get(function, 0))
        )


def _loaded(view: View, kind: str, name: str, clock: Clock | None) -> Definition | None:
    """A class or define, if its file has been read already or the clock has time for it: reading all of them would take too long."""
    module, *inner = name.split("::")
    found = view.known.loader.project.modules.get(module)
    path = "" if found is None else "/".join([found.folder, "manifests", *(inner or ["init"])]) + ".pp"
    known = view.known.loader.known(path)
    if known is None and clock is not None and not clock.is_over():
        return view.known.loader.load(TypedName(kind, name))
    return next((each for each in known or () if each.name == name), None)


def _snippet(name: str, data_: Definition | None) -> str:
    required = [] if data_ is None else [each.name for each in data_.parameters if each.is_required][:SMALL]
    width = max(map(len, required), default=0)
    lines = [f"  {each.ljust(width)} => ${{{index}}},\n" for index, each in enumerate(required, 2)]
    return f"{name} {{ '${{1:title}}':\n{''.join(lines)}  $0\n}}" if not lines else f"{name} {{ '${{1:title}}':\n{''.join(lines)}}}$0"


# ---- attributes


def attributes(view: View, slot: Slot, offset: int) -> Iterator[Item]:
    """The attributes that a resource does not set yet, required ones first."""
    owner = attribute_owner(slot.path)
    if owner is None:
        return
    before = _given(slot)
    given = {*before, *attributes_after(view.text.source, offset)}
    usual, here = uses("attribute", owner), attributes_used(view)
    share = 5000 / max(1, sum(usual.values()))
    last = before[-1] if before else ""
    follow = {pair.partition(" ")[2]: count for pair, count in uses("next attribute", owner).items() if pair.startswith(f"{last} ")}
    next_share = 3000 / max(1, sum(follow.values()))
    scores = {name: share * usual.get(name, 0) + 100 * min(here[name], 3) + next_share * follow.get(name, 0) for name in (*usual, *here)}
    for item, name in _of_owner(view, owner):
        if name not in given:
            yield item._replace(order=order(scores.get(name, 0)))
    for name in sorted(metaparameters() - given):
        rank = 2 if name in usual else 6
        yield Item(
            name, "metaparameter", "metaparameter", f"{name} => $0", rank, f"attribute:{owner} {name}", order=order(scores.get(name, 0))
        )
    if "*" not in given:
        yield Item("*", "attribute", "attributes from a hash", "* => $0", 7)


def queried(view: View, owner: str) -> Iterator[Item]:
    """The attributes by which a collector searches resources of a type."""
    usual = ("title", "tag")
    yield from (Item(each, "metaparameter", "of every resource", f"{each} == $0", 2) for each in usual)
    yield from (item._replace(insert=f"{name} == $0") for item, name in _of_owner(view, owner) if name not in usual)


def attribute_keys(view: View, slot: Slot, offset: int) -> Iterator[Item]:
    """The attributes as keys of the hash after `*`, or of one that a function such as `create_resources` takes."""
    quoted = not isinstance(slot.node, ast.QualifiedName)
    owner = attributes_of(slot.path[:-3], slot.path) if len(slot.path) > 3 else None
    if owner is None:
        return
    if not isinstance(slot.path[-4], ast.AttributesOperation):
        yield from _keys_for(view, owner, slot.path[-3], quoted)
        return
    for each in attributes(view, slot._replace(path=slot.path[:-3]), offset):
        if each.label != "*":
            yield each._replace(insert=None if quoted else f"{each.label} => $0", kind="key")


def attributes_of_type(view: View, owner: str) -> Iterator[Item]:
    """The attributes of a type, or the parameters of a `class <name>`, as words in a string."""
    return (item._replace(insert=None) for item, _ in _of_owner(view, owner))


def _keys_for(view: View, owner: str, literal: ast.Node, quoted: bool) -> Iterator[Item]:
    """The attributes of a type that a hash does not have yet, as its keys."""
    entries = literal.entries if isinstance(literal, ast.LiteralHash) else ()
    given = {each.key.value for each in entries if isinstance(each.key, ast.LiteralString | ast.QualifiedName)}
    for item, name in _of_owner(view, owner):
        if name not in given:
            label = name if quoted else f"'{name}'"
            yield item._replace(label=label, insert=None if quoted else f"{label} => $0", kind="key", filter=name)


def declared(view: View, slot: Slot) -> Iterator[Item]:
    """References to the other resources of this file."""
    own = next((each.title for each in reversed(slot.path) if isinstance(each, ast.ResourceBody)), None)
    for node in ast.walk(view.program):
        if isinstance(node, ast.ResourceExpression):
            for body in node.bodies:
                type = type_of_body(node, body)
                if type is not None and isinstance(body.title, ast.LiteralString) and not _is_same(body.title, own):
                    _, is_class, name = type.rpartition("class ")
                    shown = f"Class['{name}']" if is_class else f"{capitalised(type)}['{body.title.value}']"
                    yield Item(shown, "reference", "resource of this file", rank=0)


def _is_same(title: ast.LiteralString, own: ast.Expression | None) -> bool:
    return isinstance(own, ast.LiteralString) and own.value == title.value


def _given(slot: Slot) -> list[str]:
    """The attributes before the cursor."""
    holder = next(
        (
            each
            for each in reversed(slot.path)
            if isinstance(each, ast.ResourceBody | ast.ResourceDefaultsExpression | ast.ResourceOverrideExpression | ast.CollectExpression)
        ),
        None,
    )
    operations = () if holder is None else holder.operations
    return [each.attribute_name for each in operations if isinstance(each, ast.AttributeOperation) and each is not slot.node]


def _of_owner(view: View, owner: str) -> Iterator[tuple[Item, str]]:
    if owner in NAMES:
        row = table_of(f"resource_types/{owner}.json")
        for name in view.known.target.attributes.get(owner, ()):
            yield Item(name, "attribute", "", _insert(name, []), 2, f"attribute:{owner} {name}"), name
        usual = uses("attribute", owner)
        for each in row["attributes"]:
            name = each["name"]
            rank = 1 if name == "ensure" else 2 if name not in row["namevars"] or name in usual else 3
            words = attribute_words(view, owner, name)
            yield Item(name, "attribute", _words_shown(words), _insert(name, words), rank, f"attribute:{owner} {name}"), name
        return
    loader = view.known.loader
    kind, name = (CLASS_KIND, owner.removeprefix("class ")) if owner.startswith("class ") else (DEFINE_KIND, owner)
    found = own_definition(view, name) or loader.load(TypedName(kind, name))
    if found is not None:
        for parameter in found.parameters:
            rank = 0 if parameter.is_required else 2
            detail = (parameter.type or "") + ("" if not parameter.is_required else " (required)")
            yield (
                Item(parameter.name, "attribute", detail, f"{parameter.name} => $0", rank, f"attribute:{owner} {parameter.name}"),
                parameter.name,
            )
        return
    found = loader.load(TypedName(RESOURCE_TYPE, owner))
    for attribute in found.attributes if found is not None else ():
        if not attribute.read_only:
            rank = 0 if attribute.required else 1 if attribute.name == "ensure" else 3 if attribute.namevar else 2
            words = list(attribute.values or ())
            about = f"attribute:{owner} {attribute.name}"
            yield (
                Item(attribute.name, "attribute", attribute.type or _words_shown(words), _insert(attribute.name, words), rank, about),
                attribute.name,
            )


def _words_shown(words: list[str]) -> str:
    return ", ".join(words[:6]) + (", …" if len(words) > 6 else "")


def _insert(name: str, words: list[str]) -> str:
    if not words or len(words) > 12 or any(set(each) & set(",|}$\\") for each in words):
        return f"{name} => $0"
    quoted = [each if each in ("true", "false") else f"'{each}'" for each in words]
    return f"{name} => ${{1|{','.join(quoted)}|}}$0"


def value_about(slot: Slot, value: str) -> str | None:
    """The key of the description of an attribute's value (`Item.about`)."""
    at = next((index for index in range(len(slot.path) - 1, 0, -1) if isinstance(slot.path[index], ast.AttributeOperation)), None)
    if at is None:
        return None
    operation = slot.path[at]
    owner = attribute_owner(slot.path[: at + 1])
    assert isinstance(operation, ast.AttributeOperation)
    return None if owner is None or owner.startswith("class ") else f"value:{owner} {operation.attribute_name} {value}"
