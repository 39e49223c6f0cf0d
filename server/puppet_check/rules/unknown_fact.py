"""Facts whose names are misspelt: no such fact is known, and a known one has nearly the same name.

Other unknown facts are not reported, because nodes can have facts of their own. Parts of structured facts may depend on the system, so
that they are only reported if they are misspelt as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact, facts
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.loader import FACT, TypedName
from puppet_typesys.spelling import closest, is_misspelt, is_slip, is_typo
from puppet_typesys.types import model
from puppet_typesys.types.parse import parse_builtin

TRUSTED_KEYS = ("authenticated", "certname", "domain", "extensions", "external", "hostname")
PARTS = 2
"""The number of keys from which on a part of a fact is read."""


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


@rule(on=ast.Program)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables of the top scope, such as `$::os_nmae`; site manifests may set others."""
    for qualified, nodes in file.variables.items():
        name = qualified.removeprefix("::")
        if qualified.startswith("::") and "::" not in name and not file.known.project.sites:
            for node in nodes:
                yield from _check(name, node.end - len(name), node.end, file)


@rule(on=ast.AccessExpression)
def check_access(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a key of `$facts`."""
    match node:
        case ast.AccessExpression(left_expr=ast.VariableExpression(name="facts" | "::facts"), keys=(ast.LiteralString() as key,)):
            yield from _check(key.value, key.start + 1, key.end - 1, file)


@rule(on=ast.AccessExpression)
def check_trusted(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a key of `$trusted`, whose keys are the same for all nodes."""
    match node:
        case ast.AccessExpression(left_expr=ast.VariableExpression(name="trusted" | "::trusted"), keys=(ast.LiteralString() as key,)):
            if key.value in TRUSTED_KEYS:
                return
            meant = closest(key.value, TRUSTED_KEYS) if is_misspelt(key.value, TRUSTED_KEYS) else None
            fixes = respelled(file.text, key.start + 1, key.end - 1, key.value, meant)
            yield unknown_trusted(key.value).suggesting(meant).at(key.start + 1, key.end - 1, fixes=fixes)


def _check(name: str, start: int, end: int, file: File) -> Iterator[Diagnostic]:
    if fact(name) is not None or name in TOP_VARIABLES or file.known.external.load(TypedName(FACT, name)) is not None:
        return
    known = [*facts(), *TOP_VARIABLES, *file.known.loader.fact_names()]
    if name in known or not is_misspelt(name, known) or name.replace("_", "") in {each.replace("_", "") for each in known}:
        return
    meant = closest(name, known)
    fixes = respelled(file.text, start, end, name, meant)
    yield unknown_fact(name).suggesting(meant).at(start, end, fixes=fixes)


@rule(on=ast.AccessExpression)
def check_part(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a part of a structured fact that it does not have, and a fact of which another one with nearly the same name has the part."""
    path = _path(node)
    if len(path) < PARTS or file.known.external.load(TypedName(FACT, path[0].value)) is not None:
        return
    *above, key = path
    known = fact(above[0].value)
    if known is None:
        if len(path) == PARTS and above[0].value not in file.known.loader.fact_names():
            yield from _meant_by_part(above[0], key.value, file)
        return
    names = _parts(known.type, [each.value for each in above[1:]])
    if key.value not in names and is_typo(key.value, names):
        meant = closest(key.value, names)
        fixes = respelled(file.text, key.start + 1, key.end - 1, key.value, meant)
        whole = ".".join(each.value for each in path)
        yield unknown_part(whole).suggesting(meant).at(key.start + 1, key.end - 1, fixes=fixes)


def _meant_by_part(key: ast.LiteralString, part: str, file: File) -> Iterator[Diagnostic]:
    likely = [each for each in facts() if is_slip(key.value, each) and part in _parts(facts()[each].type, [])]
    if len(likely) == 1 and not is_misspelt(key.value, [*facts(), *TOP_VARIABLES, *file.known.loader.fact_names()]):
        fixes = respelled(file.text, key.start + 1, key.end - 1, key.value, likely[0])
        yield unknown_fact(key.value).suggesting(likely[0]).at(key.start + 1, key.end - 1, fixes=fixes)


def _path(node: ast.Expression) -> list[ast.LiteralString]:
    """The literal keys by which a part of `$facts` is read; none if it is something else."""
    keys: list[ast.LiteralString] = []
    while isinstance(node, ast.AccessExpression):
        if len(node.keys) != 1 or not isinstance(node.keys[0], ast.LiteralString):
            return []
        keys.append(node.keys[0])
        node = node.left_expr
    return keys[::-1] if isinstance(node, ast.VariableExpression) and node.name in ("facts", "::facts") else []


def _parts(type: str, path: Sequence[str]) -> frozenset[str]:
    """The names of the parts of a structured fact, or of one of its parts; none if they are not all known."""
    found: model.Type = parse_builtin(type)
    for name in path:
        elements = found.elements if isinstance(found, model.Struct) else ()
        found = next((each.value for each in elements if each.name == name), model.ANY)
    return frozenset(each.name for each in found.elements) if isinstance(found, model.Struct) else frozenset()
