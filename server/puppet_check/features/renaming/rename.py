"""What a rename would replace, and its changes."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.features.boundary import ANYWHERE, Boundary
from puppet_check.features.navigation.passed_parameters import passed_parameter
from puppet_check.features.navigation.targets import targets
from puppet_check.features.project_files.names import CASED, refused_name
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.confined import OUTSIDE, confined
from puppet_check.features.renaming.definitions import renamed_definition
from puppet_check.features.renaming.draft import Refusal, Renamed, RenameError
from puppet_check.features.renaming.keys import renamed_argument, renamed_fact, renamed_key, renamed_task
from puppet_check.features.renaming.struct_keys import renamed_struct_key
from puppet_check.features.renaming.titles import renamed_title
from puppet_check.features.renaming.variables import is_parameter, renamed_variable
from puppet_check.features.symbols import ARGUMENT, KEY, LOCAL, MEMBER, RESOURCE, STRUCT_KEY, TOP, Occurrence, Symbol
from puppet_check.features.view import View
from puppet_check.semantics.calls import TASK
from puppet_check.workspace.kinds import is_code
from puppet_grammar.text import Span
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, TYPE

VARIABLES = frozenset((LOCAL, MEMBER, TOP))
DEFINITIONS = frozenset((CLASS, DEFINE, FUNCTION, TYPE, PLAN))
RENAMED = {
    **dict.fromkeys(VARIABLES, renamed_variable),
    **dict.fromkeys(DEFINITIONS, renamed_definition),
    RESOURCE: renamed_title,
    KEY: renamed_key,
    FACT: renamed_fact,
    TASK: renamed_task,
    ARGUMENT: renamed_argument,
    STRUCT_KEY: renamed_struct_key,
}
"""What makes the changes, by the kind of symbol."""
SEVERAL = frozenset((RESOURCE, KEY, FACT, TASK, ARGUMENT))
"""The kinds of symbols that may be defined in several places, and outside of Puppet code."""
NOTHING = Refusal("there is nothing to rename here")
COMPUTED = Refusal("the name is computed here; rename it where it is written")


def prepare(view: View, occurrences: Sequence[Occurrence], project_files: ProjectFiles, boundary: Boundary = ANYWHERE) -> Span | Refusal:
    """The span that a rename of the symbols at a place would replace, or a refusal."""
    if not occurrences:
        return NOTHING
    if _is_computed(view, occurrences[0]):
        return COMPUTED
    reason = _refused(*_meant(occurrences[0].symbol, view, project_files), project_files, boundary)
    return Refusal(reason) if reason is not None else _part(occurrences[0])


def rename(
    view: View,
    occurrences: Sequence[Occurrence],
    name: str,
    project_files: ProjectFiles,
    *,
    can_confirm: bool = False,
    boundary: Boundary = ANYWHERE,
) -> Renamed | Refusal:
    """The changes that rename the symbols at a place, or a refusal.

    If places only may name the symbol, or are outside of the boundary, that is a refusal, unless the user can be asked (`can_confirm`).
    """
    if not occurrences:
        return NOTHING
    if _is_computed(view, occurrences[0]):
        return COMPUTED
    here = view
    symbol, view = _meant(occurrences[0].symbol, view, project_files)
    is_variable = symbol.kind in VARIABLES
    name = name.removeprefix("$") if is_variable else _uncapitalised(name, occurrences[0], here)
    reason = _refused(symbol, view, project_files, boundary) or _refused_name(symbol, name, view, project_files)
    if reason is not None:
        return Refusal(reason)
    try:
        found = RENAMED[symbol.kind](symbol, name, view, project_files)
    except RenameError as error:
        return Refusal(str(error))
    if found.unsure and not can_confirm:
        return Refusal(found.unsure[0].reason)
    return confined(found, boundary, can_confirm=can_confirm)


def _uncapitalised(name: str, occurrence: Occurrence, view: View) -> str:
    """The name of a class or define that is renamed at a reference such as `M::Site['a']`, where its new name is capitalised too."""
    is_reference = occurrence.symbol.kind in (CLASS, DEFINE) and view.text.slice(occurrence.start, occurrence.end)[:1].isupper()
    return name.lower() if is_reference and CASED.match(name) else name


def _is_computed(view: View, occurrence: Occurrence) -> bool:
    """Whether a name is made of interpolations, so that there is no text to replace."""
    return "$" in view.text.slice(occurrence.start, occurrence.end)


def _meant(symbol: Symbol, view: View, project_files: ProjectFiles) -> tuple[Symbol, View]:
    """A symbol with the text that it belongs to: for a key that is passed to a template, its parameter."""
    return passed_parameter(symbol, project_files) or (symbol, view)


def _part(occurrence: Occurrence) -> Span:
    """The span of the name alone, without the class in a Hiera key."""
    if occurrence.symbol.kind in VARIABLES:
        return Span(occurrence.end - len(occurrence.symbol.name), occurrence.end)
    return Span(occurrence.start, occurrence.end)


def _refused(symbol: Symbol, view: View, project_files: ProjectFiles, boundary: Boundary) -> str | None:
    """The reason why a symbol cannot be renamed at all; None if it can."""
    if symbol.kind not in RENAMED:
        return "only definitions, variables, resources, tasks, facts, Hiera keys and keys of Structs can be renamed"
    places = targets(symbol, view, project_files)
    if not places:
        return f"nothing in the project defines '{symbol.name}'"
    if symbol.kind not in SEVERAL and not all(is_code(each.path) for each in places):
        return f"'{symbol.name}' is not defined in Puppet code"
    module = project_files.known.project.module_of(places[0].path)
    if module is not None and module.is_fixture:
        return f"'{symbol.name}' belongs to the module {module.name}, which is only a fixture for tests"
    if not any(boundary.contains(each.path) for each in places):
        return f"'{symbol.name}' is defined {OUTSIDE}, in {places[0].path}"
    if symbol.kind in DEFINITIONS and len(places) > 1:
        return f"'{symbol.name}' is defined in {len(places)} places"
    return None


def _refused_name(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> str | None:
    """The reason why a new name is not valid; a variable of a class that no other file can name may begin with an underscore."""
    kind = symbol.kind
    if kind == MEMBER and symbol.name.startswith("_") and not is_parameter(symbol, view, project_files):
        kind = LOCAL
    return refused_name(kind, name)
