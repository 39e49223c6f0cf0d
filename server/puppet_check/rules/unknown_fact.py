"""Facts whose names are misspelt: no such fact is known, and a known one has nearly the same name.

Other unknown facts are not reported, because nodes can have facts of their own. Parts of structured facts may depend on the system, so
that they are only reported if they are misspelt as well.

A variable of the top scope that is no fact, beside a parameter of the same name that the file never reads and the module nowhere sets from
it, is a slip for the parameter: `$::weak_kex` in `class ssh($weak_kex = false)`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from puppet_check.reading.files import read_text
from puppet_check.rules.file import File
from puppet_check.rules.legacy_names import is_set_by_main_manifest
from puppet_check.rules.rule import rule
from puppet_check.semantics.value_paths import Key
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import fact, facts
from puppet_typesys.builtins.value_reads import FACTS, TRUSTED
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import FACT, TypedName
from puppet_typesys.spelling import closest, is_misspelt, is_one_letter_off, is_slip, is_typo
from puppet_typesys.types import model
from puppet_typesys.types.parse import parse_builtin

Reading = ast.AccessExpression | ast.CallNamedFunctionExpression | ast.CallMethodExpression
READING = (ast.AccessExpression, ast.CallNamedFunctionExpression, ast.CallMethodExpression)
"""Expressions that may read facts."""
TRUSTED_KEYS = ("authenticated", "certname", "domain", "extensions", "external", "hostname")
EXTENSIONS = frozenset(
    f"pp_{each}"
    for each in """apptier auth_auto_renew auth_role authorization cli_auth cloudplatform cluster cost_center created_by datacenter
    department employee environment hostname image_name instance_id network owner preshared_key product project provisioner region
    role securitypolicy service software_version uuid zone application""".split()
)
"""The registered names of extensions of certificates; others have names that a site gives them."""
NETWORKING = frozenset(("domain", "fqdn", "hostname", "interfaces", "ip", "ip6", "mac", "netmask"))
"""Parts of the fact `networking` whose names no other fact has."""
REMOVED = {"os.lsb": "os.distro"}
"""Parts of facts that earlier releases had under another name."""
TESTED = lazy_pattern(rb"\[['\"]os['\"]\]\[['\"]lsb['\"]\](?!\[)|os\.lsb(?!\.)")
"""A use of such a part as a whole, as a condition."""
LSB = frozenset(("distcodename", "distdescription", "distid", "distrelease", "majdistrelease", "minordistrelease"))
"""Parts that `os.lsb` had."""
OF_CORE = frozenset(("identity", "memory", "networking", "os", "processors", "system_uptime"))
"""Facts of which all parts are known."""
OS = "os"
"""The fact whose parts have other names on no system, so that every other one is reported."""
PARTS = 2
"""The number of keys from which on a part of a fact is read."""

FOLDERS = ("manifests", "functions", "templates", "lib")
HIERA = "hiera.yaml"
SHORTEST = 4
"""The length of the shortest names that are compared: others may be facts of a site."""


@issue(Severity.WARNING)
def unknown_fact(name: str) -> str:
    """Misspelt name of a fact"""
    return f"unknown fact '{name}'"


@unknown_fact.variant()
def unknown_part(path: str) -> str:
    return f"unknown part '{path}' of a fact"


@unknown_fact.variant()
def unknown_trusted(name: str) -> str:
    return f"unknown key '{name}' of `$trusted`"


@unknown_fact.variant()
def unknown_extension(name: str) -> str:
    return f"no extension of certificates is registered as '{name}'"


@unknown_fact.variant()
def part_of_another(path: str, expected: str) -> str:
    return f"unknown part '{path}' of a fact; expected '{expected}'"


@rule(on=ast.Program)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables of the top scope, such as `$::os_nmae`, that no main manifest sets."""
    for qualified, nodes in file.variables.items():
        name = qualified.removeprefix("::")
        if qualified.startswith("::") and "::" not in name:
            for node in nodes:
                found = [*_check(name, node.end - len(name), node.end, file)]
                yield from found if found and not is_set_by_main_manifest(name, file.known) else ()


@rule(on=READING)
def check_read(node: Reading, file: File) -> Iterator[Diagnostic]:
    """Report a fact, or a key of `$trusted`, whose keys are the same for all nodes."""
    read = file.path_of(node)
    if read is None or not read.keys or (isinstance(node, ast.AccessExpression) and len(read.keys) > 1):
        return
    key = read.keys[0]
    if read.variable == FACTS:
        yield from _check(key.name, key.start, key.end, file)
    elif read.variable == TRUSTED and key.name not in TRUSTED_KEYS:
        meant = closest(key.name, TRUSTED_KEYS) if is_misspelt(key.name, TRUSTED_KEYS) else None
        fixes = respelled(file.text, key.start, key.end, key.name, meant)
        yield unknown_trusted(key.name).suggesting(meant).at(key.start, key.end, fixes=fixes)


