"""Modules that are not installed, so that their names are unknown.

Each project has one finding about all that its files declare; each file one about each module that it uses and nothing declares.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.module_names import module_of, used_names
from puppet_check.rules.rule import rule
from puppet_check.workspace.elsewhere import WITHOUT_MODULE
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Project
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Message, Related, Severity, issue

SHOWN = 12
"""How many modules a message lists."""
ADVICE = "install {} in a folder of the module path (for a module alone, spec/fixtures/modules), or set `modulepath`"


@issue(Severity.INFO)
def missing_module(
    modules: tuple[str, ...], names: int, installed: tuple[str, ...], interfaces: tuple[str, ...] = (), beside: tuple[str, ...] = ()
) -> str:
    """Module is not installed, so its names are not checked"""
    others = f" ({', '.join(installed)} of another author is installed)" if installed else ""
    if beside:
        verb_beside = "is" if len(beside) == 1 else "are"
        others += f" ({', '.join(beside)} beside the module {verb_beside} outside of the accepted range)"
    more = f" and {len(modules) - SHOWN} more" if len(modules) > SHOWN else ""
    verb = "is" if len(modules) == 1 else "are"
    first = f"{', '.join(modules[:SHOWN])}{more} {verb} not installed{others}"
    advice = ADVICE.format("it" if len(modules) == 1 else "them")
    unchecked = _counted(names, "its" if len(modules) == 1 else "their")
    if not interfaces:
        return f"{first}, so {unchecked} not checked; {advice}"
    checked = f"checked against the {', the '.join(interfaces)}"
    if len(interfaces) == len(modules):
        return f"{first}, but {checked}; {advice}"
    return f"{first}, so {unchecked} not checked (others are {checked}); {advice}"


@missing_module.variant()
def undeclared_uses(undeclared: str) -> str:
    names = undeclared.split()
    modules = [*dict.fromkeys(module_of(each) for each in names)]
    if len(modules) == 1:
        return f"module '{modules[0]}' is neither installed nor declared as a dependency, so {_counted(len(names), 'its')} not checked"
    more = f" and {len(modules) - SHOWN} more" if len(modules) > SHOWN else ""
    return (
        f"the modules {', '.join(modules[:SHOWN])}{more} are neither installed nor declared as dependencies,"
        f" so {_counted(len(names))} not checked; {ADVICE.format('them')}"
    )


def _counted(names: int, whose: str = "their") -> str:
    return f"{names} of {whose} names are" if names > 1 else "one name is" if names else f"{whose} names are"


def missing_modules(path: str, known: Known) -> tuple[str, Message] | None:
    """The first missing module of a project and the message about all of them, if a file is the one that declares it."""
    missing = [each for each in known.project.missing.values() if not known.project.is_external(each.declared.name)]
    if not missing or missing[0].declared.path != path:
        return None
    found = {each.declared.name: known.loader.interfaces.of(each.declared.name) for each in missing}
    checked = {name: each.title for name, each in found.items() if each is not None and each.has_checked_names}
    names = (
        used_names((each.folder for each in known.project.own_modules), frozenset(found.keys() - checked.keys()))
        if len(checked) < len(found)
        else ()
    )
    modules = tuple(each.declared.full_name or each.declared.name for each in missing)
    installed = tuple(each.installed for each in missing if each.installed is not None)
    beside = tuple(f"{each.declared.name} {each.beside}" for each in missing if each.beside is not None)
    return missing[0].declared.name, missing_module(modules, len(names), installed, tuple(checked.values()), beside)


@rule(on=ast.Program)
def check_uses(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the first use of each module that is neither installed nor declared."""
    project = file.known.project
    if not project.lists_all_modules:
        return
    own = {each.name.lower() for each in program.definitions if isinstance(each, ast.NamedDefinition | ast.TypeAlias)}
    for module, all_uses in file.module_names.items():
        uses = [(name, place) for name, place in all_uses if name.removeprefix("::").lower() not in own]
        if uses and is_undeclared(module, project) and not file.known.loader.absence.is_misnamed(module):
            place = uses[0][1]
            related = tuple(Related(each.start, each.end, f"`{other}`") for other, each in uses[1:SHOWN])
            message = undeclared_uses(" ".join(dict.fromkeys(other.removeprefix("::") for other, _ in uses)))
            yield message.at(place.start, place.end, related=related)


def is_undeclared(module: str, project: Project) -> bool:
    """Whether a module is neither installed nor declared, nor part of Puppet."""
    if module in project.modules or not module or project.is_external(module) or project.declared(module) is not None:
        return False
    return project.is_absent(module) and module not in WITHOUT_MODULE
