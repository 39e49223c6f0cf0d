"""Creates missing files: classes, defines, templates and files that code names and that do not exist."""

from __future__ import annotations

from collections.abc import Collection

from puppet_check.features.edits import NewFile
from puppet_check.features.navigation.occurrences import occurrences_at, resource_kind
from puppet_check.features.project_files.names import capitalised, file_of
from puppet_check.features.symbols import FILE, TEMPLATE, module_file
from puppet_check.features.view import View
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_at import path_at
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, TYPE

MISSED = {
    "unknown-class": (CLASS,),
    "unknown-resource-type": (DEFINE, TYPE),
    "unknown-function": (FUNCTION,),
    "unknown-file": (TEMPLATE, FILE),
}
"""The kinds of symbols that a new file may define, by the code of the finding."""


def missing_file(view: View, found: Diagnostic) -> NewFile | None:
    """The file that would resolve a finding about an unknown name; a definition has the parameters that are passed there."""
    kinds = MISSED.get(found.code, ())
    offsets = range(found.start, found.end + 1) if kinds else ()
    for symbol, start, *_rest in (each for offset in offsets for each in occurrences_at(view, offset)):
        if symbol.kind in (TEMPLATE, FILE) and symbol.kind in kinds:
            name, _, rest = symbol.name.partition("/")
            module = view.known.project.modules.get(name)
            return None if module is None or not rest else NewFile(module_file(module.folder, symbol.kind, rest), "")
        if symbol.kind in (FUNCTION, TYPE) and symbol.kind in kinds:
            path = file_of(symbol.kind, symbol.name, view.known.project) if "::" in symbol.name else None
            return (
                None
                if path is None
                else NewFile(path, _function(view, symbol.name, start) if symbol.kind == FUNCTION else _type(symbol.name))
            )
        if symbol.kind in kinds and (kinds == (CLASS,) or resource_kind(view, symbol.name) == DEFINE):
            path = file_of(symbol.kind, symbol.name, view.known.project)
            return None if path is None else NewFile(path, _definition(view, symbol.kind, symbol.name, start))
    return None


def missing_class(found: Diagnostic, known: Known) -> NewFile | None:
    """The file of an unknown class that has keys in Hiera data."""
    name = found.argument("class_name") if found.code == "hiera-unknown-class" else None
    path = file_of(CLASS, name, known.project) if isinstance(name, str) else None
    return None if path is None else NewFile(path, _written(CLASS, str(name), ()))


def _definition(view: View, kind: str, name: str, offset: int) -> str:
    given: dict[str, None] = {}
    for node in path_at(view.program, offset):
        if isinstance(node, ast.ResourceExpression):
            for body in node.bodies:
                given |= {each.attribute_name: None for each in body.operations if isinstance(each, ast.AttributeOperation)}
    return _written(kind, name, given)


def _function(view: View, name: str, offset: int) -> str:
    """The text of a function with the arguments that are passed as its parameters."""
    call = next((each for each in reversed(path_at(view.program, offset)) if called(each)), None)
    given: dict[str, None] = {}
    for number, each in enumerate(() if call is None else arguments(call), 1):
        plain = each.name if isinstance(each, ast.VariableExpression) and each.name.isidentifier() else ""
        given[plain if plain and plain not in given else f"argument{number}"] = None
    documented = "".join(f"# @param {each}\n#   \n" for each in given)
    parameters = ", ".join(f"Any ${each}" for each in given)
    return f"# @summary \n#\n{documented}# @return\n#   \nfunction {name}({parameters}) >> Any {{\n}}\n"


def _type(name: str) -> str:
    """The text of a type alias."""
    return f"# @summary \ntype {capitalised(name)} = Any\n"


def _written(kind: str, name: str, given: Collection[str]) -> str:
    """The text of a class or define with these parameters and a stub of its documentation."""
    word = "class" if kind == CLASS else "define"
    documented = "".join(f"#\n# @param {each}\n#   \n" for each in given)
    parameters = "".join(f"  Any ${each},\n" for each in given)
    head = f"{word} {name} (\n{parameters}) {{" if given else f"{word} {name} {{"
    return f"# @summary \n{documented}{head}\n}}\n"