def misspelt_facts(file: File) -> Iterator[Diagnostic]:
    """The misspelt facts of an example, of which nothing else is checked."""
    if file.path.endswith(".pp") and file.known.project.is_example(file.path):
        yield from check_variables(file.program, file)
        for node in file.of_class(ast.AccessExpression):
            yield from check_read(node, file)


def _check(name: str, start: int, end: int, file: File) -> Iterator[Diagnostic]:
    meant = fact_meant(name, file.known)
    if meant is not None:
        yield unknown_fact(name).suggesting(meant).at(start, end, fixes=respelled(file.text, start, end, name, meant))


def fact_meant(name: str, known: Known) -> str | None:
    """The fact or variable of the top scope of which a name is a misspelling; None for any other name."""
    if not known.loader.knows_facts or fact(name) is not None or name in TOP_VARIABLES:
        return None
    if known.external.load(TypedName(FACT, name)) is not None:
        return None
    names = [*facts(), *TOP_VARIABLES, *known.loader.fact_names()]
    if name in names or not is_misspelt(name, names) or name.replace("_", "") in {each.replace("_", "") for each in names}:
        return None
    return closest(name, names)


def part_meant(path: Sequence[str]) -> str | None:
    """The part of a structured fact of which the last of some names is a misspelling; None for any other path."""
    known = fact(path[0])
    names = frozenset[str]() if known is None else _parts(known.type, path[1:-1])
    return closest(path[-1], names) if path[-1] not in names and is_typo(path[-1], names) else None


@rule(on=READING)
def check_part(node: Reading, file: File) -> Iterator[Diagnostic]:
    """Report a part of a structured fact that it does not have, and a fact of which another one with nearly the same name has the part."""
    keys = _keys(node, file)
    if len(keys) < PARTS:
        return
    if file.known.loader.knows_facts and file.known.external.load(TypedName(FACT, keys[0].name)) is None:
        # The parts that an access reads before the last are those of the access inside of it.
        first = len(keys) if isinstance(node, ast.AccessExpression) else PARTS
        for count in range(first, len(keys) + 1):
            yield from _check_part(keys[:count], file)


def _keys(node: Reading, file: File) -> tuple[Key, ...]:
    """The keys of facts that an expression reads, that of a fact as a variable of the top scope first: `$::os['family']`."""
    read = file.path_of(node)
    if read is not None and read.variable == OS and file.source(node).startswith(f"$::{OS}["):
        return (Key(OS, node.start, node.start), *read.keys)
    return read.keys if read is not None and read.variable == FACTS else ()


def _check_part(path: Sequence[Key], file: File) -> Iterator[Diagnostic]:
    *above, key = path
    known = fact(above[0].name)
    if known is None:
        if len(path) == PARTS and above[0].name not in file.known.loader.fact_names():
            yield from _inner(above[0], key.name) or _meant_by_part(above[0], key.name, file)
        return
    path_name = ".".join(each.name for each in path)
    if path_name in REMOVED:
        if TESTED.search(file.text.source) is None:  # Otherwise the code is for releases that have either.
            yield part_of_another(path_name, REMOVED[path_name]).at(key.start, key.end)
        return
    names = parts_of(above[0].name, [each.name for each in above[1:]])
    if key.name in names:
        return
    is_whole = above[0].name in OF_CORE  # Of others, a plural may exist as well.
    if is_typo(key.name, names) or (is_whole and any(is_one_letter_off(key.name, each) for each in names)):
        meant = closest(key.name, names)
        fixes = respelled(file.text, key.start, key.end, key.name, meant)
        yield unknown_part(path_name).suggesting(meant).at(key.start, key.end, fixes=fixes)
    elif names and is_whole and len(path) == PARTS:
        inner = _with(key.name, above[0].name)
        if len(inner) == 1:
            yield part_of_another(path_name, f"{inner[0]}.{key.name}").at(key.start, key.end)
        elif key.name in NETWORKING:
            yield part_of_another(path_name, f"networking.{key.name}").at(key.start, key.end)
        elif above[0].name == OS:
            found = part_of_another(path_name, key.name) if fact(key.name) is not None else unknown_part(path_name)
            yield found.at(key.start, key.end)


def _inner(key: Key, part: str) -> list[Diagnostic]:
    """A part of a fact that is read as a fact itself: `$facts['distro']['codename']`."""
    if key.name == "lsb" and part in LSB:
        return [part_of_another(key.name, REMOVED["os.lsb"]).at(key.start, key.end)]
    outer = [each for each in sorted(OF_CORE) if part in parts_of(each, (key.name,))]
    return [part_of_another(key.name, f"{outer[0]}.{key.name}").at(key.start, key.end)] if len(outer) == 1 else []


