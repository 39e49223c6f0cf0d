"""Descriptions in Markdown of classes, defines, functions, types, attributes, facts and variables, for hover and completion."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from puppet_check.features.describe.markdown import code, fenced, listing, paragraphs, shortened
from puppet_check.features.describe.runs import task_text
from puppet_check.features.describe.signatures import shown_signatures
from puppet_check.semantics.calls import TASK
from puppet_check.workspace.known import Known
from puppet_check.workspace.ruby.comments import parse as parse_documentation
from puppet_typesys.builtins import texts
from puppet_typesys.builtins.allowed import Allowed, allowed, listed, providers
from puppet_typesys.builtins.facts import fact as known_fact
from puppet_typesys.builtins.resource_types import NAMES, metaparameters, table_of
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, Attribute, Definition, Parameter, TypedName
from puppet_typesys.types.model import TypeAlias
from puppet_typesys.types.parse import builtin_name
from puppet_typesys.types.show import show_plain

MOST_PARAMETERS = 40
LONGEST_TEXT = 160
"""The number of characters of a parameter's description among those of its definition."""


def described(kind: str, name: str, known: Known) -> str | None:
    """The description of a name of some kind; the kinds are the keys of `RULES`."""
    rule = RULES.get(kind)
    return None if rule is None else rule(name, known)


# ---- classes, defines, plans


def definition(kind: str, name: str, known: Known) -> str | None:
    """The description of a class, define or plan with its parameters."""
    found = known.loader.load(TypedName(kind, name.lower().removeprefix("::")))
    return None if found is None else definition_text(found)


def definition_text(found: Definition) -> str:
    """The description of a definition with parameters."""
    doc = parse_documentation(found.doc.splitlines())
    head = f"{found.kind} {found.name}" + (f" inherits {found.parent}" if found.parent else "")
    lines = [f"  {parameter_line(each)}," for each in found.parameters[:MOST_PARAMETERS]]
    if len(found.parameters) > MOST_PARAMETERS:
        lines.append(f"  # and {len(found.parameters) - MOST_PARAMETERS} more")
    shown = f"{head} (\n" + "\n".join(lines) + "\n)" if lines else head
    texts_of = [(each.name, each.doc or doc.parameter(each.name)) for each in found.parameters[:MOST_PARAMETERS]]
    return paragraphs(fenced(shown), _deprecated(found), doc.text, _listed(texts_of), _place(found))


def parameter_line(each: Parameter) -> str:
    """The declaration of a parameter, as code."""
    kind = f"{' '.join(each.type.split())} " if each.type else ""
    default = f" = {shortened(' '.join(each.default.split()), 80)}" if each.default else ""
    return f"{shortened(kind, 160)}{'*' if each.captures_rest else ''}${each.name}{default}"


def parameter(owner: Definition, name: str) -> str | None:
    """The description of a parameter of a definition."""
    found = owner.parameter(name)
    if found is None:
        return None
    about = found.doc or parse_documentation(owner.doc.splitlines()).parameter(name)
    required = "Required." if found.is_required else None
    source = _place(owner) if owner.interface else None
    return paragraphs(code(parameter_line(found)), about, required, f"Parameter of {owner.kind} `{owner.name}`.", source)


def _deprecated(found: Definition) -> str | None:
    return None if found.deprecated is None else f"**Deprecated.** {found.deprecated}"


def _place(found: Definition) -> str:
    if found.interface:
        return f"From the {found.interface}."
    return f"Defined in `{os.path.basename(found.place.path)}`." if found.place.path else ""


# ---- resource types and attributes


def resource_type(name: str, known: Known) -> str | None:
    """The description of a resource type or define."""
    name = name.lower().removeprefix("::")
    if name in NAMES:
        row = table_of(f"resource_types/{name}.json")
        attributes = [*(each["name"] for each in row["attributes"]), *known.target.attributes.get(name, ())]
        kinds = sorted(providers(name))
        return paragraphs(
            code(f"{name} {{ … }}"),
            texts.resource_type(name),
            f"Attributes: {listing(attributes, 60)}",
            f"Providers: {listing(kinds)}" if kinds else None,
        )
    found = known.loader.load(TypedName(DEFINE, name))
    if found is not None:
        return definition_text(found)
    found = known.loader.load(TypedName(RESOURCE_TYPE, name))
    if found is None:
        return None
    return paragraphs(
        code(f"{name} {{ … }}"),
        _deprecated(found),
        found.doc,
        f"Attributes: {listing((each.name for each in found.attributes), 60)}" if found.attributes else None,
        f"Providers: {listing(found.providers)}" if found.providers else None,
        _place(found),
    )


