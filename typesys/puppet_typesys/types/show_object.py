"""The text of Object types and TypeSets."""

from __future__ import annotations

from collections.abc import Mapping

from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.objects import Member, Object, TypeSet
from puppet_typesys.types.show import Formatter
from puppet_typesys.values.hash import Hash


def object_text(f: Formatter, type: Object) -> str:
    """The name, or if expanded `Object[{...}]` with the whole definition; types inside it are shown by name."""
    if not f.expanded:
        return f.named(type, type.label)
    named = f.type_set is None or type not in f.type_set.types.values()
    with f.expanding(False):
        entries = [f"{key} => {text}" for key, text in _object_entries(f, type, named)]
    return "Object[{" + ", ".join(entries) + "}]"


def _object_entries(f: Formatter, type: Object, named: bool) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    if type.annotations is not None:
        entries.append(("annotations", f.text(type.annotations)))
    if named and type.name is not None:
        entries.append(("name", f.value(type.name)))
    if type.parent is not None:
        entries.append(("parent", f.text(type.parent)))
    if type.type_parameters:
        entries.append(("type_parameters", f.text(Hash((name, _short(each)) for name, each in type.type_parameters.items()))))
    constants = {name: each for name, each in type.attributes.items() if _is_plain_constant(each)}
    others = {name: each for name, each in type.attributes.items() if name not in constants}
    if others:
        entries.append(("attributes", _members(f, others)))
    if constants:
        entries.append(("constants", f.text(Hash((name, each.value) for name, each in constants.items()))))
    if type.functions:
        entries.append(("functions", _members(f, type.functions)))
    if type.equality is not None:
        entries.append(("equality", f.value(type.equality)))
    if type.checks is not None:
        entries.append(("checks", f.text(type.checks)))
    return entries


def _is_plain_constant(member: Member) -> bool:
    return member.is_constant and member.type == generalize(infer(member.value))


def _short(member: Member) -> object:
    """The initialization hash of a member, or only its type if there is nothing else."""
    init = member.init_hash()
    return init["type"] if len(init) == 1 else init


def _members(f: Formatter, members: Mapping[str, Member]) -> str:
    return "{" + ", ".join(f"{f.value(name)} => {_member(f, each)}" for name, each in members.items()) + "}"


def _member(f: Formatter, member: Member) -> str:
    short = _short(member)
    if not isinstance(short, Hash):
        return f.text(short)
    return "{" + ", ".join(f"{key} => {each if key == 'kind' else f.text(each)}" for key, each in short.items()) + "}"


def type_set_text(f: Formatter, type: TypeSet) -> str:
    """`TypeSet[{...}]` with its types by their short names."""
    entries = []
    for key, value in type.init.items():
        if key == "types":
            with f.inside(type):
                value_text = "{" + ", ".join(f"{name} => {_defined(f, each)}" for name, each in type.types.items()) + "}"
        elif key == "references" and isinstance(value, Hash):
            value_text = "{" + ", ".join(f"{name} => {f.text(each)}" for name, each in value.items()) + "}"
        else:
            value_text = f.text(value)
        entries.append(f"{key} => {value_text}")
    return "TypeSet[{" + ", ".join(entries) + "}]"


def _defined(f: Formatter, type: Type) -> str:
    with f.expanding(True):
        return f.text(type)
