"""Modules that the code uses, that are installed, and that are not among the dependencies."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.check import Metadata
from puppet_check.rules.metadata.names import normalized_name, place_of
from puppet_check.rules.module_names import mentioned_modules
from puppet_check.workspace.known import Known
from puppet_check.workspace.metadata import compatible_range
from puppet_check.workspace.project import WITH_AGENT, Module
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue


@issue(Severity.INFO)
def undeclared_module(name: str, where: str) -> str:
    """Module uses another module that is not a declared dependency"""
    return f"module '{name}' is used ({where}) but is not a dependency"


@rule(on=Metadata)
def check_uses(metadata: Metadata, known: Known) -> Iterator[Diagnostic]:
    """Report each module that is used without being declared, at the list of dependencies."""
    root, module = metadata.root, metadata.module
    listed = root.get("dependencies")
    if listed is None or not isinstance(listed.value, list):
        return
    declared = {normalized_name(each.get("name")).partition("-")[2] for each in listed.items}
    others = frozenset(known.project.modules) - declared - {module.name} - WITH_AGENT
    place = place_of(root.member("dependencies"), root)
    for name, (path, line) in mentioned_modules(module.folder, others).items():
        where = f"{os.path.relpath(path, module.folder)}:{line}"
        yield undeclared_module(name, where).at(*place, fixes=_with_dependency(metadata, known.project.modules[name]))


def _with_dependency(metadata: Metadata, used: Module) -> tuple[Fix, ...]:
    """The module at the end of the list, with the range from its installed version to the next major one."""
    listed = metadata.root.member("dependencies")
    if used.metadata is None or not used.metadata.name or listed is None:
        return ()
    name = used.metadata.name.replace("-", "/", 1)
    entry = json.dumps({"name": name} | ({"version_requirement": compatible_range(used.metadata.version)} if used.metadata.version else {}))
    source = metadata.text.source
    if listed.value.items:
        first = listed.value.items[0].start
        between = source[source.rfind(b"\n", 0, first) + 1 : first]
        indent = f"\n{between.decode()}" if b"\n" in source[listed.end : first] and not between.strip() else " "
        at = listed.value.items[-1].end
        edit = Edit(at, at, f",{indent}{entry}")
    else:
        at = source.index(b"[", listed.end) + 1
        edit = Edit(at, at, entry)
    return (Fix(f"Add {name} to the dependencies", (edit,)),)