def _with(part: str, name: str) -> list[str]:
    """The parts of a fact that have a part."""
    return [f"{name}.{each}" for each in sorted(parts_of(name, ())) if part in parts_of(name, (each,))]


def parts_of(name: str, path: Sequence[str]) -> frozenset[str]:
    """The names of the parts of a structured fact, or of a part of it; none if they are not all known."""
    known = fact(name)
    return frozenset() if known is None else _parts(known.type, path)


def _meant_by_part(key: Key, part: str, file: File) -> Iterator[Diagnostic]:
    likely = [each for each in facts() if is_slip(key.name, each) and part in _parts(facts()[each].type, [])]
    if len(likely) == 1 and not is_misspelt(key.name, [*facts(), *TOP_VARIABLES, *file.known.loader.fact_names()]):
        fixes = respelled(file.text, key.start, key.end, key.name, likely[0])
        yield unknown_fact(key.name).suggesting(likely[0]).at(key.start, key.end, fixes=fixes)


def _parts(type: str, path: Sequence[str]) -> frozenset[str]:
    """The names of the parts of a structured fact, or of one of its parts; none if they are not all known."""
    found: model.Type = parse_builtin(type)
    for name in path:
        elements = found.elements if isinstance(found, model.Struct) else ()
        found = next((each.value for each in elements if each.name == name), model.ANY)
    return frozenset(each.name for each in found.elements) if isinstance(found, model.Struct) else frozenset()


@unknown_variable.variant()
def of_top_scope(name: str) -> str:
    return f"`$::{name}` is a variable of the top scope, not the parameter `${name}`"


@rule(on=ast.VariableExpression, whole=True)
def check_variable(node: ast.VariableExpression, file: File) -> Iterator[Diagnostic]:
    """Report a variable of the top scope with the name of a parameter of the definition around it."""
    name = node.name.removeprefix("::")
    if name == node.name or "::" in name or len(name) < SHORTEST:
        return
    if file.model is None or any(each.start == node.start for each in file.model.findings.values()):
        return  # The evaluation has reported it.
    if not _is_parameter(name, node, file) or is_of_nodes(name, file) or _is_set_outside(name, file):
        return
    if any(each.name == name for each in file.of_class(ast.VariableExpression)):
        return  # The one may stand in for the other.
    fix = Fix(f"Change to ${name}", (Edit(node.start, node.end, f"${name}"),), "unsafe")
    yield of_top_scope(name).at(node.start, node.end, fixes=(fix,), severity=Severity.WARNING)


def _is_parameter(name: str, node: ast.Node, file: File) -> bool:
    """Whether the definition around a node in its body has a parameter."""
    around = file.parents.get(node)
    while around is not None and not isinstance(around, ast.NamedDefinition):
        if isinstance(around, ast.Parameter):
            return False
        around = file.parents.get(around)
    return isinstance(around, ast.HostClassDefinition | ast.ResourceTypeDefinition) and name in {each.name for each in around.parameters}


def is_of_nodes(name: str, file: File) -> bool:
    """Whether every node may have a variable: a fact, one of Puppet, or one that a main manifest sets."""
    known, named = file.known, TypedName(FACT, name)
    if name in TOP_VARIABLES or fact(name) is not None or known.external.load(named) is not None:
        return True
    if known.loader.interfaces.is_known_elsewhere(named):
        return True
    hiera = os.path.join(known.project.root, HIERA)
    for path in (hiera, *known.project.sites):
        known.world.depends_on_text(path)
    if any(re.search(rf"%\{{(?:::)?{name}\}}", text) for text in _text(hiera)):
        return True
    return any(re.search(rf"\${name}\s*=", text) for path in known.project.sites for text in _text(path))


def _text(path: str) -> Iterator[str]:
    with suppress(OSError):
        yield read_text(path)


def _is_set_outside(name: str, file: File) -> bool:
    """Whether the module reads a variable of the top scope elsewhere than in the file, or as a default, so that it means it."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return True
    file.known.world.ask_below(module.folder, FOLDERS)
    read = re.compile(rf"\$\{{?::{name}\b|['\"]::{name}['\"]")
    own = len(read.findall(file.characters))
    others = sum(len(read.findall(text)) for text in texts(file.known.disk, module.folder, FOLDERS))
    return others > own or re.search(rf"\${name}\s*=\s*[^,\n]*\$::{name}\b", file.characters) is not None


def extension_meant(name: str) -> str | None:
    """The registered extension from which an unknown name with their prefix differs by a letter; None if there is none."""
    near = [each for each in EXTENSIONS if is_one_letter_off(name, each)] if name.startswith("pp_") and name not in EXTENSIONS else []
    return near[0] if len(near) == 1 else None
