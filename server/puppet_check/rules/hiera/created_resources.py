"""Data of resources that a class creates from one of its parameters, by `create_resources` or for each entry: their parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.reading.files import read_text
from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.class_parameters import hiera_unknown_parameter, hiera_value
from puppet_check.rules.hiera.subjects import Key, UnlistedKey, text_of
from puppet_check.workspace.hiera.documents import Entry
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NativeType, metaparameters, native_type, relationship_metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.infer.attribute_values import invalid_value
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, Definition, TypedName
from puppet_typesys.spelling import LOW_SIMILARITY, closest
from puppet_typesys.types import model
from puppet_typesys.types.describe import describe_parameters
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import contains_unknown

NAME = "name"
"""What each resource has."""
COMMENT = lazy_pattern(r"^[ \t]*#.*$", re.MULTILINE)
FOLDERS = ("manifests",)
QUOTED = lazy_pattern(r"([A-Z]\w*(?:::[A-Z]\w*)*)\[(['\"])([^'\"\[\],]+)\2\]\Z")
KEY = lazy_pattern(r"[a-z][a-z0-9_]*\Z")
"""The name of a parameter, as opposed to an interpolation or a prefix that removes a key."""


@hiera_unknown_parameter.variant()
def unknown_created_parameter(type: str, title: str, parameter: str) -> str:
    return f"{type}['{title}'] is created of this data, and has no parameter '{parameter}'"


@hiera_value.variant()
def refused_by_type(type: str, title: str, reason: str) -> str:
    return f"{type}['{title}'] is created of this data: {reason}"


@hiera_value.variant()
def quoted_title(text: str) -> str:
    return f"Could not find resource '{text}': in a text the quotes are a part of the title"


@rule(on=(Key, UnlistedKey))
def check_created(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report parameters that the type of the resources does not have, and values that it refuses."""
    resources = [each for each in key.entry.node.entries if each.node.entries]
    if not resources or len(resources) != len(key.entry.node.entries):
        return
    kind = _kind(key, known)
    for resource in resources:
        for each in resource.node.entries:
            severity = Severity.WARNING if kind is None else None
            yield from (found._replace(severity=severity or found.severity) for found in _quoted_title(each, key, known))
            if kind is not None and KEY.match(each.key) and each.key != NAME and each.key not in metaparameters():
                yield from _check(key, kind, resource.key, each, known)


def _quoted_title(entry: Entry, key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report references whose titles have quotes, which Puppet code has around a title, and a text does not."""
    if entry.key not in relationship_metaparameters() or not _is_read(key, known):
        return
    for node in entry.node.items or (entry.node,):
        found = QUOTED.match(node.value) if isinstance(node.value, str) else None
        if found is not None:
            meant = f"{found[1]}[{found[3]}]"
            fixes = respelled(text_of(key.path, known), node.start, node.end, found[0], meant)
            yield quoted_title(found[0]).suggesting(meant).at(node.start, node.end, fixes=fixes)


def _is_read(key: Key | UnlistedKey, known: Known) -> bool:
    """Whether a class has a parameter of the name of a key, or code mentions it."""
    owner, _, parameter = key.entry.key.removeprefix("::").rpartition("::")
    found = key.hiera.loader.load(TypedName(CLASS, owner)) if owner else None
    if found is not None and found.parameter(parameter) is not None:
        return True
    return known.key_mentions.has(key.entry.key) or bool(known.key_mentions.created(key.entry.key))


def _kind(key: Key | UnlistedKey, known: Known) -> Definition | NativeType | None:
    """The type of which code creates resources from the value of a key; None if that is not known."""
    owner, _, parameter = key.entry.key.removeprefix("::").rpartition("::")
    names = {*known.key_mentions.created(key.entry.key), *(_created_by_class(key, owner, parameter, known) if owner else ())}
    if len(names) != 1:
        return None
    name, loader = names.pop().removeprefix("::").lower(), key.hiera.loader
    return native_type(name) or loader.load(TypedName(DEFINE, name)) or loader.load(TypedName(RESOURCE_TYPE, name))


def _created_by_class(key: Key | UnlistedKey, owner: str, parameter: str, known: Known) -> Iterator[str]:
    """The types of which a class creates resources from a parameter."""
    found = key.hiera.loader.load(TypedName(CLASS, owner))
    if found is None or found.parameter(parameter) is None or not found.place.path.endswith(".pp"):
        return
    module = known.project.module_of(found.place.path)
    if module is None:
        return
    known.world.ask_below(module.folder, FOLDERS)
    try:
        text = COMMENT.sub("", read_text(found.place.path))
    except OSError:
        return
    yield from _created(text, re.escape(parameter))


def _created(text: str, parameter: str) -> Iterator[str]:
    """The types of which a text creates resources from a parameter."""
    yield from re.findall(rf"\bcreate_resources\s*\(?\s*['\"]?@{{0,2}}([\w:]+)['\"]?\s*,\s*\${parameter}\s*[,)\n]", text)
    each = rf"\${parameter}\.each\s*\|[^|$]*\$(\w+)\s*,[^|$]*\$(\w+)\s*\|\s*\{{\s*@{{0,2}}([\w:]+)\s*\{{\s*"
    for title, value, name in re.findall(each, text):
        if re.search(rf"\{{\s*@{{0,2}}{name}\s*\{{\s*(?:\${title}|\"\$\{{{title}\}}\")\s*:\s*\*\s*=>\s*\${value}\b", text):
            yield name


def _check(key: Key | UnlistedKey, kind: Definition | NativeType, title: str, entry: Entry, known: Known) -> Iterator[Diagnostic]:
    shown = capitalize_segments(kind.name)
    if isinstance(kind, NativeType):
        if not kind.has_attribute(entry.key):
            meant = closest(entry.key, kind.attributes, LOW_SIMILARITY)
            yield unknown_created_parameter(shown, title, entry.key).suggesting(meant).at(entry.start, entry.end)
            return
        given = key.hiera.resolved(entry.node.value)
        reason = None if given is None or contains_unknown(given) else invalid_value(kind.name, entry.key, given, known.target)
        if reason is not None:
            yield refused_by_type(shown, title, reason).at(entry.node.start, entry.node.end, severity=Severity.WARNING)
        return
    if kind.lacks(entry.key):
        meant = closest(entry.key, [*(each.name for each in kind.parameters), *(each.name for each in kind.attributes)], LOW_SIMILARITY)
        yield unknown_created_parameter(shown, title, entry.key).suggesting(meant).at(entry.start, entry.end)
        return
    given = kind.parameter(entry.key)
    value = key.hiera.resolved(entry.node.value)
    if given is None or given.type is None or value is None or contains_unknown(value):
        return
    expected = type_from(given.type, key.hiera.external.type_named)
    struct = model.Struct((model.StructElement(model.String(entry.key), expected),))
    refused = describe_parameters(f"{shown}[{title}]", struct, Hash([(entry.key, value)]))
    if refused is not None:
        yield refused.reported_as(hiera_value).at(entry.node.start, entry.node.end)