def attribute(type: str, name: str, known: Known) -> str | None:
    """The description of an attribute of a resource type, define or class, or of a metaparameter."""
    type = type.lower().removeprefix("::")
    if type.startswith("class "):
        owner = known.loader.load(TypedName(CLASS, type.removeprefix("class ")))
        return (parameter(owner, name) if owner is not None else None) or metaparameter(name)
    if type not in NAMES:
        owner = known.loader.load(TypedName(DEFINE, type))
        if owner is not None:
            return parameter(owner, name) or metaparameter(name)
        owner = known.loader.load(TypedName(RESOURCE_TYPE, type))
        found = None if owner is None else owner.attribute(name)
        if found is not None:
            return _ruby_attribute(found, type)
        return metaparameter(name)
    about = texts.attribute(type, name)
    if about is None and name not in known.target.attributes.get(type, ()):
        return None
    where = "Available for every resource type." if name in metaparameters() else f"Attribute of `{type}`."
    accepted = known.target.allowed(type, name, listed(type, name))
    return paragraphs(code(f"{name} => "), about, _allowed(accepted), _features(type, name), _providers(type, name), where)


def metaparameter(name: str) -> str | None:
    """The description of a metaparameter."""
    about = texts.metaparameter(name)
    return (
        None if about is None else paragraphs(code(f"{name} => "), about, _allowed(allowed("", name)), "Available for every resource type.")
    )


def attribute_value(type: str, name: str, value: str) -> str | None:
    """The description of a value of an attribute."""
    if name == "provider":
        return texts.provider(type, value)
    return texts.attribute_value(type, name, value)


def _ruby_attribute(found: Attribute, type: str) -> str:
    kind = f"{found.name} => {found.type}" if found.type else f"{found.name} => "
    notes = [
        "Identifies the resource (namevar)." if found.namevar else "",
        "Required." if found.required else "",
        "Read-only." if found.read_only else "",
    ]
    values = f"Values: {listing(found.values)}" if found.values else None
    return paragraphs(code(kind), found.doc, values, " ".join(filter(None, notes)), f"Attribute of `{type}`.")


def _allowed(found: Allowed | None) -> str | None:
    if found is None or not (found.words or found.patterns):
        return None
    return f"Values: {listing((*found.words, *(f'/{each}/' for each in found.patterns)))}"


def _features(type: str, name: str) -> str | None:
    row = table_of(f"resource_types/{type}.json")
    needed = next((each.get("required_features") for each in row["attributes"] if each["name"] == name), None)
    return f"Requires the provider features {listing(needed)}." if needed else None


def _providers(type: str, name: str) -> str | None:
    return f"Providers: {listing(sorted(providers(type)))}" if name == "provider" and providers(type) else None


# ---- functions, types, facts


def function(name: str, known: Known, first: str | None = None) -> str | None:
    """The description of a function with its signatures; `first` is the one to list first."""
    name = name.lower().removeprefix("::")
    shown = sorted(shown_signatures(name, known), key=lambda each: each != first)
    about = texts.function(name)
    found = known.loader.load(TypedName(FUNCTION, name)) if about is None else None
    if not shown and about is None and found is None:
        return None
    head = fenced("\n".join(shown or [f"{name}(…)"]))
    if about is not None:
        examples = "\n".join(each.code + (f"\n# {each.result}" if each.result is not None else "") for each in about.examples)
        return paragraphs(head, about.summary, about.text, fenced(examples) if examples else None)
    if found is None:
        return head
    doc = parse_documentation(found.doc.splitlines())
    written = {each.name: each.doc for signature in found.signatures for each in signature.parameters if each.doc}
    names = dict.fromkeys(each.name for signature in found.signatures for each in signature.parameters)
    about_parameters = _listed((name, written.get(name) or doc.parameter(name)) for name in names)
    returned = f"Returns: {' '.join(doc.returns.split())}" if doc.returns else None
    return paragraphs(head, _deprecated(found), doc.text, about_parameters, returned, _place(found))


