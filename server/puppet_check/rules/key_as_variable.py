"""Keys of Hiera data that are read as variables: `$site::port` where `lookup('site::port')` is meant.

A class that looks up a key has its value in a variable of another name: `$log_dir = lookup('site_log_dir')`, but `$site_log_dir` is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import LOOKING_UP, arguments, called
from puppet_check.workspace.mentions import FEW, has_match, searched
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.facts import fact
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import CLASS, FACT, TOP_VARIABLE, TypedName
from puppet_typesys.values.hash import EMPTY

KEY = lazy_pattern(r"[a-z]\w*_\w*\Z")
"""A key that may be a variable as well, and is hardly one by chance."""
MOST_KEYS = 50
"""The number of keys above which the others are not looked for."""


@unknown_variable.variant()
def key_of_other_variable(name: str, meant: str) -> str:
    return f"nothing sets `${name}`; the value of the key '{name}' is in `${meant}`"


@unknown_variable.variant()
def key_as_variable(name: str) -> str:
    return f"Unknown variable: '{name}'. It is a key of the data; expected `lookup('{name}')`"


@rule(on=ast.Program)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables of classes that do not exist, if the data have a key of the same name."""
    project = file.known.project
    names = [each for each in file.variables if "::" in each.removeprefix("::")]
    if not names or not project.has_data:
        return
    for qualified in names:
        name = qualified.removeprefix("::")
        module = name.partition("::")[0]
        if module in project.modules or module in project.missing or project.is_external(module):
            continue
        owner = TypedName(CLASS, name.rpartition("::")[0])
        if file.known.external.load(owner) is not None or file.known.external.is_complete(owner):
            continue
        file.known.world.lookup(name, EMPTY)  # The finding depends on the value.
        if name in file.known.hiera().layer(None, "levels").by_key:
            for node in file.variables[qualified]:
                yield key_as_variable(name).at(node.start, node.end, severity=Severity.WARNING)


@rule(on=ast.Program, whole=True)
def check_keys(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables that nothing sets, and whose names are keys that the same class or define looks up for another variable."""
    looked_up = [(meant, key, value) for meant, value in file.given_values() if (key := _key(value)) != meant and key in file.variables]
    own = {each.name for each in file.of_class(ast.Parameter)} if looked_up else set()
    for meant, key, value in looked_up[:MOST_KEYS]:
        around = file.definition_around(value)
        if around is None or key in own or key in file.assignments or f"::{key}" in file.variables or _is_fact(key, file):
            continue
        reads = [each for each in file.variables[key] if file.definition_around(each) is around and not file.has_finding_in(each)]
        # In the look-up itself it is the default, which whoever wrote it knows.
        is_known = any(value.start <= each.start < value.end for each in reads)
        if reads and not is_known and not _is_set_anywhere(key, file):
            for each in reads:
                fixes = respelled(file.text, each.start, each.end, key, meant)
                message = key_of_other_variable(key, meant).suggesting(f"${meant}")
                yield message.at(each.start, each.end, fixes=fixes, severity=Severity.WARNING)


def _key(value: ast.Expression) -> str:
    """The key that a value is looked up by, if it may be the name of a variable; otherwise an empty text."""
    given = arguments(value)[:1] if called(value) in LOOKING_UP else ()
    key = given[0].value if given and isinstance(given[0], ast.LiteralString) else ""
    return key if KEY.match(key) is not None else ""


def _is_fact(name: str, file: File) -> bool:
    """Whether a name is that of a fact, other than those of which only a part is fixed, or of a variable that comes from outside."""
    found, external = fact(name), file.known.external
    if (found is not None and found.pattern is None) or external.load(TypedName(FACT, name)) is not None:
        return True
    return not external.is_complete(TypedName(TOP_VARIABLE, name))


def _is_set_anywhere(name: str, file: File) -> bool:
    """Whether some manifest may set a variable or reads it as one of the top scope, or Ruby may make a fact of this name."""
    folders = searched(file.known.project)
    if len(folders) > FEW:
        return True
    pattern = re.compile(
        rf"\$(?:\w+::)*{name}\s*\]?\s*=[^=~>]|\$\{{?::{name}\b|\bfacts\[\s*['\"]{name}\b"
        rf"|['\":]{name}\b['\"]?\s*[,)]?\s*do\b|add\(\s*['\":]{name}\b"
    )
    for folder, inner in folders:
        file.known.world.ask_below(folder, inner)
    return any(has_match(file.known.disk, folder, inner, pattern, name) for folder, inner in folders)
