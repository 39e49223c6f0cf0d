"""Whether any caller of an ERB template can set a variable: a manifest that names it, a fact, or the top scope."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence

from puppet_check.rules.erb_variables import Variables, variables_of
from puppet_check.workspace.assigned import Assigned, assigned_below, assigned_in
from puppet_check.workspace.disk import NAMES, Disk, remembered, remembered_by_size
from puppet_check.workspace.kinds import ERB, RUBY
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import COMMENT, has_word, instance_variables, texts
from puppet_check.workspace.project import Module
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.loader import FACT, TOP_VARIABLE, TypedName
from puppet_typesys.spelling import closest, is_one_letter_off

FOLDERS = ("manifests", "functions", "lib")
"""The folders with code that may set a variable."""
RUBY_FOLDERS = ("lib", "tasks")
"""The folders with Ruby code that may set variables of scopes, or fill in templates."""
TEMPLATES = ("templates",)
ALWAYS = TOP_VARIABLES | {"title", "name", "module_name", "caller_module_name"}
"""The variables that every scope has."""
OF_SITES = frozenset("application cluster datacenter env location rack region role room site stage tier zone".split())
"""Variables that main manifests set by custom, for which modules have templates."""
MOST_FAR = 2
"""The number of variables of a template past which those without a similar name may all come from elsewhere."""
FAMILY = 2
"""The number of variables of a module with the same first word that make one of its own of another."""
SHORTEST = 8
"""The length of the shortest names that a template tests and that are compared: shorter ones may be others."""
READ = lazy_pattern(rb"@([a-z_]\w*)")
MENTIONED = lazy_pattern(r"\$\{?(?:::)?(?:\w+::)*(\w+)")
OF_TOP = lazy_pattern(r"\$\{?::([a-z]\w*_\w+)(?!::)\b")
WORD = lazy_pattern(r"\w+")
SETTING = "setvar"
"""The method of a scope that sets a variable."""
FILLING_IN = b"ERB.new"
CALL = lazy_pattern(r"\b(?:template|function_template)\s*\((?:[^()]|\([^()]*\)){0,400}\Z")
"""The beginning of a call before one of its arguments."""
ASSIGNED = lazy_pattern(r"\$(\w+)\s*=\s*['\"]\Z")
"""What precedes a text that becomes the value of a variable, or the default of a parameter."""
COMPUTED = lazy_pattern(r"\b(?:template|function_template)\s*\(\s*\[?\s*\"([^\"\n]*\$[^\"\n]*)\"")
NEAR = 500
"""How many characters before the name of a template the call is looked for."""


def unset_variables(path: str, source: bytes, known: Known) -> dict[str, str | None]:
    """The variables that a template reads and that nothing sets, with those that may be meant.

    Servers may classify nodes of an environment, so that there a variable is only unset if its name is nearly that of another, or begins
    like several of the module.
    """
    project, module = known.project, known.project.module_of(path)
    if module is None or not path.startswith(os.path.join(module.folder, "templates", "")):
        return {}
    likely = {each.decode() for each in READ.findall(source)} - ALWAYS - OF_SITES - metaparameters()
    unset = _set_nowhere({each for each in likely if fact(each) is None}, module, known)
    own = variables_of(source) if unset else Variables()
    variables = known.assignments.of(module).variables if own.read or own.tested else frozenset()
    found = {each: closest(each, variables) for each in own.read if each in unset and not is_of_top(each, module, known)}
    tested = {each: _meant_by_test(each, variables) for each in own.tested if each in unset}
    found |= {each: near for each, near in tested.items() if near is not None and not is_of_top(each, module, known)}
    far = [each for each, near in found.items() if near is None]
    if project.is_environment or len({each.partition("_")[0] for each in far}) > MOST_FAR:
        kept = [each for each in far if project.is_environment and _is_of_family(each, variables)]
        found = {each: near for each, near in found.items() if near is not None or each in kept}
        found = {each: near for each, near in found.items() if (near is not None and each not in tested) or not _is_named(each, known)}
    if not found or is_filled_in_by_ruby(module, known) or not is_filled_in_by_module(path, module, known):
        return {}
    return found


def _meant_by_test(name: str, variables: Collection[str]) -> str | None:
    """The only variable from which one that a template tests differs by a letter, other than the sign of a plural."""
    near = [each for each in variables if is_one_letter_off(name, each)] if len(name) >= SHORTEST else []
    found = [each for each in near if each.rstrip("s") != name.rstrip("s")]
    return found[0] if len(found) == 1 else None


def _is_of_family(name: str, variables: Collection[str]) -> bool:
    """Whether the variables of a module have several names with the first word of a name, which then is one of its own."""
    first, _, rest = name.partition("_")
    return bool(rest) and sum(each.startswith(f"{first}_") for each in variables) >= FAMILY


def _is_named(name: str, known: Known) -> bool:
    """Whether the manifests of some module of an environment name a variable."""
    for each in known.project.modules.values():
        known.world.ask_below(each.folder, FOLDERS)
        if name in _named_below(known.disk, each.folder):
            return True
    return False


def _set_nowhere(names: set[str], module: Module, known: Known) -> set[str]:
    """Those of some names that no manifest has which may fill in a template."""
    owners = _owners(module, known) if names else ()
    for owner in owners or ():
        known.world.ask_below(owner.folder, FOLDERS)
        names = names - _named_below(known.disk, owner.folder)
    if not names or owners is None:
        return set()
    if not known.project.is_environment:
        # Main manifests of others set such a variable, which the code of a module speaks of.
        names = names - _words_below(known.disk, module.folder)
    return names


def is_filled_in_by_ruby(module: Module, known: Known) -> bool:
    """Whether Ruby code of a module fills in its templates, which may set other variables."""
    known.world.ask_below(module.folder, (*RUBY_FOLDERS, *TEMPLATES))
    return _ruby_fills_in(known.disk, module.folder)


def is_filled_in_by_module(path: str, module: Module, known: Known) -> bool:
    """Whether the code that names a template only hands it to functions that fill it in, so that no class of another module does."""
    project = known.project
    name = f"{module.name}/{os.path.relpath(path, os.path.join(module.folder, 'templates')).replace(os.sep, '/')}"
    owners = [module, *(project.modules[each] for each in known.assignments.users(module.name) if each in project.modules)]
    several = [text for owner in owners for text in _texts(owner, known)]
    found = [COMMENT.sub("\n", text) for text in several if name in text or f"}}/{name.partition('/')[2]}" in text]
    uses = [_use(text, at.start(), at.end(), several) for text in found for at in re.finditer(re.escape(name), text)]
    uses += [True for text in several if any(_fits(each, name) for each in COMPUTED.findall(text))]
    return bool(uses) and all(uses)


def _texts(module: Module, known: Known) -> tuple[str, ...]:
    known.world.ask_below(module.folder, (*FOLDERS, *TEMPLATES))
    return (*texts(known.disk, module.folder, FOLDERS), *texts(known.disk, module.folder, TEMPLATES))


def _use(text: str, start: int, end: int, several: Sequence[str]) -> bool:
    """Whether a name of a template is an argument of a call that fills it in, or the value of a variable that is one."""
    if text[end : end + 1] not in ("'", '"'):
        return False
    before = text[max(0, start - NEAR) : start]
    if CALL.search(before) is not None:
        return True
    variable = ASSIGNED.search(before)
    if variable is None:
        return False
    used = re.compile(rf"\b(?:template|function_template)\s*\(\s*\$(?:::)?(?:\w+::)*{variable[1]}\b")
    return any(used.search(each) for each in several)


def _fits(text: str, name: str) -> bool:
    """Whether a string with interpolations in its folders may be a name."""
    parts = re.split(r"\$\{[^}]*\}|\$(?:::)?\w+(?:::\w+)*", text)
    return "/" in parts[-1] and re.fullmatch(".+".join(map(re.escape, parts)), name) is not None


@remembered(1000)
def _ruby_fills_in(disk: Disk, folder: str) -> bool:
    return has_word(folder, RUBY_FOLDERS, (RUBY,), FILLING_IN) or has_word(folder, TEMPLATES, (ERB,), FILLING_IN)


def _owners(module: Module, known: Known) -> list[Module] | None:
    """A module, those that use its templates, and those that these inherit from; None if one of them is not there."""
    project = known.project
    known.world.exists((project.root if project.is_environment else module.folder) + os.sep)
    waiting = [module.name, *(known.assignments.users(module.name) if project.is_environment else ())]
    reached: dict[str, Module] = {}
    while waiting:
        each = waiting.pop()
        owner = project.modules.get(each)
        if owner is None:
            return None
        if each not in reached:
            reached[each] = owner
            waiting += known.assignments.of(owner).parents
    return list(reached.values())


@remembered_by_size(NAMES)
def _words_below(disk: Disk, folder: str) -> frozenset[str]:
    """The words of the code of a module."""
    return frozenset(word for text in texts(disk, folder, FOLDERS) for word in WORD.findall(text))


@remembered_by_size(NAMES)
def _named_below(disk: Disk, folder: str) -> frozenset[str]:
    """The variables that the manifests of a module name, without their classes, and the words of functions that set variables."""
    several = texts(disk, folder, FOLDERS)
    named = {name for text in several for name in MENTIONED.findall(text)}
    return frozenset(named.union(*(WORD.findall(text) for text in several if SETTING in text)))


def is_of_top(name: str, module: Module, known: Known) -> bool:
    """Whether a variable may be a fact, or one of the top scope or of a node."""
    return is_set_outside(name, known) or _is_one_of_several(name, module, known) or _is_read_elsewhere(name, module, known)


def is_set_outside(name: str, known: Known) -> bool:
    """Whether a variable may be a fact, or one that main manifests set."""
    external = known.external
    if external.load(TypedName(FACT, name)) is not None:
        return True
    if not external.is_complete(TypedName(FACT, name)) or not external.is_complete(TypedName(TOP_VARIABLE, name)):
        return True
    return name in _of_sites(known).variables


def _is_one_of_several(name: str, module: Module, known: Known) -> bool:
    """Whether manifests read a variable of the top scope with the same beginning, as names of facts about several interfaces have."""
    beginning, _, rest = name.partition("_")
    return bool(rest) and beginning in _top_beginnings(known.disk, module.folder)


@remembered_by_size(NAMES)
def _top_beginnings(disk: Disk, folder: str) -> frozenset[str]:
    """The first words of the names of variables of the top scope in the manifests of a module."""
    return frozenset(each.partition("_")[0] for text in texts(disk, folder, FOLDERS) for each in OF_TOP.findall(text))


def _of_sites(known: Known) -> Assigned:
    """What the main manifests set."""
    project = known.project
    found = [assigned_below(known.disk, os.path.join(project.root, "manifests"))] if project.is_environment else []
    for site in project.sites:
        known.world.depends_on_text(site)
        found.append(assigned_in(known.disk, site))
    return Assigned(frozenset[str]().union(*(each.variables for each in found)))


def _is_read_elsewhere(name: str, module: Module, known: Known) -> bool:
    """Whether templates of other modules read a variable, which is one of the top scope then."""
    for other in known.project.modules.values():
        if other is not module:
            known.world.ask_below(other.folder, TEMPLATES)
            if name in instance_variables(known.disk, other.folder, TEMPLATES):
                return True
    return False
