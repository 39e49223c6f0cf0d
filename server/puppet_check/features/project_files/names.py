"""Valid names for symbols, and the files of modules in which names are defined."""

from __future__ import annotations

import os
import re

from puppet_check.workspace.project import Project
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.value_reads import OF_LANGUAGE
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, TYPE

FOLDERS = {CLASS: "manifests", DEFINE: "manifests", FUNCTION: "functions", TYPE: "types", PLAN: "plans"}
VARIABLE = lazy_pattern(r"[a-z_]\w*\Z", re.ASCII)
PARAMETER = lazy_pattern(r"[a-z]\w*\Z", re.ASCII)
QUALIFIED = lazy_pattern(r"[a-z]\w*(::[a-z]\w*)*\Z", re.ASCII)
CASED = lazy_pattern(r"[A-Z]\w*(::[A-Z]\w*)*\Z", re.ASCII)
STRUCT_KEY = lazy_pattern(r"[A-Za-z_]\w*\Z", re.ASCII)
OTHER = {
    "resource": ("title of a resource", lazy_pattern(r"[^'\"$\\\n\[\],]+\Z")),
    "key": ("Hiera key", lazy_pattern(r"[A-Za-z_][\w-]*\Z", re.ASCII)),
    FACT: ("name of a fact", PARAMETER),
    "argument": ("parameter of a task", PARAMETER),
    "task": ("name of a task", QUALIFIED),
    "struct key": ("key of a Struct", STRUCT_KEY),
}
"""What the names of other kinds of symbols are called, and their form."""
KEYWORDS = frozenset(
    (
        *("and", "application", "attr", "case", "component", "consumes", "default", "define", "else", "elsif", "environment", "false"),
        *("function", "if", "import", "in", "inherits", "node", "or", "private", "produces", "site", "true", "type", "undef", "unless"),
        *("class", "main", "settings", "init", "plan"),
    )
)


def refused_name(kind: str, name: str) -> str | None:
    """The reason why a name is not valid for a kind of symbol; None if it is."""
    if kind in FOLDERS:
        pattern = CASED if kind == TYPE else QUALIFIED
        return None if pattern.match(name) and name not in KEYWORDS else f"'{name}' is not a valid name for a {kind}"
    if kind in OTHER:
        shown, pattern = OTHER[kind]
        return None if pattern.match(name) else f"'{name}' is not a valid {shown}"
    pattern = PARAMETER if kind == "member" else VARIABLE
    return None if pattern.match(name) and name not in OF_LANGUAGE else f"'{name}' is not a valid name for a variable"


def capitalised(name: str) -> str:
    """A name with each segment capitalised, as in references."""
    return "::".join(part[:1].upper() + part[1:] for part in name.split("::"))


def file_of(kind: str, name: str, project: Project) -> str | None:
    """The file in which the autoloader expects a name; None if its module is not in the project."""
    module, *inner = name.lower().split("::")
    found = project.modules.get(module)
    folder = FOLDERS.get(kind)
    if found is None or folder is None or (not inner and folder != "manifests"):
        return None
    return os.path.join(found.folder, folder, *inner[:-1], f"{inner[-1] if inner else 'init'}.pp")


def name_of(path: str, project: Project) -> str | None:
    """The name that the autoloader expects in a file; None if it is not a file for definitions."""
    module = project.module_of(path)
    if module is None:
        return None
    folder, *inner = os.path.relpath(path, module.folder).split(os.sep)
    if folder not in FOLDERS.values() or not inner or not inner[-1].endswith(".pp"):
        return None
    inner[-1] = inner[-1].removesuffix(".pp")
    return "::".join([module.name] if inner == ["init"] else [module.name, *inner])
