"""Variables of classes of the module that a template looks up and no such class has: `scope['ssh::prot']`.

A class is only judged where all of its variables are known. Looking up one that does not exist fails; where that is certain, the call that
fills in the template is reported instead. Templates that rescue errors are not judged, nor variables that a template also names elsewhere,
as in `scope.include?('ssh::prot')`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puppet_check.rules.documents import rule
from puppet_check.rules.erb.check import Template
from puppet_check.rules.erb_unset_variable import erb_unset_variable, variables_of_class
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import computes, texts
from puppet_check.workspace.ruby.tree import nodes_with_ancestors, text
from puppet_typesys.diagnostics import Diagnostic, Related
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.ruby.template_uses import certain_uses, key_read
from puppet_typesys.spelling import closest

if TYPE_CHECKING:
    from tree_sitter import Node

RESCUES = ("rescue", "rescue_modifier")
ALWAYS = frozenset(("title", "name", "module_name", "caller_module_name"))
"""The variables of every class."""
MANIFESTS = ("manifests",)
MOST_RELATED = 10
"""How many lookups are named beside the first."""


@erb_unset_variable.variant()
def of_class(variable: str, name: str, others: int) -> str:
    return f"class '{name}' has no variable '{variable}'" + (f" (and {others} more lookups fail)" if others else "")


@erb_unset_variable.variant()
def of_no_class(variable: str, name: str) -> str:
    return f"there is no class '{name}' with a variable '{variable}'"


@rule(on=Template)
def check_lookups(template: Template, known: Known) -> Iterator[Diagnostic]:
    """Report the variables that are looked up by names with the class of the module that would have them."""
    module = known.project.module_of(template.path)
    if module is None or b"::" not in template.source:
        return
    if next(nodes_with_ancestors(template.root, *RESCUES), None) is not None:
        return
    found: list[tuple[Node, str, str, set[str]]] = []
    read = [
        (node, *read)
        for node, _ in nodes_with_ancestors(template.root, "element_reference", "call")
        if (read := key_read(node)) is not None
    ]
    named = Counter(_plain(text(node).lstrip("$")) for node, _ in nodes_with_ancestors(template.root, "string_content"))
    looked_up = Counter(_plain(key) for _, _, key in read)
    for node, subject, key in read:
        name, _, variable = _plain(key).rpartition("::")
        if text(subject) != "scope" or name.partition("::")[0] != module.name or not variable.isidentifier():
            continue
        variables = variables_of_class(name, known.external)
        is_tested = named[_plain(key)] > looked_up[_plain(key)]
        if not is_tested and _is_unknown(name, known) and key not in _certain(template):
            meant = closest(name, known.loader.likely_names(CLASS))
            yield of_no_class(variable, name).suggesting(meant).at(*template.place(node))
            continue
        names = None if variables is None else variables | ALWAYS
        if (
            names is not None
            and variable not in names
            and not is_tested
            and (key not in _certain(template) or _has_computed_name(template, known))
        ):
            found.append((node, variable, name, names))
    for node, variable, name, names in found[:1]:
        related = tuple(Related(*template.place(each), f"`{other}`") for each, other, _, _ in found[1:MOST_RELATED])
        message = of_class(variable, name, len(found) - 1).suggesting(closest(variable, names))
        yield message.at(*template.place(node), related=related)


def _has_computed_name(template: Template, known: Known) -> bool:
    """Whether no manifest of the module names a template, but a string with interpolations in one may be its name."""
    module = known.project.module_of(template.path)
    if module is None:
        return False
    known.world.ask_below(module.folder, MANIFESTS)
    name = template.path.rpartition("/templates/")[2]
    several = texts(known.disk, module.folder, MANIFESTS)
    return not any(name in text for text in several) and any(computes(text, f"{module.name}/{name}") for text in several)


def _is_unknown(name: str, known: Known) -> bool:
    """Whether there is certainly no class of a name."""
    typed = TypedName(CLASS, name.lower())
    return known.external.load(typed) is None and known.external.is_complete(typed)


def _plain(name: str) -> str:
    return name.removeprefix("::")


def _certain(template: Template) -> set[str]:
    """The variables that are looked up whenever the template is filled in."""
    uses = certain_uses(template.source.decode("utf-8", "surrogateescape"))
    return {each.variable for each in uses if each.is_looked_up and not each.when}
