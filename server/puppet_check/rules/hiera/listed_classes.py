"""Classes in data that code includes, of which the module is there and the class is not, or another one differs in a letter."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.class_parameters import hiera_unknown_class, near_module, unknown_module
from puppet_check.rules.hiera.subjects import Key, UnlistedKey, text_of
from puppet_check.workspace.hiera.documents import Node
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Project
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.spelling import closest, is_one_letter_off

NAME = lazy_pattern(r"(?:::)?([a-z]\w*(?:::[a-z]\w*)*)\Z")


@rule(on=(Key, UnlistedKey))
def check_list(key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    """Report the names that no class has, of a key that a manifest includes the classes of."""
    node = key.entry.node
    names = [each for each in node.items or (node,) if isinstance(each.value, str)]
    if names and known.key_mentions.is_included(key.entry.key):
        for each in names:
            yield from _check(each, str(each.value), key, known)


def _check(node: Node, written: str, key: Key | UnlistedKey, known: Known) -> Iterator[Diagnostic]:
    found, loader = NAME.match(written), key.hiera.loader
    if found is None:
        return
    name = TypedName(CLASS, found[1])
    module, project = name.name.partition("::")[0], key.hiera.project
    is_absent = module not in project.modules and loader.load(name) is None
    near = (near_module(module, project) or _without_digits(module, project)) if is_absent else None
    if near is not None and loader.load(TypedName(CLASS, near + name.name.removeprefix(module))) is not None:
        fixes = respelled(text_of(key.path, known), node.start, node.end, module, near)
        yield unknown_module(name.name, module).suggesting(near).at(node.start, node.end, fixes=fixes)
        return
    if loader.load(name) is None and loader.is_complete(name):
        meant = closest(name.name, loader.likely_names(CLASS))
        is_here = name.name.partition("::")[0] in key.hiera.project.modules
        if not is_here and (meant is None or not is_one_letter_off(name.name, meant)):
            return  # Data are often written for modules that only the server has.
        fixes = respelled(text_of(key.path, known), node.start, node.end, name.name, meant)
        yield hiera_unknown_class(name.name).suggesting(meant).at(node.start, node.end, fixes=fixes)


def _without_digits(module: str, project: Project) -> str | None:
    """The module that is called like one without the digits at its end, if the list of modules of the repository has that one alone."""
    bare = module.rstrip("0123456789")
    is_listed = bare != module and project.brings_modules and (bare in project.modules or bare in project.missing)
    return bare if is_listed and module not in project.missing and not project.is_external(module) else None
