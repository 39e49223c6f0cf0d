"""Addresses of files that their module does not have, in `source` attributes and in values that are handed to one.

An address may have interpolations as long as all its values are known, such as that of `$module_name`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from puppet_check.reading.folders import names_in
from puppet_check.rules.erb_unset_variable import only_texts
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import is_one_letter_off

SCHEME = "puppet:///"
MODULES = "modules"
PREFIX = f"puppet:///{MODULES}/"
SERVER = "puppet://modules/"
FOLDER = "files/"
MANIFESTS = ("manifests",)
MOUNTS = frozenset(("dist", "extra_files", "files", "locales", "pluginfacts", "plugins", "private", "public", "scripts", "site", "tasks"))
"""Mount points of servers, some of them made by Puppet itself, others by what many servers are configured to have."""
TEXTS = frozenset(("content", "message"))
"""Attributes whose values are no addresses."""


@issue(Severity.WARNING)
def missing_source_file(files: str) -> str:
    """Source file does not exist in its module"""
    return f"{files} not found"


@missing_source_file.variant()
def without_mount(address: str, expected: str) -> str:
    return f"'{address}' names no mount point of the file server; expected '{expected}'"


@missing_source_file.variant()
def with_folder(module: str) -> str:
    return f"the address of a file of a module does not contain the folder 'files'; expected '{PREFIX}{module}/' and the path in it"


@missing_source_file.variant()
def with_server(address: str) -> str:
    return f"'{address}' names a server 'modules'; expected three slashes after `puppet:`"


@missing_source_file.variant()
def without_module(name: str, expected: str) -> str:
    return f"'{name}' is not the name of a module; expected '{expected}'"


@missing_source_file.variant()
def of_own_module(address: str, module: str, expected: str) -> str:
    return f"there is no module '{module}' with the file '{address}'; expected '{expected}'"


@rule(on=ast.ResourceBody)
def check_source(body: ast.ResourceBody, file: File) -> Iterator[Diagnostic]:
    """Report a `source` of which no file exists."""
    for each in body.operations:
        if isinstance(each, ast.AttributeOperation) and each.attribute_name == "source":
            value = each.value_expr
            sources = value.values if isinstance(value, ast.LiteralList) else (value,)
            missing = [_missing(source, file) for source in sources]
            known = [*dict.fromkeys(each for each in missing if each is not None)]
            for source in sources:
                yield from _without_mount(source, file)
                yield from _with_folder(source, file)
                yield from _with_server(source, file)
                yield from _without_module(source, file)
            if len(sources) == 1:
                yield from _of_own_module(value, file)
                yield from _of_own_folder(value, file)
            if known and None not in missing:
                yield missing_source_file(" and ".join(each.text for each in known)).at(value.start, value.end, fixes=_created(known[0]))
        elif isinstance(each, ast.AttributeOperation) and each.attribute_name not in TEXTS:
            yield from _handed_on(each.value_expr, file)


@rule(on=(ast.Parameter, ast.AssignmentExpression))
def check_value(node: ast.Parameter | ast.AssignmentExpression, file: File) -> Iterator[Diagnostic]:
    """Report the address of a file that does not exist as the value of a variable, which is no part of another address."""
    if isinstance(node, ast.Parameter):
        name, value = node.name, node.value
    else:
        name, value = (node.left_expr.name if isinstance(node.left_expr, ast.VariableExpression) else ""), node.right_expr
    found = [*_handed_on(value, file)] if name and isinstance(value, ast.LiteralString) else []
    if isinstance(value, ast.LiteralString):
        yield from _without_mount(value, file)
    variables = (each.expr for each in file.interpolations) if found else ()
    if not any(isinstance(each, ast.VariableExpression) and each.name.rpartition("::")[2] == name for each in variables):
        yield from found


def _handed_on(value: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """The finding about a single address that is a literal."""
    found = _missing(value, file) if isinstance(value, ast.LiteralString) else None
    if found is not None and not is_beginning(found, file.known):
        yield missing_source_file(found.text).at(value.start, value.end, fixes=_created(found))


def is_beginning(missing: Missing, known: Known) -> bool:
    """Whether another name may follow an address, as `${title}.cfg` follows `.../nrpe-`, or the module comes without its files."""
    folder, start = os.path.split(missing.path)
    if not known.world.exists(missing.folder):
        return True  # Packages leave the folder out.
    return known.world.exists(os.path.join(folder, "")) and any(each.startswith(start) for each in names_in(folder))


def _created(missing: Missing) -> tuple[Fix, ...]:
    return (Fix(f"Create {os.path.basename(missing.path)}", (Edit(0, 0, "", missing.path),)),)


def _without_mount(source: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """The address of a file of a module that lacks `modules`, or nearly has it; another mount point would hardly have the same file."""
    address = source.value if isinstance(source, ast.LiteralString) and source.value.startswith(SCHEME) else ""
    name = address.removeprefix(SCHEME)
    mount, _, inner = name.partition("/")
    if is_one_letter_off(mount, MODULES):
        name = inner
    module, _, rest = name.partition("/")
    if module not in file.known.project.modules or not rest or not file.known.world.find_file(name):
        return
    expected = f"{PREFIX}{name}"
    fixes = respelled(file.text, source.start + 1, source.end - 1, address, expected)
    yield without_mount(address, expected).at(source.start, source.end, fixes=fixes)


def _with_folder(source: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """The address of a file in a folder `files` of a module that is not there; hardly any module has such a folder among its files."""
    first = source.segments[0] if isinstance(source, ast.ConcatenatedString) and source.segments else source
    address = first.value if isinstance(first, ast.LiteralString) and first.value.startswith(PREFIX) else ""
    module, _, rest = address.removeprefix(PREFIX).partition("/")
    if module and rest.startswith(FOLDER) and module not in file.known.project.modules:
        start = source.start + 1 + len(f"{PREFIX}{module}/".encode())
        fixes = respelled(file.text, start, start + len(FOLDER), FOLDER, "")
        yield with_folder(module).at(source.start, source.end, fixes=fixes)


def _with_server(source: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """An address with two slashes, after which the name of a server comes."""
    first = source.segments[0] if isinstance(source, ast.ConcatenatedString) and source.segments else source
    if isinstance(first, ast.LiteralString) and first.value.startswith(SERVER):
        at = source.start + 1 + len(SERVER) - len("modules/")
        fix = Fix("Add a slash", (Edit(at, at, "/"),), "unsafe")
        yield with_server(file.source(source).strip("'\"")).at(source.start, source.end, fixes=(fix,))


def _without_module(source: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """The address of a file with an extension right after `modules`, where the name of a module belongs."""
    address = source.value if isinstance(source, ast.LiteralString) and source.value.startswith(PREFIX) else ""
    name, own = address.removeprefix(PREFIX), file.known.project.module_of(file.path)
    if "/" not in name and "." in name:
        expected = f"{PREFIX}{'MODULE' if own is None else own.name}/{name}"
        fixes = respelled(file.text, source.start + 1, source.end - 1, address, expected) if own is not None else ()
        yield without_module(name, expected).at(source.start, source.end, fixes=fixes)


def _of_own_module(source: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """The address of a file in a module that is neither installed nor declared, which the module of the manifest has, but never names.

    The name may be that of a mount point or of another repository's module, unless the module of the manifest was called so: it has one
    word more, or less.
    """
    own, address = file.known.project.module_of(file.path), source.value if isinstance(source, ast.LiteralString) else ""
    if own is None or not address.startswith(SCHEME):
        return
    module, _, rest = address.removeprefix(PREFIX if address.startswith(PREFIX) else SCHEME).partition("/")
    project = file.known.project
    if not rest or module in project.modules or project.is_external(module) or project.declared(module) is not None:
        return
    if module == os.path.basename(own.folder):
        return
    if module in MOUNTS and not address.startswith(PREFIX):
        return
    is_renamed = own.name in re.split("[-_]", module) or module in own.name.split("_")
    if is_renamed and file.known.world.find_file(f"{own.name}/{rest}") and not _is_named(f"/{own.name}/{rest}", own.folder, file):
        expected = f"{PREFIX}{own.name}/{rest}"
        fixes = respelled(file.text, source.start + 1, source.end - 1, address, expected)
        yield of_own_module(address, module, expected).at(source.start, source.end, fixes=fixes)


def _of_own_folder(source: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """The address of a file in a module that is neither installed nor declared, where the module of the manifest has a folder of that name
    with the file.
    """
    own, address = file.known.project.module_of(file.path), source.value if isinstance(source, ast.LiteralString) else ""
    module, _, rest = address.removeprefix(PREFIX).partition("/")
    project = file.known.project
    if own is None or not address.startswith(PREFIX) or not rest or module in project.modules or project.is_external(module):
        return
    if project.declared(module) is None and file.known.world.find_file(f"{own.name}/{module}/{rest}"):
        expected = f"{PREFIX}{own.name}/{module}/{rest}"
        fixes = respelled(file.text, source.start + 1, source.end - 1, address, expected)
        yield of_own_module(address, module, expected).at(source.start, source.end, fixes=fixes)


def _is_named(name: str, folder: str, file: File) -> bool:
    """Whether a manifest of a module has the name of a file."""
    file.known.world.ask_below(folder, MANIFESTS)
    computed = f"{{module_name}}/{name.partition('/')[2].partition('/')[2]}"
    return any(name in text or computed in text for text in texts(file.known.disk, folder, MANIFESTS))


class Missing(NamedTuple):
    """A file that a module lacks."""

    text: str
    path: str
    folder: str
    """The folder of the module's files."""


def _missing(source: ast.Expression, file: File) -> Missing | None:
    """The file that a source names and its module does not have; None if it exists or that is unknown."""
    match source:
        case ast.LiteralString(value=address):
            return missing_at(address, file.known)
        case ast.ConcatenatedString() | ast.VariableExpression():
            found = [missing_at(each, file.known) for each in only_texts(source, file)]
            return found[0] if found and None not in found else None
    return None


def missing_at(address: str, known: Known) -> Missing | None:
    """The file that an address names and its module does not have."""
    module, _, rest = address.removeprefix(PREFIX).partition("/")
    rest = "/".join(filter(None, rest.split("/")))  # The server takes several slashes for one.
    if not address.startswith(PREFIX) or not rest or module not in known.project.modules:
        return None
    if known.world.find_file(f"{module}/{rest}") != "":
        return None
    folder = os.path.join(known.project.modules[module].folder, "files")
    return Missing(f"file 'files/{rest}' of module '{module}'", os.path.join(folder, *rest.split("/")), folder)
