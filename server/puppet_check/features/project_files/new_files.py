"""New files of a module: a class, define, function, type, fact, task or plan, with a documentation stub."""

from __future__ import annotations

import json
import os
import re

from puppet_check.features.edits import NewFile
from puppet_check.features.project_files.names import capitalised, file_of, refused_name
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TYPE

KINDS = (CLASS, DEFINE, FUNCTION, TYPE, PLAN, "fact", "task")
PLAIN = lazy_pattern(r"[a-z]\w*\Z", re.ASCII)
TEMPLATES = {
    CLASS: """# @summary What the class is for.
#
# @example
#   include {name}
#
class {name} {{
}}
""",
    DEFINE: """# @summary What the define is for.
#
# @example
#   {name} {{ 'title':
#   }}
#
define {name} {{
}}
""",
    FUNCTION: """# @summary What the function returns.
#
# @param value What the parameter means.
# @return What the function returns.
#
# @example
#   $result = {name}('value')
#
function {name}(String $value) >> String {{
  $value
}}
""",
    TYPE: """# @summary What values of the type are.
type {cased} = String[1]
""",
    PLAN: """# @summary What the plan does.
#
# @param targets The targets to run on.
#
plan {name}(TargetSpec $targets) {{
}}
""",
    "fact": """# frozen_string_literal: true

# What the fact describes.
Facter.add(:{leaf}) do
  setcode do
    nil
  end
end
""",
    "task": """#!/bin/sh

# Parameters are environment variables: PT_message
echo "$PT_message"
""",
}
METADATA = {
    "description": "What the task does.",
    "input_method": "environment",
    "parameters": {"message": {"description": "What the parameter means.", "type": "String[1]"}},
}


class RefusedError(Exception):
    """Raised if the file cannot be created; the message says why, and what is expected."""


def new_files(kind: str, name: str, known: Known, path: str) -> list[NewFile]:
    """The files of a new definition in the module of `path`, or in the module that the name begins with. The first one is to be opened.

    Raises RefusedError if the name is not valid, its module is not in the project, or a file exists already.
    """
    if kind not in KINDS:
        raise RefusedError(f"unknown kind '{kind}'; expected one of {', '.join(KINDS)}")
    module = _module(name, known, path)
    if kind in ("fact", "task"):
        made = _in_module(kind, name.rpartition("::")[2], module)
    else:
        full = name if "::" in name or name.lower() == module.name else f"{module.name}::{name}"
        made = _in_puppet(kind, full, known)
    for each in made:
        if os.path.exists(each.path):
            raise RefusedError(f"{each.path} already exists")
    return made


def _module(name: str, known: Known, path: str) -> Module:
    first = name.removeprefix("::").partition("::")[0].lower()
    named = known.project.modules.get(first) if "::" in name else None
    found = named or (None if "::" in name else known.project.module_of(os.path.join(path, "x")) or known.project.modules.get(first))
    if found is None:
        raise RefusedError(f"unknown module '{first}'" if "::" in name else "the name of the module is missing; expected `module::name`")
    return found


def _in_puppet(kind: str, name: str, known: Known) -> list[NewFile]:
    name = capitalised(name) if kind == TYPE else name.removeprefix("::").lower()
    refused = refused_name(kind, name)
    where = file_of(kind, name, known.project)
    if refused is not None or where is None:
        raise RefusedError(refused or f"'{name}' is not a valid name for a {kind}; expected `module::name`")
    return [NewFile(where, TEMPLATES[kind].format(name=name, cased=name))]


def _in_module(kind: str, leaf: str, module: Module) -> list[NewFile]:
    if not PLAIN.match(leaf):
        raise RefusedError(f"'{leaf}' is not a valid name for a {kind}; expected lower-case letters, digits and underscores")
    text = TEMPLATES[kind].format(leaf=leaf)
    if kind == "fact":
        return [NewFile(os.path.join(module.folder, "lib", "facter", f"{leaf}.rb"), text)]
    task = os.path.join(module.folder, "tasks", leaf)
    return [NewFile(f"{task}.sh", text), NewFile(f"{task}.json", json.dumps(METADATA, indent=2) + "\n")]