def _listed(several: Iterable[tuple[str, str]]) -> str | None:
    """The descriptions of parameters as a list."""
    return "\n".join(f"- `${name}`: {shortened(' '.join(text.split()), LONGEST_TEXT)}" for name, text in several if text) or None


def data_type(name: str, known: Known) -> str | None:
    """The description of a data type or type alias."""
    name = name.removeprefix("::")
    about = texts.data_type(name)
    if about is not None:
        return paragraphs(code(name), about, _builtin_alias(name))
    found = known.loader.load(TypedName(TYPE, name.lower()))
    if found is None:
        return resource_type(name, known)
    stands_for = f"type {found.name} = {found.text}" if found.text is not None else f"type {found.name}"
    return paragraphs(code(stands_for), parse_documentation(found.doc.splitlines()).text, _place(found))


def _builtin_alias(name: str) -> str | None:
    found = builtin_name(name.lower())
    return code(f"type {name} = {show_plain(found.resolved)}") if isinstance(found, TypeAlias) and found.resolved is not None else None


def fact(path: tuple[str, ...], known: Known) -> str | None:
    """The description of a fact, or of a value inside it."""
    shown = "$facts" + "".join(f"['{each}']" for each in path)
    about = texts.fact(path)
    row = known_fact(path[0])
    if about is None and len(path) == 1 and (more := known.target.facts.get(path[0])) is not None:
        return paragraphs(code(shown), f"Type: `{more}`")
    if about is None:
        found = known.loader.load(TypedName(FACT, path[0]))
        if found is None:
            return None
        kind = f"Type: `{found.text}`" if found.text is not None and len(path) == 1 else None
        return paragraphs(code(shown), found.doc or "Custom fact of a module.", kind, _place(found))
    legacy = f"Legacy fact; use `{row.replacement}`." if row is not None and row.legacy and row.replacement else None
    kind = f"Type: `{shortened(row.type, 200)}`" if row is not None and len(path) == 1 else None
    value = f"For example `{shortened(about.value, 200)}`" if about.value is not None else None
    return paragraphs(code(shown), about.text, legacy, kind, value)


def _variable(name: str, known: Known) -> str | None:
    about = texts.variable(name)
    if about is not None:
        return paragraphs(code(f"${name}"), about)
    return fact((name,), known)


def _of_attribute(name: str, known: Known) -> str | None:
    type, _, leaf = name.rpartition(" ")
    return attribute(type, leaf, known)


def _of_value(name: str, known: Known) -> str | None:
    type, name, value = (*name.split(" ", 2), "", "")[:3]
    return attribute_value(type, name, value)


def _keyword(name: str, known: Known) -> str | None:
    about = texts.keyword(name)
    return None if about is None else paragraphs(code(name), about)


def _qualified_variable(name: str, known: Known) -> str | None:
    owner, _, leaf = name.removeprefix("::").rpartition("::")
    found = known.loader.load(TypedName(CLASS, owner.lower()))
    return None if found is None else parameter(found, leaf) or paragraphs(code(f"${name}"), f"Variable of class `{found.name}`.")


RULES: dict[str, Callable[[str, Known], str | None]] = {
    CLASS: lambda name, known: definition(CLASS, name, known),
    DEFINE: resource_type,
    RESOURCE_TYPE: resource_type,
    PLAN: lambda name, known: definition(PLAN, name, known),
    TASK: task_text,
    FUNCTION: function,
    TYPE: data_type,
    FACT: lambda name, known: fact(tuple(name.split(".")), known),
    "attribute": _of_attribute,
    "value": _of_value,
    "keyword": _keyword,
    "variable": _variable,
    "class variable": _qualified_variable,
}
"""The description of each kind of name. Attributes are named `type attribute`, their values `type attribute value`."""
